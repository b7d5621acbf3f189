import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** What some people did is found without reading what all others did, and counted on SQLite from the index of the log's numbers as before. */
export async function up(make: Maker): Promise<void> {
  await make.index('log', ['userId', 'id'])
  if (make.dialect !== 'sqlite') return
  await make.db.schema.dropIndex('log_numbers').execute()
  const columns = ['at', 'call', 'kind', 'userAccount', 'result', 'userId'].map((name) => sql.ref(name))
  await sql`create index ${sql.id('log_numbers')} on ${sql.table('log')} (${sql.join(columns)})`.execute(make.db)
}
