import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** What the lists are narrowed by, beside their order: the columns of `walk` in the declarations of the tables. */
const narrowed: Readonly<Record<string, readonly string[]>> = {
  mail: ['state', 'due', 'deptId', 'type', 'leftAt', 'complainedAt', 'complaintDoneAt'],
  apply: ['state', 'due', 'deptId', 'applicant', 'channel', 'outcome', 'receivedAt', 'answeredAt'],
  suggestion: ['status', 'due', 'deptId'],
  proposal: ['state', 'due', 'deptId', 'type', 'class', 'outcome', 'rating'],
  theme: ['state', 'shown', 'recommend', 'kind', 'deptId'],
  llTheme: ['state', 'shown', 'recommend', 'kind', 'deptId'],
  xaxTheme: ['state', 'shown', 'recommend', 'kind', 'deptId'],
}

/** Lists that few of many rows answer pass over the others in an index; what waits is found by its state. */
export async function up(make: Maker): Promise<void> {
  for (const [table, columns] of Object.entries(narrowed)) {
    await sql`drop index ${sql.id(`${table}_deletedAt_createdAt_id`)}`.execute(make.db)
    await make.db.schema
      .createIndex(`${table}_listed`)
      .on(table)
      .columns(['deletedAt', 'createdAt', 'id', ...columns])
      .execute()
  }
  // what is late is counted with every screen
  await sql`drop index "mail_deletedAt_state_due_deptId"`.execute(make.db)
  await make.index('mail', ['deletedAt', 'state', 'due', 'deptId', 'leftAt'])
  await make.index('suggestion', ['deletedAt', 'status', 'due'])
  await make.index('notice', ['deletedAt', 'status', 'createdAt'])
  await make.index('report', ['deletedAt', 'status', 'submittedAt'])
  // as many times as one phone or address has letters that wait for the office
  for (const column of ['phoneHash', 'addressHash'])
    await make.db.schema
      .createIndex(`mail_waits_${column}`)
      .on('mail')
      .columns([column, 'id', 'createdAt', 'deptId'])
      .where(sql<boolean>`"deletedAt" is null and "state" in (0, 1, 3)`)
      .execute()
}
