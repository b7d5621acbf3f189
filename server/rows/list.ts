import { type Kysely, type OrderByItemBuilder, sql } from 'kysely'
import { Refused } from '../../core/errors.ts'
import { asStaff, type Ctx } from '../context.ts'
import { Kept } from '../db/kept.ts'
import { preparedList } from '../db/prepared.ts'
import { Standing } from '../db/standing.ts'
import { type Columns, type Table, tables, type Walks } from '../db/table.ts'
import type { Schema } from '../db/tables.ts'
import { callerOf } from '../http/caller.ts'
import { type Page, toldBy } from '../search/listing.ts'
import type { Indexed } from '../search/text-index.ts'
import { byText, lookedUp } from './by-text.ts'
import { allHold, allOf, armsMax, type Condition, lookedAt, looksOnlyAt, shapeOf, test, valuesOf } from './condition.ts'
import { readWhere } from './read-where.ts'

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

/**
 * The column to sort by: looked up in the table's declaration, never the caller's text, and among those that the list's rows show. The order
 * would else tell what they do not.
 */
function sortColumn(table: Table<Columns>, field: string, shows: readonly string[]): string {
  const fields = Object.entries(table.sort ?? {}).filter(([, column]) => shows.includes(column))
  const column = field === 'id' ? 'id' : fields.find(([name]) => name === field)?.[1]
  if (column) return column
  throw new Refused('BAD_INPUT', `排序字段（sortField）：只能是 ${fields.map(([name]) => name).join('、') || 'id'}`)
}

const defaultPageSize = 10

type Order = readonly (readonly [column: string, way: 'asc' | 'desc'])[]

/** How a list is read. */
export interface ListOptions {
  readonly columns: readonly string[]
  /** Those of them that its rows show, where these are not all: by no other one it is sorted. */
  readonly shows?: readonly string[]
  /** Conditions that all hold; the caller's scope first. */
  readonly where: readonly Condition[]
  readonly paging: Paging
  /** The default order when the caller names none. */
  readonly order?: Order
  /** The table's indexes for lists, where it has such. */
  readonly indexes?: ListIndexes
  /** The index to be used in any case, where rows are counted too. */
  readonly hint?: string
  /** Only rows that everybody may read, by the table's indexes of just these. */
  readonly open?: true
}

/** A table's indexes for lists. */
export interface ListIndexes extends Walks {
  /** In this order each filter has an index of its own: alternatives are read each from the one that fits. */
  readonly filtered: string
}

/** The order that is asked for, down to the id, which no two rows share. */
function orderOf(table: Table<Columns>, { paging, columns, shows = columns, order: usual = [] }: ListOptions): Order {
  const direction = paging.sortOrder?.startsWith('asc') ? 'asc' : 'desc'
  const order =
    paging.sortField === undefined ? usual : ([[sortColumn(table, paging.sortField, shows), direction]] as const)
  if (paging.afterId !== undefined) return [['id', paging.sortOrder?.startsWith('desc') ? 'desc' : 'asc']]
  return order.some(([column]) => column === 'id') ? order : [...order, ['id', 'desc']]
}

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
/** Where nothing is null, because nothing may be or because only what has something is asked for, the plain order can walk an index. */
const byOf =
  (table: Table<Columns>, where: readonly Condition[], column: string, way: 'asc' | 'desc'): By =>
  (ob) => {
    const directed = way === 'asc' ? ob.asc() : ob.desc()
    const there = where.some((one) => one.is === 'empty' && one.not && one.column === column)
    return table.columns[column]?.empty && !there ? directed.nullsLast() : directed
  }

type Place = Pick<Ctx, 'db' | 'dialect' | 'parts' | 'who' | 'call'>

/** A table, read by one of its indexes: SQLite's own word. */
export const hinted = (table: string, index: string) =>
  sql.table(table).as(sql`${sql.table(table)} indexed by ${sql.ref(index)}`) as unknown as string

/** Which rows a page has: in what order, after how many others. */
interface PageSpan {
  readonly order: Order
  readonly limit: number
  readonly offset: number
  /** Both together: so many of each alternative are enough. */
  readonly upTo: number
}

