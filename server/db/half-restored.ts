import { type Kysely, sql } from 'kysely'
import { DataFault } from '../data.ts'
import type { Db } from './open.ts'
import type { Schema } from './tables.ts'

/**
 * What stands in a PostgreSQL database from before anything is restored into it until all that belongs to the restore is done. No backup has it.
 * An embedded database needs none: it gets its name last.
 */
const mark = 'xzx_half_restored'

const anew = '新建一个空数据库，用 DATABASE_URL 指定它，把备份恢复到空的数据目录（xzx restore）'

/** Refuses a database that is not empty: what is in it stays. A mark alone is what a restore left that put nothing in. @throws DataFault */
export async function refuseFilled(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_name <> ${mark}`.execute(db)
  if (Number(rows[0]?.n) === 0) return
  const half = (await folderOf(db)) === null ? '' : '：其中的恢复正在进行，或没有完成'
  throw new DataFault(`DATABASE_URL 所指的数据库不是空的，没有作任何修改${half}`, '请新建一个空数据库来恢复')
}

/** Into which data folder a restore is, or was, that has not done all; null: none. */
async function folderOf(db: Kysely<Schema>): Promise<string | null> {
  // by the catalogue: neither rights nor the search path hide it
  const found = await sql<{ name: string }>`select format('%I.%I', n.nspname, c.relname) as name
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relname = ${mark} and c.relkind = 'r' limit 1`.execute(db)
  const name = found.rows[0]?.name
  if (name === undefined) return null
  const { rows } = await sql<{ folder: string }>`select folder from ${sql.raw(name)} limit 1`.execute(db)
  return rows[0]?.folder ?? ''
}

/**
 * Refuses a database into which a backup is being restored, or was not to its end: sessions and tokens of then may be alive in it.
 * @throws DataFault
 */
export async function refuseHalfFilled({ dialect, read }: Pick<Db, 'dialect' | 'read'>): Promise<void> {
  const folder = dialect === 'postgres' ? await folderOf(read) : null
  if (folder === null) return
  throw new DataFault(
    `DATABASE_URL 所指的数据库中的恢复正在进行，或没有完成（数据目录 ${folder}）`,
    `等恢复结束后再试；没有恢复在运行的，${anew}`,
  )
}

/** Says in an empty database that a restore into it is not done. @throws DataFault where it is not empty */
export const markHalfRestored = (db: Db, folder: string): Promise<void> =>
  db.write.transaction().execute(async (trx) => {
    await sql`create table if not exists ${sql.table(mark)} (folder text not null)`.execute(trx)
    await sql`delete from ${sql.table(mark)}`.execute(trx)
    await sql`insert into ${sql.table(mark)} values (${folder})`.execute(trx)
    // behind the mark: another restore that ended meanwhile took its own away, and left what is seen here
    await refuseFilled(trx)
  })

/** All that belongs to a restore is done. */
export async function unmarkHalfRestored(db: Db): Promise<void> {
  await sql`drop table if exists ${sql.table(mark)}`.execute(db.write)
}
