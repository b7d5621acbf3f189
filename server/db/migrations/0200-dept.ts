import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'

/** What departments have beside their names. Two of one number are told apart by their ids until somebody gives them other numbers. */
export async function up(make: Maker): Promise<void> {
  await make.add('dept', {
    phone: 'text?',
    dingId: 'text?',
    deptType: ['int', 0],
    isCount: ['int', 0],
    type: ['int', 3],
    updatedBy: 'ref?',
    updatedAt: ['time', 0],
    version: ['int', 1],
    desc: 'text?',
  })
  const db = make.db as Kysely<{ dept: { createdAt: number; updatedAt: number } }>
  await db
    .updateTable('dept')
    .set((eb) => ({ updatedAt: eb.ref('createdAt') }))
    .execute()
}
