import type { Insertable, Selectable } from 'kysely'
import type { BulkResult } from '../../core/contract/shared.ts'
import { Refused } from '../../core/errors.ts'
import { scopeOf } from '../access/scope.ts'
import { type Ctx, whoOf } from '../context.ts'
import type { Columns, RowOf, Table } from '../db/table.ts'
import { breather, fail, inChunks } from './bulk.ts'
import { allHold, type Condition, oneOf } from './condition.ts'
import { type AnyDb, type ListOptions, type PageOf, type Paging, pageRows } from './list.ts'
import { presenterOf } from './present.ts'
import { refuseStale, type Versioned } from './stale.ts'

type Row<C extends Columns> = Selectable<RowOf<C>>
/** What a caller gives of a row: the system's own columns are filled in here. */
export type Given<C extends Columns> = Partial<Insertable<RowOf<C>>>

/** Columns that are kept by the system wherever a table has them. */
const onAdd = (ctx: Ctx): Readonly<Record<string, unknown>> => ({
  createdBy: ctx.who?.userId ?? null,
  deptId: ctx.who?.deptId ?? null,
  createdAt: ctx.now,
  updatedAt: ctx.now,
  version: 1,
})

/**
 * The plain work on a table, each piece within the caller's scope and with its log row: what most areas need.
 * What is not plain is an ordinary function beside it.
 * @param what the Chinese name of a row, for refusals
 * @param show a stored row as the contract shows it; ids as strings and times as text by default
 * @param order of a list whose caller names none; the newest first by default
 */
export function rowsOf<C extends Columns, R = Record<string, unknown>>(
  table: Table<C>,
  what: string,
  show: (row: Row<C>) => R = presenterOf(table) as (row: Row<C>) => R,
  order?: ListOptions['order'],
) {
  const loose = (ctx: Ctx) => ctx.db as unknown as AnyDb
  const has = (name: string) => Object.hasOwn(table.columns, name)
  const fill = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => has(name)))
  const scoped = (ctx: Ctx, ids: readonly number[]): Condition[] => [...scopeOf(ctx, table), ...oneOf('id', ids)]

  /** One page; `where` narrows the caller's scope. */
  const page = async (ctx: Ctx, paging: Paging, ...where: readonly Condition[]): Promise<PageOf<R>> => {
    const columns = Object.keys(table.columns)
    const found = await pageRows<Row<C>>(ctx, table, {
      columns,
      where: [...scopeOf(ctx, table), ...where],
      paging,
      ...(order && { order }),
    })
    return { ...found, list: found.list.map(show) }
  }

  /** A row as it is stored; `lock`: to be changed, on PostgreSQL others wait. @throws Refused NOT_FOUND when it is not there or not the caller's */
  const need = async (ctx: Ctx, id: number, options: { lock?: boolean } = {}): Promise<Row<C>> => {
    const query = loose(ctx)
      .selectFrom(table.name)
      .selectAll()
      .where(allHold(scoped(ctx, [id])))
    const row = await (options.lock && ctx.dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
    if (!row) throw new Refused('NOT_FOUND', `${what} ${id} 不存在或无权操作`)
    return row as Row<C>
  }

  const get = async (ctx: Ctx, id: number): Promise<R> => show(await need(ctx, id))

  /** @throws Refused CONFLICT when another row has the same value in a column that must be unique */
  const refuseDouble = async (ctx: Ctx, given: Readonly<Record<string, unknown>>, id = 0): Promise<void> => {
    for (const column of table.unique ?? []) {
      if (given[column] === undefined || given[column] === null) continue
      const other = await loose(ctx)
        .selectFrom(table.name)
        .select('id')
        .where(column, '=', given[column])
        .where('id', '!=', id)
        .executeTakeFirst()
      if (other) throw new Refused('CONFLICT', `${what}「${given[column]}」已存在`)
    }
  }

  /** Adds a row; answers it as `get` does. @throws Refused CONFLICT when it must be unique and is not */
  const add = async (ctx: Ctx, given: Given<C>): Promise<R> => {
    await refuseDouble(ctx, given)
    const row = await loose(ctx)
      .insertInto(table.name)
      .values({ ...fill(onAdd(ctx)), ...given })
      .returningAll()
      .executeTakeFirstOrThrow()
    ctx.record({ ids: [Number(row.id)], after: given })
    return show(row as Row<C>)
  }

  /** Changes the fields that are given. @throws Refused STALE when `version` is older than the row's, CONFLICT as `add` */
  const change = async (ctx: Ctx, id: number, given: Given<C>, version?: number | null): Promise<R> => {
    const before = (await need(ctx, id, { lock: true })) as Readonly<Record<string, unknown>>
    if (has('version')) await refuseStale(ctx, before as unknown as Versioned, version)
    const names = Object.keys(given).filter(
      (name) => (given as Readonly<Record<string, unknown>>)[name] !== before[name],
    )
    if (names.length === 0) return show(before as Row<C>)
    await refuseDouble(ctx, given, id)
    const changed = Object.fromEntries(names.map((name) => [name, (given as Readonly<Record<string, unknown>>)[name]]))
    const kept = fill({ updatedAt: ctx.now, updatedBy: whoOf(ctx).userId, version: Number(before.version ?? 0) + 1 })
    const row = await loose(ctx)
      .updateTable(table.name)
      .set({ ...changed, ...kept })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    ctx.record({ ids: [id], before: Object.fromEntries(names.map((name) => [name, before[name]])), after: changed })
    return show(row as Row<C>)
  }

  /** Deletes rows for good, per item; to be wrapped in `ownTransactions`. `refuse` may throw for a row that must stay. */
  const remove = (
    ctx: Ctx,
    ids: readonly number[],
    refuse: (ctx: Ctx, row: Row<C>) => Promise<void> | void = () => {},
  ) =>
    inChunks(ctx, ids, async (inner, chunk): Promise<BulkResult> => {
      const result: BulkResult = { done: [], failed: [] }
      const breathe = breather()
      for (const id of chunk) {
        await breathe()
        try {
          const row = await need(inner, id, { lock: true })
          await refuse(inner, row)
          await loose(inner).deleteFrom(table.name).where('id', '=', id).execute()
          inner.record({ ids: [id], before: show(row) })
          result.done.push(String(id))
        } catch (error) {
          fail(result, id, error)
        }
      }
      return result
    })

  return { page, need, get, add, change, remove }
}
