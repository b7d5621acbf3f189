import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { formatDate } from '../../core/domain/time.ts'
import type { Key } from '../secret.ts'
import { manifestFile } from './manifest.ts'
import { readOwner } from './read.ts'

const nameOf = /^xzx-(\d{8}-\d{4})(?:-(\d+))?$/

/** What became of the backups beside a new one. */
export interface Thinned {
  /** Older ones that were removed, by the name of their folder. */
  readonly removed: readonly string[]
  /** Those that say they were made after this moment: a clock was wrong then, or is now. */
  readonly ahead: readonly string[]
  /** Those made with another key: of other installations. Told, as the next, where older ones were to be removed. */
  readonly others: readonly string[]
  /** Those of which nothing tells whose they are: without a signature, or encrypted by an older version. */
  readonly unknown: readonly string[]
}

/** A name that no backup has yet: by the minute, and by number within it, always the highest. */
export function freeName(out: string, stamp: string): string {
  const taken = readdirSync(out).flatMap((name) => {
    const [, minute, n] = nameOf.exec(name) ?? []
    return minute === stamp ? [Number(n ?? 1)] : []
  })
  return taken.length === 0 ? `xzx-${stamp}` : `xzx-${stamp}-${Math.max(...taken) + 1}`
}

function readOr(folder: string, key: Key | null): ReturnType<typeof readOwner> | null {
  try {
    return readOwner(folder, key)
  } catch {
    // not whole, or nothing that this version can judge: it is left alone
    return null
  }
}

const order = new Intl.Collator('en', { numeric: true })

interface New {
  readonly name: string
  readonly madeAt: string
  /** That of the installation; null: it was not found, and no backup is known to be its own. */
  readonly key: Key | null
}

/** How many stay: the newest ones; with `days` also the newest of each of as many days, so that many of one day put out none of another. */
export interface Keep {
  readonly most: number
  readonly days?: boolean
}

/** The newest of each of some last days on which there are any. */
function lastOfDays(earlier: readonly { readonly name: string; readonly madeAt: string }[], days: number): Set<string> {
  const byDay = new Map(earlier.map(({ name, madeAt }) => [formatDate(Date.parse(madeAt)), name]))
  return new Set([...byDay.values()].slice(-days))
}

/**
 * What has to go for the backups of this installation that `keep` says to be left, by the time that their manifests say; `made`, the new one, is always one of them.
 * Those dated after it are neither counted nor removed: which of the two clocks was wrong, nobody here can tell. Nor are those that are not known to be of its key.
 */
export function thinned(out: string, made: New, keep: Keep | undefined): Thinned {
  if (!existsSync(out)) return { removed: [], ahead: [], others: [], unknown: [] }
  const found = readdirSync(out)
    .filter((name) => name !== made.name && nameOf.test(name) && existsSync(join(out, name, manifestFile)))
    .flatMap((name) => {
      const read = readOr(join(out, name), made.key)
      return read === null ? [] : [{ name, ...read }]
    })
    .sort((a, b) => order.compare(a.madeAt, b.madeAt) || order.compare(a.name, b.name))
  const named = (which: (one: (typeof found)[number]) => boolean) => found.filter(which).map(({ name }) => name)
  const ahead = named(({ own, madeAt }) => own !== false && madeAt > made.madeAt)
  if (keep === undefined) return { removed: [], ahead, others: [], unknown: [] }
  const earlier = found.filter(({ own, madeAt }) => own === true && madeAt <= made.madeAt)
  const ofDays = keep.days ? lastOfDays([...earlier, made], keep.most) : new Set<string>()
  const old = earlier.slice(0, Math.max(0, earlier.length - (keep.most - 1))).map(({ name }) => name)
  const removed = old.filter((name) => !ofDays.has(name))
  return { removed, ahead, others: named(({ own }) => own === false), unknown: named(({ own }) => own === null) }
}

/** Leaves those backups alone: see `thinned`. */
export async function removeOld(out: string, made: New, keep: Keep | undefined): Promise<Thinned> {
  const which = thinned(out, made, keep)
  for (const name of which.removed) {
    // without its manifest it is no backup any more, whatever becomes of the rest
    await rm(join(out, name, manifestFile))
    await rm(join(out, name), { recursive: true })
  }
  return which
}
