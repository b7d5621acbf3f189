import { type Kysely, sql } from 'kysely'
import type { Key } from '../secret.ts'
import type { Dialect } from './open.ts'

/** What a migration may do; hides the dialects' differences. */
export interface Maker {
  /** Creates a table; columns as `kind` or `kind?` (may be empty), see table.ts. */
  table(name: string, columns: Readonly<Record<string, string>>): Promise<void>
  /** Adds columns to a table that is there; one that may not be empty comes with what the rows of before have in it. */
  add(table: string, columns: Readonly<Record<string, string | readonly [kind: string, before: number]>>): Promise<void>
  /** @param options `there`: of those rows alone in which this column has something */
  index(table: string, columns: readonly string[], options?: { unique?: true; there?: string }): Promise<void>
  readonly db: Kysely<unknown>
  readonly dialect: Dialect
  /** Signs the operation log. */
  readonly logKey: Key
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

/** A maker on one database. */
export function makerOf(db: Kysely<unknown>, dialect: Dialect, logKey: Key): Maker {
  return {
    db,
    dialect,
    logKey,
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
    async add(table, columns) {
      for (const [column, spec] of Object.entries(columns)) {
        const [kind, before] = typeof spec === 'string' ? [spec.replace('?', '')] : spec
        await db.schema
          .alterTable(table)
          .addColumn(column, types[dialect][kind] as 'text', (c) =>
            before === undefined ? c : c.notNull().defaultTo(before),
          )
          .execute()
      }
    },
    async index(table, columns, options) {
      let create = db.schema
        .createIndex(`${table}_${columns.join('_')}`)
        .on(table)
        .columns([...columns])
      if (options?.unique) create = create.unique()
      await (options?.there ? create.where(sql.ref(options.there), 'is not', null) : create).execute()
    },
  }
}
