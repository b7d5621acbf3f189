import { assignment as contract } from '../../core/contract/assignment.ts'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { urgencies } from '../../core/domain/enums.ts'
import { Refused } from '../../core/errors.ts'
import { type Ctx, whoOf } from '../context.ts'
import * as made from '../db/migrations/0210-assignment.ts'
import * as stepped from '../db/migrations/202611231300-assignment-steps.ts'
import * as limitedBy from '../db/migrations/202611260210-assignment-limit.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { eachOf } from '../rows/bulk.ts'
import { between, equal, like } from '../rows/condition.ts'
import { filesFor } from '../rows/files.ts'
import { calendarNow } from '../workdays/calendar.ts'
import { explained } from '../workdays/explained.ts'
import { explainedOver } from '../workdays/kept.ts'
import { clockOf } from '../workdays/limit.ts'
import { counts } from './assignment/counts.ts'
import { limited } from './assignment/deadline.ts'
import { differing, history, keepStep } from './assignment/history.ts'
import { waitingFor } from './assignment/piles.ts'
import { answerableIn, dropReply, giveBack, repliedStates, replies, repliesTo, reply } from './assignment/replies.ts'
import {
  asOneOf,
  byLateness,
  deptsOf,
  done,
  holdOpen,
  isOwn,
  nameDepts,
  narrowed,
  stateBy,
  type Task,
  tasks,
  waiting,
  withDepts,
} from './assignment/tasks.ts'

/** How the area's tables came to be. */
export const migrations = {
  '0210-assignment': made,
  '202611231300-assignment-steps': stepped,
  '202611260210-assignment-limit': limitedBy,
}
export const demo = () => import('../demo/assignment.ts')

export { deadlines } from './assignment/deadline.ts'
export { piles } from './assignment/piles.ts'

type Shown = Awaited<ReturnType<typeof tasks.get>>

/** A task with how far each of its departments is, and what it has to say, as far as the caller may read that. */
async function whole(ctx: Ctx, shown: Shown) {
  const id = Number(shown.id)
  const [[task], named, states, given, answerable, mayChange] = await Promise.all([
    withDepts(ctx, [shown]),
    deptsOf(ctx, [id]),
    repliedStates(ctx, id),
    repliesTo(ctx, id),
    answerableIn(ctx, id),
    isOwn(ctx, id),
  ])
  const depts = named.map(({ deptId, name }) => ({
    deptId: String(deptId),
    name,
    state: states.get(deptId) ?? waiting,
    reply: given.get(deptId) ?? null,
    mayReply: answerable.has(deptId) ? (1 as const) : (0 as const),
  }))
  const [attached] = await filesFor(ctx, [{ field: 'files', to: 'assignment' }], [id])
  const { files = [] } = attached ?? {}
  return { ...(task as Shown), files, mayChange: mayChange ? (1 as const) : (0 as const), depts }
}

const idIn = ({ id }: Shown) => Number(id)

/** @throws Refused a deadline over which the task would be late from the first; the one that it has stays as it is */
function refusePast(ctx: Ctx, deadline: number | null | undefined, was: number | null = null): void {
  if (deadline && deadline !== was && deadline < ctx.now)
    throw new Refused('BAD_INPUT', '办结期限（deadline）：不能早于今天，请另选日期；不填则不计逾期')
}

async function add(ctx: Ctx, { deptIds, urgency = 0, ...input }: Parsed<typeof contract.add>) {
  const given = await limited(ctx, input, ctx.now)
  refusePast(ctx, given.deadline)
  const made = await asOneOf(ctx, idIn, async (one) => {
    const task = await tasks.add(one, { ...given, urgency, state: waiting })
    await nameDepts(one, Number(task.id), deptIds)
    await keepStep(one, Number(task.id), { act: '交办', status: waiting })
    return task
  })
  return whole(ctx, made)
}

/** Who has begun to edit a task shall hear that its departments are others now. */
const countChange = (ctx: Ctx, { id, version }: Task) =>
  ctx.db
    .updateTable('assignment')
    .set({ version: version + 1, updatedAt: ctx.now, updatedBy: whoOf(ctx).userId })
    .where('id', '=', id)
    .execute()

const withNames = async (ctx: Ctx, id: number) => (await deptsOf(ctx, [id])).map(({ name }) => name).join('、')

/** What people wrote of a task, as its history tells of it. */
const written = ({ title, content, person, deadline, urgency }: Task, deptNames: string) => ({
  ...{ title, content, person, deadline, deptNames },
  urgency: (urgencies as Readonly<Record<number, string>>)[urgency] ?? null,
})

