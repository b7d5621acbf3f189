import Table from 'cli-table3'
import stringWidth from 'string-width'

const segments = new Intl.Segmenter('zh', { granularity: 'grapheme' })

/** Text cut to so many cells, with 「…」 where something was left out. */
export function fitCells(text: string, cells: number): string {
  if (stringWidth(text) <= cells) return text
  let out = ''
  let used = 1
  for (const { segment } of segments.segment(text)) {
    const width = stringWidth(segment)
    if (used + width > cells) break
    out += segment
    used += width
  }
  return `${out}…`
}

/** A column of text to draw. */
export interface Drawn {
  readonly title: string
  readonly right?: boolean
  readonly whole?: boolean | undefined
  /** Gives way first when the terminal is narrow. */
  readonly first?: boolean
}

const gap = 2
const leastWidth = 6

/** Widths that fit: the title gives way first, then the widest others; ids and numbers never. Null: there is not room enough. */
export function widthsFor(
  columns: readonly Drawn[],
  rows: readonly (readonly string[])[],
  room: number,
): number[] | null {
  const widths = columns.map((c, i) => Math.max(stringWidth(c.title), ...rows.map((row) => stringWidth(row[i] ?? ''))))
  const over = () => widths.reduce((sum, w) => sum + w + gap, -gap) - room
  const shrink = (i: number, least: number) => {
    widths[i] = Math.max(Math.min(widths[i] as number, least), (widths[i] as number) - over())
  }
  for (const [i, c] of columns.entries()) if (c.first && over() > 0) shrink(i, 20)
  const others = columns.flatMap((c, i) => (c.whole || c.right ? [] : [i]))
  while (over() > 0) {
    const widest = others.reduce(
      (best, i) => ((widths[i] as number) > (widths[best] as number) ? i : best),
      others[0] ?? -1,
    )
    if (widest < 0 || (widths[widest] as number) <= leastWidth) break
    widths[widest] = (widths[widest] as number) - 1
  }
  return over() > 0 ? null : widths
}

const noLines = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'].map((k) => [
    k,
    '',
  ]),
)
const chars = {
  ...noLines,
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' '.repeat(gap),
}

/** Rows as an aligned table; the heading only when asked for. */
export function drawTable(
  columns: readonly Drawn[],
  rows: readonly (readonly string[])[],
  widths: readonly number[],
  heading: boolean,
): string {
  const table = new Table({
    ...(heading && { head: columns.map((c, i) => fitCells(c.title, widths[i] as number)) }),
    chars,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: columns.map((c) => (c.right ? 'right' : 'left')),
    colWidths: [...widths],
  })
  for (const row of rows) table.push(row.map((cell, i) => fitCells(cell, widths[i] as number)))
  const text = table.toString()
  return text === '' ? '' : `${text.replace(/(?<![ \t])[ \t]+$/gm, '')}\n`
}

/** Rows as 「名称：值」 blocks, for narrow terminals and single rows. */
export const drawBlocks = (columns: readonly Drawn[], rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${columns.map((c, i) => `${c.title}：${row[i] ?? ''}\n`).join('')}`).join('\n')
