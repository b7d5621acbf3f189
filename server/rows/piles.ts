import { sql } from 'kysely'
import type { Right } from '../../core/contract/rights.ts'
import { masked } from '../../core/domain/personal.ts'
import type { Kind } from '../../core/domain/states.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { may } from '../access/rights.ts'
import { scopeOf } from '../access/scope.ts'
import { type Ctx, type Pile, type Waiting, whoOf } from '../context.ts'
import type { Columns, Table } from '../db/table.ts'
import { allHold, type Condition, isEmpty, notAmong, test } from './condition.ts'
import { type AnyDb, fewIn, hinted, namesOf, type PageOf, type Paging } from './list.ts'

/** What waits for whom. Nothing is stored: an area says which of its rows wait at which stage, and one statement counts them all. */

/** A state in which a kind's rows wait. */
interface Stage<S extends number> {
  readonly name: string
  readonly state: S
  readonly needs: Right
  readonly since: string
  /** Where the state's own words do not say it. */
  readonly title?: string
}

type Named = Pick<Kind<number>, 'area' | 'noun' | 'unit'>

/** Rows that wait by more than their state. */
interface Heap {
  readonly name: string
  readonly title: string
  readonly needs: Right
  readonly since: string
  /** What its list is narrowed by. */
  readonly search: Pile['search']
  /** As of a `Pile`. */
  readonly beside?: string
  /** As of a `Pile`. */
  readonly ofDept?: true
  /** Which rows, beside those that the right reaches and that do not lie in the recycle bin. */
  readonly where: (ctx: Ctx) => readonly Condition[] | Promise<readonly Condition[]>
}

/** A pile of some rows, within the scope of the right to work on them. @param label the column that names a row */
export const pileOf = <C extends Columns>(
  table: Table<C>,
  { area, noun, unit }: Named,
  { name, title, needs, since, search, beside, ofDept, where }: Heap,
  label: string = table.label ?? 'id',
): Pile => ({
  ...{ pile: `${area}.${name}`, area, noun, unit, needs, title, search },
  ...(beside !== undefined && { beside }),
  ...(ofDept && { ofDept }),
  waiting: async (ctx) => [
    {
      ...{ table: table as unknown as Table, since, title: label },
      where: [
        ...scopeOf(ctx, table as unknown as Table, needs),
        ...(await where(ctx)),
        ...(Object.hasOwn(table.columns, 'deletedAt') ? [isEmpty('deletedAt')] : []),
      ],
    },
  ],
})

/** The piles of a kind that goes through states: each stage is one of them. */
export const pilesOf = <C extends Columns, S extends number>(
  table: Table<C>,
  { words, ...kind }: Named & Pick<Kind<S>, 'words'>,
  stages: readonly Stage<S>[],
  { status = 'status', title: label }: { readonly status?: string; readonly title?: string } = {},
): readonly Pile[] =>
  stages.map(({ name, state, needs, since, title = words[state] }) => {
    const search = { [status]: String(state) }
    return pileOf(table, kind, { name, title, needs, since, search, where: () => [test(status, '=', state)] }, label)
  })

/**
 * What should have been answered by now: all of it for who hands it on, for the departments what they have in hand; what they have answered waits for the office.
 * @param inHand the state in which departments have it
 */
export const latePiles = <C extends Columns>(
  table: Table<C>,
  kind: Named,
  {
    late,
    all,
    own,
    inHand,
  }: {
    readonly late: (now: number) => readonly Condition[]
    readonly all: Right
    readonly own: Right
    readonly inHand: number
  },
): readonly Pile[] =>
  (
    [
      ['overdue', '已超期', all, {}],
      ['overdueOwn', '本部门已超期', own, { state: String(inHand) }],
    ] as const
  ).map(([name, title, needs, narrowed]) =>
    pileOf(table, kind, {
      ...{ name, title, needs, since: 'due', search: { overdue: '1', ...narrowed }, beside: 'state' },
      ...(needs === own && { ofDept: true as const }),
      where: ({ now }) => [...late(now), ...(needs === own ? [test('state', '=', inHand)] : [])],
    }),
  )

const loose = (ctx: Ctx) => ctx.db as unknown as AnyDb

