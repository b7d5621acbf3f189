import { spawn } from 'node:child_process'
import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { backup, DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { DataFault, databaseFile, databaseOf } from '../data.ts'
import { markHalfRestored, refuseFilled, unmarkHalfRestored } from '../db/half-restored.ts'
import { goneSteps } from '../db/migrations.ts'
import { type Db, type Dialect, openPostgres, openSqlite, readSqlite } from '../db/open.ts'
import type { Schema } from '../db/tables.ts'
import type { Manifest, Source, Watch } from './manifest.ts'

type Counts = Manifest['counts']
const counted = ['article', 'column', 'user', 'log'] as const

async function countsOf(db: Kysely<Schema>): Promise<Counts> {
  const counts = []
  for (const table of counted) {
    const { n } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    counts.push([table, Number(n)])
  }
  return Object.fromEntries(counts) as Counts
}

/** A row as a dump has it. */
type CopiedRow = Readonly<Record<string, string | null>>

/** One kind of database: how it gets into a backup and out of it. */
interface Keeping {
  /** Its file in the backup. */
  readonly file: string
  /** Refuses where there is nothing to copy, or nothing to copy it with. @throws DataFault */
  refuseAbsent(source: Source, signal: AbortSignal): Promise<void>
  /** Copies the database as it is at one moment, while others go on writing; answers what is in the copy. */
  save(source: Source, to: string, watch: Watch): Promise<Counts>
  /** Looks whether the copy is whole; answers it opened where that can be done. @throws DataFault */
  check(file: string): Promise<Db['read'] | null>
  /** The rows of a table in the copy, where `check` does not open it. */
  rowsIn?(file: string, table: string, signal: AbortSignal): AsyncIterable<CopiedRow>
  /** The steps that the copied database has gone. */
  steps(file: string, signal: AbortSignal): Promise<readonly string[]>
  /** Refuses a place where something is already. @throws DataFault */
  refuseTaken(source: Source): Promise<void>
  /** Puts it back: `folder` is the new data folder, into which the backup's files were copied. */
  load(source: Source, folder: string, watch: Watch): Promise<Db>
  /** All of the restore is in its place: nothing refuses the database any more. */
  release(source: Source): Promise<void>
}

const pagesAtOnce = 2000

const sqlite: Keeping = {
  file: databaseFile,
  refuseAbsent: async ({ data }) => void databaseOf(data, undefined),
  async save({ data }, to, { signal, progress }) {
    const from = databaseOf(data, undefined)
    const db = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
    try {
      // the open reading pins one moment: what is written meanwhile would else begin the copy anew each time
      db.exec('begin; select 1 from sqlite_master limit 1')
      const pageSize = (db.prepare('pragma page_size').get() as { page_size: number }).page_size
      await backup(db, to, {
        rate: pagesAtOnce,
        progress({ totalPages, remainingPages }) {
          signal.throwIfAborted()
          progress?.((totalPages - remainingPages) * pageSize, totalPages * pageSize)
        },
      })
    } finally {
      db.close()
    }
    const copy = new DatabaseSync(to)
    // so that it can be read without files beside it
    copy.exec('pragma journal_mode = delete')
    copy.close()
    await chmod(to, 0o600)
    const read = readSqlite(to)
    return countsOf(read).finally(() => read.destroy())
  },
  async check(file) {
    const db = readSqlite(file)
    try {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db)
      if (rows[0]?.integrity_check === 'ok') return db
    } catch {}
    await db.destroy()
    throw new DataFault('备份已损坏：数据库的内容不完整', '请换一份备份')
  },
  async steps(file) {
    const db = readSqlite(file)
    return goneSteps(db).finally(() => db.destroy())
  },
  // its place is the data folder, which is looked at in any case
  refuseTaken: async () => undefined,
  load: async (_, folder) => openSqlite(join(folder, databaseFile)),
  // its name is all that it waited for
  release: async () => undefined,
}

/** The parts of an address, however it is written, as the PostgreSQL programs take them from their environment: on a command line others could read the password. */
export async function programEnv(address: string): Promise<Record<string, string>> {
  const { default: pg } = await import('pg')
  // by what the server itself connects with: sockets, IPv6, parts in the query
  const { host, port, user, password, database } = new pg.Client({ connectionString: address })
  const sslmode = /[?&]sslmode=([a-z-]+)/.exec(address)?.[1]
  const parts = {
    PGHOST: host,
    PGPORT: port,
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
    PGSSLMODE: sslmode,
  }
  return Object.fromEntries(Object.entries(parts).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])))
}

