import type { Kysely } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import * as m0001 from './migrations/0001-spine.ts'
import * as m0002 from './migrations/0002-file.ts'
import * as m0003 from './migrations/0003-column-editor.ts'
import * as m0005 from './migrations/0005-lists.ts'
import type { Dialect } from './open.ts'
import type { Schema } from './tables.ts'

/** Steps of the database by name, which gives their order. Steps that have shipped are never changed. */
export type Migrations = Readonly<Record<string, { up(make: Maker): Promise<void> }>>

/** The tables that everything stands on; an area brings the steps of its own. */
const spine: Migrations = {
  '0001-spine': m0001,
  '0002-file': m0002,
  '0003-column-editor': m0003,
  '0005-lists': m0005,
}

/** What a migration may do; hides the dialects' differences. */
export interface Maker {
  /** Creates a table; columns as `kind` or `kind?` (may be empty), see table.ts. */
  table(name: string, columns: Readonly<Record<string, string>>): Promise<void>
  index(table: string, columns: readonly string[], options?: { unique?: true }): Promise<void>
  readonly db: Kysely<unknown>
  readonly dialect: Dialect
}

const types: Readonly<Record<Dialect, Readonly<Record<string, string>>>> = {
  sqlite: {
    ref: 'integer',
    text: 'text',
    int: 'integer',
    flag: 'integer',
    time: 'integer',
    json: 'text',
    personal: 'text',
  },
  postgres: {
    ref: 'bigint',
    text: 'text',
    int: 'bigint',
    flag: 'smallint',
    time: 'bigint',
    json: 'text',
    personal: 'text',
  },
}

function makerOf(db: Kysely<unknown>, dialect: Dialect): Maker {
  return {
    db,
    dialect,
    async table(name, columns) {
      let create = db.schema.createTable(name)
      for (const [column, spec] of Object.entries(columns)) {
        const kind = spec.replace('?', '')
        if (kind === 'id')
          create =
            dialect === 'sqlite'
              ? create.addColumn(column, 'integer', (c) => c.primaryKey().autoIncrement())
              : create.addColumn(column, 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity())
        else
          create = create.addColumn(column, types[dialect][kind] as 'text', (c) =>
            spec.endsWith('?') ? c : c.notNull(),
          )
      }
      await create.execute()
    },
    async index(table, columns, options) {
      let create = db.schema
        .createIndex(`${table}_${columns.join('_')}`)
        .on(table)
        .columns([...columns])
      if (options?.unique) create = create.unique()
      await create.execute()
    },
  }
}

/**
 * Runs the migrations that are missing, in order, each in a transaction; two processes at once wait for each other.
 * @param more the areas' own, beside the spine's
 */
export async function migrate(database: Kysely<Schema>, dialect: Dialect, more: Migrations = {}): Promise<void> {
  const provider: MigrationProvider = {
    async getMigrations() {
      const entries = Object.entries({ ...spine, ...more }).map(([name, file]): [string, Migration] => [
        name,
        { up: (trx) => file.up(makerOf(trx, dialect)) },
      ])
      return Object.fromEntries(entries)
    },
  }
  const db = database as unknown as Kysely<unknown>
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error
}
