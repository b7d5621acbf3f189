import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'

/** What was answered and not published yet stood among what nobody has answered: it waits for who publishes, and is counted from an index as the rest. */
export async function up(make: Maker): Promise<void> {
  const db = make.db as Kysely<{ suggestion: { status: number; repliedAt: number | null } }>
  await db
    .updateTable('suggestion')
    .set({ status: 4 })
    .where('status', '=', 0)
    .where('repliedAt', 'is not', null)
    .execute()
  await make.index('suggestion', ['deletedAt', 'status', 'deptId', 'repliedAt'])
}
