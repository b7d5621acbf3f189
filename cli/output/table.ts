import Table from 'cli-table3'
import stringWidth from 'string-width'

const segments = new Intl.Segmenter('zh', { granularity: 'grapheme' })

/** ASCII, and Chinese characters and marks, which are two cells wide each: nearly all that is ever drawn. */
const simple = /^[\x20-\x7e\u3000-\u3029\u4e00-\u9fff\uff01-\uff60]*$/
const lastNarrow = 0x7e

/** Cells that a text takes. */
function cellsOf(text: string): number {
  if (!simple.test(text)) return stringWidth(text)
  let cells = text.length
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > lastNarrow) cells += 1
  return cells
}

/** Text cut to so many cells, with 「…」 where something was left out. */
export function fitCells(text: string, cells: number): string {
  if (cellsOf(text) <= cells) return text
  let out = ''
  let used = 1
  const parts = simple.test(text) ? text : Array.from(segments.segment(text), ({ segment }) => segment)
  for (const part of parts) {
    const width = cellsOf(part)
    if (used + width > cells) break
    out += part
    used += width
  }
  return `${out}…`
}

/** A column of text to draw. */
export interface Drawn {
  readonly title: string
  readonly right?: boolean
  readonly whole?: boolean | undefined
  /** Of the columns that are left out on a narrow terminal it is the last. */
  readonly stays?: boolean
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
  const widths = columns.map((c, i) => Math.max(cellsOf(c.title), ...rows.map((row) => cellsOf(row[i] ?? ''))))
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

/** So many cells a title is to have before other columns are shown: eighteen characters tell most titles apart. */
const titleRoom = 36
/** So many columns are shown at least. */
const leastColumns = 3

/** The places of the columns that are drawn: the last ones yield until the title can be read. */
export function placesFor(columns: readonly Drawn[], rows: readonly (readonly string[])[], room: number): number[] {
  let places = columns.map((_, i) => i)
  const title = columns.findIndex(({ first }) => first)
  if (title < 0) return places
  const longest = Math.max(...rows.map((row) => cellsOf(row[title] ?? '')))
  const fits = (some: readonly number[]) => {
    const part = some.map((i) => columns[i] as Drawn)
    const widths = widthsFor(
      part,
      rows.map((row) => some.map((i) => row[i] ?? '')),
      room,
    )
    return widths !== null && (widths[some.indexOf(title)] as number) >= Math.min(longest, titleRoom)
  }
  while (places.length > leastColumns && !fits(places)) {
    const others = places.filter((i) => i !== title)
    const last = others.findLast((i) => !columns[i]?.stays) ?? others.at(-1)
    places = places.filter((i) => i !== last)
  }
  // nothing is gained by leaving them out
  return fits(places) ? places : columns.map((_, i) => i)
}

const fitted = (rows: readonly (readonly string[])[], widths: readonly number[]) =>
  rows.map((row) => widths.map((width, i) => fitCells(row[i] ?? '', width)))

/** Rows as lines that stand in the columns of a table: what comes by the thousand needs no library that measures each cell several times. */
export function drawLines(
  columns: readonly Drawn[],
  rows: readonly (readonly string[])[],
  widths: readonly number[],
): string {
  const line = (cells: readonly string[]) =>
    columns.map(({ right }, i) => {
      const text = cells[i] as string
      const room = ' '.repeat(Math.max(0, (widths[i] as number) - cellsOf(text)))
      return right ? room + text : text + room
    })
  return fitted(rows, widths)
    .map((cells) => `${line(cells).join(' '.repeat(gap)).trimEnd()}\n`)
    .join('')
}

const edges = ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
const inner = ['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid']
const chars = { ...Object.fromEntries([...edges, ...inner].map((at) => [at, ''])), middle: ' '.repeat(gap) }

/** Rows as an aligned table; the heading only when asked for. */
export function drawTable(
  columns: readonly Drawn[],
  rows: readonly (readonly string[])[],
  widths: readonly number[],
  heading: boolean,
): string {
  const all = fitted([...(heading ? [columns.map((c) => c.title)] : []), ...rows], widths)
  // it takes a family of emoji for several characters, and a narrow kana for a wide one
  if (!all.every((cells) => cells.every((cell) => simple.test(cell)))) return drawLines(columns, all, widths)
  const table = new Table({
    chars,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: columns.map((c) => (c.right ? 'right' : 'left')),
    colWidths: [...widths],
  })
  table.push(...all)
  const text = table.toString()
  if (text === '') return ''
  const lines = text.split('\n').map((line) => line.trimEnd())
  return `${lines.join('\n')}\n`
}

/** Rows as 「名称：值」 blocks, for narrow terminals and single rows. */
export const drawBlocks = (columns: readonly Drawn[], rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${columns.map((c, i) => `${c.title}：${row[i] ?? ''}\n`).join('')}`).join('\n')
