import { type Kysely, sql } from 'kysely'
import { appendLog, numbersCall, numbersPrint } from '../../log.ts'
import type { Maker } from '../maker.ts'
import type { Schema } from '../tables.ts'

const atOnce = 10_000

async function printOf(db: Kysely<Schema>) {
  const print = numbersPrint()
  let last = 0
  for (;;) {
    const rows = await db.selectFrom('log').select('id').where('id', '>', last).orderBy('id').limit(atOnce).execute()
    for (const { id } of rows) print.add(id)
    last = rows.at(-1)?.id ?? last
    if (rows.length < atOnce) return { last, numbers: print.end() }
  }
}

/**
 * The number of a row is part of its place in the chain from now on, given by the head; those that there are already are sealed by a row.
 * What the system itself wrote is found without reading the whole log.
 */
export async function up(make: Maker): Promise<void> {
  await make.db.schema
    .alterTable('logHead')
    .addColumn('lastId', make.dialect === 'sqlite' ? 'integer' : 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`create index ${sql.id('log_system')} on ${sql.table('log')} (${sql.ref('call')}, ${sql.ref('at')}) where ${sql.ref('kind')} = 'system'`.execute(
    make.db,
  )
  const db = make.db as Kysely<Schema>
  const { last, numbers } = await printOf(db)
  if (last === 0) return
  await db.updateTable('logHead').set({ lastId: last }).execute()
  const call = { name: numbersCall, says: '封存此前各条日志的编号', address: '本机', requestId: '' }
  const change = { kind: 'system' as const, after: { numbers } }
  await appendLog(db, make.logKey, { call, who: null, now: Date.now(), change })
}