/** Where Debian keeps PostgreSQL's programs: in a folder of their version, which is in nobody's PATH. */
const versions = '/usr/lib/postgresql'

/** A program of PostgreSQL: by its bare name where it is in the PATH, else the newest that stands beside a server. */
export function programPath(name: string, path = process.env.PATH ?? '', base = versions): string {
  if (path.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)))) return name
  const found = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  return found.map((version) => join(base, version, 'bin', name)).find((file) => existsSync(file)) ?? name
}

/** Runs one of PostgreSQL's own programs. @param address null: it works on files alone */
async function program(
  name: string,
  args: readonly string[],
  address: string | null,
  signal: AbortSignal,
): Promise<void> {
  const env = { ...process.env, ...(address !== null && (await programEnv(address))) }
  const child = spawn(programPath(name), args, { env, signal, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + String(chunk)).slice(-2000)
  })
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new DataFault(
              `没有找到 ${name}`,
              '备份和恢复 PostgreSQL 需要它的客户端程序：apt-get install postgresql-client',
            )
          : error,
      ),
    )
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new DataFault(`${name} 失败（${code}）：${said.trim().split('\n')[0] ?? ''}`)),
    )
  })
}

const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', v: '\v' }
/** A value as PostgreSQL writes it into a line. */
const copiedValue = (text: string): string | null =>
  text === '\\N' ? null : text.replace(/\\(.)/g, (_, of: string) => escapes[of] ?? of)

/** The rows of a table in a dump. */
async function* copiedRows(file: string, table: string, signal: AbortSignal): AsyncGenerator<CopiedRow> {
  const folder = await mkdtemp(join(tmpdir(), 'xzx-rows-'))
  try {
    const to = join(folder, 'rows.sql')
    await program('pg_restore', ['--data-only', `--table=${table}`, `--file=${to}`, file], null, signal)
    let columns: string[] | null = null
    for await (const line of createInterface({ input: createReadStream(to) })) {
      if (line === '\\.') return
      if (columns) {
        const values = line.split('\t').map(copiedValue)
        yield Object.fromEntries(columns.map((name, at) => [name, values[at] ?? null]))
      } else if (line.startsWith('COPY '))
        columns = line
          .slice(line.indexOf('(') + 1, line.lastIndexOf(')'))
          .split(', ')
          .map((name) => name.replaceAll('"', ''))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const dumpFile = 'postgres.dump'
const postgres: Keeping = {
  file: dumpFile,
  async refuseAbsent({ databaseUrl = '' }, signal) {
    const db = await openPostgres(databaseUrl)
    await sql`select 1`.execute(db.read).finally(() => db.close())
    await program('pg_dump', ['--version'], databaseUrl, signal)
  },
  async save({ databaseUrl = '' }, to, { signal }) {
    const db = await openPostgres(databaseUrl)
    try {
      return await db.write
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          // the program reads the very moment that this transaction sees
          const { rows } = await sql<{ moment: string }>`select pg_export_snapshot() as moment`.execute(trx)
          const from = [`--snapshot=${rows[0]?.moment}`, `--file=${to}`]
          await program(
            'pg_dump',
            ['--format=custom', '--compress=0', '--no-owner', '--no-privileges', ...from],
            databaseUrl,
            signal,
          )
          await chmod(to, 0o600)
          return countsOf(trx)
        })
    } finally {
      await db.close()
    }
  },
  check: async () => null,
  rowsIn: copiedRows,
  async steps(file, signal) {
    const names: string[] = []
    // a dump of before there were steps has no such table
    for await (const { name } of copiedRows(file, 'kysely_migration', signal)) names.push(name ?? '')
    return names
  },
  async refuseTaken({ databaseUrl = '' }) {
    const db = await openPostgres(databaseUrl)
    try {
      await refuseFilled(db.read)
    } finally {
      await db.close()
    }
  },
  async load({ data, databaseUrl = '' }, folder, { signal }) {
    const db = await openPostgres(databaseUrl)
    await markHalfRestored(db, data).finally(() => db.close())
    const options = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges']
    const into = `--dbname=${(await programEnv(databaseUrl)).PGDATABASE}`
    await program('pg_restore', [...options, into, join(folder, dumpFile)], databaseUrl, signal)
    return openPostgres(databaseUrl)
  },
  async release({ databaseUrl = '' }) {
    const db = await openPostgres(databaseUrl)
    await unmarkHalfRestored(db).finally(() => db.close())
  },
}

export const keepings: Readonly<Record<Dialect, Keeping>> = { sqlite, postgres }
