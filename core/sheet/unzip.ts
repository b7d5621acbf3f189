import { Unzip, UnzipInflate } from 'fflate'

/** Bytes that can be read from their beginning more than once. */
export type Bytes = () => AsyncIterable<Uint8Array>

/** A file in a zip, piece by piece. */
interface Piece {
  readonly path: string
  readonly bytes: Uint8Array
}

/** What a zip unpacks to beyond all measure. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

/** So much is unpacked at once, and time given to others between. */
const stepBytes = 4096
/** A sheet of a hundred thousand articles unpacks to less … */
const unpackedMax = 1024 * 1024 * 1024
/** … and what unpacks to more than so many times its size, to the bytes of a small one at least, is no sheet. */
const ratioMax = 200
const ratioFrom = 64 * 1024 * 1024
/** A sheet with thousands of pictures has fewer files: each of many costs more than the one before. */
const filesMax = 10_000
const restEveryMs = 30

function* inSteps(chunk: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < chunk.length; at += stepBytes) yield chunk.subarray(at, at + stepBytes)
}

/**
 * The wanted files of a zip, in pieces as they come; never one of them as a whole.
 * @throws TooMuch where they unpack to more than a sheet may be
 */
export async function* unzipped(bytes: Bytes, wanted: (path: string) => boolean): AsyncGenerator<Piece> {
  const ready: Piece[] = []
  let failed: Error | null = null
  let packed = 0
  let unpacked = 0
  let files = 0
  let rested = performance.now()
  const unzip = new Unzip((file) => {
    files += 1
    if (files > filesMax) failed ??= new TooMuch()
    if (!wanted(file.name)) return
    file.ondata = (error, piece) => {
      if (error) failed ??= error
      else ready.push({ path: file.name, bytes: piece })
      unpacked += piece?.length ?? 0
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for await (const chunk of bytes())
    for (const step of inSteps(chunk)) {
      packed += step.length
      unzip.push(step)
      if (failed) throw failed
      if (unpacked > unpackedMax || unpacked > Math.max(ratioFrom, packed * ratioMax)) throw new TooMuch()
      yield* ready.splice(0)
      if (performance.now() - rested < restEveryMs) continue
      // a signal is heard between two tasks alone
      await new Promise((resolve) => setTimeout(resolve))
      rested = performance.now()
    }
  unzip.push(new Uint8Array(), true)
  if (failed) throw failed
  yield* ready
}
