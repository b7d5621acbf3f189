import { turning } from '../domain/unfit.ts'
import { type SheetColumn, unevaluated, wordOf } from './columns.ts'

/** Rows as text: CSV that spreadsheet programs read as UTF-8, JSON lines, and JSON as a whole. */

/** Nothing but a number: there is nothing in it to be evaluated. */
const negative = /^-\d{1,15}(?:\.\d{1,15})?%?$/

/** A cell of a CSV file: quoted where needed; what a spreadsheet would take for a formula gets a leading apostrophe. */
export function csvCell(text: string): string {
  const clean = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '').replace(turning, '')
  // as it will stand there: what is taken out may have hidden the sign of a formula
  const safe = negative.test(clean) ? clean : unevaluated(clean)
  return /[",\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** So many characters are handed on at once: a call of the system for each row would take half of the time. */
const batchLength = 64 * 1024

type Rows = Iterable<object> | AsyncIterable<object>
type Row = Readonly<Record<string, unknown>>

/** What a file of rows can be, by how its name ends. */
export const fileKinds = { xlsx: ['.xlsx'], csv: ['.csv'], json: ['.json'], jsonl: ['.jsonl', '.ndjson'] } as const
export type FileKind = keyof typeof fileKinds
/** The kind that the ending of a file's name tells (`.csv`, in letters of either size); undefined: none. */
export const kindOfEnding = (ending: string): FileKind | undefined =>
  (Object.keys(fileKinds) as FileKind[]).find((kind) =>
    (fileKinds[kind] as readonly string[]).includes(ending.toLowerCase()),
  )
export type TextKind = Exclude<FileKind, 'xlsx'>

/** What stands around rows and between them, and how each is written. */
interface Layout {
  readonly before: string
  readonly between: string
  readonly after: string
  line(row: object): string
}

/** A row's exported fields, as they are. */
const fieldsOf =
  (columns: readonly SheetColumn[]) =>
  (row: object): object =>
    Object.fromEntries(columns.map(({ field }) => [field, (row as Row)[field] ?? null]))

function layoutOf(kind: TextKind, columns: readonly SheetColumn[], record: (row: object) => object): Layout {
  if (kind === 'csv') {
    const line = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`
    return {
      ...{ before: `\uFEFF${line(columns.map(({ title }) => title))}`, between: '', after: '' },
      line: (row) => line(columns.map((column) => wordOf(column, (row as Row)[column.field]))),
    }
  }
  const line = (row: object) => JSON.stringify(record(row))
  return kind === 'json'
    ? { before: '[\n', between: ',\n', after: '\n]\n', line }
    : { before: '', between: '', after: '', line: (row) => `${line(row)}\n` }
}

/** Rows as the text of a file, many at once. @param record a row as JSON has it; none: its columns by their fields */
export async function* textPieces(
  kind: TextKind,
  columns: readonly SheetColumn[],
  rows: Rows,
  record: (row: object) => object = fieldsOf(columns),
): AsyncGenerator<string> {
  const { before, between, after, line } = layoutOf(kind, columns, record)
  let text = before
  let first = true
  for await (const row of rows) {
    text += (first ? '' : between) + line(row)
    first = false
    if (text.length < batchLength) continue
    yield text
    text = ''
  }
  yield text + after
}