/** The rows that wait, their copies beside them: what each is read from, and where `since` and `title` stand. */
function read(ctx: Ctx, { table, where, since, title, copy }: Waiting, by: string) {
  const asked = [...new Set(['id', by, title, ...(copy ? [copy.via] : [since])])]
  const index = ctx.dialect === 'sqlite' ? fewIn(table, where) : undefined
  const from = index ? hinted(table.name, index) : table.name
  const found = loose(ctx).selectFrom(from).select(asked).where(allHold(where)).as('waiting')
  const rows = loose(ctx).selectFrom(found)
  return copy
    ? { rows: rows.innerJoin(`${copy.table} as copy`, 'copy.id', `waiting.${copy.via}`), since: `copy.${since}` }
    : { rows, since: `waiting.${since}` }
}

/** How many of some rows wait and since when, by the group that they belong to. */
function counted(ctx: Ctx, { pile, by }: Pile, some: Waiting) {
  const { rows, since } = read(ctx, some, by?.column ?? 'id')
  const query = rows.select((eb) => [
    sql.lit(pile).as('pile'),
    (by ? sql.ref(`waiting.${by.column}`) : sql.lit(0)).as('group'),
    eb.fn.countAll<number>().as('n'),
    eb.fn.min(since).as('oldest'),
  ])
  return by ? query.groupBy(`waiting.${by.column}`) : query
}

/** One row of a pile in a list. */
function listed(ctx: Ctx, { by }: Pile, some: Waiting) {
  const { rows, since } = read(ctx, some, by?.column ?? 'id')
  return rows.select((eb) => [
    eb.ref('waiting.id').as('id'),
    eb.ref(since).as('since'),
    eb.ref(`waiting.${some.title}`).as('title'),
  ])
}

/** Since when a row waits, to sort by. SQLite would else walk all rows of the table in that order to find the few that wait: of what is reckoned it has no order. */
const since = ({ dialect }: Ctx) => (dialect === 'sqlite' ? sql`+ "since"` : sql`"since"`)

interface Counted {
  readonly pile: string
  readonly group: number | null
  readonly n: number
  readonly oldest: number | null
}

/** All of them in one statement, whose length grows with the piles and not with the rows. */
async function countAll(ctx: Ctx, piles: readonly Pile[]): Promise<Counted[]> {
  const each = await Promise.all(
    piles.map(async (pile) => (await pile.waiting(ctx)).map((some) => counted(ctx, pile, some))),
  )
  const [first, ...more] = each.flat()
  if (!first) return []
  const rows = await more.reduce((all, one) => all.unionAll(one), first).execute()
  return rows.map(({ pile, group, n, oldest }) => ({
    pile: String(pile),
    group: group === null ? null : Number(group),
    n: Number(n),
    oldest: oldest === null ? null : Number(oldest),
  }))
}

/** Some counts as one: how many, and since when the longest waits. */
function sum(some: readonly Counted[]) {
  const known = some.flatMap(({ oldest }) => oldest ?? [])
  return {
    count: some.reduce((n, one) => n + one.n, 0),
    oldest: known.length > 0 ? formatTime(Math.min(...known)) : null,
  }
}

/** The groups of a pile by their names, in which something waits, the longest waiting first. */
async function groupsOf(ctx: Ctx, { by }: Pile, some: readonly Counted[]) {
  if (!by) return null
  const ids = new Set(some.map(({ group }) => group))
  const names = await namesOf(ctx.db, by.of, by.title, ids)
  return [...Map.groupBy(some, ({ group }) => group)]
    .map(([group, counts]) => ({ id: String(group), name: names.get(group ?? 0) ?? null, ...sum(counts) }))
    .sort((a, b) => ((a.oldest ?? '') < (b.oldest ?? '') ? -1 : 1))
}

/** A pile without what waits in other piles of the caller's as well, under a name of its own. */
function apartOf(one: Pile, piles: readonly Pile[]): Pile | null {
  const { beside, area, pile } = one
  if (beside === undefined) return null
  const elsewhere = piles.flatMap((other) => (other.area === area && other.search[beside]) || []).map(Number)
  const without = elsewhere.length > 0 ? [notAmong(beside, elsewhere)] : []
  const waiting = async (ctx: Ctx) =>
    (await one.waiting(ctx)).map((some) => ({ ...some, where: [...some.where, ...without] }))
  return { ...one, pile: `${pile} apart`, waiting }
}

