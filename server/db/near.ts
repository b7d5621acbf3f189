import { CompiledQuery, type Kysely, SqliteAdapter, type SqliteDatabase } from 'kysely'
import type { Schema } from './tables.ts'

/** Knows the SQLite connection behind a Kysely, which has one only. */
export class NearAdapter extends SqliteAdapter {
  readonly #database: SqliteDatabase
  readonly #readOnly: boolean
  constructor(database: SqliteDatabase, readOnly: boolean) {
    super()
    this.#database = database
    this.#readOnly = readOnly
  }

  /** SQLite makes tables in a transaction too: a new version's steps are all gone or none, and wait for the disk once. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** The connection, where no other's transaction can be on it: the one that only reads has none, and who is in a transaction holds it. */
  connectionFor(db: Kysely<Schema>): SqliteDatabase | null {
    return this.#readOnly || db.isTransaction ? this.#database : null
  }
}

function nearOf(db: Kysely<Schema>): NearAdapter | null {
  const { adapter } = db.getExecutor()
  return adapter instanceof NearAdapter ? adapter : null
}

/** Whether it is SQLite, whose writers stand in line by themselves. */
export const isSqlite = (db: Kysely<Schema>): boolean => nearOf(db) !== null

/**
 * Runs a statement and answers its rows. On SQLite at once wherever that can be: standing in line for the connection takes longer than
 * most statements do.
 */
export async function execute<R>(db: Kysely<Schema>, sql: string, values: readonly unknown[] = []): Promise<R[]> {
  const near = nearOf(db)?.connectionFor(db)
  if (near) return near.prepare(sql).all(values) as R[]
  return (await db.executeQuery<R>(CompiledQuery.raw(sql, [...values]))).rows
}
