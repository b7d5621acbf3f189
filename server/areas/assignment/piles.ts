import { assignmentWaits } from '../../../core/domain/enums.ts'
import { type Ctx, type Pile, whoOf } from '../../context.ts'
import type { Table } from '../../db/table.ts'
import { assignment, assignmentDept } from '../../db/tables/assignment.ts'
import { amongRows, anyOf, type Condition, equal, free, never, test } from '../../rows/condition.ts'
import type { AnyDb } from '../../rows/list.ts'
import { doing, done } from './tasks.ts'

export type Waits = keyof typeof assignmentWaits

/** Open tasks that the caller's department is to do, and has not said that they are done. */
function toReply(ctx: Ctx): Condition[] {
  const { deptId } = whoOf(ctx)
  if (deptId === null) return [never]
  const finished = free((eb) =>
    eb.not(
      eb(
        'id',
        'in',
        eb.selectFrom('assignmentReply').select('assignmentId').where('deptId', '=', deptId).where('state', '=', done),
      ),
    ),
  )
  const asked = amongRows('id', assignmentDept.name, 'assignmentId', equal('deptId', deptId))
  return [asked, test('state', '!=', done), finished]
}

/** Tasks that the caller or their department gave, and that all departments have done: they are to be looked at and closed. */
function toClose(ctx: Ctx): Condition[] {
  const { userId, deptId } = whoOf(ctx)
  const own = [test('createdBy', '=', userId), ...(deptId === null ? [] : [test('deptId', '=', deptId)])]
  const allDone = free((eb) => {
    const db = ctx.db as unknown as AnyDb
    const replied = db
      .selectFrom('assignmentReply as reply')
      .select('reply.id')
      .whereRef('reply.assignmentId', '=', 'asked.assignmentId')
      .whereRef('reply.deptId', '=', 'asked.deptId')
      .where('reply.state', '=', done)
    const open = db
      .selectFrom('assignmentDept as asked')
      .select('asked.id')
      .whereRef('asked.assignmentId', '=', 'assignment.id')
      .where((one) => one.not(one.exists(replied)))
    return eb.not(eb.exists(open))
  })
  return [anyOf(own), test('state', '=', doing), allDone]
}

const conditions: Readonly<Record<Waits, (ctx: Ctx) => Condition[]>> = { toReply, toClose }

/** The tasks that wait for the caller in this way; not asked: no condition. */
export const waitingFor = (ctx: Ctx, waits: Waits | undefined): Condition[] =>
  waits === undefined ? [] : conditions[waits](ctx)

const pile = (name: Waits, needs: Pile['needs']): Pile => ({
  ...{ pile: `assignment.${name}`, area: 'assignment', noun: '交办任务', unit: '件', needs },
  title: assignmentWaits[name],
  search: { waits: name },
  waiting: (ctx) => [
    { table: assignment as unknown as Table, title: 'title', since: 'createdAt', where: conditions[name](ctx) },
  ],
})

/** What waits: tasks for the departments that are to do them, and what they have done for who gave it. */
export const piles = [pile('toReply', 'assignment_replyEdit'), pile('toClose', 'assignment_close')]
