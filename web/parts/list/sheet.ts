import writeSheet, { type CellObject, type Feature } from 'write-excel-file/browser'
import { getCellAddress } from 'write-excel-file/utility'
import { type Cell, numberFormats, type SheetColumn } from '../../../core/sheet/columns.ts'

/** Headings that filter the rows below them. */
const filterOver = (columns: number, rows: number): Feature<File | Blob | ArrayBuffer> => ({
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (xml) =>
          xml.replace('</sheetData>', `</sheetData><autoFilter ref="A1:${getCellAddress(rows, columns - 1)}"/>`),
      },
    },
  },
})

/** Words may stand in any column (「长期」 among times): they are text, whatever its other cells are. */
const cellWith = (value: Cell, format: string): CellObject | null =>
  value === null ? null : { value, format: typeof value === 'string' ? numberFormats.text : format }

/**
 * A spreadsheet with headings that stay in sight and filter. For the few thousand rows that a browser holds: exceljs, which commands and
 * server use, is as heavy as half of the console.
 * @param rows the cells of each row, in the order of the columns
 */
export function sheetWith(name: string, columns: readonly SheetColumn[], rows: readonly Cell[][]): Promise<Blob> {
  const formats = columns.map(({ kind }) => numberFormats[kind])
  const headings = columns.map(({ title }): CellObject => ({ value: title, fontWeight: 'bold' }))
  const body = rows.map((cells) => cells.map((cell, i) => cellWith(cell, formats[i] as string)))
  return writeSheet(
    [headings, ...body],
    { sheet: name, stickyRowsCount: 1, columns: columns.map(({ width }) => ({ width })) },
    { features: [filterOver(columns.length, rows.length)] },
  ).toBlob()
}
