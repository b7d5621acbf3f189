import { monthNumber, type Span, together, wholeMonths } from '../../../core/domain/statistic-span.ts'
import type { CountedRows, Statistic } from '../../../core/domain/statistics.ts'
import { momentOf } from '../../../core/domain/time.ts'
import type { Ctx } from '../../context.ts'
import type { Columns, Table } from '../../db/table.ts'
import { allOf, anyOf, between, type Condition } from '../../rows/condition.ts'
import { countBy, tells } from '../../rows/count-by.ts'
import { type Asked, narrowingOf } from './count.ts'
import { sources } from './sources.ts'

/** Reading what is counted: whole months from kept counts, the days that are left from an index. */

/** How many rows have one value: in all, and in each state. */
export interface Group {
  n: number
  hits: number
  readonly states: Map<number, number>
}

const columnOf = { dept: 'deptId', column: 'columnId', author: 'createdBy', kind: 'newsType', type: 'type' } as const

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

/** Conditions that tell rows within spans from others. */
const within = (column: string, spans: readonly Span[], at: (span: Span) => readonly [number, number]) =>
  anyOf(spans.map((span) => allOf(between(column, ...at(span)))))
const asMoments = ({ from, to }: Span) => [momentOf(from), momentOf(to, 'end')] as const
const asNumbers = ({ from, to }: Span) => [from, to] as const

/** A part of what is counted: rows of some days, or the counts of some months; and which of it belongs to what. */
interface Part<N extends string> {
  readonly table: Table<Columns>
  readonly where: readonly Condition[]
  readonly cases: Readonly<Partial<Record<N, Condition>>>
  readonly kept: boolean
}

/**
 * What is read to count the rows of some spans: whole months from their kept counts, where these tell it, and the days that are left;
 * what touches is read together.
 * @param columns by which is counted @param plain true: kept counts do not tell what is asked
 */
async function partsFor<N extends string>(
  ctx: Ctx,
  { statistic, asked, columns, plain }: Counting,
  spans: Readonly<Record<N, Span>>,
): Promise<Part<N>[]> {
  const { table, time, where, months } = sources[statistic.of as Exclude<CountedRows, 'visit'>]
  const lasting = await where(ctx, narrowingOf(statistic, asked))
  const names = Object.keys(spans) as N[]
  const usable = !plain && months && tells(months, columns, lasting)
  const split = new Map(
    names.map((name) => [name, usable ? wholeMonths(spans[name]) : { months: null, rest: [spans[name]] }]),
  )
  const casesOf = (of: (name: N) => readonly Span[], as: (spans: readonly Span[]) => Condition) =>
    Object.fromEntries(names.flatMap((name) => (of(name).length > 0 ? [[name, as(of(name))]] : []))) as Part<N>['cases']
  const monthsOf = (name: N) => [split.get(name)?.months ?? []].flat()
  const restOf = (name: N) => split.get(name)?.rest ?? []
  const days = together(names.flatMap(restOf)).map((piece): Part<N> => {
    const inPiece = (name: N) => restOf(name).filter(({ from }) => from >= piece.from && from <= piece.to)
    return {
      ...{ table, kept: false, where: [...lasting, within(time, [piece], asMoments)] },
      cases: casesOf(inPiece, (some) => within(time, some, asMoments)),
    }
  })
  const counted = together(names.flatMap(monthsOf)).map((piece): Part<N> => {
    const inPiece = (name: N) => monthsOf(name).filter(({ from }) => from >= piece.from && from <= piece.to)
    return {
      ...{ table: months as Table<Columns>, kept: true, where: [...lasting, within('month', [piece], asNumbers)] },
      cases: casesOf(inPiece, (some) => within('month', some, asNumbers)),
    }
  })
  return [...counted, ...days]
}

interface Counting {
  readonly statistic: Statistic
  readonly asked: Asked
  readonly columns: readonly string[]
  readonly plain?: boolean
}

