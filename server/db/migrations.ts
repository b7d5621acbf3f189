import type { Kysely } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type { Key } from '../secret.ts'
import { type Maker, makerOf } from './maker.ts'
import * as m0001 from './migrations/0001-spine.ts'
import * as m0002 from './migrations/0002-file.ts'
import * as m0003 from './migrations/0003-column-editor.ts'
import * as m0005 from './migrations/0005-lists.ts'
import * as m0006 from './migrations/0006-request-key.ts'
import * as m0010 from './migrations/0010-workflow.ts'
import * as m0020 from './migrations/0020-captcha.ts'
import * as m0030lists from './migrations/0030-article-lists.ts'
import * as m0030texts from './migrations/0030-text-change.ts'
import * as m0040 from './migrations/0040-log-head.ts'
import * as m0041 from './migrations/0041-device.ts'
import * as m0060 from './migrations/0060-essay-list.ts'
import * as m0080 from './migrations/0080-column-nav.ts'
import * as m0110 from './migrations/0110-front-page.ts'
import * as m0120 from './migrations/0120-log-numbers.ts'
import * as m0121 from './migrations/0121-source-per-dept.ts'
import * as m0130 from './migrations/0130-sign-in-networks.ts'
import * as m0131 from './migrations/0131-keyed-sessions.ts'
import * as m0232 from './migrations/0232-area-pages.ts'
import * as m0240 from './migrations/0240-history.ts'
import * as m0241 from './migrations/0241-visitors.ts'
import * as m0250 from './migrations/0250-shipped-keys.ts'
import * as m0251 from './migrations/0251-jobs.ts'
import * as touchedRows from './migrations/202611261605-touched-rows.ts'
import * as touchedShown from './migrations/202611271300-touched-shown.ts'
import type { Dialect } from './open.ts'
import type { Schema } from './tables.ts'

/** From this step on the log's head is signed. */
export const signedSince = '0040-log-head'
/** From this step on rows are numbered by the head; it seals the numbers of those before. */
export const numberedSince = '0120-log-numbers'

/** Steps of the database by name, which gives their order. Steps that have shipped are never changed. */
export type Migrations = Readonly<Record<string, { up(make: Maker): Promise<void> }>>

/** The tables that everything stands on; an area brings the steps of its own. */
const spine: Migrations = {
  '0001-spine': m0001,
  '0002-file': m0002,
  '0003-column-editor': m0003,
  '0005-lists': m0005,
  '0006-request-key': m0006,
  '0010-workflow': m0010,
  '0020-captcha': m0020,
  '0030-article-lists': m0030lists,
  '0030-text-change': m0030texts,
  [signedSince]: m0040,
  '0041-device': m0041,
  '0060-essay-list': m0060,
  '0080-column-nav': m0080,
  '0110-front-page': m0110,
  [numberedSince]: m0120,
  '0121-source-per-dept': m0121,
  '0130-sign-in-networks': m0130,
  '0131-keyed-sessions': m0131,
  '0232-area-pages': m0232,
  '0240-history': m0240,
  '0241-visitors': m0241,
  '0250-shipped-keys': m0250,
  '0251-jobs': m0251,
  '202611261605-touched-rows': touchedRows,
  '202611271300-touched-shown': touchedShown,
}

/**
 * Runs the migrations that are missing, in order, in one transaction: all are gone or none. Two processes at once wait for each other.
 * @param logKey signs the operation log, to which some of them write
 * @param more the areas' own, beside the spine's
 */
export async function migrate(
  database: Kysely<Schema>,
  dialect: Dialect,
  logKey: Key,
  more: Migrations = {},
): Promise<void> {
  const provider: MigrationProvider = {
    async getMigrations() {
      const entries = Object.entries({ ...spine, ...more }).map(([name, file]): [string, Migration] => [
        name,
        { up: (trx) => file.up(makerOf(trx, dialect, logKey)) },
      ])
      return Object.fromEntries(entries)
    },
  }
  const db = database as unknown as Kysely<unknown>
  // two areas that were made side by side come in either order
  const { error } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest()
  if (error) throw error
}

/** Whether nothing was ever made in a database. */
export async function isNew(db: Kysely<Schema>): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return !tables.some(({ name }) => name === 'kysely_migration')
}

/** When a database was made; one that was restored is as old as that of which it is the backup. */
export async function madeAt(database: Kysely<Schema>): Promise<number> {
  const db = database as unknown as Kysely<{ kysely_migration: { timestamp: string } }>
  const { first } = await db
    .selectFrom('kysely_migration')
    .select((eb) => eb.fn.min('timestamp').as('first'))
    .executeTakeFirstOrThrow()
  return Date.parse(String(first))
}

/** The steps that a database has gone. */
export async function goneSteps(database: Kysely<Schema>): Promise<string[]> {
  const db = database as unknown as Kysely<{ kysely_migration: { name: string } }>
  return (await db.selectFrom('kysely_migration').select('name').execute()).map(({ name }) => name)
}

/** The steps that a database has yet to go. @param more as for `migrate` */
export async function missingSteps(database: Kysely<Schema>, more: Migrations = {}): Promise<string[]> {
  const gone = await goneSteps(database)
  return Object.keys({ ...spine, ...more }).filter((name) => !gone.includes(name))
}

/** The steps of a database that this xzx does not know: it was made by a newer one. @param more as for `migrate` */
export const unknownAmong = (gone: readonly string[], more: Migrations = {}): string[] =>
  gone.filter((name) => !Object.hasOwn({ ...spine, ...more }, name))
