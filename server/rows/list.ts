import { type Kysely, type SqlBool, sql } from 'kysely'
import { Refused } from '../../core/errors.ts'
import type { Condition } from '../access/scope.ts'
import { preparedList } from '../db/prepared.ts'
import type { Columns, Table } from '../db/table.ts'
import type { Schema } from '../db/tables.ts'

/** The database without its row types: for helpers that work on any declared table. */
export type AnyDb = Kysely<Record<string, Record<string, unknown>>>

/** Paging and sorting as the contract's `page` fields give them. */
export interface Paging {
  readonly pageNumber?: number | undefined
  readonly pageSize?: number | undefined
  readonly sortField?: string | undefined
  readonly sortOrder?: string | undefined
  readonly afterId?: number | undefined
  /** 0: `total` counts only the page itself. */
  readonly withTotal?: number | string | undefined
}

/** One page of a list; pages count from 1. */
export interface PageOf<R> {
  list: R[]
  total: number
  pageNumber: number
  pageSize: number
}

/** The column to sort by: looked up in the table's declaration, never the caller's text. */
function sortColumn(table: Table<Columns>, field: string): string {
  const column = Object.hasOwn(table.sort ?? {}, field) ? table.sort?.[field] : field === 'id' ? 'id' : undefined
  if (column) return column
  throw new Refused('BAD_INPUT', `排序字段（sortField）：只能是 ${Object.keys(table.sort ?? {}).join('、')}`)
}

const defaultPageSize = 10

/**
 * One page of a table. `afterId` gives the rows beyond an id in the order of ids, for callers that read everything.
 * @param where conditions that all hold; the caller's scope first
 * @param order the default order when the caller names none, as `[column, direction]`
 */
export async function pageRows<R>(
  db: unknown,
  table: Table<Columns>,
  options: {
    readonly columns: readonly string[]
    readonly where: readonly Condition[]
    readonly paging: Paging
    readonly order?: readonly (readonly [string, 'asc' | 'desc'])[]
  },
): Promise<PageOf<R>> {
  const { where, paging } = options
  const pageSize = paging.pageSize ?? defaultPageSize
  const pageNumber = paging.pageNumber ?? 1
  const direction = paging.sortOrder?.startsWith('asc') ? 'asc' : 'desc'
  const filtered = (db as AnyDb).selectFrom(table.name).where((eb) => eb.and(where.map((condition) => condition(eb))))
  const sort = paging.sortField === undefined ? undefined : sortColumn(table, paging.sortField)
  let rows = filtered.select([...options.columns]).limit(pageSize)
  if (paging.afterId !== undefined) {
    const backwards = paging.sortOrder?.startsWith('desc') ?? false
    rows = rows.where('id', backwards ? '<' : '>', paging.afterId).orderBy('id', backwards ? 'desc' : 'asc')
  } else {
    const order = sort ? ([[sort, direction]] as const) : (options.order ?? [])
    for (const [column, way] of order) {
      // where nothing is null, the plain order can walk an index
      const empty = table.columns[column]?.empty ?? false
      rows = rows.orderBy(column, (ob) => {
        const directed = way === 'asc' ? ob.asc() : ob.desc()
        return empty ? directed.nullsLast() : directed
      })
    }
    if (!order.some(([column]) => column === 'id')) rows = rows.orderBy('id', 'desc')
    rows = rows.offset((pageNumber - 1) * pageSize)
  }
  if (paging.withTotal === 0) {
    const list = (await rows.execute()) as R[]
    return { list, total: list.length, pageNumber, pageSize }
  }
  const [list, { total }] = await Promise.all([
    rows.execute(),
    filtered.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { list: list as R[], total: Number(total), pageNumber, pageSize }
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (c) => `\\${c}`)

/** A column holds the text somewhere; `%` and `_` mean themselves. No text: no condition. */
export const like = (column: string, text: string | undefined): Condition[] =>
  text === undefined
    ? []
    : [(eb) => sql<SqlBool>`lower(${eb.ref(column)}) like ${`%${escapeLike(text.toLowerCase())}%`} escape '\\'`]

/** A column equals the value; no value: no condition. */
export const equal = (column: string, value: string | number | undefined): Condition[] =>
  value === undefined ? [] : [(eb) => eb(column, '=', value)]

/** A column is one of the values; no list: no condition. */
export const oneOf = (column: string, values: readonly (string | number)[] | undefined): Condition[] =>
  values === undefined ? [] : [(eb) => (values.length === 0 ? sql<SqlBool>`1 = 0` : eb(column, 'in', [...values]))]

/** A column lies between two times, both included; either may be missing. */
export const between = (column: string, from: number | undefined, to: number | undefined): Condition[] => [
  ...(from === undefined ? [] : [((eb) => eb(column, '>=', from)) as Condition]),
  ...(to === undefined ? [] : [((eb) => eb(column, '<=', to)) as Condition]),
]

type ReadNames = ReturnType<typeof preparedList<{ id: number; name: string }>>
const readers = new Map<string, ReadNames>()

/** Reads ids and names of one table; made once for each. */
function namesReader(table: string, column: string): ReadNames {
  const key = `${table}.${column}`
  const known = readers.get(key)
  if (known) return known
  const made = preparedList<{ id: number; name: string }>(
    (db, ids) =>
      (db as unknown as AnyDb)
        .selectFrom(table)
        .select(['id', `${column} as name`])
        .where('id', 'in', [...ids]) as never,
  )
  readers.set(key, made)
  return made
}

/** The names of rows by id: one query for a page's people, departments or columns. */
export async function namesOf(
  db: Kysely<Schema>,
  table: string,
  column: string,
  ids: Iterable<number | null | undefined>,
): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set([...ids].filter((id): id is number => typeof id === 'number'))]
  if (wanted.length === 0) return new Map()
  const rows = await namesReader(table, column)(db, wanted)
  return new Map(rows.map((row) => [row.id, row.name]))
}
