import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely'
import { isAddress } from '../data.ts'
import { makeFolder } from '../folder/closed.ts'
import { groupCommit, type Transact } from './group-commit.ts'
import { NearAdapter } from './near.ts'
import type { Schema } from './tables.ts'

/** The databases that xzx knows. */
export type Dialect = 'sqlite' | 'postgres'

/** The open database: one connection that writes and one that reads (on SQLite), or one pool (PostgreSQL). */
export interface Db {
  readonly dialect: Dialect
  readonly write: Kysely<Schema>
  readonly read: Kysely<Schema>
  readonly transaction: Transact
  /** Another number once anybody has changed anything that `read` sees; only SQLite can tell. */
  state?(): number
  close(): Promise<void>
}

/** A database that is only read. */
export type Reader = Pick<Db, 'dialect' | 'read'>

type Value = null | number | bigint | string | Uint8Array
const plain = (values: readonly unknown[]) =>
  values.map((value) => (value === undefined ? null : typeof value === 'boolean' ? Number(value) : value)) as Value[]

/** node:sqlite behind the interface that Kysely's SqliteDialect wants; statements are prepared once per text. */
function adapt(db: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, { statement: StatementSync; reader: boolean }>()
  const prepare = (sql: string) => {
    let known = prepared.get(sql)
    if (!known) {
      const statement = db.prepare(sql)
      known = { statement, reader: statement.columns().length > 0 }
      if (prepared.size > 500) prepared.clear()
      prepared.set(sql, known)
    }
    return known
  }
  return {
    close: () => db.close(),
    prepare(sql) {
      const { statement, reader } = prepare(sql)
      return {
        reader,
        all: (values) => statement.all(...plain(values)),
        run: (values) => statement.run(...plain(values)) as { changes: number; lastInsertRowid: number },
        iterate: (values) => db.prepare(sql).iterate(...plain(values)) as IterableIterator<unknown>,
      }
    },
  }
}

/** Takes the write lock at once: a transaction that reads first and writes later could else find that another process wrote meanwhile. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
  /** A full disk ends a transaction by itself: that it cannot be ended once more must not stand in place of the reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      if (!/no transaction is active/.test((error as Error).message)) throw error
    }
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #database: SqliteDatabase
  readonly #readOnly: boolean
  constructor(database: SqliteDatabase, readOnly: boolean) {
    super({ database })
    this.#database = database
    this.#readOnly = readOnly
  }
  override createAdapter(): NearAdapter {
    return new NearAdapter(this.#database, this.#readOnly)
  }
  override createDriver(): Driver {
    return new ImmediateDriver({ database: this.#database })
  }
}

function openFile(file: string, readOnly: boolean) {
  const db = new DatabaseSync(file, { readOnly, timeout: 5000 })
  db.exec('pragma foreign_keys = on')
  if (!readOnly) db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 1000')
  // four times as much reads no faster: the system keeps the pages too, once for all connections
  // what a large change would have to be undone by goes into a file: in memory it is as much again as all pages that it touches
  db.exec(`pragma cache_size = -4000; pragma temp_store = ${readOnly ? 'memory' : 'file'}`)
  return { db, kysely: new Kysely<Schema>({ dialect: new ImmediateDialect(adapt(db), readOnly) }) }
}

/** Opens a SQLite file to look into it; makes none. */
export const readSqlite = (file: string): Kysely<Schema> => openFile(file, true).kysely

/** Opens a SQLite file (made when missing) in WAL mode with full durability. Throws when it is damaged or not writable. */
export function openSqlite(file: string): Db {
  makeFolder(dirname(file), 0o700)
  const { kysely: write } = openFile(file, false)
  const { kysely: read, db: reader } = openFile(file, true)
  const version = reader.prepare('pragma data_version')
  return {
    dialect: 'sqlite',
    write,
    read,
    transaction: groupCommit(write),
    state: () => version.get()?.data_version as number,
    async close() {
      await read.destroy()
      await write.destroy()
    },
  }
}

