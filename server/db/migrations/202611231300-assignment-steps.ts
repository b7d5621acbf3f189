import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'

interface Before {
  user: { id: number; name: string }
  assignment: {
    id: number
    createdBy: number | null
    createdAt: number
    closedBy: number | null
    closedAt: number | null
    remark: string | null
  }
  assignmentReply: {
    id: number
    assignmentId: number
    deptId: number
    state: number
    reason: string | null
    createdAt: number
    updatedBy: number | null
    updatedAt: number
    returnedBy: number | null
    returnedAt: number | null
  }
  assignmentStep: StepRow
}
interface StepRow {
  assignmentId: number
  deptId: number | null
  no: number
  act: string
  status: number
  reason: string | null
  byId: number | null
  byName: string
  at: number
}

const returned = 3
const unknown = '（未记录）'

/** What was done to tasks. Of those that are there no more is known than their rows say; who returned a reply stood there as its author. */
export async function up(make: Maker): Promise<void> {
  await make.table('assignmentStep', {
    id: 'id',
    assignmentId: 'ref',
    deptId: 'ref?',
    no: 'int',
    act: 'text',
    status: 'int',
    reason: 'text?',
    byId: 'ref?',
    byName: 'text',
    at: 'time',
    before: 'json?',
    after: 'json?',
  })
  await make.index('assignmentStep', ['assignmentId', 'no'], { unique: true })
  await make.add('assignmentReply', { returnedBy: 'ref?', returnedAt: 'time?' })
  const db = make.db as Kysely<Before>
  const names = new Map((await db.selectFrom('user').select(['id', 'name']).execute()).map((one) => [one.id, one.name]))
  const by = (id: number | null) => ({ byId: id, byName: names.get(id ?? 0) ?? unknown })
  const tasks = db.selectFrom('assignment').select(['id', 'createdBy', 'createdAt', 'closedBy', 'closedAt', 'remark'])
  for (const { closedBy, closedAt, remark, ...task } of await tasks.execute()) {
    const replies = await db.selectFrom('assignmentReply').selectAll().where('assignmentId', '=', task.id).execute()
    const told = [
      { act: '交办', deptId: null, status: 0, reason: null, ...by(task.createdBy), at: task.createdAt },
      ...replies.flatMap(({ deptId, state, reason, createdAt, updatedBy, updatedAt }) => [
        {
          ...{ act: '回复', deptId, status: state === returned ? 1 : state, reason: null, at: createdAt },
          ...by(state === returned ? null : updatedBy),
        },
        ...(state === returned
          ? [{ act: '退回', deptId, status: state, reason, ...by(updatedBy), at: updatedAt }]
          : []),
      ]),
      ...(closedAt === null
        ? []
        : [{ act: '办结', deptId: null, status: 2, reason: remark, ...by(closedBy), at: closedAt }]),
    ].sort((a, b) => Number(a.at) - Number(b.at))
    await db
      .insertInto('assignmentStep')
      .values(told.map((step, i) => ({ ...step, assignmentId: task.id, no: i + 1 })))
      .execute()
  }
  await db
    .updateTable('assignmentReply')
    .set((eb) => ({ returnedBy: eb.ref('updatedBy'), returnedAt: eb.ref('updatedAt') }))
    .where('state', '=', returned)
    .execute()
}
