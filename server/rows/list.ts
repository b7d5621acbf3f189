import { type Kysely, type OrderByItemBuilder, type SqlBool, sql } from 'kysely'
import { Refused } from '../../core/errors.ts'
import { type Condition, on } from '../access/scope.ts'
import type { Ctx } from '../context.ts'
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

type Order = readonly (readonly [column: string, way: 'asc' | 'desc'])[]

/** How a list is read. */
export interface ListOptions {
  readonly columns: readonly string[]
  /** Conditions that all hold; the caller's scope first. */
  readonly where: readonly Condition[]
  readonly paging: Paging
  /** The default order when the caller names none. */
  readonly order?: Order
  /** The table's indexes for lists, where it has such. */
  readonly indexes?: ListIndexes
}

/**
 * Indexes by the order that they give. They are named to SQLite, which keeps no figures of how often a value occurs and would else read
 * half the table for one that most rows have; PostgreSQL keeps them, and chooses itself.
 */
export interface ListIndexes {
  readonly by: Readonly<Record<string, string>>
  /** For every other order: it holds all that may be filtered and sorted by. */
  readonly else: string
  /** In this order each filter has an index of its own: alternatives are read each from the one that fits. */
  readonly filtered: string
}

/** The order that is asked for, down to the id, which no two rows share. */
function orderOf(table: Table<Columns>, { paging, order: usual = [] }: ListOptions): Order {
  const direction = paging.sortOrder?.startsWith('asc') ? 'asc' : 'desc'
  const order = paging.sortField === undefined ? usual : ([[sortColumn(table, paging.sortField), direction]] as const)
  if (paging.afterId !== undefined) return [['id', paging.sortOrder?.startsWith('desc') ? 'desc' : 'asc']]
  return order.some(([column]) => column === 'id') ? order : [...order, ['id', 'desc']]
}

/** So many alternatives are read each for itself; more are one condition with `or`. */
const armsMax = 8

/** The conditions as alternatives that exclude each other; null when these are too many. */
function armsOf(where: readonly Condition[]): (readonly Condition[])[] | null {
  let all: (readonly Condition[])[] = [[]]
  for (const condition of where) {
    const { arms = [condition] } = condition
    if (all.length * arms.length > armsMax) return null
    all = all.flatMap((before) => arms.map((way) => [...before, way]))
  }
  return all
}

type By = (ob: OrderByItemBuilder) => OrderByItemBuilder
/** Where nothing is null, the plain order can walk an index. */
const byOf =
  (table: Table<Columns>, column: string, way: 'asc' | 'desc'): By =>
  (ob) => {
    const directed = way === 'asc' ? ob.asc() : ob.desc()
    return table.columns[column]?.empty ? directed.nullsLast() : directed
  }

type Place = Pick<Ctx, 'db' | 'dialect'>

/** The ids of the page, from indexes alone wherever these hold what is asked for. */
function idsQuery({ db, dialect }: Place, table: Table<Columns>, options: ListOptions, order: Order) {
  const { where, paging, indexes } = options
  const sorted = order[0]?.[0] ?? 'id'
  const arms = indexes?.filtered === sorted ? armsOf(where) : null
  const hint = dialect === 'sqlite' && !arms && indexes ? (indexes.by[sorted] ?? indexes.else) : undefined
  const from = hint
    ? sql.table(table.name).as<string>(sql`${sql.table(table.name)} indexed by ${sql.ref(hint)}`)
    : table.name
  const { afterId } = paging
  const beyond: Condition[] =
    afterId === undefined ? [] : [(eb) => eb('id', order[0]?.[1] === 'desc' ? '<' : '>', afterId)]
  const keys = [...new Set(['id', ...order.map(([column]) => column)])]
  const one = (way: readonly Condition[]) =>
    (db as unknown as AnyDb)
      .selectFrom(from as string)
      .select(keys)
      .where((eb) => eb.and([...way, ...beyond].map((condition) => condition(eb))))
  const [first = [], ...more] = arms ?? [where]
  let query = more.reduce((all, way) => all.unionAll(one(way)), one(first))
  for (const [column, way] of order) query = query.orderBy(column, byOf(table, column, way))
  return query.limit(paging.pageSize ?? defaultPageSize).offset(beyond.length > 0 ? 0 : skipped(paging))
}

/** The rows of the page. */
function rowsQuery(place: Place, table: Table<Columns>, options: ListOptions) {
  const order = orderOf(table, options)
  const loose = place.db as unknown as AnyDb
  const ids = idsQuery(place, table, options, order)
  let query = loose
    .selectFrom(table.name)
    .select([...options.columns])
    .where('id', 'in', loose.selectFrom(ids.as('page')).select('page.id'))
  for (const [column, way] of order) query = query.orderBy(column, byOf(table, column, way))
  return query
}

/** How many rows there are on all pages: the sum of the counts that are kept, where the conditions look at nothing else. */
async function totalOf(db: unknown, { name, counts }: Table<Columns>, where: readonly Condition[]): Promise<number> {
  const all = <T extends string>(from: T) =>
    (db as AnyDb).selectFrom<string>(from).where((eb) => eb.and(where.map((condition) => condition(eb))))
  const kept = counts && where.every(({ on }) => on?.every((column) => Object.hasOwn(counts.columns, column)))
  const query = kept
    ? all(counts.name).select((eb) => eb.fn.sum<number>('n').as('total'))
    : all(name).select((eb) => eb.fn.countAll<number>().as('total'))
  return Number((await query.executeTakeFirstOrThrow()).total ?? 0)
}

const skipped = ({ pageNumber = 1, pageSize = defaultPageSize }: Paging) => (pageNumber - 1) * pageSize

/** One page of a table. `afterId` gives the rows beyond an id in the order of ids, for callers that read everything. */
export async function pageRows<R>(place: Place, table: Table<Columns>, options: ListOptions): Promise<PageOf<R>> {
  const { where, paging } = options
  const { pageSize = defaultPageSize, pageNumber = 1 } = paging
  const list = (await rowsQuery(place, table, options).execute()) as R[]
  const total = paging.withTotal === 0 ? list.length : await totalOf(place.db, table, where)
  return { list, total, pageNumber, pageSize }
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (c) => `\\${c}`)

/** A column holds the text somewhere; `%` and `_` mean themselves. No text: no condition. */
export const like = (column: string, text: string | undefined): Condition[] =>
  text === undefined
    ? []
    : [(eb) => sql<SqlBool>`lower(${eb.ref(column)}) like ${`%${escapeLike(text.toLowerCase())}%`} escape '\\'`]

/** A column equals the value; no value: no condition. */
export const equal = (column: string, value: string | number | undefined): Condition[] =>
  value === undefined ? [] : [on([column], (eb) => eb(column, '=', value))]

/** A column is one of the values; no list: no condition. */
export function oneOf(column: string, values: readonly (string | number)[] | undefined): Condition[] {
  if (values === undefined) return []
  const some = [...new Set(values)]
  if (some.length === 0) return [on([column], () => sql<SqlBool>`1 = 0`)]
  return [
    on(
      [column],
      (eb) => eb(column, 'in', some),
      some.length > armsMax ? undefined : some.flatMap((value) => equal(column, value)),
    ),
  ]
}

/** A column lies between two times, both included; either may be missing. */
export const between = (column: string, from: number | undefined, to: number | undefined): Condition[] => [
  ...(from === undefined ? [] : [on([column], (eb) => eb(column, '>=', from))]),
  ...(to === undefined ? [] : [on([column], (eb) => eb(column, '<=', to))]),
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
