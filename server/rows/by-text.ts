import { type SqlBool, sql } from 'kysely'
import { asStaff, type Ctx } from '../context.ts'
import type { Columns, Table } from '../db/table.ts'
import { callerOf } from '../http/caller.ts'
import { either } from '../search/ranking.ts'
import type { Indexed } from '../search/text-index.ts'
import { allHold, amongIds, anyOf, type Condition, free } from './condition.ts'
import type { AnyDb } from './list.ts'

/** Conditions as the full-text index is asked for them: what to put into `temp.found`, and what is left to hold. */
export interface ByText extends Pick<Indexed, 'table' | 'match' | 'beside'> {
  readonly where: readonly Condition[]
}

/** Those that the full-text index finds (see search/text-index.ts). */
const found = free((eb) => sql<SqlBool>`${eb.ref('id')} in (select id from temp.found)`)

/** The rows that hold the texts by what the index knows nothing of; null where it knows all. */
function besideQuery({ db }: Pick<Ctx, 'db'>, { name }: Table<Columns>, texts: readonly Condition[]) {
  const beside = texts.flatMap(({ wide }) => wide?.beside ?? [])
  if (beside.length === 0) return null
  const all = allHold([anyOf(beside), ...texts])
  return (db as unknown as AnyDb).selectFrom(name).select('id').where(all)
}

/** Conditions with texts by the full-text index; null where none has such. */
export function byText(place: Pick<Ctx, 'db'>, table: Table<Columns>, where: readonly Condition[]): ByText | null {
  const texts = where.filter(({ wide }) => wide?.match !== undefined)
  if (texts.length === 0) return null
  return {
    table: table.name,
    match: texts.flatMap(({ wide }) => wide?.match ?? []),
    beside: besideQuery(place, table, texts)?.compile() ?? null,
    where: [...where.filter((one) => !texts.includes(one)), found],
  }
}

type Place = Pick<Ctx, 'db' | 'dialect' | 'parts' | 'who' | 'call'>

/** The ids of a table's rows for which conditions hold, in order. */
async function idsOf({ db }: Place, { name }: Table<Columns>, where: readonly Condition[]): Promise<Int32Array> {
  const rows = await (db as unknown as AnyDb)
    .selectFrom(name)
    .select('id')
    .where(allHold(where))
    .orderBy('id')
    .execute()
  return Int32Array.from(rows, ({ id }) => Number(id))
}

/**
 * The conditions as PostgreSQL is asked for them: in place of texts the rows that hold them by the index beside this server. As they are where
 * there are none, where the index does not know all yet, and in a transaction, whose own changes it cannot know.
 */
export async function lookedUp(
  place: Place,
  table: Table<Columns>,
  where: readonly Condition[],
): Promise<readonly Condition[]> {
  const { parts, db, dialect, who, call } = place
  const texts = where.filter(({ wide }) => wide?.match !== undefined)
  if (dialect !== 'postgres' || texts.length === 0 || db !== parts.db.read) return where
  const beside = texts.flatMap(({ wide }) => wide?.beside ?? [])
  const match = texts.flatMap(({ wide }) => wide?.match ?? [])
  const [held, ...others] = await Promise.all([
    parts.search.holding(table.name, match, callerOf(who, call.address), !asStaff(who)),
    // each by itself: of alternatives PostgreSQL asks every row
    ...beside.map((one) => idsOf(place, table, [one, ...texts])),
  ])
  if (!held) return where
  const { sure, unsure } = held
  const looked = unsure.length === 0 ? unsure : await idsOf(place, table, [amongIds(unsure), ...texts])
  const found = amongIds([looked, ...others].reduce(either, sure))
  return [...where.filter((one) => !texts.includes(one)), found]
}
