import { eachRow } from '../../../core/client/rows.ts'
import { log } from '../../../core/contract/log.ts'
import { cellOf, type SheetColumn } from '../../../core/sheet/columns.ts'
import { exportSays } from '../../../core/text.ts'
import { callsOf } from '../../data/client.ts'
import { download, fileName } from '../download.ts'
import { sheetWith } from './sheet.ts'
import type { ListCall } from './types.ts'

const { systemLogSave } = callsOf(log)

interface Sort {
  readonly field: string
  readonly order: string
}

/** A column with what the list shows in place of some values. */
export interface ExportColumn<R> extends SheetColumn {
  readonly text?: ((row: R) => string | null) | undefined
}

interface Options<I, R> {
  readonly name: string
  readonly call: ListCall<I, R>
  readonly filters: I
  readonly idField: keyof R & string
  readonly columns: readonly ExportColumn<R>[]
  /** The fields by which the list is sorted, and which way; none: the newest first. */
  readonly sort?: readonly Sort[] | undefined
  /** Marked rows: these alone, and nothing is asked for. */
  readonly marked?: readonly R[]
}

/** As the server sorts: what is empty comes last, and the newer first of what is equal. */
function inOrder<R extends object>(rows: R[], { sort, idField }: Pick<Options<never, R>, 'sort' | 'idField'>): R[] {
  const of = (row: R, field: string) => (row as Record<string, unknown>)[field]
  const newest = (a: R, b: R) => Number(of(b, idField)) - Number(of(a, idField))
  const by = (a: R, b: R, { field, order }: Sort): number => {
    const [x, y] = [of(a, field), of(b, field)]
    const way = order === 'asc' ? 1 : -1
    if (x === y) return 0
    if (x === null || y === null) return x === null ? 1 : -1
    return (x as string) < (y as string) ? -way : way
  }
  return rows.sort((a, b) => {
    for (const one of sort ?? []) {
      const found = by(a, b, one)
      if (found !== 0) return found
    }
    return newest(a, b)
  })
}

/** A value as the list shows it. */
function cellIn<R extends object>(column: ExportColumn<R>, row: R) {
  const text = column.text?.(row) ?? null
  if (text !== null)
    return cellOf({ field: column.field, title: column.title, width: column.width, kind: 'text' }, text)
  return cellOf(column, (row as Record<string, unknown>)[column.field])
}

/** Rows in the order of ids, so that none is missing or there twice where others change meanwhile; sorted when all are here. */
async function rowsOf<I extends object, R extends object>(options: Options<I, R>): Promise<R[]> {
  const rows: R[] = []
  if (options.marked) rows.push(...options.marked)
  else for await (const row of eachRow(options.call, options.filters, { idField: options.idField })) rows.push(row)
  return inOrder(rows, options)
}

/**
 * The marked rows, or every row that the filters let through, in the list's order, as a spreadsheet in the browser's
 * downloads; the log is told first.
 * @returns how many rows; 0: no file was made
 */
export async function exportRows<I extends object, R extends object>(options: Options<I, R>): Promise<number> {
  const rows = await rowsOf(options)
  if (rows.length === 0) return 0
  const name = `${options.name}导出`
  const { columns } = options
  const cells = rows.map((row) => columns.map((column) => cellIn(column, row)))
  const sheet = sheetWith(name, columns, cells)
  await systemLogSave({ says: exportSays(options.name), result: `${rows.length} 行`, detail: 'xlsx' })
  download(fileName(name, 'xlsx'), sheet)
  return rows.length
}
