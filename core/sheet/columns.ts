import type { z } from 'zod'
import { headingOf, innerOf, metaOf, type Shaped, wordFor } from '../contract/meta.ts'
import { parseTime, wallClock } from '../domain/time.ts'

/** How a value is shown in a spreadsheet: as text, whole number, number with a tenth, or date with time. */
export type CellKind = 'text' | 'number' | 'tenths' | 'time'

/** How a spreadsheet writes each kind. */
export const numberFormats: Readonly<Record<CellKind, string>> = {
  text: '@',
  number: '#,##0',
  tenths: '#,##0.0',
  time: 'yyyy-mm-dd hh:mm:ss',
}

/** A column of a spreadsheet: where the value comes from, its heading, kind and width in characters. */
export interface SheetColumn {
  readonly field: string
  readonly title: string
  readonly kind: CellKind
  readonly width: number
  /** Stored value → word, for enumerations. */
  readonly words?: Readonly<Record<string, string>>
}

export type Cell = string | number | Date | null

/** The format's own limit of rows, less the heading. */
export const rowsMax = 1_048_575

/** Excel refuses longer texts in one cell. */
export const cellMax = 32_767
/**
 * What a spreadsheet program would take for a formula, by full-width signs too, as those for Chinese and Japanese do; also behind
 * apostrophes: taking off one must give what there was.
 */
const formula = /^'*[=+\-@＝＋－＠\t\r]/

/** A text that no spreadsheet program takes for a formula. */
export const unevaluated = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** The text that `unevaluated` was given. */
export const unguarded = (text: string): string => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text)

/** A text that no spreadsheet program evaluates, and that fits into a cell. */
function safeText(text: string): string {
  const guarded = unevaluated(text)
  return guarded.length > cellMax ? `${guarded.slice(0, cellMax - 1)}…` : guarded
}

/** A value in words, whole and as it is; a number as its digits. */
export function wordOf(column: SheetColumn, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (column.words) return wordFor(column.words, String(value)) ?? String(value)
  if (Array.isArray(value)) return value.join('、')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Whether a column's values are numbers. */
export const isNumeric = ({ kind }: Pick<SheetColumn, 'kind'>): boolean => kind === 'number' || kind === 'tenths'

/** A value as the spreadsheet shows it; times as wall-clock time in Asia/Shanghai. */
export function cellOf(column: SheetColumn, value: unknown): Cell {
  if (value === null || value === undefined || value === '') return null
  if (!column.words && isNumeric(column) && Number.isFinite(Number(value))) return Number(value)
  if (!column.words && column.kind === 'time') {
    const ms = parseTime(String(value))
    if (ms !== null) return wallClock(ms)
  }
  return safeText(wordOf(column, value))
}

const widths: Readonly<Record<CellKind, number>> = { text: 16, number: 10, tenths: 10, time: 20 }
const wide: Readonly<Record<string, number>> = { title: 50, summary: 40, content: 60, sourceUrl: 40, says: 30 }

const kindOf = (schema: Shaped): CellKind => {
  if (metaOf(schema).time) return 'time'
  return innerOf(schema).def?.type === 'number' ? 'number' : 'text'
}

/** The columns of a reply's row, from its schema: titles, kinds and words; in the order asked for. */
export function columnsFrom(row: z.ZodType, fields: readonly string[]): SheetColumn[] {
  const { shape } = row as unknown as { shape: Readonly<Record<string, Shaped>> }
  return fields.map((field) => {
    const schema = shape[field]
    if (!schema) throw new Error(`没有字段 ${field}`)
    const meta = metaOf(schema)
    const kind = kindOf(schema)
    return {
      field,
      title: headingOf(meta, field),
      kind,
      width: wide[field] ?? widths[kind],
      ...(meta.words && { words: meta.words }),
    }
  })
}
