import { NoSheet, readSheet } from '../../core/sheet/read.ts'
import type { Bytes } from '../../core/sheet/unzip.ts'
import { usage } from '../errors.ts'
import { fieldsOfHeadings, lineOfCells, type RowField } from './headings.ts'
import type { Line } from './lines.ts'

/** A spreadsheet's articles as lines, numbered as its rows are. */
export async function* linesOfSheet(
  bytes: Bytes,
  file: string,
  unused: (heading: string) => void,
): AsyncGenerator<Line, void, undefined> {
  let fields: (RowField | null)[] | undefined
  try {
    for await (const { row, cells } of readSheet(bytes))
      if (!fields) fields = fieldsOfHeadings(cells, file, unused)
      else if (cells.some((cell) => cell.trim() !== '')) yield { row, text: lineOfCells(fields, cells) }
  } catch (error) {
    if (!(error instanceof NoSheet)) throw error
    throw usage(`${file} 不是可以读取的电子表格`, '在电子表格软件中另存为 .xlsx 或 CSV')
  }
}
