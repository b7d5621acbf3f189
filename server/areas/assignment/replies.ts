import type { Selectable } from 'kysely'
import { type assignment as contract, replyRow } from '../../../core/contract/assignment.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { Refused } from '../../../core/errors.ts'
import { missingSays } from '../../../core/text.ts'
import { scopeOf } from '../../access/scope.ts'
import { type Ctx, whoOf } from '../../context.ts'
import type { RowOf } from '../../db/table.ts'
import { assignmentDept, assignmentReply as table } from '../../db/tables/assignment.ts'
import { allHold, test } from '../../rows/condition.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { refuseStale } from '../../rows/stale.ts'
import { differing, keepStep } from './history.ts'
import { asOneOf, doing, holdOpen, isOwn, returned, settle, tasks, waiting } from './tasks.ts'

type Reply = Selectable<RowOf<typeof table.columns>>
type Given = Parsed<typeof contract.replyEdit>

export const replies = rowsOf(table, { reply: replyRow, logged: ['state', 'reason'] })

/** How far each department's reply to a task is; one that has not replied is missing. */
export async function repliedStates(ctx: Ctx, assignmentId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await ctx.db
    .selectFrom('assignmentReply')
    .select(['deptId', 'state'])
    .where('assignmentId', '=', assignmentId)
    .execute()
  return new Map(rows.map(({ deptId, state }) => [deptId, state]))
}

/** The replies to a task that the caller may read, by their departments. */
export async function repliesTo(ctx: Ctx, assignmentId: number) {
  const where = [...scopeOf(ctx, table as never), test('assignmentId', '=', assignmentId)]
  const rows = await ctx.db.selectFrom('assignmentReply').selectAll().where(allHold(where)).execute()
  return new Map((await replies.shown(ctx, rows)).map((reply) => [Number(reply.deptId), reply]))
}

/** What a department said, as the history tells of it. */
const said = ({ content, files }: { content: string | null; files: readonly { name: string | null }[] | null }) => ({
  content,
  files: files?.map(({ name }) => name).join('、') || null,
})

/** The departments of a task for which the caller may answer. */
export async function answerableIn(ctx: Ctx, id: number, key = 'assignment_replyEdit'): Promise<ReadonlySet<number>> {
  const where = [...scopeOf(ctx, assignmentDept as never, key, 'change'), test('assignmentId', '=', id)]
  const rows = await ctx.db.selectFrom('assignmentDept').select('deptId').where(allHold(where)).execute()
  return new Set(rows.map(({ deptId }) => deptId))
}

/** Refuses who answers for a department that was not asked, or is not theirs. */
async function refuseUnasked(ctx: Ctx, task: { id: number; title: string }, deptId: number): Promise<void> {
  const place = ctx.db.selectFrom('assignmentDept').where('assignmentId', '=', task.id).where('deptId', '=', deptId)
  if (!(await place.select('id').executeTakeFirst())) {
    const dept = await ctx.db.selectFrom('dept').select('name').where('id', '=', deptId).executeTakeFirst()
    throw new Refused('BAD_STATE', `「${dept?.name ?? deptId}」不是交办任务「${task.title}」的责任部门，不能回复`)
  }
  if (!(await answerableIn(ctx, task.id, ctx.call.key)).has(deptId))
    throw new Refused('NO_PERMISSION', '只能代本部门回复')
}

/** The reply that is meant: by its own id, or a department's to a task; null: there is none yet. */
async function meant(
  ctx: Ctx,
  { id, assignmentId, deptId }: Given,
): Promise<{ was: Reply | null; task: number; dept: number }> {
  if (id) {
    const was = await replies.need(ctx, id)
    return { was, task: was.assignmentId, dept: was.deptId }
  }
  const dept = deptId || whoOf(ctx).deptId
  if (!assignmentId) throw new Refused('MISSING_PARAMETER', '缺少任务（assignmentId）')
  if (!dept) throw new Refused('MISSING_PARAMETER', '缺少责任部门（deptId）：您不属于任何部门')
  return { was: null, task: assignmentId, dept }
}

