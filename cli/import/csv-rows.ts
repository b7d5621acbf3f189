import { cellMost, columnsMost } from '../../core/sheet/most.ts'

/** A row, or where from on nothing can be read. */
export type CsvRow =
  | { readonly row: number; readonly cells: readonly string[] }
  | { readonly row: number; readonly fault: string }

/** What makes the rest unreadable, in words. */
class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** No row that could be sent has as many characters in all its cells. */
const rowMost = 16_000_000

/**
 * Where a cell stands: blanks may come before a quotation mark and behind its end; that a second mark follows makes it a sign of the text,
 * which may be known with the next piece alone.
 */
type Place = 'before' | 'plain' | 'quoted' | 'marked' | 'behind'

const blank = /[^\S\r\n]/

/**
 * Reads rows out of pieces of text as they come. Each sign is looked at once, and only the row under way is held, in the slices of which it is made:
 * a parser that begins a row anew with every piece costs the square of its length (`@fast-csv/parse`), and one that bounds rows alone names no
 * column and takes a blank before a quotation mark for text (`csv-parse`).
 */
export function csvReader(delimiter: ',' | '\t') {
  const ends = delimiter === ',' ? /[,\r\n]/g : /[\t\r\n]/g
  let row = 1
  let cells: string[] = []
  let held: string[] = []
  let [cellLength, rowLength] = [0, 0]
  let place: Place = 'before'
  let returned = false

  const stop = (says: string) => new Unreadable(`${says}，从这一行起不能读取`)
  const column = () => `第 ${cells.length + 1} 列`
  const unpaired = () => stop(`${column()}的引号没有配对`)
  function hold(part: string): void {
    held.push(part)
    cellLength += part.length
    rowLength += part.length
    const perhaps = place === 'quoted' ? '，可能是引号没有配对' : ''
    if (cellLength > cellMost) throw stop(`${column()}超过 ${cellMost / 10_000} 万个字符${perhaps}`)
    if (rowLength > rowMost) throw stop(`这一行超过 ${rowMost / 10_000} 万个字符`)
  }
  function endCell(): void {
    if (cells.length === columnsMost) throw stop(`这一行超过 ${columnsMost} 列`)
    cells.push(held.length === 1 ? (held[0] as string) : held.join(''))
    held = []
    cellLength = 0
    place = 'before'
  }
  function endRow(): CsvRow {
    const ended = { row, cells }
    row += 1
    cells = []
    rowLength = 0
    return ended
  }

  /** Goes on within a cell from a place in the text. @returns where it is to be gone on from */
  const within: Readonly<Record<Place, (text: string, at: number) => number>> = {
    before(text, at) {
      const sign = text[at] as string
      if (sign === '"') {
        held = []
        rowLength -= cellLength
        cellLength = 0
        place = 'quoted'
        return at + 1
      }
      if (sign !== delimiter && blank.test(sign)) {
        hold(sign)
        return at + 1
      }
      place = 'plain'
      return at
    },
    plain(text, at) {
      ends.lastIndex = at
      const end = ends.exec(text)?.index ?? text.length
      if (end > at) hold(text.slice(at, end))
      return end
    },
    quoted(text, at) {
      const end = text.indexOf('"', at)
      if (end !== at) hold(text.slice(at, end < 0 ? text.length : end))
      if (end < 0) return text.length
      place = 'marked'
      return end + 1
    },
    marked(text, at) {
      place = 'behind'
      if (text[at] !== '"') return at
      place = 'quoted'
      hold('"')
      return at + 1
    },
    behind(text, at) {
      if (!blank.test(text[at] as string)) throw unpaired()
      return at + 1
    },
  }

  /** The rows that a piece completes. */
  function* read(text: string): Generator<CsvRow, void, undefined> {
    for (let at = 0; at < text.length; ) {
      const sign = text[at] as string
      const second = returned && sign === '\n'
      returned = false
      if (second) at += 1
      else if (place !== 'quoted' && (sign === delimiter || sign === '\n' || sign === '\r')) {
        endCell()
        at += 1
        returned = sign === '\r'
        if (sign !== delimiter) yield endRow()
      } else at = within[place](text, at)
    }
  }

  /** The last row, which no end of a line may follow. */
  function* end(): Generator<CsvRow, void, undefined> {
    if (place === 'quoted') throw unpaired()
    if (place === 'before' && cells.length === 0 && held.length === 0) return
    endCell()
    yield endRow()
  }

  return {
    /** The rows of a text; where one cannot be read, what is wrong with it is the last that comes. */
    async *rowsOf(texts: AsyncIterable<string>): AsyncGenerator<CsvRow, void, undefined> {
      try {
        for await (const text of texts) yield* read(text)
        yield* end()
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        yield { row, fault: error.message }
      }
    },
  }
}
