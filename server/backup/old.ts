import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { manifestFile } from './manifest.ts'
import { readLabel } from './read.ts'

const nameOf = /^xzx-(\d{8}-\d{4})(?:-(\d+))?$/

/** What became of the backups beside a new one. */
export interface Thinned {
  /** Older ones that were removed, by the name of their folder. */
  readonly removed: readonly string[]
  /** Those that say they were made after this moment: a clock was wrong then, or is now. */
  readonly ahead: readonly string[]
}

/** A name that no backup has yet: by the minute, and by number within it, always the highest. */
export function freeName(out: string, stamp: string): string {
  const taken = readdirSync(out).flatMap((name) => {
    const [, minute, n] = nameOf.exec(name) ?? []
    return minute === stamp ? [Number(n ?? 1)] : []
  })
  return taken.length === 0 ? `xzx-${stamp}` : `xzx-${stamp}-${Math.max(...taken) + 1}`
}

function madeAtOf(folder: string): string | null {
  try {
    return readLabel(folder).madeAt
  } catch {
    // not whole, or nothing that this version can judge: it is left alone
    return null
  }
}

const order = new Intl.Collator('en', { numeric: true })

interface New {
  readonly name: string
  readonly madeAt: string
}

/**
 * What has to go for the newest `keep` backups to be left, by the time that their manifests say; `made`, the new one, is always one of them.
 * Those dated after it are neither counted nor removed: which of the two clocks was wrong, nobody here can tell.
 */
export function thinned(out: string, made: New, keep: number | undefined): Thinned {
  if (!existsSync(out)) return { removed: [], ahead: [] }
  const others = readdirSync(out)
    .filter((name) => name !== made.name && nameOf.test(name) && existsSync(join(out, name, manifestFile)))
    .flatMap((name) => {
      const madeAt = madeAtOf(join(out, name))
      return madeAt === null ? [] : [{ name, madeAt }]
    })
    .sort((a, b) => order.compare(a.madeAt, b.madeAt) || order.compare(a.name, b.name))
  const ahead = others.filter(({ madeAt }) => madeAt > made.madeAt).map(({ name }) => name)
  if (keep === undefined) return { removed: [], ahead }
  const earlier = others.filter(({ name }) => !ahead.includes(name))
  const removed = earlier.slice(0, Math.max(0, earlier.length - (keep - 1))).map(({ name }) => name)
  return { removed, ahead }
}

/** Leaves the newest `keep` backups: see `thinned`. */
export async function removeOld(out: string, made: New, keep: number | undefined): Promise<Thinned> {
  const which = thinned(out, made, keep)
  for (const name of which.removed) {
    // without its manifest it is no backup any more, whatever becomes of the rest
    await rm(join(out, name, manifestFile))
    await rm(join(out, name), { recursive: true })
  }
  return which
}
