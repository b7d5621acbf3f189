import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../folder/closed.ts'
import type { Watch } from './manifest.ts'

/** Size in bytes and SHA-256 of what went by. */
export interface Measured {
  readonly size: number
  readonly sha256: string
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })

async function pass(from: string, into: Writable, { signal }: Watch, passed: (bytes: number) => void) {
  const hash = createHash('sha256')
  let size = 0
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      size += chunk.length
      passed(chunk.length)
      done(null, chunk)
    },
  })
  await pipeline(createReadStream(from), measure, into, { signal })
  return { size, sha256: hash.digest('hex') }
}

/** Reads a file to its end. @param passed told of the bytes of each piece */
export const measureFile = (file: string, watch: Watch, passed: (bytes: number) => void): Promise<Measured> =>
  pass(file, nowhere(), watch, passed)

/** Copies a file for its owner only, and flushes it. @param passed told of the bytes of each piece */
export async function copyFile(
  from: string,
  to: string,
  watch: Watch,
  passed: (bytes: number) => void,
): Promise<Measured> {
  makeFolder(dirname(to), 0o700)
  const measured = await pass(from, createWriteStream(to, { mode: 0o600, flags: 'wx' }), watch, passed)
  await flush(to)
  return measured
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