/** What a page adds to the list's conditions: the rows beyond an id. */
const beyond = (order: Order, { afterId }: Paging): Condition[] =>
  afterId === undefined ? [] : [test('id', order[0]?.[1] === 'desc' ? '<' : '>', afterId)]

/** The index that a list in the order of ids, or another one, is read from, where it has all that the list looks at. @param sorted none: it is counted */
function walked({ name, walk }: Table<Columns>, where: readonly Condition[], sorted?: string): string | undefined {
  if (!walk || (sorted !== undefined && sorted !== (walk.sorted ?? 'id'))) return undefined
  if (where.some((one) => one.is === 'test' && one.operator === '=' && walk.finds.includes(one.column)))
    return undefined
  const columnsOf = (table: string) => (table === name ? walk.columns : Object.keys(tables.get(table)?.columns ?? {}))
  return looksOnlyAt(name, allOf(where), columnsOf) ? walk.index : undefined
}

/** The index that finds the few rows which are asked for by a value of theirs, or by their having one. */
export const foundBy = ({ finds = {}, few = {} }: Table<Columns>, where: readonly Condition[]): string | undefined =>
  where.flatMap((one) => {
    if (one.is === 'test' && one.operator === '=') return finds[one.column] ?? []
    return one.is === 'empty' && one.not ? (few[one.column] ?? []) : []
  })[0]

/** The index from which rows are counted by a value of theirs, or by a deadline that is over. */
export const fewIn = (table: Table<Columns>, where: readonly Condition[]): string | undefined => {
  const late = where.some((one) => one.is === 'test' && one.column === 'due' && one.operator === '<')
  return foundBy(table, where) ?? (late ? table.late : undefined)
}

/** The index in which rows are counted: the one that holds the fewest. */
const countedIn = (table: Table<Columns>, { where, open }: ListOptions): string | undefined =>
  fewIn(table, where) ?? (open ? table.open?.else : undefined) ?? walked(table, where)

/** The ids of the page from the first of each alternative, where PostgreSQL has these in order. */
function mergedQuery({ db, dialect }: Place, table: Table<Columns>, { where }: ListOptions, span: PageSpan) {
  const { order, limit, offset, upTo } = span
  const sorted = order[0]?.[0] ?? 'id'
  const arms = dialect === 'postgres' && table.merges?.includes(sorted) ? armsOf(where) : null
  const [first, ...more] = arms ?? []
  if (!first || more.length === 0) return null
  const loose = db as unknown as AnyDb
  const keys = [...new Set(['id', ...order.map(([column]) => column)])]
  const inOrder = <Q extends { orderBy(column: string, by: By): Q }>(query: Q) =>
    order.reduce((all, [column, way]) => all.orderBy(column, byOf(table, where, column, way)), query)
  const one = (way: readonly Condition[]) => {
    const rows = inOrder(loose.selectFrom(table.name).select(keys).where(allHold(way)))
    return loose.selectFrom(rows.limit(upTo).as('arm')).select(keys.map((key) => `arm.${key}`))
  }
  const query = more.reduce((all, way) => all.unionAll(one(way)), one(first))
  return inOrder(query).limit(limit).offset(offset)
}

/** The ids of the page, from indexes alone wherever these hold what is asked for. */
function idsQuery({ db, dialect }: Place, table: Table<Columns>, options: ListOptions, span: PageSpan) {
  const { where, indexes } = options
  const { order } = span
  const sorted = order[0]?.[0] ?? 'id'
  const known = options.hint ?? foundBy(table, where)
  const arms = !known && indexes?.filtered === sorted ? armsOf(where) : null
  const walks = options.open ? table.open : indexes
  const named = known ?? (arms ? undefined : (walks?.by[sorted] ?? walks?.else ?? walked(table, where, sorted)))
  const from = dialect === 'sqlite' && named ? hinted(table.name, named) : table.name
  const keys = [...new Set(['id', ...order.map(([column]) => column)])]
  const one = (way: readonly Condition[]) => (db as unknown as AnyDb).selectFrom(from).select(keys).where(allHold(way))
  const [first = [], ...more] = arms ?? [where]
  let query = more.reduce((all, way) => all.unionAll(one(way)), one(first))
  for (const [column, way] of order) query = query.orderBy(column, byOf(table, where, column, way))
  return query.limit(span.limit).offset(span.offset)
}

