import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '../context.ts'
import type { Columns, Table } from '../db/table.ts'
import type { Indexed } from '../search/text-index.ts'
import { allHold, anyOf, type Condition, free } from './condition.ts'
import type { AnyDb } from './list.ts'

/** Conditions as the full-text index is asked for them: what to put into `temp.found`, and what is left to hold. */
export interface ByText extends Pick<Indexed, 'match' | 'beside'> {
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
    match: texts.flatMap(({ wide }) => wide?.match ?? []),
    beside: besideQuery(place, table, texts)?.compile() ?? null,
    where: [...where.filter((one) => !texts.includes(one)), found],
  }
}
