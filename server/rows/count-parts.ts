import { type ExpressionBuilder, sql } from 'kysely'
import type { Ctx } from '../context.ts'
import type { Columns, Table } from '../db/table.ts'
import { allHold, type Condition } from './condition.ts'
import { type AnyDb, hinted } from './list.ts'
import { readAside } from './read-aside.ts'

/** Counting by one column what lies in several tables, as kept counts of years and of months and the rows of some days. */

type Rows = Record<string, Record<string, unknown>>

/** A part of what is counted. */
export interface Part<N extends string> {
  readonly of: Table<Columns>
  /** Conditions that all hold; the caller's scope first. */
  readonly where: readonly Condition[]
  /** Which of it belongs to which number; nothing of it to a number that is not named. */
  readonly cases: Readonly<Partial<Record<N, Condition>>>
  /** Its rows are counts. */
  readonly kept?: boolean
  /** It goes off the numbers instead of coming to them. */
  readonly less?: boolean
  /** The index to be read from in any case, named to SQLite. */
  readonly hint?: string | undefined
}

interface Asked<N extends string> {
  /** The column by whose values is counted. */
  readonly by: string
  readonly numbers: readonly N[]
  /** The number that is told apart by the values of a column. */
  readonly apart?: { readonly number: N; readonly column: string; readonly values: readonly number[] } | undefined
  /** A column of the rows whose values are added up, of those of one number. */
  readonly sum?: { readonly number: N; readonly column: string } | undefined
}

/** What there is of one value. */
export interface Counted<N extends string> {
  readonly value: number | null
  readonly numbers: Readonly<Record<N, number>>
  /** By the values of the column that tells one number apart. */
  readonly apart: ReadonlyMap<number, number>
  readonly sum: number
}

const sumName = 'added up'
const apartName = (value: number) => `of ${value}`

/** What a part has of each value, beside it the column that tells apart. */
function partQuery<N extends string>(ctx: Ctx, part: Part<N>, { by, numbers, apart, sum }: Asked<N>) {
  const { of, where, cases, kept, less, hint } = part
  const columns = [by, ...(apart ? [apart.column] : [])]
  const from = hint && ctx.dialect === 'sqlite' ? hinted(of.name, hint) : of.name
  const signed = less ? sql.lit(-1) : sql.lit(1)
  const within = (eb: ExpressionBuilder<Rows, string>, number: N, column: string | undefined) => {
    const own = cases[number]
    if (!own) return sql<number>`0`
    const all = column === undefined ? eb.fn.countAll<number>() : eb.fn.sum<number>(column)
    return sql<number>`${signed} * ${all.filterWhere(allHold([own]))}`
  }
  return (ctx.db as unknown as AnyDb)
    .selectFrom(from)
    .where(allHold(where))
    .select(columns)
    .select((eb) => numbers.map((number) => within(eb, number, kept ? 'n' : undefined).as(number)))
    .select((eb) => (sum ? [within(eb, sum.number, sum.column).as(sumName)] : []))
    .groupBy(columns)
}

/**
 * Counts by the values of a column what all parts come to. It is one statement: one turn, one moment for what comes to a number and for what goes
 * off it, and a line for each value, however many states its rows are in.
 */
export async function countParts<N extends string>(
  ctx: Ctx,
  parts: readonly Part<N>[],
  asked: Asked<N>,
): Promise<Counted<N>[]> {
  const { by, numbers, apart, sum } = asked
  const [first, ...more] = parts.map((part) => partQuery(ctx, part, asked))
  if (!first) return []
  const all = more.reduce((query, one) => query.unionAll(one), first)
  const rows = await readAside(
    ctx,
    (ctx.db as unknown as AnyDb)
      .selectFrom(all.as('all'))
      .select(by)
      .select((eb) => [...numbers, ...(sum ? [sumName] : [])].map((name) => eb.fn.sum<number>(sql.ref(name)).as(name)))
      .select((eb) =>
        (apart?.values ?? []).map((value) =>
          eb.fn
            .sum<number>(sql.ref(apart?.number as string))
            .filterWhere(sql.ref(apart?.column as string), '=', value)
            .as(apartName(value)),
        ),
      )
      .groupBy(by)
      .compile(),
  )
  return rows.map((row) => ({
    value: row[by] === null ? null : Number(row[by]),
    numbers: Object.fromEntries(numbers.map((number) => [number, Number(row[number])])) as Record<N, number>,
    apart: new Map((apart?.values ?? []).map((value) => [value, Number(row[apartName(value)])])),
    sum: Number(row[sumName] ?? 0),
  }))
}
