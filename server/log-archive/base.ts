import { type Kysely, type Selectable, sql } from 'kysely'
import { isSqlite } from '../db/near.ts'
import type { Schema } from '../db/tables.ts'
import { type ArchivedPart, signArchived } from '../log.ts'
import type { Key } from '../secret.ts'

/** Where the archived part of the log ends, and what its rows said of anchors (docs/decisions/0031-log-archive.md). */
export interface LogBase extends ArchivedPart {
  /** The file that has these rows. */
  readonly file: string
  /** Whether it is signed by the installation's key. */
  readonly signed: boolean
}

/** A database that has yet to go the step which makes the table has nothing archived. */
async function hasTable(db: Kysely<Schema>): Promise<boolean> {
  const found = isSqlite(db)
    ? await sql`select 1 from sqlite_master where name = 'logArchive'`.execute(db)
    : await sql`select 1 from information_schema.tables where table_name = 'logArchive'`.execute(db)
  return found.rows.length > 0
}

/** An archive as its row notes it. */
export const partOf = (key: Key, row: Omit<Selectable<Schema['logArchive']>, 'id' | 'at'>): LogBase => {
  const { file, mac, month, firstId, lastId, count, rows, previous, hash, sha256, records } = row
  const part = { month, firstId, lastId, count, rows, previous, hash, sha256, records: JSON.parse(records) }
  return { ...part, file, signed: mac === signArchived(key, part) }
}

/** The newest archive: the log in the database goes on behind it; null where nothing was archived. */
export async function logBase(db: Kysely<Schema>, key: Key): Promise<LogBase | null> {
  if (!(await hasTable(db))) return null
  const row = await db.selectFrom('logArchive').selectAll().orderBy('rows', 'desc').limit(1).executeTakeFirst()
  return row ? partOf(key, row) : null
}

/** All archives, the oldest first. */
export async function archivesOf(db: Kysely<Schema>, key: Key): Promise<LogBase[]> {
  if (!(await hasTable(db))) return []
  return (await db.selectFrom('logArchive').selectAll().orderBy('rows').execute()).map((row) => partOf(key, row))
}
