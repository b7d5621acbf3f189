import type { Writable } from 'node:stream'
import { crc32, createDeflateRaw, type ZlibOptions } from 'node:zlib'
import { Zip, type ZipInputFile, ZipPassThrough } from 'fflate'
import { cellOf, type SheetColumn } from './columns.ts'
import { type Shell, shellOf, zipDay } from './shell.ts'
import { rowXml } from './xml.ts'

const batchLength = 128 * 1024
/** A fifth of the time of zlib's own 6, for some more bytes. */
const level = 3
/** What may wait for zlib: rows are made while it works, and little of them at a time. */
const waitingMost = 4 * batchLength
const deflated = 8

/** Text as bytes, gathered into pieces: a long text put together from short ones would outlive the young generation. */
function gatherer() {
  let bytes = Buffer.allocUnsafe(batchLength)
  let size = 0
  /** What is gathered so far; it is begun anew. */
  const take = (): Uint8Array => {
    const taken = bytes.subarray(0, size)
    bytes = Buffer.allocUnsafe(batchLength)
    size = 0
    return taken
  }
  /** Adds a text; gives a piece that is full. */
  const add = (text: string): Uint8Array | null => {
    const most = text.length * 3
    const full = size > 0 && size + most > bytes.length ? take() : null
    if (most > bytes.length) bytes = Buffer.allocUnsafe(most)
    size += bytes.write(text, size)
    return full
  }
  return { add, take }
}

/** The rows as pieces of XML, many at once. */
async function* piecesOf(
  { before, after, cells }: Shell,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<object> | Iterable<object>,
  count: (rows: number) => void,
): AsyncGenerator<Uint8Array> {
  const gathered = gatherer()
  let full = gathered.add(before)
  if (full) yield full
  let at = 1
  for await (const row of rows) {
    at += 1
    const values = row as Record<string, unknown>
    full = gathered.add(
      rowXml(cells, at, (i) => {
        const column = columns[i] as SheetColumn
        return cellOf(column, values[column.field])
      }),
    )
    if (full) yield full
  }
  count(at - 1)
  full = gathered.add(after)
  if (full) yield full
  yield gathered.take()
}

/** Waits for a slow reader, so that what is written does not pile up in memory. @throws when it has gone */
export async function drained(out: Writable): Promise<void> {
  if (out.writableNeedDrain && !out.destroyed)
    await new Promise<void>((resolve) => {
      const go = () => {
        out.off('drain', go).off('close', go)
        resolve()
      }
      out.once('drain', go).once('close', go)
    })
  if (out.destroyed) throw out.errored ?? new Error('the reader of the sheet has gone')
}

/** Puts pieces of a text into a zip as one deflated file; zlib works beside this thread. */
async function addPieces(zip: Zip, filename: string, pieces: AsyncIterable<Uint8Array>, out: Writable): Promise<void> {
  const file: ZipInputFile = { filename, size: 0, crc: 0, compression: deflated, mtime: zipDay }
  zip.add(file)
  const pass = (chunk: Uint8Array<ArrayBuffer>, final: boolean) => file.ondata?.(null, chunk, final)
  const deflate = createDeflateRaw({ level, writableHighWaterMark: waitingMost } as ZlibOptions)
  const feed = async () => {
    for await (const bytes of pieces) {
      file.crc = crc32(bytes, file.crc)
      file.size += bytes.length
      deflate.write(bytes)
      await drained(deflate)
    }
    deflate.end()
  }
  const fed = feed().catch((error: Error) => deflate.destroy(error))
  for await (const chunk of deflate) {
    pass(chunk as Uint8Array<ArrayBuffer>, false)
    await drained(out)
  }
  await fed
  pass(new Uint8Array(), true)
}

/**
 * Streams rows into a spreadsheet: some hundred rows in memory at a time, headings frozen and filterable, dates and numbers as such.
 * The same rows make the same bytes, whenever and wherever: nothing of the moment stands in the file.
 * @param out where the .xlsx goes; it is ended
 * @returns how many rows were written
 */
export async function writeSheet(
  out: Writable,
  name: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<object> | Iterable<object>,
): Promise<number> {
  const shell = shellOf(name, columns)
  const zip = new Zip((error, chunk, final) => {
    if (error) out.destroy(error)
    else if (final) out.end(chunk)
    else out.write(chunk)
  })
  for (const [path, content] of Object.entries(shell.files)) {
    const file = new ZipPassThrough(path)
    file.mtime = zipDay
    zip.add(file)
    file.push(content, true)
  }
  let written = 0
  const pieces = piecesOf(shell, columns, rows, (count) => {
    written = count
  })
  await addPieces(zip, shell.path, pieces, out)
  zip.end()
  return written
}
