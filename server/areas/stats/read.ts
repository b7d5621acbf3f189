import { monthNumber, type Span, together, wholeMonths } from '../../../core/domain/statistic-span.ts'
import type { CountedRows, Statistic } from '../../../core/domain/statistics.ts'
import { momentOf } from '../../../core/domain/time.ts'
import type { Ctx } from '../../context.ts'
import type { Columns, Table } from '../../db/table.ts'
import { allOf, anyOf, between, type Condition } from '../../rows/condition.ts'
import { type Counting as Counted, countTogether, tells } from '../../rows/count-by.ts'
import { type Asked, narrowingOf } from './count.ts'
import { type Source, sources } from './sources.ts'

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

/** What narrows all that is counted; and a span as whole months, where kept counts by these columns tell it, and the days that are left. */
async function splitting(ctx: Ctx, { months, where }: Source, counting: Counting) {
  const { statistic, asked, columns, plain } = counting
  const lasting = await where(ctx, narrowingOf(statistic, asked))
  const kept = plain ? undefined : months.find((one) => tells(one, columns, lasting))
  return { lasting, kept, split: (span: Span) => (kept ? wholeMonths(span) : { months: null, rest: [span] }) }
}

/** What is read to count the rows of some spans; what touches is read together. */
async function partsFor<N extends string>(
  ctx: Ctx,
  counting: Counting,
  spans: Readonly<Record<N, Span>>,
): Promise<Part<N>[]> {
  const source = sources[counting.statistic.of as keyof typeof sources]
  const { lasting, kept: months, split } = await splitting(ctx, source, counting)
  const names = Object.keys(spans) as N[]
  const parts = new Map(names.map((name) => [name, split(spans[name])]))
  const partsOf = (
    of: (name: N) => readonly Span[],
    column: string,
    at: (span: Span) => readonly [number, number],
    from: Pick<Part<N>, 'table' | 'kept'>,
  ) =>
    together(names.flatMap(of)).map((piece): Part<N> => {
      const own = names.flatMap((name) => {
        const inside = of(name).filter((span) => span.from >= piece.from && span.from <= piece.to)
        return inside.length > 0 ? [[name, within(column, inside, at)]] : []
      })
      const cases = Object.fromEntries(own) as Part<N>['cases']
      return { ...from, where: [...lasting, within(column, [piece], at)], cases }
    })
  const kept = { table: months as Table<Columns>, kept: true }
  const counted = { table: source.table, kept: false }
  return [
    ...partsOf((name) => [parts.get(name)?.months ?? []].flat(), 'month', asNumbers, kept),
    ...partsOf((name) => parts.get(name)?.rest ?? [], source.time, asMoments, counted),
  ]
}

interface Counting {
  readonly statistic: Statistic
  readonly asked: Asked
  /** By which is counted. */
  readonly columns: readonly string[]
  /** Kept counts do not tell what is asked. */
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

/** How a part is read, whether its rows are counted now or are kept as counts. */
const askedOf = ({ table, where, kept, cases }: Part<string>, { statistic, columns }: Counting): Counted => ({
  ...{ of: table, by: columns, where, cases: cases as Readonly<Record<string, Condition>> },
  ...(kept ? { sums: ['n'] } : { ...(statistic.hits && { sums: ['hits'] }), ...hintOf(statistic.of) }),
})

/** Reads all parts. */
async function readParts(ctx: Ctx, parts: readonly Part<string>[], counting: Counting): Promise<Read[]> {
  const counted = await countTogether(
    ctx,
    parts.map((part) => askedOf(part, counting)),
  )
  return counted.flatMap((rows, i) =>
    rows.map(({ n, holds, sums, day: _, ...values }) => ({
      ...{ values: values as unknown as Read['values'], holds, hits: sums.hits ?? 0 },
      n: parts[i]?.kept ? (sums.n ?? 0) : n,
    })),
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
  for (const row of await readParts(ctx, await partsFor(ctx, counting, { ...spans }), counting))
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
  const { time, table } = sources[statistic.of]
  const { lasting, kept, split } = await splitting(ctx, sources[statistic.of], { statistic, asked, columns: [] })
  const parts = spans.map(split)
  const ofMonths: Counted[] =
    kept && parts.some((part) => part.months)
      ? [
          {
            ...{ of: kept, by: ['month'], sums: ['n'] },
            where: [...lasting, ...between('month', monthNumber(whole.from), monthNumber(whole.to))],
          },
        ]
      : []
  const ofDays = together(parts.flatMap(({ rest }) => rest)).map(
    (piece): Counted => ({
      ...{ of: table, by: [], dayOf: time, ...hintOf(statistic.of) },
      where: [...lasting, ...between(time, ...asMoments(piece))],
    }),
  )
  const counted = await countTogether(ctx, [...ofMonths, ...ofDays])
  const byMonth = new Map<number, number>()
  const byDay = new Map<number, number>()
  for (const [i, rows] of counted.entries())
    for (const row of rows)
      if (i < ofMonths.length) byMonth.set(Number(row.month), row.sums.n ?? 0)
      else byDay.set(row.day, row.n)
  return parts.map(
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
