import type { Cell } from './columns.ts'
import type { Shell } from './shell.ts'

const daysFrom1900 = 25_569
const dayMs = 24 * 3600_000
const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const needsCare = /[&<>\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]/
const care = /[&<>\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]/g

/** A text as XML has it: characters that XML forbids are left out. */
export const xmlText = (text: string): string =>
  needsCare.test(text) ? text.replace(care, (c) => marks[c] ?? '') : text

/** A cell's value as the sheet's XML has it. */
function xmlOf(cell: Exclude<Cell, null>): string {
  if (typeof cell === 'number') return String(cell)
  if (cell instanceof Date) return String(cell.getTime() / dayMs + daysFrom1900)
  return xmlText(cell)
}

/** A row of a sheet. @param at its number, the headings being 1 @param cellAt the value of each column */
export function rowXml(cells: Shell['cells'], at: number, cellAt: (column: number) => Cell): string {
  let text = `<row r="${at}">`
  for (const [i, { open, style }] of cells.entries()) {
    const cell = cellAt(i)
    if (cell !== null)
      text += `${open}${at}${style}${typeof cell === 'string' ? ' t="str"' : ''}><v>${xmlOf(cell)}</v></c>`
  }
  return `${text}</row>`
}
