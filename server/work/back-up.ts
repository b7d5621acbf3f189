import { Refused } from '../../core/errors.ts'
import { makeBackup } from '../backup/make.ts'
import type { Source } from '../backup/manifest.ts'
import { DataFault } from '../data.ts'

interface Input extends Source {
  readonly out: string
  readonly keep: number
  readonly now: number
}

/** What is told of a backup that was made. */
export interface BackedUp {
  readonly folder: string
  readonly files: number
  readonly bytes: number
  readonly articles: number
  readonly removed: readonly string[]
}

/** Makes a backup as `xzx backup` does, for a thread: hashing and the look at the whole database hold up nobody. */
export async function backUpAside(input: Input): Promise<BackedUp> {
  try {
    const made = await makeBackup({ ...input, signal: new AbortController().signal })
    const { folder, bytes, removed } = made
    const { files, counts } = made.manifest
    return { folder, bytes, removed, files: files.length, articles: counts.article }
  } catch (error) {
    if (!(error instanceof DataFault)) throw error
    throw new Refused('UNAVAILABLE', [error.message, error.hint].filter(Boolean).join('，'))
  }
}
