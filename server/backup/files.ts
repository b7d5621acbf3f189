import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { DataFault } from '../data.ts'
import { makeFolder } from '../folder/closed.ts'
import { isFull } from '../full-disk.ts'
import type { Step } from './age.ts'
import type { FileEntry, How, Watch } from './manifest.ts'

/** Size in bytes and SHA-256 of what went by. */
export interface Measured {
  readonly size: number
  readonly sha256: string
}

/** More came than should: whatever a file says of itself, no more of it is written. */
class TooMuch extends Error {}

function measuring(limit: number, passed: (bytes: number) => void) {
  const hash = createHash('sha256')
  let size = 0
  const step: Step = async function* measure(source) {
    for await (const chunk of source) {
      size += chunk.length
      if (size > limit) throw new TooMuch()
      hash.update(chunk)
      passed(chunk.length)
      yield chunk
    }
  }
  return { step, found: (): Measured => ({ size, sha256: hash.digest('hex') }) }
}

/** The types of `pipeline` know no list whose length is found while it runs. */
const run = (steps: readonly unknown[], signal: AbortSignal) =>
  pipeline(steps as unknown as [NodeJS.ReadableStream, NodeJS.WritableStream], { signal })

const noOne = () => {}
const piece = 64 * 1024
/** Chosen by measurement: docs/decisions/0034-sealed-backups.md. */
const level = { [constants.ZSTD_c_compressionLevel]: 3 }
/** What we write needs 2 MB of looking back; a file that asks for more is none of ours. */
const lookBack = { [constants.ZSTD_d_windowLogMax]: 23 }

const sample = 16 * 1024
/** A file of one block takes that block however small it is. */
const block = 4096
/** Of eight bits so many tell something new in what is packed already: then there is nothing to gain. */
const packedBits = 7.2

/** How many bits a byte of these is worth, by how often each value comes: no packer is made for a sample, which took longer than small files do. */
function bitsOf(bytes: Buffer): number {
  const times = new Uint32Array(256)
  for (const byte of bytes) times[byte] = (times[byte] ?? 0) + 1
  return times.reduce((sum, n) => (n === 0 ? sum : sum - (n / bytes.length) * Math.log2(n / bytes.length)), 0)
}

/** How a file is stored: compressed where its middle shrinks by a tenth at least, which pictures, videos and archives do not. */
export async function howToStore(file: string): Promise<How> {
  const { size } = await stat(file)
  if (size <= block) return 'plain'
  const handle = await open(file, 'r')
  try {
    const bytes = Buffer.alloc(Math.min(size, sample))
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, Math.floor((size - bytes.length) / 2))
    return bitsOf(bytes.subarray(0, bytesRead)) < packedBits ? 'zstd' : 'plain'
  } finally {
    await handle.close()
  }
}

/** How a file gets from its place into a backup. */
interface Way {
  readonly how: How
  readonly encrypt: Step | undefined
}

/** Stores a file for its owner only, and flushes it. @param passed told of the bytes of its content as they go by */
export async function storeFile(
  from: string,
  to: string,
  { how, encrypt }: Way,
  { signal }: Watch,
  passed: (bytes: number) => void,
): Promise<Measured & { readonly stored: Measured }> {
  makeFolder(dirname(to), 0o700)
  const content = measuring(Number.POSITIVE_INFINITY, passed)
  const stored = measuring(Number.POSITIVE_INFINITY, noOne)
  const steps = [
    createReadStream(from, { highWaterMark: piece }),
    content.step,
    ...(how === 'zstd' ? [createZstdCompress({ params: level, chunkSize: piece })] : []),
    ...(encrypt ? [encrypt] : []),
    stored.step,
    createWriteStream(to, { mode: 0o600, flags: 'wx' }),
  ]
  await run(steps, signal)
  await flush(to)
  return { ...content.found(), stored: stored.found() }
}

/** A file by the name that people know it by, and by the one that it lies under. */
const nameOf = ({ path, stored }: FileEntry) => (path === stored.path ? path : `${path}（${stored.path}）`)

/** Damage is told by the file; a full disk, a stop and a disk that cannot be read are something else. */
function asDamage(error: unknown, entry: FileEntry, { signal }: Watch): unknown {
  if (signal.aborted || isFull(error) || (error as NodeJS.ErrnoException).syscall !== undefined) return error
  return new DataFault(`备份已损坏：文件 ${nameOf(entry)} 的内容与备份时不同`, otherBackup)
}

/** What to do about a backup that is of no use. */
export const otherBackup = '请换一份备份'

/**
 * Reads a file of a backup to its end and compares it with the manifest, both as it lies there and what it holds. Not a byte more
 * than the manifest names is read or handed on.
 * @param into nothing: it is only looked at
 * @throws DataFault where it is missing or another one than was stored
 */
export async function readStored(
  from: string,
  entry: FileEntry,
  decrypt: Step | undefined,
  into: Writable | undefined,
  watch: Watch,
  passed: (bytes: number) => void = noOne,
): Promise<void> {
  const file = join(from, entry.stored.path)
  const damaged = (error: unknown) => {
    into?.destroy()
    return asDamage(error, entry, watch)
  }
  if (!existsSync(file)) {
    into?.destroy()
    throw new DataFault(`备份已损坏：缺少文件 ${nameOf(entry)}`, otherBackup)
  }
  // a link would lead out of the backup, a pipe would be waited for
  const inPlace = (await realpath(file)) === join(await realpath(from), entry.stored.path)
  const found = await stat(file)
  if (!inPlace || !found.isFile() || found.size !== entry.stored.size) throw damaged(new TooMuch())
  const stored = measuring(entry.stored.size, noOne)
  const content = measuring(entry.size, passed)
  const steps = [
    createReadStream(file, { highWaterMark: piece }),
    stored.step,
    ...(decrypt ? [decrypt] : []),
    ...(entry.stored.how === 'zstd' ? [createZstdDecompress({ params: lookBack, chunkSize: piece })] : []),
    content.step,
    into ?? new Writable({ write: (_chunk, _encoding, done) => done() }),
  ]
  await run(steps, watch.signal).catch((error: unknown) => {
    throw damaged(error)
  })
  const [lies, holds] = [stored.found(), content.found()]
  if (lies.sha256 !== entry.stored.sha256 || holds.size !== entry.size || holds.sha256 !== entry.sha256)
    throw damaged(new TooMuch())
}

/** A new file for its owner only. */
export function newFile(to: string): Writable {
  makeFolder(dirname(to), 0o700)
  return createWriteStream(to, { mode: 0o600, flags: 'wx' })
}

/** Keeps what is written, for what is small. */
export function keeper(): { readonly into: Writable; bytes(): Buffer } {
  const kept: Buffer[] = []
  const into = new Writable({
    write(chunk: Buffer, _, done) {
      kept.push(chunk)
      done()
    },
  })
  return { into, bytes: () => Buffer.concat(kept) }
}

/** Makes sure that a file or folder is on the disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
