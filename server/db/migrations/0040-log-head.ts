import { sql } from 'kysely'
import { signHead } from '../../log.ts'
import type { Maker } from '../maker.ts'

/** The log's head is signed from now on, so that nobody without the key can cut rows off its end and set it back. */
export async function up(make: Maker): Promise<void> {
  await make.db.schema
    .alterTable('logHead')
    .addColumn('mac', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  const { rows } = await sql<{
    rows: number
    hash: string
  }>`select ${sql.ref('rows')}, hash from ${sql.table('logHead')}`.execute(make.db)
  const [head] = rows
  if (!head) return
  const mac = signHead(make.logKey, Number(head.rows), head.hash)
  await sql`update ${sql.table('logHead')} set mac = ${mac}`.execute(make.db)
}
