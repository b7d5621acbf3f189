import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres, openSqlite } from '../../server/db/open.ts'
import { startPostgres } from '../support/postgres.ts'
import { type ServerProcess, startProcess } from '../support/process.ts'
import { askAll, type Question } from './callers.ts'

/** A database that is filled, and the questions put to a server over it. @param W the accounts that ask */
interface Over<W extends string> {
  /** Names the folder of the data. */
  readonly name: string
  /** What is in it, for people. */
  readonly says: string
  readonly fill: (data: string, databaseUrl?: string) => Promise<void>
  readonly questions: readonly Question<W>[]
  readonly accounts: Readonly<Record<W, string>>
  /** What a call may take of which 99 of 100 take less, in milliseconds. */
  readonly goalMs: number
  readonly calls: number
  /** Where the data of the embedded database stay, to be asked once more: what takes minutes to fill is filled once. */
  readonly keep?: string | undefined
  /** The database that is asked alone. */
  readonly only?: string | undefined
  /** What else is measured of the same server. */
  readonly after?: (server: ServerProcess) => Promise<void>
}

/** The database of a data folder, or the one at an address. */
export const openedAt = async (data: string, databaseUrl?: string) =>
  databaseUrl ? await openPostgres(databaseUrl) : openSqlite(join(data, 'xzx.db'))

/** A folder whose data are filled: a new one, or the one that stays. */
async function filled({ name, keep, fill }: Over<string>, databaseUrl?: string): Promise<string> {
  if (keep === undefined || databaseUrl) {
    const data = mkdtempSync(join(tmpdir(), `xzx-${name}-`))
    await fill(data, databaseUrl)
    return data
  }
  const kept = join(keep, name)
  if (existsSync(kept)) return kept
  mkdirSync(keep, { recursive: true })
  const data = mkdtempSync(join(keep, 'filling-'))
  await fill(data)
  renameSync(data, kept)
  return kept
}

async function on<W extends string>(database: string, over: Over<W>, databaseUrl?: string): Promise<void> {
  console.log(`\n${database}：${over.says}；p50 / p99`)
  const data = await filled(over, databaseUrl)
  const server = await startProcess(data, { built: true, ...(databaseUrl && { databaseUrl }) })
  const db = await openedAt(data, databaseUrl)
  const touched = db.write
    .updateTable('counter')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('name', '=', 'access')
  try {
    await askAll({ ...over, url: server.url, pid: server.child.pid as number, touch: () => touched.execute() })
    await over.after?.(server)
  } finally {
    await db.close()
    await server.end('SIGTERM')
    if (over.keep === undefined || databaseUrl) rmSync(data, { recursive: true, force: true })
  }
}

/** Asks the same of both databases. */
export async function onBoth<W extends string>(over: Over<W>): Promise<void> {
  if (over.only !== 'PostgreSQL') await on('SQLite', over)
  if (over.only === 'SQLite') return
  const postgres = await startPostgres()
  if (!postgres) return
  await on('PostgreSQL', over, `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(postgres.folder)}`)
  await postgres.end()
}
