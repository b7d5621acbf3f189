import { type Expression, sql } from 'kysely'
import type { assignment as contract } from '../../../core/contract/assignment.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { scopeOf } from '../../access/scope.ts'
import type { Ctx } from '../../context.ts'
import { assignment as table } from '../../db/tables/assignment.ts'
import { allHold } from '../../rows/condition.ts'
import { readAside } from '../../rows/read-aside.ts'
import { type Waits, waitingFor } from './piles.ts'
import { done, type Narrowing, narrowed } from './tasks.ts'

type Asked = Narrowing & { readonly waits?: Waits | undefined }

const names = ['waiting', 'doing', 'done', 'returned'] as const

interface Counted {
  readonly state: number
  readonly n: number | string
  readonly late: number | string | null
}

/** How many tasks are in each state, of so many groups of them. */
function summed(rows: readonly Counted[]) {
  const of = (state: number) =>
    rows.filter((row) => Number(row.state) === state).reduce((sum, { n }) => sum + Number(n), 0)
  const states = Object.fromEntries(names.map((name, state) => [name, of(state)])) as Record<
    (typeof names)[number],
    number
  >
  return {
    total: rows.reduce((sum, { n }) => sum + Number(n), 0),
    ...states,
    overdue: rows.reduce((sum, { late }) => sum + Number(late ?? 0), 0),
  }
}

/** Of a group, those that are late. */
const lateIn = (state: Expression<number>, deadline: Expression<number | null>, now: number) =>
  sql<number>`sum(case when ${deadline} < ${now} and ${state} <> ${done} then 1 else 0 end)`

/** The tasks that are counted. */
const counted = (ctx: Ctx, input: Asked) =>
  ctx.db
    .selectFrom('assignment')
    .select(['id', 'state', 'deadline'])
    .where(allHold([...scopeOf(ctx, table as never), ...narrowed(input), ...waitingFor(ctx, input.waits)]))

const byState = (ctx: Ctx, input: Asked) =>
  ctx.db
    .selectFrom(counted(ctx, input).as('mine'))
    .select((eb) => [
      'mine.state',
      eb.fn.countAll<number>().as('n'),
      lateIn(eb.ref('mine.state'), eb.ref('mine.deadline'), ctx.now).as('late'),
    ])
    .groupBy('mine.state')

const byDepts = (ctx: Ctx, input: Asked) =>
  ctx.db
    .selectFrom('assignmentDept as named')
    .innerJoin(counted(ctx, input).as('mine'), 'mine.id', 'named.assignmentId')
    .select((eb) => [
      'named.deptId',
      'mine.state',
      eb.fn.countAll<number>().as('n'),
      lateIn(eb.ref('mine.state'), eb.ref('mine.deadline'), ctx.now).as('late'),
    ])
    .groupBy(['named.deptId', 'mine.state'])

async function ofDepts(ctx: Ctx, input: Asked) {
  const rows = await readAside(ctx, byDepts(ctx, input).compile())
  const byDept = Map.groupBy(rows, ({ deptId }) => Number(deptId))
  const named = await ctx.db
    .selectFrom('dept')
    .select(['id', 'name'])
    .where('id', 'in', [...byDept.keys()])
    .orderBy('sort')
    .orderBy('id')
    .execute()
  return named.map(({ id, name }) => ({ deptId: String(id), name, ...summed(byDept.get(id) ?? []) }))
}

/** Tasks within the caller's scope by state, and by the departments that are to answer them. */
export async function counts(ctx: Ctx, { byDept = 1, ...input }: Parsed<typeof contract.count>) {
  const all = summed(await readAside(ctx, byState(ctx, input).compile()))
  return { ...all, depts: byDept === 1 && all.total > 0 ? await ofDepts(ctx, input) : [] }
}
