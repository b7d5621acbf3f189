import { type Span, today, together, usualSpan } from '../../../core/domain/statistic-span.ts'
import { type CountedRows, dimensions, type Statistic, type StatisticName } from '../../../core/domain/statistics.ts'
import { dayNumber, formatDay, momentOf } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { allOf, between } from '../../rows/condition.ts'
import { countBy } from '../../rows/count-by.ts'
import { type Narrowing, sources } from './sources.ts'

/** What is asked for. */
export interface Asked {
  readonly name: StatisticName
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
  readonly deptId?: number | undefined
  readonly columnId?: number | undefined
}

/** How many rows have one value: in all, and in each state. */
export interface Group {
  n: number
  hits: number
  readonly states: Map<number, number>
}

/** So many days are counted at once at most, by what is told of each. */
const most = { day: 366, month: 7320, none: 36_600 } as const
const columnOf = { dept: 'deptId', column: 'columnId', author: 'createdBy', kind: 'newsType', type: 'type' } as const

/** The days that are asked about, the last ones where nothing is said. */
export function spanOf({ span, by }: Statistic, { startTime, endTime }: Asked, now: number): Span {
  const to =
    endTime === undefined
      ? Math.max(today(now), startTime === undefined ? 0 : dayNumber(startTime))
      : dayNumber(endTime)
  const from = startTime === undefined ? usualSpan(span, to).from : dayNumber(startTime)
  if (from > to) throw new Refused('BAD_INPUT', '时间起（startTime）：不能晚于止')
  const dimension = dimensions[by]
  const days = most[('series' in dimension && dimension.series) || 'none']
  if (to - from >= days)
    throw new Refused('BAD_INPUT', `时间起（startTime）：一次最多统计 ${days} 天，请缩短时间，或改按月统计`)
  return { from, to }
}

/** A span as the list's search has it: both days are of it. */
export const asSearch = ({ from, to }: Span) => ({ startTime: formatDay(from), endTime: formatDay(to) })

/** What narrows a count of a span. */
export function narrowingOf({ where }: Statistic, { deptId, columnId }: Asked, { from, to }: Span): Narrowing {
  return {
    ...{ startTime: momentOf(from), endTime: momentOf(to, 'end') },
    ...(deptId && { deptId }),
    ...(columnId && { columnId, withChildren: true as const }),
    ...(where?.status && { status: Number(where.status) }),
  }
}

/** The index that holds all that is counted of articles (migration 202611261330). */
export const statsIndex = 'article_stats'
const hintOf = (of: CountedRows) => (of === 'article' ? { hint: statsIndex } : {})

/** The days that are told of, and those they are compared with. */
export interface Compared {
  readonly now: Span
  readonly before: Span
  readonly yearBefore: Span
}
/** The groups of some days, by their values. */
export type Groups = Map<number | string | null, Group>

/** Rows by the value of a column, and by state where each number is told apart: what is compared is read together. */
export async function groupsIn(ctx: Ctx, statistic: Statistic, asked: Asked, spans: Compared) {
  const { of, by, split } = statistic
  const { table, state, where, time } = sources[of]
  const column = columnOf[by as keyof typeof columnOf]
  const found: Record<keyof Compared, Groups> = { now: new Map(), before: new Map(), yearBefore: new Map() }
  const names = Object.keys(found) as (keyof Compared)[]
  const within = ({ from, to }: Span) => allOf(between(time as string, momentOf(from), momentOf(to, 'end')))
  for (const piece of together(names.map((name) => spans[name]))) {
    const counted = await countBy(ctx, table, {
      by: [column, ...(split && state ? [state] : [])],
      where: await where(ctx, narrowingOf(statistic, asked, piece)),
      cases: Object.fromEntries(names.map((name) => [name, within(spans[name])])),
      ...(statistic.hits && { sums: ['hits'] }),
      ...hintOf(of),
    })
    for (const row of counted)
      for (const name of row.holds as ReadonlySet<keyof Compared>) {
        const groups = found[name]
        const key = row[column] ?? null
        const group = groups.get(key) ?? { n: 0, hits: 0, states: new Map<number, number>() }
        group.n += row.n
        group.hits += row.sums.hits ?? 0
        if (split && state) {
          const one = Number(row[state])
          group.states.set(one, (group.states.get(one) ?? 0) + row.n)
        }
        groups.set(key, group)
      }
  }
  return found
}

async function visitsIn(ctx: Ctx, { from, to }: Span) {
  const rows = await ctx.db
    .selectFrom('visitDay')
    .select(['day', 'n'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  return new Map(rows.map(({ day, n }) => [Number(day), Number(n)]))
}

/** How many there are of each day, asked at once for all spans that are compared. */
export async function daysIn(ctx: Ctx, statistic: Statistic, asked: Asked, spans: readonly Span[]) {
  const whole = { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) }
  if (statistic.of === 'visit') return visitsIn(ctx, whole)
  const { table, time, where } = sources[statistic.of as Exclude<CountedRows, 'visit'>]
  const counted = await countBy(ctx, table, {
    by: [],
    ...(time && { dayOf: time }),
    where: await where(ctx, narrowingOf(statistic, asked, whole)),
    ...hintOf(statistic.of),
  })
  return new Map(counted.map(({ day, n }) => [day, n]))
}