/** How many rows have these values. */
interface Read {
  readonly values: Readonly<Record<string, number | string | null>>
  readonly n: number
  readonly hits: number
  /** The spans of which they are. */
  readonly holds: ReadonlySet<string>
}

/** Reads a part, whether its rows are counted now or are kept as counts. */
async function readPart(ctx: Ctx, part: Part<string>, of: CountedRows, columns: readonly string[], hits = false) {
  const { table, where, kept } = part
  const counted = await countBy(ctx, table, {
    ...{ by: [...columns], where, cases: part.cases as Readonly<Record<string, Condition>> },
    ...(kept ? { sums: ['n'] } : { ...(hits && { sums: ['hits'] }), ...hintOf(of) }),
  })
  return counted.map(
    ({ n, holds, sums, ...values }): Read => ({
      ...{ values: values as unknown as Read['values'], holds, hits: sums.hits ?? 0 },
      n: kept ? (sums.n ?? 0) : n,
    }),
  )
}

/** Rows by the value of a column, and by state where each number is told apart. */
export async function groupsIn(ctx: Ctx, statistic: Statistic, asked: Asked, spans: Compared) {
  const { of, by, split } = statistic
  const { state } = sources[of as keyof typeof sources]
  const column = columnOf[by as keyof typeof columnOf]
  const columns = [column, ...(split ? [state] : [])]
  const found: Record<keyof Compared, Groups> = { now: new Map(), before: new Map(), yearBefore: new Map() }
  const add = (groups: Groups, { values, n, hits }: Read) => {
    const key = values[column] ?? null
    const group = groups.get(key) ?? { n: 0, hits: 0, states: new Map<number, number>() }
    group.n += n
    group.hits += hits
    if (split) group.states.set(Number(values[state]), (group.states.get(Number(values[state])) ?? 0) + n)
    groups.set(key, group)
  }
  // how often they were opened is counted row by row
  const counting = { statistic, asked, columns, plain: statistic.hits === true }
  for (const part of await partsFor(ctx, counting, { ...spans }))
    for (const row of await readPart(ctx, part, of, columns, statistic.hits))
      for (const name of row.holds as ReadonlySet<keyof Compared>) add(found[name], row)
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

/** How many rows there are in each of some spans, by their order. */
export async function numbersIn(
  ctx: Ctx,
  statistic: Statistic,
  asked: Asked,
  spans: readonly Span[],
): Promise<number[]> {
  const whole = { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) }
  if (statistic.of === 'visit') {
    const days = await visitsIn(ctx, whole)
    return spans.map((span) => sumIn(days, span))
  }
  const { time, where, months, table } = sources[statistic.of]
  const lasting = await where(ctx, narrowingOf(statistic, asked))
  const usable = months && tells(months, [], lasting)
  const split = spans.map((span) => (usable ? wholeMonths(span) : { months: null, rest: [span] }))
  const byMonth = new Map<number, number>()
  if (usable && split.some(({ months }) => months))
    for (const row of await countBy(ctx, months, {
      ...{ by: ['month'], sums: ['n'] },
      where: [...lasting, ...between('month', monthNumber(whole.from), monthNumber(whole.to))],
    }))
      byMonth.set(Number(row.month), row.sums.n ?? 0)
  const byDay = new Map<number, number>()
  for (const piece of together(split.flatMap(({ rest }) => rest)))
    for (const row of await countBy(ctx, table, {
      ...{ by: [], dayOf: time, ...hintOf(statistic.of) },
      where: [...lasting, ...between(time, ...asMoments(piece))],
    }))
      byDay.set(row.day, row.n)
  return split.map(
    ({ months, rest }) =>
      (months ? sumIn(byMonth, months) : 0) + rest.reduce((sum, span) => sum + sumIn(byDay, span), 0),
  )
}

/** What the numbers of a span come to. */
function sumIn(numbers: ReadonlyMap<number, number>, { from, to }: Span): number {
  let sum = 0
  for (let at = from; at <= to; at += 1) sum += numbers.get(at) ?? 0
  return sum
}
