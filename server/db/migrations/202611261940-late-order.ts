import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** PostgreSQL 上信件和申请的清单：没有删除的按时间排列，超期的每个状态按期限排列，都只读索引；SQLite 已有的索引即够用. */
export async function up(make: Maker): Promise<void> {
  if (make.dialect !== 'postgres') return
  for (const name of ['mail', 'apply']) {
    const index = (columns: string) => sql.raw(`"${name}_${columns}"`)
    const table = sql.table(name)
    await sql`create index ${index('there_createdAt')} on ${table} ("createdAt", id) where "deletedAt" is null`.execute(
      make.db,
    )
    await sql`drop index ${index('createdAt_id')}`.execute(make.db)
    await sql`create index ${index('there_state_due')} on ${table} (state, due, id desc) where "deletedAt" is null`.execute(
      make.db,
    )
  }
}
