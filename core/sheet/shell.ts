import { strFromU8, unzipSync } from 'fflate'
import { numberFormats, type SheetColumn } from './columns.ts'

/** A workbook around rows that are yet to come. */
export interface Shell {
  /** The workbook's other files, by path. */
  readonly files: Readonly<Record<string, Uint8Array>>
  /** Where the rows' sheet lies, and what stands before and after them. */
  readonly path: string
  readonly before: string
  readonly after: string
  /** For each column the begin of a cell: `<c r="B`, then the row's number, then its style. */
  readonly cells: readonly { readonly open: string; readonly style: string }[]
}

const path = 'xl/worksheets/sheet1.xml'
const sampleRow = /<row r="2"[\s\S]*?<\/row>/
const sampleCell = /<c r="([A-Z]+)2"( s="\d+")?/g

/** Makes the workbook with its headings, widths, formats and filter; a sample row tells the number of each format. */
export async function shellOf(name: string, columns: readonly SheetColumn[]): Promise<Shell> {
  const { default: ExcelJS } = await import('exceljs')
  const book = new ExcelJS.Workbook()
  const sheet = book.addWorksheet(name.slice(0, 31), { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = columns.map(({ title, field, width }) => ({ header: title, key: field, width }))
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } }
  sheet.getRow(1).font = { bold: true }
  const sample = sheet.addRow(columns.map(() => 0))
  for (const [i, { kind }] of columns.entries()) sample.getCell(i + 1).numFmt = numberFormats[kind]
  const { [path]: written, ...files } = unzipSync(new Uint8Array(await book.xlsx.writeBuffer()))
  const xml = strFromU8(written as Uint8Array).replace(/<dimension [^>]*\/>/, '')
  const found = sampleRow.exec(xml) as RegExpExecArray
  const cells = [...found[0].matchAll(sampleCell)].map(([, letters, style = '']) => ({
    open: `<c r="${letters}`,
    style: `"${style}`,
  }))
  return { files, path, before: xml.slice(0, found.index), after: xml.slice(found.index + found[0].length), cells }
}
