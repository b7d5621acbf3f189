import { cleanLine, cleanText } from '../../output/clean.ts'
import { wrap } from '../../output/width.ts'
import type { Item, Kind } from '../kinds/kind.ts'
import { type DeskState, layoutOf } from '../state/desk.ts'
import { currentRow, idOf } from '../state/list.ts'
import { statusLook } from './status.ts'

/** Cells of the preview's width that are no text. */
export const edges = 3

/** The current record: from the list until its texts have come. */
export function recordOf({ list, preview }: DeskState): Item | null {
  const row = currentRow(list)
  if (!row) return null
  const { read } = preview
  return read && idOf(read) === idOf(row) ? read : row
}

/** How much of a record fits below its title, and from where on the last of it is shown. */
export function windowOn(title: readonly string[], rest: readonly string[], height: number) {
  const room = Math.max(1, height - title.length)
  return { room, last: Math.max(0, rest.length - room) }
}

/** The farthest that the current record can be scrolled. */
export function lastScroll(state: DeskState): number {
  const { previewWidth, body } = layoutOf(state)
  const { title, rest } = readLines(state.kind, recordOf(state), previewWidth - edges)
  return windowOn(title, rest, body).last
}

let drawn: { row: Item; kind: Kind; width: number; lines: ReturnType<typeof linesOf> } | null = null

/** The same, kept until another record or width is asked for: moving in the list draws the pane again and again. */
export function readLines(kind: Kind, row: Item | null, width: number): ReturnType<typeof linesOf> {
  if (!row) return { title: [], rest: [] }
  if (drawn?.row !== row || drawn.kind !== kind || drawn.width !== width)
    drawn = { row, kind, width, lines: linesOf(kind, row, width) }
  return drawn.lines
}

/** Headings, lists, quotes and rows of tables stand where they are put; paragraphs are indented. */
const laidOut = /^(?:【|• |│|─|〔|\d+\. | )|｜/

/** A long text in lines, its paragraphs indented as Chinese text is. */
function textLines({ title, text }: { readonly title: string; readonly text: string }, width: number): string[] {
  const clean = cleanText(text)
  const lines = (clean === '' ? [`（没有${title || '正文'}）`] : clean.split('\n')).filter((line) => line !== '')
  const body = lines.flatMap((line) => wrap(laidOut.test(line) ? line : `　　${line}`, width))
  return title === '' ? body : [`【${title}】`, ...body]
}

/** A record as lines to read, the title first. */
function linesOf(
  kind: Kind,
  row: Item,
  width: number,
): { readonly title: readonly string[]; readonly rest: readonly string[] } {
  const { notes, facts, texts } = kind.sheet(row)
  const look = statusLook(kind.states, kind.stateOf(row))
  const told = [['编号', idOf(row)] as const, [kind.stated, `${look.mark} ${look.word}`] as const, ...facts]
  const rest = [
    ...notes.flatMap((note) => wrap(note, width)),
    ...told.flatMap(([label, text]) => (text ? wrap(`${label}：${cleanLine(text)}`, width) : [])),
    '',
  ]
  if (texts === null) rest.push('正在读取正文……')
  else for (const one of texts) rest.push(...textLines(one, width))
  return { title: wrap(cleanLine(row.title), width), rest }
}
