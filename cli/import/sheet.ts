import { NoSheet, readSheet } from '../../core/sheet/read.ts'
import { type Bytes, TooMuch } from '../../core/sheet/unzip.ts'
import { usage } from '../errors.ts'
import { fieldsOfHeadings, type Heads, lineOfCells, type Taken } from './headings.ts'
import type { Line } from './lines.ts'

/** A spreadsheet's articles, or other things with such headings, as lines, numbered as its rows are. */
export async function* linesOfSheet(
  bytes: Bytes,
  file: string,
  unused: (heading: string) => void,
  heads?: Heads,
): AsyncGenerator<Line, void, undefined> {
  let taken: Taken | undefined
  try {
    for await (const { row, cells } of readSheet(bytes))
      if (!taken) {
        const width = Math.max(0, ...[...cells.keys()].map((at) => at + 1))
        const headings = Array.from({ length: width }, (_, at) => cells.get(at) ?? '')
        taken = fieldsOfHeadings(headings, file, unused, heads)
      } else if ([...cells.values()].some((cell) => cell.trim() !== ''))
        yield { row, text: lineOfCells(taken, (at) => cells.get(at), heads) }
  } catch (error) {
    if (error instanceof TooMuch)
      throw usage(`${file} 展开后过大，不像是要导入的表格`, '只保留要导入的行和列，分成几个文件，或另存为 CSV')
    if (!(error instanceof NoSheet)) throw error
    throw usage(`${file} 不是可以读取的电子表格`, '在电子表格软件中另存为 .xlsx 或 CSV')
  }
}
