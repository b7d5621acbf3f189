import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { publicLock, restoreLock, serveLock, startLock } from '../folder/locks.ts'
import type { Db } from './open.ts'

const patienceMs = 60_000

/** Any number that no other lock of this database uses. */
const lock = 7_301_000

/**
 * Lets one process at a time prepare a data folder: the others wait. SQLite's own file lock does it, which ends with its holder.
 * @throws when another one prepares for longer than a minute
 */
export async function oneStarter<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const gate = new DatabaseSync(join(dataDir, startLock), { timeout: patienceMs })
  try {
    gate.exec('begin exclusive')
    return await work()
  } finally {
    gate.close()
  }
}

/** The same for the database itself: on PostgreSQL, processes on other machines wait too. */
export async function oneFiller<T>(db: Db, work: () => Promise<T>): Promise<T> {
  if (db.dialect === 'sqlite') return work()
  return db.write.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${sql.lit(lock)})`.execute(connection)
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(lock)})`.execute(connection)
    }
  })
}

const isLocked = (error: unknown) => /database is locked/.test((error as Error).message)

/** A server that is being restarted may still be finishing its requests. */
const handoverMs = 2000

/**
 * Takes a lock of a data folder. The kernel lets go of it with the process.
 * @returns how to let go of it; null when another one has it
 * @throws what else stands in the way, such as a full disk
 */
function hold(dataDir: string, name: string, timeout: number): (() => void) | null {
  const gate = new DatabaseSync(join(dataDir, name), { timeout })
  try {
    gate.exec('begin exclusive')
    return () => gate.close()
  } catch (error) {
    gate.close()
    if (!isLocked(error)) throw error
    return null
  }
}

/**
 * Holds a folder of pages for the servers that have one mark: of others, be it of a copy of the same installation, one would overwrite what
 * the other has made. They share the lock, and who comes with another mark needs it alone.
 * @returns how to let go of it; null when a server with another mark has it
 * @throws what else stands in the way
 */
export function holdPages(pages: string, mark: number): (() => void) | null {
  const gate = new DatabaseSync(join(pages, publicLock), { timeout: handoverMs })
  /** Whether it is held by this mark; then it is shared. */
  const shared = () => {
    gate.exec('begin')
    if ((gate.prepare('pragma user_version').get() as { user_version: number }).user_version === mark) return true
    gate.exec('rollback')
    return false
  }
  try {
    if (!shared()) {
      gate.exec(`begin exclusive; pragma user_version = ${mark}; commit`)
      // in between another one may have written its own
      if (!shared()) throw new Error('database is locked')
    }
    return () => gate.close()
  } catch (error) {
    gate.close()
    if (!isLocked(error)) throw error
    return null
  }
}

/** Holds a data folder with an embedded database for one server: another one would not see what this one has in hand. */
export const holdFolder = (dataDir: string) => hold(dataDir, serveLock, handoverMs)

/** Holds a data folder for the restore that fills it: what finds it half filled knows by that whether it still runs. */
export const holdRestore = (dataDir: string) => hold(dataDir, restoreLock, 0)
