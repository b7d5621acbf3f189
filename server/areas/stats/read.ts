import { monthNumber, type Span, together, wholeMonths, wholeYears } from '../../../core/domain/statistic-span.ts'
import { type CountedRows, type Statistic, splits } from '../../../core/domain/statistics.ts'
import { momentOf } from '../../../core/domain/time.ts'
import type { Ctx } from '../../context.ts'
import type { Columns, Table } from '../../db/table.ts'
import { allOf, among, anyOf, between, type Condition, never } from '../../rows/condition.ts'
import { type Counting as Counted, countTogether, tells } from '../../rows/count-by.ts'
import { countParts, type Part } from '../../rows/count-parts.ts'
import { type Asked, narrowingOf } from './count.ts'
import { type Source, sources } from './sources.ts'

/** Reading what is counted: whole years and months from kept counts, the days that are left from an index. */

/** How many rows have one value: in all, and in each state. */
export interface Group {
  readonly n: number
  readonly hits: number
  readonly states: ReadonlyMap<number, number>
}

const columnOf = { dept: 'deptId', column: 'columnId', author: 'createdBy', kind: 'newsType', type: 'type' } as const

/** The index that holds all that is counted of articles (migration 202611261330). */
export const statsIndex = 'article_stats'
const hintOf = (of: CountedRows) => (of === 'article' ? { hint: statsIndex } : {})

/** The days that are told of, and those they are compared with. */
const compared = ['now', 'before', 'yearBefore'] as const
type Compared = (typeof compared)[number]
/** The groups of the days that are told of, by their values, and how many there were of each in those they are compared with. */
export interface Groups extends Record<Exclude<Compared, 'now'>, ReadonlyMap<number | null, number>> {
  readonly now: ReadonlyMap<number | null, Group>
}

const asMoments = ({ from, to }: Span) => [momentOf(from), momentOf(to, 'end')] as const
const asNumbers = ({ from, to }: Span) => [from, to] as const

interface Counting {
  readonly statistic: Statistic
  readonly asked: Asked
  /** By which is counted, and what is added up. */
  readonly columns: readonly string[]
}

/** A span as it is counted: years and months from kept counts, the days that are left row by row. */
interface Pieces {
  readonly years: readonly Span[]
  readonly months: readonly Span[]
  /** Months that go off the years. */
  readonly less: readonly Span[]
  readonly days: readonly Span[]
}

/** What narrows all that is counted, and the kept counts that tell it. */
async function splitting(ctx: Ctx, { years, months, where }: Source, counting: Counting) {
  const { statistic, asked, columns } = counting
  const lasting = await where(ctx, narrowingOf(statistic, asked))
  const telling = (counts: readonly Table<Columns>[]) => counts.find((one) => tells(one, columns, lasting))
  return { lasting, years: telling(years), months: telling(months) }
}

/** Splits a span by the counts that are kept. */
function piecesOf(span: Span, { years, months }: { readonly years: unknown; readonly months: unknown }): Pieces {
  const whole = months ? wholeMonths(span) : null
  if (!whole?.months) return { years: [], months: [], less: [], days: [span] }
  if (!years) return { years: [], months: [whole.months], less: [], days: whole.rest }
  const { more, ...byYears } = wholeYears(whole.months)
  return { ...byYears, months: more, days: whole.rest }
}

/** Numbers within some spans: of what lies apart each by itself, for it is read from an index. */
function inside(column: string, spans: readonly Span[]): Condition[] {
  const [first, ...more] = together(spans)
  if (!first) return [never]
  if (more.length === 0) return between(column, first.from, first.to)
  const each = [first, ...more].flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i))
  return [among(column, each)]
}

/** What is read to count the rows of some spans, by what each is made of. */
function partsOf(
  { table, time }: Source,
  { lasting, years, months }: Awaited<ReturnType<typeof splitting>>,
  pieces: Readonly<Record<Compared, Pieces>>,
  of: CountedRows,
): Part<Compared>[] {
  const spansOf = (kind: keyof Pieces) => compared.flatMap((name) => pieces[name][kind])
  const casesOf = (kind: keyof Pieces, column: string, at: (span: Span) => readonly [number, number], within?: Span) =>
    Object.fromEntries(
      compared.flatMap((name) => {
        const own = pieces[name][kind].filter(
          ({ from }) => within === undefined || (from >= within.from && from <= within.to),
        )
        return own.length > 0 ? [[name, anyOf(own.map((span) => allOf(between(column, ...at(span)))))]] : []
      }),
    )
  const kept = (of: Table<Columns> | undefined, column: string, kind: keyof Pieces, less = false): Part<Compared>[] => {
    const spans = spansOf(kind)
    if (!of || spans.length === 0) return []
    const where = [...lasting, ...inside(column, spans)]
    return [{ of, where, cases: casesOf(kind, column, asNumbers), kept: true, less }]
  }
  return [
    ...kept(years, 'year', 'years'),
    ...kept(months, 'month', 'months'),
    ...kept(months, 'month', 'less', true),
    ...together(spansOf('days')).map(
      (piece): Part<Compared> => ({
        ...{ of: table, where: [...lasting, ...between(time, ...asMoments(piece))], ...hintOf(of) },
        cases: casesOf('days', time, asMoments, piece),
      }),
    ),
  ]
}

/** Rows by the value of a column, and by state where each number is told apart. */
export async function groupsIn(
  ctx: Ctx,
  statistic: Statistic,
  asked: Asked,
  spans: Readonly<Record<Compared, Span>>,
): Promise<Groups> {
  const { by, split } = statistic
  const of = statistic.of as keyof typeof sources
  const source = sources[of]
  const column = columnOf[by as keyof typeof columnOf]
  const columns = [column, ...(split ? [source.state] : []), ...(statistic.hits ? ['hits'] : [])]
  const kept = await splitting(ctx, source, { statistic, asked, columns })
  const pieces = {
    now: piecesOf(spans.now, kept),
    before: piecesOf(spans.before, kept),
    yearBefore: piecesOf(spans.yearBefore, kept),
  }
  const counted = await countParts(ctx, partsOf(source, kept, pieces, of), {
    by: column,
    numbers: compared,
    ...(split && { apart: { number: 'now', column: source.state, values: Object.keys(splits[of].words).map(Number) } }),
    ...(statistic.hits && { sum: { number: 'now', column: 'hits' } }),
  })
  const numbersOf = (name: Compared) => new Map(counted.map(({ value, numbers }) => [value, numbers[name]]))
  return {
    now: new Map(
      counted.map(({ value, numbers, apart, sum }) => [value, { n: numbers.now, hits: sum, states: apart }]),
    ),
    ...{ before: numbersOf('before'), yearBefore: numbersOf('yearBefore') },
  }
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
  const { lasting, months: kept } = await splitting(ctx, sources[statistic.of], { statistic, asked, columns: [] })
  const parts = spans.map((span) => (kept ? wholeMonths(span) : { months: null, rest: [span] }))
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
