import { hasWords, isPiece, numberOf, type Part, type Piece, piece, pointsOf, styleOf } from './pieces.ts'

const inTable = new Set(['thead', 'tbody', 'tfoot'])

/** A table's own rows. */
const rowsOf = (element: Piece): Piece[] =>
  element.children
    .filter(isPiece)
    .flatMap((child) => (child.name === 'tr' ? [child] : inTable.has(child.name) ? rowsOf(child) : []))

const cellsOf = (row: Piece) => row.children.filter(isPiece)
/** What browsers take a span for at most. */
const spanMax = { colspan: 1000, span: 1000, rowspan: 65_534 }
function spanOf(element: Piece, name: keyof typeof spanMax): number {
  const given = numberOf(element, name, 1)
  return given < (name === 'rowspan' ? 0 : 1) ? 1 : Math.min(given, spanMax[name])
}

/** A cell with no other spans than those that browsers show. */
function withSpans(cell: Piece): Piece {
  const spans = (['colspan', 'rowspan'] as const).filter((name) => name in cell.attributes)
  if (spans.length === 0) return cell
  const known = Object.fromEntries(spans.map((name) => [name, String(spanOf(cell, name))]))
  return { ...cell, attributes: { ...cell.attributes, ...known } }
}

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
  cellsOf(row).every((cell) => spanOf(cell, 'colspan') === 1) &&
  !hasWords(row.children)

/** Of a table of more columns none has a width of its own. */
const columnsMax = 1000

/** The widths of the columns: from themselves, from the ruler, else from a row without merged cells. */
function widthsBy(widthOf: Measure, table: Piece, rows: readonly Piece[]): number[] {
  const columns = table.children
    .filter(isPiece)
    .flatMap((child) =>
      child.name === 'colgroup' ? child.children.filter(isPiece) : child.name === 'col' ? [child] : [],
    )
  const spans = columns.reduce((sum, column) => sum + spanOf(column, 'span'), 0)
  if (spans > 0 && spans <= columnsMax && columns.every((column) => widthOf(column) > 0))
    return columns.flatMap((column) => Array<number>(spanOf(column, 'span')).fill(widthOf(column)))
  const columnsIn = (row: Piece) => cellsOf(row).reduce((sum, cell) => sum + spanOf(cell, 'colspan'), 0)
  const count = rows.reduce((most, row) => Math.max(most, columnsIn(row)), 0)
  if (count > columnsMax) return []
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
    if (part.name === 'td' || part.name === 'th') return withSpans(element)
    return part.name === 'table' ? withWidths(element) : element
  })