/** What is tried again: two that wait for each other, and a plan from before another process changed a table. */
const passing = (error: unknown) =>
  ['40001', '40P01'].includes((error as { code?: string }).code ?? '') || outdated(error)
const triesMax = 3

/** Runs a transaction again that PostgreSQL gave up for a reason that passes. */
async function persistently<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await run()
    } catch (error) {
      if (tries >= triesMax || !passing(error)) throw error
    }
}

const outdated = (error: unknown) =>
  (error as { code?: string }).code === '0A000' && (error as Error).message.includes('cached plan')

/** So many different statements are kept ready by each connection; further ones are planned each time. */
const plansMax = 300

/**
 * Names statements by their text, so that PostgreSQL plans each once per connection: planning takes longer than most of them.
 * When another process changes a table meanwhile, its old plans fail for good: all get new names then.
 */
function planningOnce(pool: import('pg').Pool): PostgresPool {
  const names = new Map<string, string>()
  let age = 0
  const nameOf = (text: string) => {
    if (!names.has(text) && names.size < plansMax) names.set(text, `q${age}.${names.size}`)
    return names.get(text)
  }
  const planned = async (target: import('pg').PoolClient, name: string, text: string, values: unknown[]) => {
    try {
      return await target.query({ name, text, values })
    } catch (error) {
      if (!outdated(error)) throw error
      if (names.get(text) === name) {
        age += 1
        names.clear()
      }
      // within a transaction nothing can be tried again but the whole of it
      return await target.query(text, values).catch(() => Promise.reject(error))
    }
  }
  const named = (client: import('pg').PoolClient) =>
    new Proxy(client, {
      get: (target, key) => {
        if (key !== 'query') return Reflect.get(target, key, target)
        return (text: unknown, values: unknown[] = []) => {
          const name = typeof text === 'string' && values.length > 0 ? nameOf(text) : undefined
          return name ? planned(target, name, text as string, values) : target.query(text as string, values)
        }
      },
    })
  return { connect: async () => named(await pool.connect()) as never, end: () => pool.end(), options: pool.options }
}

/** Whoever waits so long for a connection is told to come again, and lets go of what they hold: nothing waits for ever. */
const connectMs = 20_000

/** Opens PostgreSQL by its connection string, with at most so many connections. @param waitMs for one of them, at most */
export async function openPostgres(url: string, connections = 10, waitMs = connectMs): Promise<Db> {
  const { default: pg } = await import('pg')
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  const pool = new pg.Pool({ connectionString: url, max: connections, connectionTimeoutMillis: waitMs })
  // a connection that breaks is replaced at its next use; one in use, between two statements, would else end the process
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: planningOnce(pool) }) })
  return {
    dialect: 'postgres',
    write: db,
    read: db,
    transaction: (work) => persistently(() => db.transaction().execute(work)),
    close: () => db.destroy(),
  }
}

/**
 * Opens a connection of its own for reading, as a thread needs it.
 * @param database the SQLite file, or the address of PostgreSQL
 */
export async function openReader(database: string): Promise<Pick<Db, 'dialect' | 'read' | 'close'>> {
  if (isAddress(database)) return openPostgres(database, 1)
  const read = readSqlite(database)
  return { dialect: 'sqlite', read, close: () => read.destroy() }
}

/**
 * Makes sure that the database is whole and keeps what it acknowledges: journal WAL and synchronous FULL are read back.
 * @throws when it is damaged or does not keep its promises
 */
export async function checkWhole(db: Db): Promise<void> {
  if (db.dialect === 'postgres') {
    await sql`select 1`.execute(db.read)
    return
  }
  const quick = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db.read)
  if (quick.rows[0]?.quick_check !== 'ok') throw new Error(`数据库损坏：${quick.rows[0]?.quick_check}`)
  const { rows: modes } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(db.write)
  const { rows: levels } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db.write)
  if (modes[0]?.journal_mode !== 'wal' || levels[0]?.synchronous !== 2)
    throw new Error('数据库未能启用 WAL 日志与完全同步')
}
