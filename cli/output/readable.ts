import { type Element, Endless, type Node, parseHtml } from './dom.ts'
import { plainText } from './plain.ts'
import { type Drawn, drawLines, drawTable, widthsFor } from './table.ts'
import { wrap } from './width.ts'

/** HTML as a person reads it on a terminal: headings, paragraphs, lists and tables, without a tag. */

/** What stands on the terminal so far: blocks with a blank line between them, and the line that is being filled. */
interface Page {
  readonly blocks: string[]
  line: string
  readonly room: number
}

const unseen = new Set(['script', 'style', 'template', 'noscript', 'head', 'title', 'iframe', 'object', 'svg', 'math'])
const blocks = new Set(
  'p div section article main header footer aside figure figcaption address form dl dt dd center body html'.split(' '),
)
const heading = /^h[1-6]$/
const isElement = (node: Node): node is Element => 'attribs' in node
const elements = (node: Element, ...names: readonly string[]) =>
  (node.children as Node[]).filter((child): child is Element => isElement(child) && names.includes(child.name))

const tidy = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/^ +/, '').trimEnd())
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd()

function endLine(page: Page): void {
  const text = tidy(page.line)
  if (text !== '') page.blocks.push(text)
  page.line = ''
}

/** The blocks of some nodes by themselves. */
function blocksOf(nodes: readonly Node[], room: number): string[] {
  const page: Page = { blocks: [], line: '', room }
  walk(nodes, page)
  endLine(page)
  return page.blocks
}

const onOneLine = (nodes: readonly Node[]) => blocksOf(nodes, Number.POSITIVE_INFINITY).join(' ').replace(/\n/g, ' ')

function listOf(list: Element, room: number): string {
  let number = Number(list.attribs.start ?? 1) || 1
  return elements(list, 'li')
    .map((item) => {
      const mark = list.name === 'ol' ? `${number++}. ` : '• '
      const text = blocksOf(item.children as Node[], room - mark.length).join('\n')
      return mark + text.replace(/\n/g, `\n${' '.repeat(mark.length)}`)
    })
    .join('\n')
}

/** The rows of a table, also of its parts, but not of tables inside it. */
const rowsOf = (table: Element): Element[] =>
  (table.children as Node[]).flatMap((child) =>
    !isElement(child) ? [] : child.name === 'tr' ? [child] : elements(child, 'tr'),
  )

/** Rows with every cell whole: what is too wide for its column goes on below it, and the rows then stand apart. */
function drawWhole(columns: readonly Drawn[], rows: readonly (readonly string[])[], widths: readonly number[]): string {
  const wrapped = rows.map((row) => widths.map((width, i) => wrap(row[i] ?? '', width)))
  if (wrapped.every((row) => row.every((lines) => lines.length === 1))) return drawTable(columns, rows, widths, false)
  const lines = wrapped.flatMap((row, at) => {
    const height = Math.max(...row.map((cell) => cell.length))
    const own = Array.from({ length: height }, (_, i) => row.map((cell) => cell[i] ?? ''))
    return at === 0 ? own : [widths.map(() => ''), ...own]
  })
  return drawLines(columns, lines, widths)
}

/** A table's blocks; one of a single column only lays its text out. */
function tableOf(table: Element, room: number): string[] {
  const caption = elements(table, 'caption').map((one) => `【${onOneLine(one.children as Node[])}】`)
  const rows = rowsOf(table).map((row) => elements(row, 'td', 'th'))
  if (rows.every((row) => row.length < 2))
    return [...caption, ...rows.flat().flatMap((cell) => blocksOf(cell.children as Node[], room))]
  const texts = rows.map((row) =>
    row.flatMap((cell) => {
      const span = Math.min(Number(cell.attribs.colspan ?? 1) || 1, 50)
      return [onOneLine(cell.children as Node[]), ...Array<string>(Math.max(0, span - 1)).fill('')]
    }),
  )
  const columns = Array.from({ length: Math.max(...texts.map((row) => row.length)) }, () => ({ title: '' }))
  const widths = Number.isFinite(room) ? widthsFor(columns, texts, room) : null
  const drawn = widths ? drawWhole(columns, texts, widths) : texts.map((row) => row.join('｜')).join('\n')
  return [...caption, drawn.trimEnd()]
}

function linkOf(link: Element, page: Page): void {
  const begin = page.line.length
  walk(link.children as Node[], page)
  const { href = '' } = link.attribs
  const text = page.line.slice(begin).trim()
  if (/^(https?:|mailto:|tel:|\/)/i.test(href) && href !== text && text !== '') page.line += `（${href}）`
}

const pictureOf = ({ attribs }: Element) => `〔图片${attribs.alt ? `：${attribs.alt.trim()}` : ''}〕`

/** What some elements put on a line. */
const inLine: Readonly<Record<string, (element: Element) => string>> = {
  br: () => '\n',
  img: pictureOf,
  video: () => '〔视频〕',
  audio: () => '〔音频〕',
}

/** What some elements are as blocks of their own. */
const asBlock: Readonly<Record<string, (element: Element, room: number) => string[]>> = {
  ul: (list, room) => [listOf(list, room)],
  ol: (list, room) => [listOf(list, room)],
  table: tableOf,
  hr: () => ['────'],
  blockquote: (quote, room) => [
    blocksOf(quote.children as Node[], room - 2)
      .join('\n\n')
      .replace(/^/gm, '│ '),
  ],
  pre: (pre) => [textOf(pre).trimEnd()],
}

/** The text as it stands, blanks and all. */
function textOf(element: Element): string {
  return (element.children as Node[])
    .map((node) => (isElement(node) ? textOf(node) : 'data' in node ? node.data : ''))
    .join('')
}

function walk(nodes: readonly Node[], page: Page): void {
  for (const node of nodes) {
    if (!isElement(node)) {
      if (node.type === 'text') page.line += node.data.replace(/[ \t\r\n\f\u00a0]+/g, ' ')
      continue
    }
    const { name } = node
    if (unseen.has(name)) continue
    const word = inLine[name]
    const block = asBlock[name]
    if (word) page.line += word(node)
    else if (name === 'a') linkOf(node, page)
    else if (block || heading.test(name)) {
      endLine(page)
      const own = block ? block(node, page.room) : [`【${onOneLine(node.children as Node[])}】`]
      page.blocks.push(...own.filter((text) => text !== '' && text !== '【】'))
    } else if (blocks.has(name)) {
      endLine(page)
      walk(node.children as Node[], page)
      endLine(page)
    } else walk(node.children as Node[], page)
  }
}

/**
 * An article's HTML to read on a terminal.
 * @param room cells of a line, for tables; the terminal itself breaks what is longer
 */
export function readableText(html: string, room: number): string {
  try {
    return blocksOf(parseHtml(html).children, room).join('\n\n')
  } catch (error) {
    if (error instanceof Endless) return plainText(html)
    throw error
  }
}
