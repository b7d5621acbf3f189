import type { Ctx } from '../../context.ts'
import type { Merge } from '../../rows/merge.ts'
import { keepStep } from './history.ts'
import { settle } from './tasks.ts'

const columns = ['id', 'assignmentId', 'deptId', 'state', 'content'] as const

/**
 * Where both of two departments that become one have replied to the same task, one reply of it stays: the one that is not finished yet, else that
 * of the department that stays. What the other says stands in the task's history, and its files go along: within the merge's transaction,
 * before the rows follow.
 */
export async function uniteReplies(ctx: Ctx, { from, into }: Merge): Promise<void> {
  const { db } = ctx
  const both = db.selectFrom('assignmentReply').select('assignmentId').where('deptId', '=', into)
  const theirs = await db
    .selectFrom('assignmentReply')
    .select(columns)
    .where('deptId', '=', from)
    .where('assignmentId', 'in', both)
    .execute()
  if (theirs.length === 0) return
  const { name } = await db.selectFrom('dept').select('name').where('id', '=', from).executeTakeFirstOrThrow()
  for (const one of theirs) {
    const { assignmentId } = one
    const other = await db
      .selectFrom('assignmentReply')
      .select(columns)
      .where('deptId', '=', into)
      .where('assignmentId', '=', assignmentId)
      .executeTakeFirstOrThrow()
    const [stays, goes] = one.state !== 2 && other.state === 2 ? [one, other] : [other, one]
    const last = await db
      .selectFrom('attachment')
      .select((eb) => eb.fn.max<number | null>('place').as('place'))
      .where('to', '=', 'assignmentReply')
      .where('rowId', '=', stays.id)
      .executeTakeFirst()
    const behind = Number(last?.place ?? -1) + 1
    await db
      .updateTable('attachment')
      .set((eb) => ({ rowId: stays.id, place: eb('place', '+', behind) }))
      .where('to', '=', 'assignmentReply')
      .where('rowId', '=', goes.id)
      .execute()
    await db.deleteFrom('assignmentReply').where('id', '=', goes.id).execute()
    const whose = goes === one ? `「${name}」的一份` : '另一份'
    await keepStep(ctx, assignmentId, {
      ...{ act: '部门合并', deptId: into, status: stays.state },
      ...{ reason: `部门合并后只留一份回复，${whose}并入办理记录`, before: { content: goes.content } },
    })
    const task = await db.selectFrom('assignment').select('closedAt').where('id', '=', assignmentId).executeTakeFirst()
    if (task?.closedAt === null) await settle(ctx, assignmentId)
  }
}
