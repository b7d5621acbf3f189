import type { Writable } from 'node:stream'
import { cellOf, type SheetColumn } from './columns.ts'

/** One object a kind: exceljs works a style out once for each object, not once for each content. */
const styles = { text: {}, number: { numFmt: '#,##0' }, time: { numFmt: 'yyyy-mm-dd hh:mm:ss' } } as const

/**
 * Streams rows into a spreadsheet: one row in memory at a time, headings frozen and filterable, dates and numbers as such.
 * @param out where the .xlsx goes; it is ended
 * @returns how many rows were written
 */
export async function writeSheet(
  out: Writable,
  name: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<object> | Iterable<object>,
): Promise<number> {
  const { default: ExcelJS } = await import('exceljs')
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true, useSharedStrings: false })
  const sheet = book.addWorksheet(name.slice(0, 31), { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = columns.map((column) => ({
    header: column.title,
    key: column.field,
    width: column.width,
  }))
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } }
  sheet.getRow(1).font = { bold: true }
  sheet.getRow(1).commit()
  let written = 0
  for await (const row of rows) {
    const values = row as Record<string, unknown>
    const line = sheet.addRow(columns.map((column) => cellOf(column, values[column.field])))
    line.eachCell((cell, at) => {
      cell.style = styles[columns[at - 1]?.kind ?? 'text']
    })
    line.commit()
    written += 1
    if (written % 200 === 0) await drained(out)
  }
  sheet.commit()
  await book.commit()
  return written
}

/** Waits for a slow reader, so that what is written does not pile up in memory. */
const drained = (out: Writable): Promise<void> =>
  out.writableNeedDrain ? new Promise((resolve) => out.once('drain', resolve)) : Promise.resolve()
