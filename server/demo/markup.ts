import { escapeHtml } from '../../core/domain/html.ts'
import { formatDate } from '../../core/domain/time.ts'

const day = 24 * 3600_000

const inline = (text: string) => escapeHtml(text.trim()).replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')

/** `{0}` → 「11月18日」 of the day, `{+7}` a week later, `{年}` its year, `{去年}` the one before. */
export function withDates(text: string, at: number): string {
  const date = (offset: number) => {
    const [, month, number] = formatDate(at + offset * day).split('-')
    return `${Number(month)}月${Number(number)}日`
  }
  const year = Number(formatDate(at).slice(0, 4))
  return text
    .replaceAll('{年}', String(year))
    .replaceAll('{去年}', String(year - 1))
    .replace(/\{([+-]?\d+)\}/g, (_, offset: string) => date(Number(offset)))
}

const cells = (line: string) => line.slice(1, -1).split('|').map(inline)

function tableOf(lines: readonly string[]): string {
  const [head = '', ...body] = lines
  const row = (line: string, tag: 'th' | 'td') =>
    `<tr>${cells(line)
      .map((cell) => `<${tag}>${cell}</${tag}>`)
      .join('')}</tr>`
  return `<table><thead>${row(head, 'th')}</thead><tbody>${body.map((line) => row(line, 'td')).join('')}</tbody></table>`
}

const listOf = (tag: 'ul' | 'ol', mark: RegExp) => (lines: readonly string[]) =>
  `<${tag}>${lines.map((line) => `<li>${inline(line.replace(mark, ''))}</li>`).join('')}</${tag}>`

/** What a line begins with → the HTML of it and of the lines after it that begin alike. */
const blocks: readonly (readonly [RegExp, (lines: readonly string[]) => string])[] = [
  [/^\|/, tableOf],
  [/^- /, listOf('ul', /^- /)],
  [/^\d+\. /, listOf('ol', /^\d+\. /)],
  [/^### /, (lines) => lines.map((line) => `<h3>${inline(line.slice(4))}</h3>`).join('')],
  [/^## /, (lines) => lines.map((line) => `<h2>${inline(line.slice(3))}</h2>`).join('')],
  [/^/, (lines) => lines.map((line) => `<p>${inline(line)}</p>`).join('')],
]

const blockOf = (line: string) => blocks.findIndex(([mark]) => mark.test(line))

/** Plain lines → HTML: paragraphs, `##` headings, `-` and `1.` lists, `|` tables. */
export function toHtml(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const html: string[] = []
  for (let start = 0; start < lines.length; ) {
    const kind = blockOf(lines[start] as string)
    let end = start + 1
    while (end < lines.length && blockOf(lines[end] as string) === kind) end += 1
    html.push(blocks[kind]?.[1](lines.slice(start, end)) ?? '')
    start = end
  }
  return html.join('\n')
}