async function keepEdit(ctx: Ctx, was: Task, namesBefore: string): Promise<void> {
  const now = await tasks.need(ctx, was.id)
  const { before, after } = differing(written(was, namesBefore), written(now, await withNames(ctx, was.id)))
  await keepStep(ctx, was.id, { act: '修改', status: now.state, before, after })
}

async function edit(ctx: Ctx, { id, version, deptIds, ...input }: Parsed<typeof contract.edit>) {
  const was = await tasks.need(ctx, id, { lock: true })
  await holdOpen(ctx, was, '修改')
  const given = await limited(ctx, input, was.createdAt)
  refusePast(ctx, given.deadline, was.deadline)
  const before = await withNames(ctx, id)
  const saved = await asOneOf(ctx, idIn, async (one) => {
    const changed = await tasks.change(one, id, given, version)
    const otherDepts = deptIds !== undefined && (await nameDepts(one, id, deptIds))
    if (otherDepts && changed.version === was.version) await countChange(one, was)
    const saved = otherDepts ? await tasks.get(one, id) : changed
    if (saved.version !== was.version) await keepEdit(one, was, before)
    return saved
  })
  return whole(ctx, saved)
}

/** Closes a task; what is not done by then wants a word about it. */
async function close(ctx: Ctx, { id, version, remark }: Parsed<typeof contract.close>) {
  const was = await tasks.need(ctx, id, { lock: true })
  if (was.state === done) return whole(ctx, await tasks.get(ctx, id))
  const states = await repliedStates(ctx, id)
  const open = (await deptsOf(ctx, [id])).filter(({ deptId }) => states.get(deptId) !== done)
  if (open.length > 0 && !remark)
    throw new Refused(
      'BAD_STATE',
      `「${open.map(({ name }) => name).join('」「')}」还没有办结；要提前办结这件任务，请写明办结说明（remark）`,
    )
  const closed = { state: done, closedBy: whoOf(ctx).userId, closedAt: ctx.now, remark: remark || null }
  const shown = await tasks.change(ctx, id, closed, version)
  await keepStep(ctx, id, { act: '办结', status: done, reason: closed.remark })
  return whole(ctx, shown)
}

async function reopen(ctx: Ctx, id: number) {
  const was = await tasks.need(ctx, id, { lock: true })
  if (was.state !== done) return whole(ctx, await tasks.get(ctx, id))
  const states = [...(await repliedStates(ctx, id)).values()]
  const state = stateBy(states)
  // the calendar may have changed while it was closed
  const { limitDays } = was
  const again = limitDays === null ? {} : await limited(ctx, { limitDays }, was.createdAt)
  const shown = await tasks.change(ctx, id, { ...again, state, closedBy: null, closedAt: null, remark: null })
  await keepStep(ctx, id, { act: '重新办理', status: state })
  return whole(ctx, shown)
}

/** Each day of a deadline that is counted. @throws Refused BAD_STATE for one that somebody chose */
async function explain(ctx: Ctx, id: number) {
  const { limitDays, createdAt, title, state, deadline: due, closedAt: endedAt } = await tasks.need(ctx, id)
  if (limitDays === null)
    throw new Refused('BAD_STATE', `交办任务「${title}」的期限不是按工作日计算的，没有要逐日说明的`)
  const [calendar, clock] = [await calendarNow(ctx), clockOf({ createdAt, limitDays })]
  return state === done
    ? explainedOver(calendar, clock, { countedBy: null, due, endedAt }, ctx.now)
    : explained(calendar, clock, ctx.now)
}

export const assignment = implement(contract, {
  list: async (ctx, { state, overdue, waits, ...input }) => {
    const where = [
      ...narrowed(input),
      ...waitingFor(ctx, waits),
      ...equal('state', state),
      ...byLateness(overdue, ctx.now),
    ]
    const found = await tasks.page(ctx, input, ...where)
    return { ...found, list: await withDepts(ctx, found.list) }
  },
  get: async (ctx, { id }) => whole(ctx, await tasks.get(ctx, id)),
  history,
  explain: (ctx, { id }) => explain(ctx, id),
  count: counts,
  add,
  edit,
  close,
  reopen: (ctx, { id }) => reopen(ctx, id),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => tasks.remove(ctx, ids)),
  replyList: (ctx, { assignmentId, deptId, state, content, startTime, endTime, ...paging }) =>
    replies.page(
      ctx,
      paging,
      ...equal('assignmentId', assignmentId || undefined),
      ...equal('deptId', deptId || undefined),
      ...equal('state', state),
      ...like('content', content),
      ...between('updatedAt', startTime, endTime),
    ),
  replyGet: (ctx, { id }) => replies.get(ctx, id),
  replyEdit: reply,
  replyReturn: giveBack,
  replyDels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => eachOf(ctx, ids, dropReply)),
})
