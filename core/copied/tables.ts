import { isPiece, type Part, type Piece, piece, pointsOf, styleOf, wordsOf } from './pieces.ts'

const inTable = new Set(['thead', 'tbody', 'tfoot'])

/** A table's own rows. */
const rowsOf = (element: Piece): Piece[] =>
  element.children
    .filter(isPiece)
    .flatMap((child) => (child.name === 'tr' ? [child] : inTable.has(child.name) ? rowsOf(child) : []))

const cellsOf = (row: Piece) => row.children.filter(isPiece)
const spanOf = ({ attributes }: Piece, name: 'colspan' | 'rowspan' | 'span') => Number(attributes[name] ?? 1) || 1

type Measure = (element: Piece) => number
const numberIn = (text: string, unit: RegExp) => (unit.test(text) ? Number.parseFloat(text) || 0 : 0)
/** How wide a cell or column says that it is, 0 where it does not: in lengths, and in parts of a hundred, which don't go together. */
const measures: readonly Measure[] = [
  (element) => pointsOf(styleOf(element, 'width')) || numberIn(element.attributes.width ?? '', /^[\d.]+$/) * 0.75,
  (element) => numberIn(styleOf(element, 'width') || (element.attributes.width ?? ''), /^[\d.]+%$/),
]

/** Below a table with merged cells Word puts a row without height, which only tells how wide the columns are. */
const isRuler = (row: Piece) =>
  row.attributes.height === '0' &&
  wordsOf(row.children).trim() === '' &&
  cellsOf(row).every((cell) => spanOf(cell, 'colspan') === 1)

/** The widths of the columns: from themselves, from the ruler, else from a row without merged cells. */
function widthsBy(widthOf: Measure, table: Piece, rows: readonly Piece[]): number[] {
  const columns = table.children
    .filter(isPiece)
    .flatMap((child) =>
      child.name === 'colgroup' ? child.children.filter(isPiece) : child.name === 'col' ? [child] : [],
    )
    .flatMap((column) => Array<number>(spanOf(column, 'span')).fill(widthOf(column)))
  if (columns.length > 0 && columns.every(Boolean)) return columns
  const count = Math.max(0, ...rows.map((row) => cellsOf(row).reduce((sum, cell) => sum + spanOf(cell, 'colspan'), 0)))
  const whole = (row: Piece) => cellsOf(row).length === count && cellsOf(row).every((cell) => widthOf(cell) > 0)
  const row = rows.find((one) => isRuler(one) && whole(one)) ?? rows.find(whole)
  return row ? cellsOf(row).map(widthOf) : []
}

function drop(parts: readonly Part[], row: Piece): Part[] {
  return parts.flatMap((part): Part[] => {
    if (part === row) return []
    return [isPiece(part) && inTable.has(part.name) ? { ...part, children: drop(part.children, row) } : part]
  })
}

function withWidths(table: Piece): Piece {
  const rows = rowsOf(table)
  const widths = measures.map((measure) => widthsBy(measure, table, rows)).find((found) => found.length > 0) ?? []
  const sum = widths.reduce((a, b) => a + b, 0)
  const ruler = rows.find(isRuler)
  const body = ruler ? drop(table.children, ruler) : table.children
  if (sum === 0) return { ...table, children: body }
  const columns = widths.map((width) => piece('col', [], { style: `width:${Math.round((width / sum) * 1000) / 10}%` }))
  const others = body.filter((part) => !isPiece(part) || (part.name !== 'colgroup' && part.name !== 'col'))
  const caption = others.filter((part) => isPiece(part) && part.name === 'caption')
  const rest = others.filter((part) => !isPiece(part) || part.name !== 'caption')
  return { ...table, children: [...caption, piece('colgroup', columns), ...rest] }
}

/** Tables whose columns share the width as they did in the document, without the empty row in which Word notes that. */
export const withColumnWidths = (parts: readonly Part[]): Part[] =>
  parts.map((part) => {
    if (!isPiece(part)) return part
    const element = { ...part, children: withColumnWidths(part.children) }
    return part.name === 'table' ? withWidths(element) : element
  })