/** A department's reply: the first, or what it says now. One that was returned is on its way again. */
export async function reply(ctx: Ctx, given: Given) {
  const { was, task: taskId, dept } = await meant(ctx, given)
  const task = await tasks.need(ctx, taskId)
  await holdOpen(ctx, task, '修改回复')
  await refuseUnasked(ctx, task, dept)
  const found =
    was ??
    (await ctx.db
      .selectFrom('assignmentReply')
      .selectAll()
      .where('assignmentId', '=', taskId)
      .where('deptId', '=', dept)
      .executeTakeFirst())
  const before = found?.state === returned ? undefined : found?.state
  const { content = found?.content, files } = given
  if (content === undefined) throw new Refused('MISSING_PARAMETER', missingSays('回复内容（content）'))
  const values = { content, state: given.state ?? before ?? doing, reason: null, ...(files && { files }) }
  const saidBefore = found ? said(await replies.get(ctx, found.id)) : {}
  return asOneOf(
    ctx,
    () => taskId,
    async (one) => {
      const saved = found
        ? await replies.change(one, found.id, values, given.version)
        : await replies.add(one, { ...values, assignmentId: taskId, deptId: dept })
      one.record({ after: { deptName: saved.deptName } })
      await settle(one, taskId)
      if (saved.version !== found?.version) {
        const act = found ? (found.state === returned ? '重新回复' : '修改回复') : '回复'
        const told = differing(saidBefore, said(saved))
        await keepStep(one, taskId, { act, deptId: dept, status: Number(saved.state), ...told })
      }
      return saved
    },
  )
}

/** Sends a reply back to its department. It is the task's owner who does. */
export async function giveBack(ctx: Ctx, { id, reason, version: seenVersion }: Parsed<typeof contract.replyReturn>) {
  const seen = await replies.need(ctx, id)
  const task = await tasks.need(ctx, seen.assignmentId, { lock: true })
  await holdOpen(ctx, task, '退回回复')
  return asOneOf(
    ctx,
    () => task.id,
    async (one) => {
      const row = await replies.need(one, id)
      await refuseStale(one, row, seenVersion, '回复')
      if (row.state === returned && row.reason === reason) return replies.get(one, id)
      // the reply stays its author's, of the time at which they wrote it
      const back = { state: returned, reason, returnedBy: whoOf(ctx).userId, returnedAt: ctx.now }
      const version = row.version + 1
      await one.db
        .updateTable('assignmentReply')
        .set({ ...back, version })
        .where('id', '=', id)
        .execute()
      const saved = await replies.get(one, id)
      one.record({
        before: { state: row.state, reason: row.reason },
        after: { state: returned, reason, deptName: saved.deptName },
      })
      await settle(one, task.id)
      await keepStep(one, task.id, { act: '退回', deptId: row.deptId, status: returned, reason })
      return saved
    },
  )
}

/** Deletes a reply: its department has said nothing yet, then. One that was sent back stays: what was asked of it is not got rid of so. */
export async function dropReply(ctx: Ctx, id: number): Promise<void> {
  const found = await replies.need(ctx, id)
  const task = await tasks.need(ctx, found.assignmentId)
  await asOneOf(
    ctx,
    () => task.id,
    async (one) => {
      await holdOpen(one, task, '删除回复')
      const { deptName, ...was } = await replies.get(one, id)
      if (found.returnedAt !== null && !(await isOwn(one, task.id)))
        throw new Refused(
          'BAD_STATE',
          `「${deptName}」的回复被退回过，不能删除；请修改后重新回复，确需删除的由交办部门删除`,
        )
      await replies.drop(one, id)
      one.record({ before: { deptName } })
      await settle(one, task.id)
      await keepStep(one, task.id, {
        act: '删除回复',
        deptId: found.deptId,
        status: waiting,
        ...differing(said(was), {}),
      })
    },
  )
}