/** The rows of the page. */
function rowsQuery(place: Place, table: Table<Columns>, options: ListOptions, span: PageSpan) {
  const loose = place.db as unknown as AnyDb
  const ids = mergedQuery(place, table, options, span) ?? idsQuery(place, table, options, span)
  let query = loose
    .selectFrom(table.name)
    .select([...options.columns])
    .where('id', 'in', loose.selectFrom(ids.as('page')).select('page.id'))
  for (const [column, way] of span.order) query = query.orderBy(column, byOf(table, options.where, column, way))
  return query
}

/** The page that is asked for, with the conditions of its rows. */
function pageOf(table: Table<Columns>, options: ListOptions): { rows: ListOptions; span: PageSpan } {
  const { paging } = options
  const order = orderOf(table, options)
  const further = beyond(order, paging)
  const limit = paging.pageSize ?? defaultPageSize
  const offset = further.length > 0 ? 0 : ((paging.pageNumber ?? 1) - 1) * limit
  return {
    rows: { ...options, where: [...options.where, ...further] },
    span: { order, limit, offset, upTo: limit + offset },
  }
}

async function readRows(place: Place, table: Table<Columns>, options: ListOptions): Promise<unknown[]> {
  const { rows, span } = pageOf(table, options)
  const name = `${table.name} ${options.columns.join()} ${span.order.join()} ${options.indexes?.filtered ?? ''} ${options.open ?? ''} ${options.hint ?? ''}`
  const given = [span.limit, span.offset, span.upTo]
  return readWhere(place.db, name, rows.where, given, (where, [limit = 0, offset = 0, upTo = 0]) =>
    rowsQuery(place, table, { ...rows, where }, { ...span, limit, offset, upTo }),
  )
}

/** So many rows are read, and passed over on the way to them, in a millisecond or two. */
const shortRows = 20
const nearRows = 2000

/** What takes longer waits for its turn: some of it that comes in one moment would else be read in one go, before anybody is served. */
async function turnOf({ parts, who, call }: Place, paging: Paging): Promise<void> {
  const { pageSize = defaultPageSize, pageNumber = 1, afterId } = paging
  const before = afterId === undefined ? (pageNumber - 1) * pageSize : 0
  if (pageSize <= shortRows && before <= nearRows) return
  await parts.work.lists.run(
    callerOf(who, call.address),
    async () => {},
    () => !call.gone(),
  )
}

/** Where a page stands among all rows; undefined: behind a row, and it is not known how many come before. */
const standsAt = ({ pageNumber = 1, pageSize = defaultPageSize, afterId }: Paging): Page | undefined =>
  afterId === undefined ? { limit: pageSize, offset: (pageNumber - 1) * pageSize } : undefined

const compiledRows = (place: Place, table: Table<Columns>, options: ListOptions) => {
  const { rows, span } = pageOf(table, options)
  return rowsQuery(place, table, rows, span).compile()
}

/** How many rows there are on all pages: the sum of the counts that are kept, where the conditions look at nothing else; on SQLite alternatives are counted each from its own index. */
function totalQuery({ db, dialect }: Place, table: Table<Columns>, options: ListOptions) {
  const { where, hint = countedIn(table, options) } = options
  const { name, counts } = table
  const loose = db as unknown as AnyDb
  const all = (from: string, conditions = where) => loose.selectFrom(from).where(allHold(conditions))
  const kept = counts && lookedAt(allOf(where))?.every((column) => Object.hasOwn(counts.columns, column))
  if (kept) return all(counts.name).select((eb) => eb.fn.sum<number>('n').as('total'))
  const counted = (from: string, conditions: readonly Condition[]) =>
    all(from, conditions).select((eb) => eb.fn.countAll<number>().as('total'))
  if (dialect === 'sqlite' && hint) return counted(hinted(name, hint), where)
  const [first, ...more] = (dialect === 'sqlite' && options.indexes && armsOf(where)) || [where]
  if (!first || more.length === 0) return counted(name, where)
  const each = more.reduce((query, arm) => query.unionAll(counted(name, arm)), counted(name, first))
  return loose.selectFrom(each.as('arm')).select((eb) => eb.fn.sum<number>('arm.total').as('total'))
}

