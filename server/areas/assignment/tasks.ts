import type { Insertable, Selectable } from 'kysely'
import { assignmentRow } from '../../../core/contract/assignment.ts'
import { parseTime } from '../../../core/domain/time.ts'
import type { Calendar } from '../../../core/domain/workdays.ts'
import { Refused } from '../../../core/errors.ts'
import { scopeOf } from '../../access/scope.ts'
import type { Change, Ctx } from '../../context.ts'
import type { RowOf } from '../../db/table.ts'
import { assignmentDept, assignment as table } from '../../db/tables/assignment.ts'
import { refuseStopped } from '../../letters/depts.ts'
import { allHold, amongRows, anyOf, between, type Condition, equal, isEmpty, like, test } from '../../rows/condition.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { calendarNow } from '../../workdays/calendar.ts'
import { provisionalOf } from '../../workdays/limit.ts'

export type Task = Selectable<RowOf<typeof table.columns>>

/** The states by what they mean here. */
export const waiting = 0
export const doing = 1
export const done = 2
export const returned = 3

export const tasks = rowsOf(table, {
  reply: assignmentRow,
  logged: ['title', 'person', 'deadline', 'limitDays', 'urgency', 'state', 'closedAt', 'remark'],
})

/** Late: it is not done, and its deadline has passed. */
const late = (now: number): Condition[] => [test('deadline', '<', now), test('state', '!=', done)]
const inTime = (now: number): Condition =>
  anyOf([isEmpty('deadline'), test('deadline', '>=', now), test('state', '=', done)])

export interface Narrowing {
  readonly title?: string | undefined
  readonly deptId?: number | undefined
  readonly urgency?: number | undefined
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
}

/** What narrows lists and counts alike. */
export const narrowed = ({ title, deptId, urgency, startTime, endTime }: Narrowing): Condition[] => [
  ...like('title', title),
  ...(deptId ? [amongRows('id', assignmentDept.name, 'assignmentId', equal('deptId', deptId))] : []),
  ...equal('urgency', urgency),
  ...between('createdAt', startTime, endTime),
]

/** By whether it is late at a moment; not asked: no condition. */
export const byLateness = (overdue: 0 | 1 | undefined, now: number): Condition[] =>
  overdue === undefined ? [] : overdue === 1 ? late(now) : [inTime(now)]

/** The departments of some tasks with their names, in the order in which they were named. */
export async function deptsOf(ctx: Ctx, ids: readonly number[]) {
  if (ids.length === 0) return []
  return ctx.db
    .selectFrom('assignmentDept')
    .innerJoin('dept', 'dept.id', 'assignmentDept.deptId')
    .select(['assignmentDept.assignmentId', 'assignmentDept.deptId', 'dept.name'])
    .where('assignmentDept.assignmentId', 'in', [...ids])
    .orderBy('assignmentDept.id')
    .execute()
}

async function repliedOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('assignmentReply')
    .select((eb) => ['assignmentId', eb.fn.countAll<number>().as('n')])
    .where('assignmentId', 'in', [...ids])
    .groupBy('assignmentId')
    .execute()
  return new Map(rows.map(({ assignmentId, n }) => [assignmentId, Number(n)]))
}

type Shown = Awaited<ReturnType<typeof tasks.get>>

/** Why the deadline of a task that is open may still change. */
function provisionalIn(calendar: Calendar, { state, limitDays, createdAt }: Shown): string | null {
  const given = createdAt === null ? null : parseTime(createdAt)
  if (state === done || limitDays === null || given === null) return null
  return provisionalOf(calendar, { createdAt: given, limitDays: Number(limitDays) })
}

/** Tasks as replies show them: whose they are, how many have replied, whether they are late. */
export async function withDepts(ctx: Ctx, list: readonly Shown[]): Promise<Shown[]> {
  const ids = list.map(({ id }) => Number(id))
  const [depts, replied] = await Promise.all([deptsOf(ctx, ids), repliedOf(ctx, ids)])
  const calendar = await calendarNow(ctx)
  const byTask = Map.groupBy(depts, ({ assignmentId }) => String(assignmentId))
  return list.map((one) => {
    const own = byTask.get(one.id) ?? []
    const deadline = one.deadline === null ? null : parseTime(one.deadline, 'end')
    return {
      ...one,
      deptIds: own.map(({ deptId }) => String(deptId)),
      deptNames: own.map(({ name }) => name).join('、'),
      replied: replied.get(Number(one.id)) ?? 0,
      provisional: provisionalIn(calendar, one),
      overdue: one.state !== done && deadline !== null && deadline < ctx.now ? 1 : 0,
    }
  })
}

