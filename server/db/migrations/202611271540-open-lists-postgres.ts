import { sql } from 'kysely'
import type { Maker } from '../maker.ts'
import { lists } from './202611262100-open-lists.ts'

/** 可以为空的列. */
async function emptiable({ db }: Maker, name: string): Promise<ReadonlySet<string>> {
  const found = await sql<{ column: string }>`select column_name as column from information_schema.columns
    where table_schema = current_schema() and table_name = ${name} and is_nullable = 'YES'`.execute(db)
  return new Set(found.rows.map(({ column }) => column))
}

/**
 * PostgreSQL 也需要只含公开行的索引：数公开的行时不必读整张表；可为空的列按“空的在后”排列，索引须同样排列，否则每页都要把公开的行全部排序.
 * 按编号的次序只列有编号的行，没有空的.
 */
export async function up(make: Maker): Promise<void> {
  const { db, dialect } = make
  if (dialect !== 'postgres') return
  for (const { name, orders, looks } of lists) {
    const empty = await emptiable(make, name)
    for (const order of orders) {
      const last = order !== 'openNo' && empty.has(order)
      const others = ['openNo', 'deletedAt', ...looks].filter((column) => column !== order)
      const keys = [sql`${sql.ref(order)} desc ${sql.raw(last ? 'nulls last' : 'nulls first')}`, sql`id desc`]
      const columns = sql.join([...keys, ...others.map((column) => sql.ref(column))])
      const index = sql.ref(`${name}_open_${order}`)
      await sql`create index ${index} on ${sql.table(name)} (${columns}) where "openNo" is not null`.execute(db)
    }
  }
  await db.schema.dropIndex('mail_openNo_id_type_openTitle').execute()
}