async function readTotal(place: Place, table: Table<Columns>, options: ListOptions): Promise<number> {
  const [found] = await readWhere<{ total: number | null }>(
    place.db,
    `${table.name} total ${options.open ?? ''} ${options.hint ?? ''}`,
    options.where,
    [],
    (where) => totalQuery(place, table, { ...options, where }),
  )
  return Number(found?.total ?? 0)
}

const totals = new Kept<number>(500)
const steadyTotals = new Standing<number>(500)

/** A total, counted once for all who look at the same list and for who leafs through it. */
function totalOf(place: Place, table: Table<Columns>, options: ListOptions): Promise<number> {
  const read = () => readTotal(place, table, options)
  const { db } = place.parts
  const shape = place.db === db.read ? shapeOf(options.where) : null
  if (shape === null) return read()
  const key = JSON.stringify([table.name, shape, valuesOf(options.where)])
  const counter = table.steady?.counter
  const steadyIn = (name: string) => {
    const steady = tables.get(name)?.steady
    return steady?.counter === counter ? steady?.columns : undefined
  }
  if (counter && looksOnlyAt(table.name, allOf(options.where), steadyIn))
    return steadyTotals.get(place, counter, key, read)
  return totals.get(db, key, read)
}

/** The list by the full-text index: what it finds few of is looked up, of many the first ones are met soon in the list's own order. */
function byTextIndex(place: Place, table: Table<Columns>, options: ListOptions, total: boolean): Indexed | null {
  const asked = byText(place, table, options.where)
  if (!asked) return null
  const { where, ...found } = asked
  const { indexes } = options
  const [[first] = ['id']] = orderOf(table, options)
  const few = { ...options, where, ...(indexes && { hint: indexes.else }) }
  const many = { ...options, where, ...(indexes && { hint: indexes.by[first] ?? indexes.else }) }
  return {
    ...found,
    few: compiledRows(place, table, few),
    many: compiledRows(place, table, many),
    total: total ? totalQuery(place, table, few).compile() : null,
    page: standsAt(options.paging),
  }
}

/** Rows and total of a list that looks at every row, read beside this thread. */
async function pageAside(place: Place, table: Table<Columns>, options: ListOptions, counted: boolean) {
  const rows = compiledRows(place, table, options)
  const total = counted ? totalQuery(place, table, options).compile() : null
  const caller = callerOf(place.who, place.call.address)
  return place.parts.search.find(
    byTextIndex(place, table, options, counted),
    { rows, total, page: standsAt(options.paging) },
    caller,
    !asStaff(place.who),
  )
}

/** One page of a table. `afterId` gives the rows beyond an id in the order of ids, for callers that read everything. */
export async function pageRows<R>(place: Place, table: Table<Columns>, options: ListOptions): Promise<PageOf<R>> {
  const { paging, where } = options
  const { pageSize = defaultPageSize, pageNumber = 1 } = paging
  const counted = paging.withTotal !== 0
  const answer = (list: unknown[], total: unknown) => {
    return { list: list as R[], total: counted ? Number(total ?? 0) : list.length, pageNumber, pageSize }
  }
  if (table.large && place.dialect === 'sqlite' && where.some(({ wide }) => wide)) {
    const found = await pageAside(place, table, options, counted)
    return answer(found.list, found.total)
  }
  const found = { ...options, where: await lookedUp(place, table, where) }
  await turnOf(place, paging)
  const list = await readRows(place, table, found)
  if (!counted) return answer(list, undefined)
  // the last page tells itself how many there are
  return answer(list, toldBy(standsAt(paging), list.length) ?? (await totalOf(place, table, found)))
}

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

/**
 * The names of rows by id: one query for a page's people, departments or columns.
 * @param known these need not be asked for
 */
export async function namesOf(
  db: Kysely<Schema>,
  table: string,
  column: string,
  ids: Iterable<number | null | undefined>,
  known: ReadonlyMap<number, string> = new Map(),
): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set([...ids].filter((id): id is number => typeof id === 'number' && !known.has(id)))]
  if (wanted.length === 0) return known
  const rows = await namesReader(table, column)(db, wanted)
  return new Map([...known, ...rows.map((row) => [row.id, row.name] as const)])
}
