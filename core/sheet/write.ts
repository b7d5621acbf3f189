import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { SheetColumn } from './columns.ts'
import { type FileKind, textPieces } from './rows-text.ts'

/** What is to be written: the sheet's name, its columns and rows. */
export interface Table {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  readonly rows: AsyncIterable<object> | Iterable<object>
  /** A row as JSON has it; none: its columns by their fields. */
  readonly record?: ((row: object) => object) | undefined
}

/** What became of it. */
export interface Written {
  readonly bytes: number
  readonly sha256: string
}

/** Where it goes, piece by piece. */
export type Put = (piece: Uint8Array) => Promise<unknown>

async function putSheet(put: Put, { name, columns, rows }: Table): Promise<void> {
  const { writeSheet } = await import('./stream.ts')
  const stream = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      put(chunk).then(() => done(), done)
    },
  })
  // heard from the start: a full disk may show while the sheet is still being made
  const written = finished(stream).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  try {
    await writeSheet(stream, name, columns, rows)
  } catch (error) {
    stream.destroy()
    await written
    throw error
  }
  const failed = await written
  if (failed) throw failed.error
}

/** Writes rows as a file of a kind, some of them in memory at a time, and tells what they came to. */
export async function writeTable(kind: FileKind, put: Put, table: Table): Promise<Written> {
  const hash = createHash('sha256')
  let bytes = 0
  const told: Put = (piece) => {
    hash.update(piece)
    bytes += piece.length
    return put(piece)
  }
  if (kind === 'xlsx') await putSheet(told, table)
  else
    for await (const piece of textPieces(kind, table.columns, table.rows, table.record)) await told(Buffer.from(piece))
  return { bytes, sha256: hash.digest('hex') }
}
