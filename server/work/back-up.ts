import { Refused } from '../../core/errors.ts'
import { shortKey } from '../backup/keys.ts'
import { makeBackup } from '../backup/make.ts'
import type { Source } from '../backup/manifest.ts'
import type { Keep } from '../backup/old.ts'
import { DataFault } from '../data.ts'

interface Input extends Source {
  readonly out: string
  readonly recipients: readonly string[]
  readonly keep: Keep
  readonly now: number
}

/** What is told of a backup that was made. */
export interface BackedUp {
  readonly folder: string
  readonly files: number
  /** What it takes on the disk, and what it holds. */
  readonly bytes: number
  readonly contentBytes: number
  /** The beginnings of the public keys that it is encrypted to; none: it is not. */
  readonly encryptedTo: readonly string[]
  readonly articles: number
  readonly removed: readonly string[]
  /** Those that are of other installations, or of which nothing tells whose they are: left alone. */
  readonly others: readonly string[]
  readonly unknown: readonly string[]
  readonly fault: string | null
}

/** Makes a backup as `xzx backup` does, for a thread: hashing and the look at the whole database hold up nobody. */
export async function backUpAside(input: Input): Promise<BackedUp> {
  try {
    const made = await makeBackup({ ...input, signal: new AbortController().signal })
    const { folder, bytes, contentBytes, removed, others, unknown, fault } = made
    const { files, counts, encryptedTo } = made.manifest
    const told = { folder, bytes, contentBytes, removed, others, unknown, fault }
    return { ...told, encryptedTo: encryptedTo.map(shortKey), files: files.length, articles: counts.article }
  } catch (error) {
    if (!(error instanceof DataFault)) throw error
    throw new Refused('UNAVAILABLE', [error.message, error.hint].filter(Boolean).join('，'))
  }
}
