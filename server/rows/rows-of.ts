import type { Insertable, Selectable } from 'kysely'
import type { z } from 'zod'
import type { Endpoint, Parsed } from '../../core/contract/endpoint.ts'
import { unsaid } from '../../core/domain/log-things.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { deptNow } from '../access/dept-now.ts'
import { type Reach, scopeOf } from '../access/scope.ts'
import { asStaff, type Ctx } from '../context.ts'
import { type Columns, type RowOf, saysOf, type Table } from '../db/table.ts'
import { eachOf } from './bulk.ts'
import { allHold, type Condition, isEmpty, notEmpty, oneOf, packed } from './condition.ts'
import { attach, fileFields, filesFor } from './files.ts'
import { historyOf } from './history.ts'
import { type AnyDb, type ListOptions, type PageOf, type Paging, pageRows } from './list.ts'
import { saysSame } from './personal.ts'
import { presenterOf, type ReplyRow } from './present.ts'
import {
  countedFields,
  countsFor,
  deleteWith,
  namedFields,
  namesFor,
  refuseMissing,
  refuseUsed,
  titleIn,
} from './references.ts'
import { refuseStale, type Versioned } from './stale.ts'

type Row<C extends Columns> = Selectable<RowOf<C>>
type Loose = Readonly<Record<string, unknown>>

/** Columns that are kept by the system wherever a table has them. */
const onAdd = (ctx: Ctx, deptId: number | null, staff = asStaff(ctx.who)) => ({
  createdBy: staff?.userId ?? null,
  deptId,
  createdAt: ctx.now,
  updatedBy: staff?.userId ?? null,
  updatedAt: ctx.now,
  version: 1,
})
type Kept = keyof ReturnType<typeof onAdd>

/** What a new row wants: every column that may not be empty, but for those that the system keeps. */
type Added<C extends Columns> = Omit<Insertable<RowOf<C>>, Kept> &
  Partial<Pick<Insertable<RowOf<C>>, Kept & keyof Insertable<RowOf<C>>>>
/** What may be changed of a row. */
type Given<C extends Columns> = Partial<Insertable<RowOf<C>>>
/** The files of a row by their ids, where it has such (core/contract/files.ts); none: they stay as they are. */
interface WithFiles {
  readonly files?: readonly number[] | undefined
}

/** How a field of a search narrows a list. */
type Narrow<V> = (column: string, value: V) => readonly Condition[]
/** One for each field of a search: by the column of its name, or by the one that is named beside it. */
type Filters<C extends Columns, I> = {
  readonly [N in Exclude<keyof I, keyof Paging>]-?:
    | (N extends keyof C ? Narrow<I[N]> : never)
    | readonly [column: keyof C & string, how: Narrow<I[N]>]
}

/** What an area says of its rows. */
interface RowsOptions<C extends Columns, S extends ReplyRow> {
  /** The contract's row: what replies show. */
  readonly reply: S
  /** Columns whose values the operation log keeps, out of which nothing takes them again; of the others it says at most that they changed. */
  readonly logged: readonly (keyof C & string)[]
  /** Of a list whose caller names none; the newest first by default. */
  readonly order?: ListOptions['order']
  /** The kind under which each change is kept, with the values before and after it (server/rows/history.ts). */
  readonly history?: string
  /** For calls of strangers and visitors: just these rows, whoever calls and however much of the table they see elsewhere. */
  readonly everybody?: readonly Condition[]
  /**
   * For everybody: what stands in the public list of the table (`placed` gives it a place there, and takes it), by indexes that hold no other rows
   * (`open` of the table).
   */
  readonly open?: true
  /** Only what lies in the recycle bin; of a table that has one, all others leave that out. */
  readonly bin?: true
}

/** What may throw for a row that must stay. */
type Refuse<C extends Columns> = (ctx: Ctx, row: Row<C>) => Promise<void> | void

/**
 * The plain work on a table, each piece within the caller's scope and with its log row: what most areas need.
 * What is not plain is an ordinary function beside it.
 */
