import { Unzip, UnzipInflate } from 'fflate'

/** Bytes that can be read from their beginning more than once. */
export type Bytes = () => AsyncIterable<Uint8Array>

/** A file in a zip, piece by piece. */
interface Piece {
  readonly path: string
  readonly bytes: Uint8Array
}

/** The wanted files of a zip, in pieces as they come; never one of them as a whole. */
export async function* unzipped(bytes: Bytes, wanted: (path: string) => boolean): AsyncGenerator<Piece> {
  const ready: Piece[] = []
  let failed: Error | null = null
  const unzip = new Unzip((file) => {
    if (!wanted(file.name)) return
    file.ondata = (error, piece) => {
      if (error) failed ??= error
      else ready.push({ path: file.name, bytes: piece })
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for await (const chunk of bytes()) {
    unzip.push(chunk)
    if (failed) throw failed
    yield* ready.splice(0)
  }
  unzip.push(new Uint8Array(), true)
  if (failed) throw failed
  yield* ready
}
