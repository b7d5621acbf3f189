import { cleanLine, cleanText } from '../../output/clean.ts'
import { readableText } from '../../output/readable.ts'
import { wrap } from '../../output/width.ts'
import { type DeskState, layoutOf, type Read } from '../state/desk.ts'
import { currentRow, idOf } from '../state/list.ts'
import { statusOf } from './rows.ts'
import { statusLook } from './status.ts'

/** The lines above an article's text; empty ones are left out. */
const facts: readonly (readonly [label: string, value: (row: Read) => string | null | undefined])[] = [
  ['编号', (row) => idOf(row)],
  ['状态', (row) => ((look) => `${look.mark} ${look.word}`)(statusLook(statusOf(row)))],
  ['理由', (row) => row.review?.reason ?? row.reason],
  ['栏目', (row) => row.columnName],
  ['来源', (row) => row.source],
  [
    '提交',
    (row) =>
      joined(
        row.review?.submittedByName ?? row.submittedByName,
        row.review?.submittedAt ?? row.submittedAt ?? row.createdAt,
      ),
  ],
  // those of a copy under review are still to come
  ['初审', (row) => (row.review ? null : joined(row.acceptedByName, row.acceptedAt))],
  ['审核', (row) => (row.review ? null : joined(row.approvedByName, row.approvedAt))],
]

const joined = (name: string | null | undefined, time: string | null | undefined) =>
  name ? `${name}  ${(time ?? '').slice(0, 16)}` : null

/** Cells of the preview's width that are no text. */
export const edges = 3

/** The current article: from the list until its text has come. */
export function articleOf({ list, preview }: DeskState): Read | null {
  const row = currentRow(list)
  if (!row) return null
  const { read } = preview
  return read && idOf(read) === idOf(row) ? read : (row as Read)
}

/** How much of an article fits below its title, and from where on the last of it is shown. */
export function windowOn(title: readonly string[], rest: readonly string[], height: number) {
  const room = Math.max(1, height - title.length)
  return { room, last: Math.max(0, rest.length - room) }
}

/** The farthest that the current article can be scrolled. */
export function lastScroll(state: DeskState): number {
  const { previewWidth, body } = layoutOf(state)
  const { title, rest } = readLines(articleOf(state), previewWidth - edges)
  return windowOn(title, rest, body).last
}

let drawn: { row: Read; width: number; lines: ReturnType<typeof linesOf> } | null = null

/** The same, kept until another article or width is asked for: moving in the list draws the pane again and again. */
export function readLines(row: Read | null, width: number): ReturnType<typeof linesOf> {
  if (!row) return { title: [], rest: [] }
  if (drawn?.row !== row || drawn.width !== width) drawn = { row, width, lines: linesOf(row, width) }
  return drawn.lines
}

/** Headings, lists, quotes and rows of tables stand where they are put; paragraphs are indented. */
const laidOut = /^(?:【|• |│|─|〔|\d+\. | )|｜/

/** Who judges a text must see all of it: tables are not cut to a width. */
const whole = Number.POSITIVE_INFINITY

/** An article as lines to read, the title first; indented as Chinese text is. */
function linesOf(row: Read, width: number): { readonly title: readonly string[]; readonly rest: readonly string[] } {
  const title = wrap(cleanLine(row.title), width)
  const rest = row.review ? wrap('（待审修订，网站上仍是原来的内容；按 b 看改了什么）', width) : []
  const told = facts.flatMap(([label, value]) => {
    const text = value(row)
    return text ? wrap(`${label}：${cleanLine(text)}`, width) : []
  })
  rest.push(...told, '')
  if (row.content === undefined) rest.push('正在读取正文……')
  else {
    const body = cleanText(readableText(row.content ?? '', whole))
    for (const line of body === '' ? ['（没有正文）'] : body.split('\n'))
      if (line !== '') rest.push(...wrap(laidOut.test(line) ? line : `　　${line}`, width))
  }
  return { title, rest }
}