export function rowsOf<C extends Columns, S extends ReplyRow>(
  table: Table<C>,
  { reply, logged, order, history: kind, bin, open, everybody }: RowsOptions<C, S>,
) {
  type R = z.infer<S>
  const plain = table as unknown as Table
  const what = saysOf(plain)
  const show = presenterOf(table, reply)
  // told once somebody asks: the table that is named may be declared later than this
  let fields:
    | {
        readonly names: ReturnType<typeof namedFields>
        readonly counts: ReturnType<typeof countedFields>
        readonly files: ReturnType<typeof fileFields>
      }
    | undefined
  const beside = () => {
    fields ??= { names: namedFields(plain, reply), counts: countedFields(reply), files: fileFields(reply) }
    return fields
  }
  /** What a list reads: no more than its rows show. */
  const listed = () =>
    Object.keys(table.columns).filter(
      (column) =>
        column === 'id' || Object.hasOwn(reply.shape, column) || beside().names.some((one) => one.column === column),
    )
  /** Rows as replies show them, with the names of what they refer to, and how many refer to them. */
  const shown = async (ctx: Ctx, rows: readonly Row<C>[]): Promise<R[]> => {
    const { names, counts, files } = beside()
    const given = rows as readonly Loose[]
    const more = names.length === 0 ? [] : await namesFor(ctx, names, given)
    const ids = given.map((row) => Number(row.id))
    const many = counts.length === 0 ? [] : await countsFor(ctx, counts, ids)
    const attached = files.length === 0 || ids.length === 0 ? [] : await filesFor(ctx, files, ids)
    return given.map((row, i) => ({
      ...show(row, ctx.parts.secret),
      ...more[i],
      ...many[i],
      ...attached[i],
    })) as R[]
  }
  const showOne = async (ctx: Ctx, row: Loose): Promise<R> => (await shown(ctx, [row as Row<C>]))[0] as R
  const loose = (ctx: Ctx) => ctx.db as unknown as AnyDb
  const has = (name: string) => Object.hasOwn(table.columns, name)
  const madeIn = async (ctx: Ctx) => fill(onAdd(ctx, has('deptId') ? await deptNow(ctx) : null))
  const fill = (values: Loose) => Object.fromEntries(Object.entries(values).filter(([name]) => has(name)))
  const inReach: readonly Condition[] = has('deletedAt') ? [bin ? notEmpty('deletedAt') : isEmpty('deletedAt')] : []
  const seen = open ? [notEmpty('openNo'), ...(everybody ?? [])] : everybody
  const scoping = (ctx: Ctx, reach: Reach = 'see') => seen ?? scopeOf(ctx, table, ctx.call.key, reach)
  const scoped = (ctx: Ctx, id: number, reach: Reach): Condition[] => [
    ...scoping(ctx, reach),
    ...oneOf('id', [id]),
    ...inReach,
  ]
  const history = kind === undefined ? null : historyOf(kind)
  /** Keeps what a change did to a row; it stands there as long as the row. */
  const keep = async (ctx: Ctx, row: Loose, act: string, was?: Loose, is?: Loose): Promise<void> => {
    const { id, version, status } = row
    const changed = { ...(was && { before: was }), ...(is && { after: is }) }
    await history?.keep(ctx, [
      { id: Number(id), no: Number(version), step: { act, status: Number(status), ...changed } },
    ])
  }

  const said = (name: string) => (logged as readonly string[]).includes(name)
  /** A value as the log keeps it: a time as people read it. */
  const kept = (name: string, value: unknown) =>
    table.columns[name]?.kind === 'time' && typeof value === 'number' ? formatTime(value) : value
  /** The values that the log keeps, by name. */
  const pick = (values: Loose, names: readonly string[]) =>
    Object.fromEntries(
      names.filter((name) => values[name] !== undefined).map((name) => [name, kept(name, values[name])]),
    )

  /** One page; `where` narrows the caller's scope. */
  const page = async (ctx: Ctx, paging: Paging, ...where: readonly Condition[]): Promise<PageOf<R>> => {
    const found = await pageRows<Row<C>>(ctx, table, {
      columns: listed(),
      where: [...scoping(ctx), ...inReach, ...where],
      paging,
      ...(order && { order }),
      ...(open && { open }),
    })
    return { ...found, list: await shown(ctx, found.list) }
  }

  /** A row as it is stored; `lock`: to be changed, which must be the caller's to do; on PostgreSQL others wait. @throws Refused NOT_FOUND when it is not there or not the caller's */
  const need = async (ctx: Ctx, id: number, options: { lock?: boolean } = {}): Promise<Row<C>> => {
    const query = loose(ctx)
      .selectFrom(table.name)
      .selectAll()
      .where(allHold(packed(scoped(ctx, id, options.lock ? 'change' : 'see'), ctx.dialect)))
    const row = await (options.lock && ctx.dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
    if (!row) throw new Refused('NOT_FOUND', `${what} ${id} 不存在或无权操作`)
    return row as Row<C>
  }

  /** The work of a list call: each field of its search narrows the page. */
  const list = <E extends Endpoint>(filters: Filters<C, Parsed<E>>) => {
    const steps = Object.entries<Narrow<never> | readonly [string, Narrow<never>]>(filters as never).map(
      ([field, how]) =>
        typeof how === 'function' ? { field, column: field, how } : { field, column: how[0], how: how[1] },
    )
    return (ctx: Ctx, input: Parsed<E>): Promise<PageOf<R>> => {
      const given = input as Paging & Loose
      return page(ctx, given, ...steps.flatMap(({ field, column, how }) => how(column, given[field] as never)))
    }
  }

  const get = async (ctx: Ctx, id: number): Promise<R> => showOne(ctx, (await need(ctx, id)) as Loose)

  /** @throws Refused CONFLICT when another row has the same value in a column that must be unique */
  const refuseDouble = async (ctx: Ctx, given: Loose, before: Loose = {}): Promise<void> => {
    const now = { ...before, ...given }
    for (const one of table.unique ?? []) {
      const { column, among, says } = typeof one === 'string' ? { column: one, among: null, says: '' } : one
      const value = now[column]
      const asked = given[column] !== undefined || (among !== null && given[among] !== undefined)
      if (!asked || value === undefined || value === null) continue
      const others = loose(ctx).selectFrom(table.name).select('id').where(column, '=', value)
      const near = among === null ? others : others.where(among, '=', now[among])
      const other = await near.where('id', '!=', Number(before.id ?? 0)).executeTakeFirst()
      const there = `「${value}」${says && `在${says}下`}已存在`
      if (other) throw new Refused('CONFLICT', `${titleIn(reply, column)}（${column}）：${there}`)
    }
  }

  /** Adds a row; answers it as `get` does. @throws Refused CONFLICT when it must be unique and is not */
  const add = async (ctx: Ctx, { files = [], ...rest }: Added<C> & WithFiles): Promise<R> => {
    const given = rest as unknown as Added<C>
    await refuseMissing(ctx, plain, given as Loose)
    await refuseDouble(ctx, given as Loose)
    const row = await loose(ctx)
      .insertInto(table.name)
      .values({ ...(await madeIn(ctx)), ...given })
      .returningAll()
      .executeTakeFirstOrThrow()
    await keep(ctx, row, '新增')
    const told = files.length > 0 ? await attach(ctx, table.name, Number(row.id), files) : null
    ctx.record({
      ids: [Number(row.id)],
      after: { ...pick(given as Loose, logged), ...(told && { files: told.after }) },
    })
    return showOne(ctx, row)
  }

  /**
   * Adds rows that were judged already, by one statement and with one row of the log.
   * @param told what the log keeps of them
   * @returns the rows as the table has them
   */
  const addMany = async (ctx: Ctx, given: readonly Added<C>[], told: object): Promise<Loose[]> => {
    const system = await madeIn(ctx)
    const values = given.map((one) => ({ ...system, ...one }))
    const added = await loose(ctx).insertInto(table.name).values(values).returningAll().execute()
    ctx.record({ ids: added.map(({ id }) => Number(id)), after: told })
    return added
  }

  /** Writes what differs. @returns the row as it is now, and what the log keeps of both; null: nothing differs */
  const write = async (ctx: Ctx, before: Loose, { files, ...wanted }: Loose & WithFiles, act = '修改') => {
    const id = Number(before.id)
    const differs = (name: string) =>
      table.columns[name]?.kind === 'personal'
        ? !saysSame(ctx.parts.secret, wanted[name], before[name])
        : wanted[name] !== before[name]
    const differing = Object.keys(wanted).filter(differs)
    const attached = files ? await attach(ctx, table.name, id, files) : null
    if (differing.length === 0 && !attached) return null
    const changed = Object.fromEntries(differing.map((name) => [name, wanted[name]]))
    await refuseDouble(ctx, changed, before)
    await refuseMissing(ctx, plain, changed)
    const system = fill({
      updatedAt: ctx.now,
      updatedBy: asStaff(ctx.who)?.userId ?? null,
      version: Number(before.version ?? 0) + 1,
    })
    const row = await loose(ctx)
      .updateTable(table.name)
      .set({ ...changed, ...system })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    // who did it is who the row of the log is of
    const who = (name: string) => table.columns[name]?.to === 'user' && table.columns[name].tie === 'past'
    // the mark by which a value is found says nothing beside the value itself
    const mark = (name: string) => name.endsWith('Hash') && has(name.slice(0, -4))
    const told = differing.filter((name) => said(name) || !(who(name) || mark(name)))
    const after = Object.fromEntries(told.map((name) => [name, said(name) ? kept(name, wanted[name]) : unsaid]))
    const was = Object.fromEntries(differing.map((name) => [name, before[name] ?? null]))
    await keep(ctx, row, act, was, changed)
    return {
      row,
      before: { ...pick(before, differing.filter(said)), ...(attached && { files: attached.before }) },
      after: { ...after, ...(attached && { files: attached.after }) },
    }
  }

  /** Changes the fields that are given. @param act what its history calls it @throws Refused STALE when `version` is older than the row's, CONFLICT as `add` */
  const change = async (
    ctx: Ctx,
    id: number,
    given: Given<C> & WithFiles,
    version?: number | null,
    act?: string,
  ): Promise<R> => {
    const found = (await need(ctx, id, { lock: true })) as Loose
    if (has('version')) await refuseStale(ctx, found as unknown as Versioned, version)
    const written = await write(ctx, found, given as Loose, act)
    if (!written) return showOne(ctx, found)
    ctx.record({ ids: [id], before: written.before, after: written.after })
    return showOne(ctx, written.row)
  }

  /** Deletes one row for good, with those that go with it. @throws Refused BAD_STATE when others name it */
  const drop = async (ctx: Ctx, id: number, refuse: Refuse<C> = () => {}): Promise<void> => {
    const row = await need(ctx, id, { lock: true })
    await refuse(ctx, row)
    await refuseUsed(ctx, plain, row as Loose)
    const along = await deleteWith(ctx, plain, [id])
    await loose(ctx).deleteFrom(table.name).where('id', '=', id).execute()
    ctx.record({ ids: [id], before: { ...pick(row as Loose, logged), ...(along.length > 0 && { along }) } })
  }

  /** Deletes rows for good, each by itself; to be wrapped in `ownTransactions`. `refuse` may throw for a row that must stay. */
  const remove = (ctx: Ctx, ids: readonly number[], refuse?: Refuse<C>) =>
    eachOf(ctx, ids, (one, id) => drop(one, id, refuse))

  return { page, list, need, get, shown, add, addMany, write, change, drop, remove }
}