/**
 * Holds a task until the transaction ends: what is written to it and to its replies waits for one another.
 * @throws Refused BAD_STATE when it is closed
 */
export async function holdOpen(ctx: Ctx, task: Task, doingWhat: string): Promise<void> {
  const query = ctx.db.selectFrom('assignment').select('state').where('id', '=', task.id)
  const now = await (ctx.dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
  if (now?.state !== done) return
  throw new Refused(
    'BAD_STATE',
    `交办任务「${task.title}」已办结，不能${doingWhat}；确需${doingWhat}的，请由交办部门先重新办理`,
  )
}

/** Whether the caller may change a task that they see. */
export async function isOwn(ctx: Ctx, id: number): Promise<boolean> {
  const where = [...scopeOf(ctx, table as never, 'assignment_edit', 'change'), test('id', '=', id)]
  return (await ctx.db.selectFrom('assignment').select('id').where(allHold(where)).executeTakeFirst()) !== undefined
}

/** How far a task is, by how far its replies are. */
export const stateBy = (states: readonly number[]): number =>
  states.includes(returned) ? returned : states.length > 0 ? doing : waiting

/** Makes a task's state that of its replies. */
export async function settle(ctx: Ctx, id: number): Promise<void> {
  const replies = await ctx.db.selectFrom('assignmentReply').select('state').where('assignmentId', '=', id).execute()
  const state = stateBy(replies.map((reply) => reply.state))
  await ctx.db.updateTable('assignment').set({ state }).where('id', '=', id).where('state', '!=', state).execute()
}

/** Two of the changes of one write as one. */
const joined = (a: unknown, b: unknown) =>
  a === undefined && b === undefined ? undefined : { ...(a as object | undefined), ...(b as object | undefined) }

/** What a write does to a task, its departments and replies, as one row of the log about the task. */
export async function asOneOf<T>(ctx: Ctx, id: (value: T) => number, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  let told: Change = {}
  const record = (change: Change) => {
    told = { before: joined(told.before, change.before), after: joined(told.after, change.after) }
  }
  const value = await work({ ...ctx, record })
  if (told.before !== undefined || told.after !== undefined) ctx.record({ ...told, ids: [id(value)] })
  return value
}

async function namesOf(ctx: Ctx, ids: readonly number[]): Promise<string> {
  const rows = await ctx.db
    .selectFrom('dept')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return ids.map((id) => names.get(id) ?? String(id)).join('、')
}

/** What a department has written is not lost by taking it off the task. */
async function refuseAnswered(ctx: Ctx, id: number, gone: readonly number[]): Promise<void> {
  const answered = await ctx.db
    .selectFrom('assignmentReply')
    .innerJoin('dept', 'dept.id', 'assignmentReply.deptId')
    .select('dept.name')
    .where('assignmentId', '=', id)
    .where('deptId', 'in', [...gone])
    .executeTakeFirst()
  if (answered) throw new Refused('BAD_STATE', `「${answered.name}」已有回复，不能从责任部门中去掉，请先删除它的回复`)
}

/**
 * Makes these the departments of a task.
 * @returns whether that changes anything
 */
export async function nameDepts(ctx: Ctx, id: number, wanted: readonly number[]): Promise<boolean> {
  const before = (await deptsOf(ctx, [id])).map(({ deptId }) => deptId)
  const gone = before.filter((deptId) => !wanted.includes(deptId))
  const added = wanted.filter((deptId) => !before.includes(deptId))
  if (gone.length + added.length === 0) return false
  if (added.length > 0) {
    await refuseStopped(ctx, assignmentDept as never, added, '不能作为责任部门')
    const rows: Insertable<RowOf<typeof assignmentDept.columns>>[] = added.map((deptId) => ({
      assignmentId: id,
      deptId,
    }))
    await ctx.db.insertInto('assignmentDept').values(rows).execute()
  }
  if (gone.length > 0) {
    await refuseAnswered(ctx, id, gone)
    await ctx.db.deleteFrom('assignmentDept').where('assignmentId', '=', id).where('deptId', 'in', gone).execute()
  }
  ctx.record({
    ...(before.length > 0 && { before: { deptNames: await namesOf(ctx, before) } }),
    after: { deptNames: await namesOf(ctx, wanted) },
  })
  return true
}
