import { type AggregateFunctionBuilder, expressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { type Ctx, whoOf } from '../context.ts'
import type { Column, Columns, Table } from '../db/table.ts'
import type { Listing, Statement } from '../search/text-index.ts'
import { type ByText, byText, lookedUp } from './by-text.ts'
import { allHold, allOf, anyOf, type Condition, lookedAt, test } from './condition.ts'
import { type AnyDb, hinted } from './list.ts'
import { readWhere } from './read-where.ts'

/** Counting rows: how many there are by the values of some columns, numbers or words, and by the days of a time. */

interface Of {
  /** Conditions that all hold; the caller's scope first. */
  readonly where: readonly Condition[]
  /** The index in which is looked for what the full-text index has found, named to SQLite (see `ListIndexes`). */
  readonly index?: string | undefined
  /** The index to be read from in any case, named to SQLite. */
  readonly hint?: string | undefined
}

interface CountBy<N extends string, T extends string> extends Of {
  /** The columns by whose values is counted. */
  readonly by: readonly N[]
  /** A time whose days, in Asia/Shanghai, are counted apart; its count says `day`. */
  readonly dayOf?: T
  /** Conditions by which rows are counted apart, by the names under which a count says whether its rows hold them. */
  readonly cases?: Readonly<Record<string, Condition>>
  /** Columns whose values are added up as well. */
  readonly sums?: readonly T[]
  /** No more counts than these: the largest. */
  readonly most?: number
}
type ValueOf<C extends Column> = C['kind'] extends 'text' ? string : number
/** How many rows have these values. */
export type Counted<C extends Columns, N extends string & keyof C> = { readonly [K in N]: ValueOf<C[K]> | null } & {
  /** Days since 1970-01-01 in Asia/Shanghai, where days are counted. */
  readonly day: number
  readonly n: number
  /** The cases that hold for these rows. */
  readonly holds: ReadonlySet<string>
  /** What the values of the columns come to that are added up. */
  readonly sums: Readonly<Record<string, number>>
}

export const dayMs = 86_400_000
/** No summer time since 1991, and no article on this site before. */
export const shanghaiMs = 8 * 3_600_000
const dayIn = (column: string): RawBuilder<number> =>
  sql<number>`(${sql.ref(column)} + ${sql.lit(shanghaiMs)}) / ${sql.lit(dayMs)}`

/** The day of a moment, as they are counted. */
export const dayOf = (ms: number): number => Math.floor((ms + shanghaiMs) / dayMs)

/** The date of a counted day: `2026-11-21`. */
export const dateOfDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** What is read to count rows. */
interface Reading extends Of {
  /** Tells the statement apart from others. */
  readonly name: string
  /** The columns that it looks at beside the conditions; null: what no count is kept of. */
  readonly columns: readonly string[] | null
  /** The time whose days are counted apart: a day at a time, where it is asked from one moment to another. */
  readonly dayOf?: string | undefined
  /** By which rows are told apart; their values come with each call, as those of the conditions do. */
  readonly cases?: readonly Condition[]
  /** The statement. @param from has the rows that are counted @param n how many they are @param cases those of above */
  readonly select: (
    from: Selecting,
    n: AggregateFunctionBuilder<Rows, string, number>,
    cases: readonly Condition[],
  ) => Selecting
}
type Rows = Record<string, Record<string, unknown>>
type Selecting = SelectQueryBuilder<Rows, string, Record<string, unknown>>

/** Whether kept counts tell all that is asked: by which columns is counted, and what the conditions look at. */
export const tells = (counts: Table, columns: readonly string[], where: readonly Condition[]): boolean =>
  [...columns, ...(lookedAt(allOf(where)) ?? ['(anything)'])].every((column) => Object.hasOwn(counts.columns, column))

/** The counts that a table keeps, where they tell all that is asked. */
const keptIn = ({ counts }: Table, { columns, where }: Reading): Table | null =>
  counts && columns && tells(counts, columns, where) ? counts : null

/** Values that stand where a day begins and ends. */
const [dayBegins, dayEnds] = [{}, {}]

/** The days from one moment to another, each as far as it lies between them. */
const daysWithin = (from: number, to: number): (readonly [number, number])[] =>
  Array.from({ length: Math.max(dayOf(to) - dayOf(from) + 1, 0) }, (_, i) => {
    const begins = (dayOf(from) + i) * dayMs - shanghaiMs
    return [Math.max(begins, from), Math.min(begins + dayMs - 1, to)] as const
  })

/** What is read row by row: a day at a time where days are counted, from one moment to another. */
function dayByDay(
  { where, dayOf: time }: Reading,
  build: (where: readonly Condition[]) => { compile(): Statement },
): Listing {
  const bound = (operator: '>=' | '<=') =>
    where.find((one) => one.is === 'test' && one.column === time && one.operator === operator)
  const [from, to] = [bound('>='), bound('<=')]
  if (time === undefined || from?.is !== 'test' || to?.is !== 'test')
    return { rows: build(where).compile(), total: null }
  const { sql, parameters } = build(
    where.map((one) => (one === from ? { ...from, value: dayBegins } : one === to ? { ...to, value: dayEnds } : one)),
  ).compile()
  const bounds = new Map<unknown, unknown>([
    [dayBegins, from.value],
    [dayEnds, to.value],
  ])
  return {
    rows: { sql, parameters: parameters.map((value) => bounds.get(value) ?? value) },
    total: null,
    spans: {
      ...{ from: parameters.indexOf(dayBegins), to: parameters.indexOf(dayEnds) },
      each: daysWithin(Number(from.value), Number(to.value)),
    },
  }
}

/** Builds the statement that reads how many rows there are: from the counts that the table keeps, where these tell all that is asked; else row by row. */
function building(ctx: Ctx, table: Table, reading: Reading) {
  const { hint, select, cases = [] } = reading
  const kept = keptIn(table, reading)
  const plainly = hint && ctx.dialect === 'sqlite' ? hinted(table.name, hint) : table.name
  const build = (conditions: readonly Condition[], apart = cases, from = kept?.name ?? plainly) => {
    const { fn } = expressionBuilder<Rows, string>()
    const rows = (ctx.db as unknown as AnyDb).selectFrom(from).where(allHold(conditions))
    return select(rows as unknown as Selecting, kept ? fn.sum<number>('n') : fn.countAll<number>(), apart)
  }
  return { kept, build, aside: !kept && table.large === true && ctx.dialect === 'sqlite' }
}

/** Reads what is asked: of a large table on SQLite row by row beside the thread that answers everybody, texts by the full-text index. */
async function readCounts(ctx: Ctx, table: Table, reading: Reading): Promise<readonly Record<string, unknown>[]> {
  const { name, where, index, cases = [] } = reading
  const { kept, build, aside } = building(ctx, table, reading)
  if (!aside) {
    const found = await lookedUp(ctx, table, where)
    return readWhere(ctx.db, `${table.name} ${kept?.name ?? ''} ${name}`, [...found, ...cases], [], (slots) =>
      build(slots.slice(0, found.length), slots.slice(found.length)),
    )
  }
  const indexed = ({ where, ...found }: ByText) => {
    const rows = build(where, cases, index && hinted(table.name, index)).compile()
    return { ...found, few: rows, many: rows, total: null }
  }
  const text = byText(ctx, table, where)
  const plain = text ? { rows: build(where).compile(), total: null } : dayByDay(reading, build)
  return (await ctx.parts.search.find(text && indexed(text), plain, String(whoOf(ctx).userId))).list
}

/** Under what name a case stands beside the columns: none of these is called so. */
const caseName = (name: string) => `case ${name}`
/** The same of a sum. */
const sumName = (name: string) => `sum ${name}`

/** How rows are read that are counted by columns. */
function readingOf<N extends string, T extends string>(asked: CountBy<N, T>): Reading {
  const { by, dayOf, cases = {}, sums = [], most, ...of } = asked
  const day = dayOf && dayIn(dayOf)
  const names = Object.keys(cases)
  return {
    ...of,
    name: `by ${by.join()} ${dayOf ?? ''} ${names.join()} ${sums.join()} ${most ?? ''}`,
    columns: day || names.length + sums.length > 0 ? null : by,
    dayOf,
    cases: Object.values(cases),
    select(from, n, apart) {
      let query = from.select([...by, n.as('n')])
      if (by.length > 0) query = query.groupBy([...by])
      if (day) query = query.select(day.as('day')).groupBy(day)
      for (const [i, name] of names.entries())
        query = query
          .select((eb) =>
            eb
              .case()
              .when(allHold([apart[i] as Condition])(eb))
              .then(1)
              .else(0)
              .end()
              .as(caseName(name)),
          )
          // by its name: written out once more its values would be others to PostgreSQL
          .groupBy(sql.ref(caseName(name)))
      for (const name of sums) query = query.select((eb) => eb.fn.sum(sql.ref(name)).as(sumName(name)))
      return most === undefined ? query : query.orderBy('n', 'desc').orderBy(sql.lit(1)).limit(most)
    },
  }
}

/** The counts that were read as rows. */
function countsIn<C extends Columns, N extends keyof C & string>(
  table: Table<C>,
  { by, cases = {}, sums = [] }: CountBy<N, keyof C & string>,
  rows: readonly Record<string, unknown>[],
): Counted<C, N>[] {
  const valueIn = (name: N, value: unknown) =>
    value === null ? null : table.columns[name]?.kind === 'text' ? String(value) : Number(value)
  return rows.map((row) => ({
    ...(Object.fromEntries(by.map((name) => [name, valueIn(name, row[name])])) as Counted<C, N>),
    day: Number(row.day ?? 0),
    n: Number(row.n),
    holds: new Set(Object.keys(cases).filter((name) => Number(row[caseName(name)]) === 1)),
    sums: Object.fromEntries(sums.map((name) => [name, Number(row[sumName(name)])])),
  }))
}

/** Counts rows by columns. */
export async function countBy<C extends Columns, N extends keyof C & string>(
  ctx: Ctx,
  table: Table<C>,
  asked: CountBy<N, keyof C & string>,
): Promise<Counted<C, N>[]> {
  return countsIn(table, asked, await readCounts(ctx, table as unknown as Table, readingOf(asked)))
}

/** What is counted of a table. */
export type Counting = CountBy<string, string> & { readonly of: Table<Columns> }

/** Counts several, in their order: what is read beside the thread that answers everybody is read in one turn, for while an index is made each waits for a piece of it. */
export async function countTogether(ctx: Ctx, several: readonly Counting[]): Promise<Counted<Columns, string>[][]> {
  const plain = several.map(({ of: table, ...asked }) => {
    const reading = readingOf(asked)
    const { build, aside } = building(ctx, table, reading)
    return aside && !byText(ctx, table, asked.where) ? dayByDay(reading, build) : null
  })
  const found = plain.every((one) => one !== null)
    ? (await ctx.parts.search.findEach(plain, String(whoOf(ctx).userId))).map(({ list }) => list)
    : null
  const counts: Counted<Columns, string>[][] = []
  for (const [i, { of: table, ...asked }] of several.entries())
    counts.push(found ? countsIn(table, asked, found[i] ?? []) : await countBy(ctx, table, asked))
  return counts
}

/**
 * Counts rows in one go, in all and for each of some values.
 * @param among the columns in which a value may stand: a row that has it in one of them counts once
 */
export async function countEach(
  ctx: Ctx,
  table: Table,
  { among: columns, values, ...of }: Of & { readonly among: readonly string[]; readonly values: readonly number[] },
): Promise<{ readonly total: number; readonly each: readonly number[] }> {
  const [row = {}] = await readCounts(ctx, table, {
    ...of,
    name: `each ${values.join()} in ${columns.join()}`,
    columns,
    select: (from, n) =>
      from.select([
        n.as('total'),
        ...values.map((value) =>
          n.filterWhere(allHold([anyOf(columns.map((column) => test(column, '=', value)))])).as(`of${value}`),
        ),
      ]),
  })
  return { total: Number(row.total ?? 0), each: values.map((value) => Number(row[`of${value}`] ?? 0)) }
}
