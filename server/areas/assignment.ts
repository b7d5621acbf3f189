import { assignment as contract } from '../../core/contract/assignment.ts'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { Refused } from '../../core/errors.ts'
import { type Ctx, whoOf } from '../context.ts'
import * as made from '../db/migrations/0210-assignment.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { eachOf } from '../rows/bulk.ts'
import { between, equal, like } from '../rows/condition.ts'
import { filesFor } from '../rows/files.ts'
import { counts } from './assignment/counts.ts'
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
export const migrations = { '0210-assignment': made }
export const demo = () => import('../demo/assignment.ts')

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

async function add(ctx: Ctx, { deptIds, urgency = 0, ...given }: Parsed<typeof contract.add>) {
  const made = await asOneOf(ctx, idIn, async (one) => {
    const task = await tasks.add(one, { ...given, urgency, state: waiting })
    await nameDepts(one, Number(task.id), deptIds)
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

async function edit(ctx: Ctx, { id, version, deptIds, ...given }: Parsed<typeof contract.edit>) {
  const was = await tasks.need(ctx, id, { lock: true })
  await holdOpen(ctx, was, '修改')
  const saved = await asOneOf(ctx, idIn, async (one) => {
    const changed = await tasks.change(one, id, given, version)
    if (!deptIds || !(await nameDepts(one, id, deptIds))) return changed
    if (changed.version === was.version) await countChange(one, was)
    return tasks.get(one, id)
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
  return whole(ctx, await tasks.change(ctx, id, closed, version))
}

async function reopen(ctx: Ctx, id: number) {
  const was = await tasks.need(ctx, id, { lock: true })
  if (was.state !== done) return whole(ctx, await tasks.get(ctx, id))
  const states = [...(await repliedStates(ctx, id)).values()]
  return whole(
    ctx,
    await tasks.change(ctx, id, { state: stateBy(states), closedBy: null, closedAt: null, remark: null }),
  )
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
