import { eachRow } from '../../../core/client/rows.ts'
import { cellOf, numberFormats, type SheetColumn, sheetType } from '../../../core/sheet/columns.ts'
import { download, fileName } from '../download.ts'
import type { ListCall } from './types.ts'

interface Options<I, R> {
  readonly name: string
  readonly call: ListCall<I, R>
  readonly filters: I
  readonly idField: keyof R & string
  readonly columns: readonly SheetColumn[]
}

/**
 * Every row that the filters let through, as a spreadsheet in the browser's downloads.
 * @returns how many rows; 0: no file was made
 */
export async function exportRows<I extends object, R extends object>(options: Options<I, R>): Promise<number> {
  const { default: ExcelJS } = await import('exceljs/dist/exceljs.bare.min.js')
  const { name, columns } = options
  const book = new ExcelJS.Workbook()
  const sheet = book.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = columns.map((column) => ({
    header: column.title,
    key: column.field,
    width: column.width,
    style: { numFmt: numberFormats[column.kind] },
  }))
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } }
  sheet.getRow(1).font = { bold: true }
  let rows = 0
  for await (const row of eachRow(options.call, options.filters, { idField: options.idField })) {
    const values = row as Record<string, unknown>
    sheet.addRow(columns.map((column) => cellOf(column, values[column.field])))
    rows += 1
  }
  if (rows > 0) download(fileName(name, 'xlsx'), new Blob([await book.xlsx.writeBuffer()], { type: sheetType }))
  return rows
}
