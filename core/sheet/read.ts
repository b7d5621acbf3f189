import { Parser } from 'htmlparser2'
import { formatWall } from '../domain/time.ts'
import { cellMost, columnsMost } from './most.ts'
import { numberText } from './rounded.ts'
import { type Bytes, TooMuch, unzipped } from './unzip.ts'

/** A row of a sheet as text, with its number as spreadsheet programs show it. */
export interface SheetRow {
  readonly row: number
  /** By their column, from 0; empty ones are not in it. */
  readonly cells: ReadonlyMap<number, string>
}

/** What cannot be read as a spreadsheet. */
export class NoSheet extends Error {
  override readonly name = 'NoSheet'
}

/** More than a cell of such a program holds … */
const cellUsual = 32_767
/** … no sheet has but a made one, in which a shared text may stand in each cell: so many characters of these are read. */
const unusualMax = 20_000_000
/** What cells share is in memory as a whole: so many characters are 200 MB. */
const sharedMax = 100_000_000

const daysFrom1900 = 25_569
const daysTo1904 = 1462
const dayMs = 24 * 3600_000
/** The numbers of the formats that every spreadsheet program knows as dates and times, those of Chinese ones among them. */
const knownDates: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]

type Attributes = Readonly<Record<string, string>>
/** What is made of an XML file's elements. */
export interface Heard {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

/** No document has elements within so many others; the parser takes longer for each the deeper it stands. */
const depthMost = 1000
/** No element of a document has as many. */
const attributesMost = 1000
/** Nothing of a document, a comment or an attribute, goes on for so long: what has not ended is in memory. */
const pendingMost = 8 * 1024 * 1024

/** Hears the elements of an XML file as its pieces come; names without their prefixes. @throws TooMuch for what no document has */
export function hearing(heard: Heard) {
  const bare = (name: string) => name.slice(name.indexOf(':') + 1)
  const decoder = new TextDecoder()
  let [depth, attributes, pending] = [0, 0, 0]
  const ended = () => {
    pending = 0
  }
  const parser = new Parser(
    {
      onopentagname() {
        ended()
        attributes = 0
        depth += 1
        if (depth > depthMost) throw new TooMuch()
      },
      onattribute() {
        ended()
        attributes += 1
        if (attributes > attributesMost) throw new TooMuch()
      },
      onopentag: (name, all) => heard.open?.(bare(name), all),
      ontext(text) {
        ended()
        heard.text?.(text)
      },
      onclosetag(name) {
        ended()
        depth -= 1
        heard.close?.(bare(name))
      },
      oncomment: ended,
      onprocessinginstruction: ended,
    },
    { xmlMode: true },
  )
  return {
    write(bytes: Uint8Array) {
      pending += bytes.length
      if (pending > pendingMost) throw new TooMuch()
      parser.write(decoder.decode(bytes, { stream: true }))
    },
  }
}

/** What of a workbook the cells refer to. */
interface Book {
  /** Where the first sheet's rows are. */
  readonly path: string
  readonly shared: readonly string[]
  /** By the number of a cell's style: whether its number is a date. */
  readonly dates: readonly boolean[]
  readonly from1904: boolean
}

const isDateFormat = (code: string) => /[ymdhs]/i.test(code.replace(/"[^"]*(?:"|$)|\\.|\[[^\]]*(?:\]|$)/g, ''))

/** What XML cannot hold stands in a text by its number: `_x000B_`; what looks like one begins with that of its first sign. */
const spelledOut = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** Texts that cells share; the readings above Chinese and Japanese ones are no part of them. */
function sharedHeard(shared: string[]): Heard {
  let inside = false
  let reading = false
  let length = 0
  let own = 0
  return {
    open(name) {
      // an empty one takes room too
      length += 10
      if (name === 'si') {
        shared.push('')
        own = 0
      } else if (name === 'rPh') reading = true
      else if (name === 't') inside = !reading
    },
    text(text) {
      if (!inside) return
      length += text.length
      own += text.length
      if (length > sharedMax || own > cellMost) throw new TooMuch()
      shared[shared.length - 1] += text
    },
    close(name) {
      if (name === 'rPh') reading = false
      else if (name === 't') inside = false
      // once, however many cells show it
      else if (name === 'si') shared[shared.length - 1] = spelledOut(shared.at(-1) ?? '')
    },
  }
}

function stylesHeard(dates: boolean[]): Heard {
  const own = new Map<number, boolean>()
  let cells = false
  return {
    open(name, { numFmtId = '0', formatCode = '' }) {
      const id = Number(numFmtId)
      if (name === 'numFmt') own.set(id, isDateFormat(formatCode))
      else if (name === 'cellXfs') cells = true
      else if (name === 'xf' && cells)
        dates.push(own.get(id) ?? knownDates.some(([first, last]) => id >= first && id <= last))
    },
    close(name) {
      if (name === 'cellXfs') cells = false
    },
  }
}

/** Reads what stands around the rows. @throws NoSheet where there is no sheet */
async function openBook(bytes: Bytes): Promise<Book> {
  const shared: string[] = []
  const dates: boolean[] = []
  const targets = new Map<string, string>()
  let first: string | null = null
  let from1904 = false
  const heard: Readonly<Record<string, Heard>> = {
    'xl/workbook.xml': {
      open(name, attributes) {
        if (name === 'sheet' && (attributes.state ?? 'visible') === 'visible') first ??= attributes['r:id'] ?? null
        else if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      },
    },
    'xl/_rels/workbook.xml.rels': {
      open: (name, { Id = '', Target = '' }) => name === 'Relationship' && targets.set(Id, Target),
    },
    'xl/sharedStrings.xml': sharedHeard(shared),
    'xl/styles.xml': stylesHeard(dates),
  }
  const parsers = new Map(Object.entries(heard).map(([path, one]) => [path, hearing(one)]))
  for await (const { path, bytes: piece } of unzipped(bytes, (name) => parsers.has(name)))
    parsers.get(path)?.write(piece)
  const target = first === null ? undefined : targets.get(first)
  if (target === undefined) throw new NoSheet('no sheet')
  return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, shared, dates, from1904 }
}

/** `BC7` → 54: the column of a cell, from 0. */
function columnOf(place: string): number {
  let at = 0
  for (const letter of place) {
    const value = letter.charCodeAt(0) - 64
    if (value < 1 || value > 26) break
    at = at * 26 + value
  }
  return at - 1
}

/** A number as text; where its style says so, as a date. One of more places than are kept is told by its form. */
function textOfNumber(book: Book, style: string, value: string): string {
  const number = Number(value)
  if (!book.dates[Number(style)] || !Number.isFinite(number) || value === '') return numberText(value)
  const days = number + (book.from1904 ? daysTo1904 : 0)
  return formatWall(new Date((days - daysFrom1900) * dayMs))
}

const truth: Readonly<Record<string, string>> = { 1: 'TRUE', 0: 'FALSE' }

/** What a cell shows: of a formula its result, of a fault nothing. */
function textOfCell(book: Book, { t = 'n', s = '' }: Attributes, value: string): string {
  if (t === 's') return book.shared[Number(value)] ?? ''
  if (t === 'n') return textOfNumber(book, s, value)
  if (t === 'b') return truth[value] ?? value
  return t === 'e' ? '' : spelledOut(value)
}

function rowsHeard(book: Book, rows: SheetRow[]): Heard {
  let row = 0
  let cells = new Map<number, string>()
  let next = 0
  let cell: Attributes | null = null
  let value = ''
  let inside = false
  let unusual = 0
  return {
    open(name, attributes) {
      if (name === 'row') {
        row = Number(attributes.r) || row + 1
        cells = new Map()
        next = 0
      } else if (name === 'c') {
        cell = attributes
        value = ''
      } else if (cell && (name === 'v' || name === 't')) inside = true
    },
    text(text) {
      if (inside) value += text
      if (value.length > cellMost) throw new TooMuch()
    },
    close(name) {
      if (name === 'v' || name === 't') inside = false
      else if (name === 'c' && cell) {
        const at = cell.r === undefined ? next : columnOf(cell.r)
        next = at + 1
        const { length } = cell.t === 's' ? (book.shared[Number(value)] ?? '') : value
        if (length > cellUsual) unusual += length
        if (unusual > unusualMax) throw new TooMuch()
        const text = textOfCell(book, cell, value)
        if (at >= 0 && at < columnsMost && text !== '') cells.set(at, text)
        cell = null
      } else if (name === 'row') rows.push({ row, cells })
    },
  }
}

/**
 * The rows of a workbook's first visible sheet, as they come; only the texts that cells share are in memory as a whole.
 * exceljs's own reader of streams breaks Chinese characters that stand at the seam of two pieces.
 * @throws NoSheet for what is no spreadsheet, TooMuch for what unpacks to more than one may be
 */
export async function* readSheet(bytes: Bytes): AsyncGenerator<SheetRow, void, undefined> {
  try {
    const book = await openBook(bytes)
    const rows: SheetRow[] = []
    const parser = hearing(rowsHeard(book, rows))
    for await (const { bytes: piece } of unzipped(bytes, (path) => path === book.path)) {
      parser.write(piece)
      yield* rows.splice(0)
    }
  } catch (error) {
    // the zip's own faults; those of reading the file have a name there
    if (error instanceof NoSheet || error instanceof TooMuch || (error as { syscall?: string }).syscall) throw error
    throw new NoSheet('not a workbook', { cause: error })
  }
}
