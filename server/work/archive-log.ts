import { Refused } from '../../core/errors.ts'
import { DataFault } from '../data.ts'
import { openReader } from '../db/open.ts'
import { type CheckedArchive, checkArchive, writeArchive } from '../log-archive/file.ts'
import { type Month, type Plan, planArchive } from '../log-archive/plan.ts'
import type { Key } from '../secret.ts'

interface Planned {
  readonly database: string
  readonly key: Key
  readonly now: number
  readonly years: number
}

/** Looks through the log for whole months that may leave the database, for a thread. */
export async function planLogAside({ database, key, ...by }: Planned): Promise<Plan> {
  const { read, close } = await openReader(database)
  return planArchive(read, key, by).finally(close)
}

interface Written {
  readonly database: string
  readonly key: Key
  readonly dataDir: string
  readonly month: Month
  readonly until: number
}

/** Writes a month into its file, for a thread. @throws Refused where it cannot */
export async function writeLogAside({ database, key, ...what }: Written) {
  const { read, close } = await openReader(database)
  try {
    return await writeArchive(read, key, what)
  } catch (error) {
    throw error instanceof DataFault ? new Refused('UNAVAILABLE', error.message) : error
  } finally {
    await close()
  }
}

/** Checks an archive, for a thread. @throws Refused where it is not there */
export async function checkArchivedAside({ key, file }: { key: Key; file: string }): Promise<CheckedArchive> {
  try {
    return await checkArchive(key, file)
  } catch (error) {
    throw error instanceof DataFault ? new Refused('UNAVAILABLE', error.message) : error
  }
}