/** The piles on which the caller works. */
const pilesFor = (ctx: Ctx): readonly Pile[] => {
  const { rights, deptId } = whoOf(ctx)
  return ctx.parts.piles.filter(({ needs, ofDept }) => may(rights, needs) && !(ofDept && deptId === null))
}

const searchOf = (ctx: Ctx, { search, own }: Pile) => ({
  ...search,
  ...(own && { [own]: String(whoOf(ctx).userId) }),
})

/** What waits for the caller: each pile they may work on, also one in which nothing is. */
export async function countPiles(ctx: Ctx) {
  const piles = pilesFor(ctx)
  const apart = piles.flatMap((one) => apartOf(one, piles) ?? [])
  const counts = Map.groupBy(await countAll(ctx, [...piles, ...apart]), ({ pile }) => pile)
  const list = await Promise.all(
    piles.map(async (one) => {
      const { pile, area, noun, title, unit } = one
      const some = counts.get(pile) ?? []
      const groups = await groupsOf(ctx, one, some)
      const told = { pile, area, noun, title, unit, ...sum(some) }
      const alone = one.beside === undefined ? told.count : sum(counts.get(`${pile} apart`) ?? []).count
      return { ...told, apart: alone, search: searchOf(ctx, one), groups }
    }),
  )
  return { total: list.reduce((n, { apart }) => n + apart, 0), piles: list }
}

/** Names of people are shown as everywhere: masked. */
const titleOf = (ctx: Ctx, { table, title }: Waiting, value: unknown): string | null => {
  if (typeof value !== 'string') return null
  return table.columns[title]?.kind === 'personal' ? masked('name', ctx.parts.secret.decrypt(value)) : value
}

/**
 * The rows of a pile, the longest waiting first.
 * @throws Refused NOT_FOUND when there is no such pile for the caller
 */
export async function listPile(
  ctx: Ctx,
  { pile, pageNumber = 1, pageSize = 10, sortField, sortOrder = 'asc', afterId }: Paging & { readonly pile: string },
): Promise<PageOf<{ id: string; title: string | null; since: string | null }>> {
  const piles = pilesFor(ctx)
  const found = piles.find((one) => one.pile === pile)
  if (!found)
    throw new Refused(
      'NOT_FOUND',
      `没有您可以处理的待办「${pile}」${piles.length > 0 ? `，有：${piles.map((one) => one.pile).join('、')}` : ''}`,
    )
  const total = sum(await countAll(ctx, [found])).count
  const waiting = await found.waiting(ctx)
  const [first, ...more] = waiting.map((some) => listed(ctx, found, some))
  if (!first || !waiting[0]) return { list: [], total, pageNumber, pageSize }
  const way = sortOrder.startsWith('desc') ? 'desc' : 'asc'
  const byId = sortField === 'id' || afterId !== undefined
  let all = loose(ctx)
    .selectFrom(more.reduce((query, one) => query.unionAll(one), first).as('all'))
    .select(['id', 'since', 'title'])
  if (afterId !== undefined) all = all.where('id', way === 'desc' ? '<' : '>', afterId)
  if (!byId) all = all.orderBy(since(ctx), way)
  const rows = await all
    .orderBy('id', way)
    .limit(pageSize)
    .offset(afterId === undefined ? (pageNumber - 1) * pageSize : 0)
    .execute()
  const list = rows.map((row) => ({
    id: String(row.id),
    title: titleOf(ctx, waiting[0] as Waiting, row.title),
    since: row.since === null ? null : formatTime(Number(row.since)),
  }))
  return { list, total, pageNumber, pageSize }
}

/**
 * The rows of a pile that have waited for the caller since before a moment, the longest first.
 * @param most so many at most
 */
export async function waitedSince(
  ctx: Ctx,
  pile: Pile,
  before: number,
  most: number,
): Promise<{ id: number; title: string | null; since: number }[]> {
  const waiting = await pile.waiting(ctx)
  const [first, ...more] = waiting.map((some) => listed(ctx, pile, some))
  if (!first || !waiting[0]) return []
  const rows = await loose(ctx)
    .selectFrom(more.reduce((query, one) => query.unionAll(one), first).as('all'))
    .select(['id', 'since', 'title'])
    .where('since', '<=', before)
    .orderBy(since(ctx))
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    id: Number(row.id),
    title: titleOf(ctx, waiting[0] as Waiting, row.title),
    since: Number(row.since),
  }))
}
