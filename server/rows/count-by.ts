import { type RawBuilder, sql } from 'kysely'
import { type Ctx, whoOf } from '../context.ts'
import type { Columns, Table } from '../db/table.ts'
import { allHold, allOf, type Condition, lookedAt } from './condition.ts'
import type { AnyDb } from './list.ts'
import { readWhere } from './read-where.ts'

/** Counting rows: how many there are by the values of some columns, and by the days of a time. */

interface CountBy<N extends string, T extends string> {
  /** The columns by whose values is counted. */
  readonly by: readonly N[]
  /** A time whose days, in Asia/Shanghai, are counted apart; its count says `day`. */
  readonly dayOf?: T
  /** Conditions that all hold; the caller's scope first. */
  readonly where: readonly Condition[]
}
/** How many rows have these values. */
export type Counted<N extends string> = Readonly<Record<N, number | null>> & {
  /** Days since 1970-01-01 in Asia/Shanghai, where days are counted. */
  readonly day: number
  readonly n: number
}

const dayMs = 86_400_000
/** No summer time since 1991, and no article on this site before. */
const shanghaiMs = 8 * 3_600_000
const dayIn = (column: string): RawBuilder<number> =>
  sql<number>`(${sql.ref(column)} + ${sql.lit(shanghaiMs)}) / ${sql.lit(dayMs)}`

/** The day of a moment, as they are counted. */
export const dayOf = (ms: number): number => Math.floor((ms + shanghaiMs) / dayMs)

/** The date of a counted day: `2026-11-21`. */
export const dateOfDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** Whether the counts that a table keeps tell all that is asked. */
function keptIn({ counts }: Table, { by, dayOf, where }: CountBy<string, string>): Table | null {
  if (!counts || dayOf) return null
  const asked = [...by, ...(lookedAt(allOf(where)) ?? ['(anything)'])]
  return asked.every((column) => Object.hasOwn(counts.columns, column)) ? counts : null
}

/**
 * Counts rows by columns: from the counts that the table keeps, where these tell all that is asked; else row by row, of a large table on
 * SQLite beside the thread that answers everybody.
 */
export async function countBy<C extends Columns, N extends keyof C & string>(
  ctx: Ctx,
  table: Table<C>,
  asked: CountBy<N, keyof C & string>,
): Promise<Counted<N>[]> {
  const plain = table as unknown as Table
  const { by, dayOf, where } = asked
  const kept = keptIn(plain, asked)
  const build = (conditions: readonly Condition[]) => {
    const day = dayOf && dayIn(dayOf)
    const query = (ctx.db as unknown as AnyDb)
      .selectFrom(kept?.name ?? plain.name)
      .select((eb) => [...by, (kept ? eb.fn.sum<number>('n') : eb.fn.countAll<number>()).as('n')])
      .where(allHold(conditions))
      .groupBy([...by])
    return day ? query.select(day.as('day')).groupBy(day) : query
  }
  const rows = await readCounts()
  return rows.map((row) => ({
    ...(Object.fromEntries(by.map((name) => [name, row[name] === null ? null : Number(row[name])])) as Counted<N>),
    day: Number(row.day ?? 0),
    n: Number(row.n),
  }))

  async function readCounts(): Promise<readonly Readonly<Record<string, unknown>>[]> {
    if (kept || !plain.large || ctx.dialect === 'postgres')
      return readWhere(ctx.db, `${plain.name} by ${by.join()} ${dayOf ?? ''} ${kept?.name ?? ''}`, where, [], build)
    const compiled = { rows: build(where).compile(), total: null }
    const found = await ctx.parts.search.find(null, compiled, String(whoOf(ctx).userId))
    return found.list as readonly Readonly<Record<string, unknown>>[]
  }
}
