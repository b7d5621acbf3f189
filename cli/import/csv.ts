import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { parse } from '@fast-csv/parse'
import type { Bytes } from '../../core/sheet/unzip.ts'
import { usage } from '../errors.ts'
import { encodingByMark } from '../io.ts'
import { fieldsOfHeadings, type Heads, lineOfCells, type Taken } from './headings.ts'
import type { Line } from './lines.ts'

/** Text as it comes; the decoder drops the byte order mark. */
async function* textFrom(bytes: Bytes, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for await (const chunk of bytes()) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** The encoding in which all of a file can be read. @throws CliError 2 where there is none */
async function encodingOf(bytes: Bytes, file: string): Promise<string> {
  for await (const chunk of bytes()) {
    const marked = encodingByMark(chunk)
    if (marked) return marked
    break
  }
  for (const encoding of ['utf-8', 'gb18030'])
    try {
      for await (const _ of textFrom(bytes, encoding));
      return encoding
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  throw usage(`${file} 不是文本：既不是 UTF-8，也不是 GB18030 编码`, '在电子表格软件中另存为 CSV UTF-8')
}

/** What parts the cells: tables that were copied out of a spreadsheet have tabs. */
async function delimiterOf(bytes: Bytes, encoding: string): Promise<string> {
  let head = ''
  for await (const text of textFrom(bytes, encoding)) {
    head += text
    if (head.includes('\n')) break
  }
  const [line = ''] = head.split('\n')
  return line.includes('\t') && !line.includes(',') ? '\t' : ','
}

const firstPiece = 64 * 1024
const largestPiece = 8 * 1024 * 1024

/**
 * The same in pieces that grow: the parser begins a row anew with every piece, which would make a long cell cost the square of its length.
 * @param read comes back when all rows before the end have been taken: what is wrong with the end would else lose them
 */
async function* inGrowing(texts: AsyncIterable<string>, read: () => Promise<void>): AsyncGenerator<string> {
  let size = firstPiece
  let kept: string[] = []
  let length = 0
  for await (const text of texts) {
    kept.push(text)
    length += text.length
    if (length < size) continue
    yield kept.join('')
    kept = []
    length = 0
    size = Math.min(size * 2, largestPiece)
  }
  yield kept.join('')
  await read()
}

/** A row, or where from on nothing can be read. */
type CsvRow =
  | { readonly row: number; readonly cells: readonly string[] }
  | { readonly row: number; readonly fault: string }

/** The rows of a CSV file; their numbers are those that a spreadsheet program shows beside them. */
export async function* rowsOfCsv(bytes: Bytes, file: string): AsyncGenerator<CsvRow, void, undefined> {
  const encoding = await encodingOf(bytes, file)
  const delimiter = await delimiterOf(bytes, encoding)
  const rows = parse<string[], string[]>({ delimiter, ignoreEmpty: false })
  const taken = async () => {
    while (!rows.destroyed && rows.readableLength + rows.writableLength > 0) await setImmediate()
  }
  const read = pipeline(Readable.from(inGrowing(textFrom(bytes, encoding), taken)), rows)
  // what goes wrong is met where the rows are read
  read.catch(() => undefined)
  let row = 0
  try {
    for await (const cells of rows as AsyncIterable<string[]>) {
      row += 1
      yield { row, cells }
    }
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('Parse Error')) throw error
    yield { row: row + 1, fault: '引号没有配对，从这一行起不能读取' }
  }
}

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
