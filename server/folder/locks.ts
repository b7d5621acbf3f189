import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Files in a data folder that one process at a time holds (server/db/one-starter.ts): who prepares it, serves it, or fills it from a backup. */
export const [startLock, serveLock, restoreLock] = ['start.lock', 'serve.lock', 'restore.lock'] as const

/** Lies among the pages in a place of their own, where it is neither a page nor handed out. */
export const publicLock = '.xzx-serve.lock'

/** Whether a file is such a lock, or SQLite's beside it: a folder that has nothing else is empty. */
export const isLockFile = (name: string): boolean =>
  [startLock, serveLock, restoreLock].some((lock) => name === lock || name === `${lock}-journal`)

/**
 * Whether a restore is filling a data folder. The kernel lets go of the lock with its holder; a process number may by now be another
 * process's, and in a container it usually is.
 */
export function isRestoring(data: string): boolean {
  const file = join(data, restoreLock)
  if (!existsSync(file)) return false
  try {
    const db = new DatabaseSync(file, { readOnly: true, timeout: 0 })
    try {
      db.prepare('select 1 from sqlite_schema').get()
      return false
    } finally {
      db.close()
    }
  } catch {
    // held, or kept from this user: who cannot tell takes nothing away
    return true
  }
}
