import { cellMost } from '../../core/sheet/most.ts'
import type { Bytes } from '../../core/sheet/unzip.ts'
import { usage } from '../errors.ts'
import { encodingByMark } from '../io.ts'
import { type CsvRow, csvReader } from './csv-rows.ts'
import { fieldsOfHeadings, type Heads, lineOfCells, type Taken } from './headings.ts'
import type { Line } from './lines.ts'

/** What is no text in the encoding in which it was read. */
class OtherEncoding extends Error {
  override readonly name = 'OtherEncoding'
}

/** Text as it comes; the decoder drops the byte order mark. @throws OtherEncoding */
async function* textFrom(bytes: Bytes, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const decoded = (...given: Parameters<TextDecoder['decode']>) => {
    try {
      return decoder.decode(...given)
    } catch {
      throw new OtherEncoding()
    }
  }
  for await (const chunk of bytes()) yield decoded(chunk, { stream: true })
  yield decoded()
}

async function encodingsOf(bytes: Bytes): Promise<readonly string[]> {
  for await (const chunk of bytes()) {
    const marked = encodingByMark(chunk)
    if (marked) return [marked]
    break
  }
  return ['utf-8', 'gb18030']
}

/** Reads a file in the first encoding in which this comes to an end. @throws CliError 2 where there is none */
async function inItsEncoding<T>(bytes: Bytes, file: string, read: (encoding: string) => Promise<T>): Promise<T> {
  for (const encoding of await encodingsOf(bytes))
    try {
      return await read(encoding)
    } catch (error) {
      if (!(error instanceof OtherEncoding)) throw error
    }
  throw usage(`${file} 不是文本：既不是 UTF-8，也不是 GB18030 编码`, '在电子表格软件中另存为 CSV UTF-8')
}

/** What parts the cells: tables that were copied out of a spreadsheet have tabs. A first line without an end is looked at no further than a cell goes. */
async function delimiterOf(bytes: Bytes, encoding: string): Promise<',' | '\t'> {
  let tabs = false
  let seen = 0
  for await (const text of textFrom(bytes, encoding)) {
    const [line = '', ...others] = text.split('\n', 2)
    if (line.includes(',')) return ','
    tabs ||= line.includes('\t')
    seen += text.length
    if (others.length > 0 || seen > cellMost) break
  }
  return tabs ? '\t' : ','
}

async function* rowsIn(bytes: Bytes, encoding: string): AsyncGenerator<CsvRow, void, undefined> {
  const delimiter = await delimiterOf(bytes, encoding)
  yield* csvReader(delimiter).rowsOf(textFrom(bytes, encoding))
}

/** The rows of a CSV file that is text to its end; their numbers are those that a spreadsheet program shows beside them. */
async function* rowsOfCsv(bytes: Bytes, file: string): AsyncGenerator<CsvRow, void, undefined> {
  const encoding = await inItsEncoding(bytes, file, async (one) => {
    for await (const _ of textFrom(bytes, one));
    return one
  })
  yield* rowsIn(bytes, encoding)
}

/**
 * Makes something of the rows of a CSV file that are read no further than is wanted.
 * @param work is done once more where the rows turn out to be in another encoding
 */
export const ofCsvRows = <T>(
  bytes: Bytes,
  file: string,
  work: (rows: AsyncIterable<CsvRow>) => Promise<T>,
): Promise<T> => inItsEncoding(bytes, file, (encoding) => work(rowsIn(bytes, encoding)))

/** A CSV file's articles, or other things with such headings, as lines. */
export async function* linesOfCsv(
  bytes: Bytes,
  file: string,
  unused: (heading: string) => void,
  heads?: Heads,
): AsyncGenerator<Line, void, undefined> {
  let columns: Taken | undefined
  for await (const one of rowsOfCsv(bytes, file)) {
    if ('fault' in one) {
      yield { ...one, text: '' }
      return
    }
    const { row, cells } = one
    if (!columns) columns = fieldsOfHeadings(cells, file, unused, heads)
    else if (cells.some((cell) => cell.trim() !== ''))
      yield { row, text: lineOfCells(columns, (at) => cells[at], heads) }
  }
}
