import { type Kysely, sql } from 'kysely'
import { Refused } from '../../core/errors.ts'
import { breather } from '../breather.ts'
import type { Ctx } from '../context.ts'
import { Standing } from '../db/standing.ts'
import { saysOf, type Table } from '../db/table.ts'
import { dept } from '../db/tables/people.ts'
import type { Schema } from '../db/tables.ts'
import type { AnyDb } from './list.ts'

/** Rows that stand under one another, each under its `parentId` (0: at the top), in the order of `sort`. */

interface Node {
  readonly id: number
  readonly parentId: number
}
/** Who is under whom, by id. */
export type Tree = ReadonlyMap<number, Node>

/** More than any county has; what walks through a tree goes as deep. */
const levelsMax = 20

/** A row of a tree and all below it, parents before their children. */
export const descendants = (rows: Iterable<Node>, ...roots: readonly number[]): number[] => belowIn(rows)(...roots)

/** The same of a tree that is asked more than once. */
export function belowIn(rows: Iterable<Node>): (...roots: readonly number[]) => number[] {
  const under = Map.groupBy(rows, ({ parentId }) => parentId)
  return (...roots) => {
    const found = new Set(roots)
    for (const id of found) for (const child of under.get(id) ?? []) found.add(child.id)
    return [...found]
  }
}

/** A row and those above it, from below. @param found those that are known already, with all above them: more come behind them */
export function upwards(tree: Tree, from: number, found = new Set<number>()): Set<number> {
  for (let id = from; id !== 0 && !found.has(id); id = tree.get(id)?.parentId ?? 0) found.add(id)
  return found
}

/** How deep a row stands: 0 at the top. */
export const levelIn = (tree: Tree, id: number): number => upwards(tree, id).size - 1

type Under = ReadonlyMap<number, readonly Node[]>

/** How many levels a row and those below it take. */
function levelsOf(under: Under, id: number): number {
  const levels = new Map([[id, 1]])
  for (const [one, level] of levels)
    for (const child of under.get(one) ?? []) if (!levels.has(child.id)) levels.set(child.id, level + 1)
  return Math.max(...levels.values())
}

/** Reads who is under whom. */
export async function readTree(db: Kysely<Schema>, table: Table): Promise<Tree> {
  const rows = await (db as unknown as AnyDb).selectFrom(table.name).select(['id', 'parentId']).execute()
  return new Map((rows as unknown as Node[]).map((row) => [row.id, row]))
}

const departments = new Standing<Tree>(1)
/** Who is under whom among the departments. */
export const deptTree = (ctx: Pick<Ctx, 'db' | 'parts'>): Promise<Tree> =>
  departments.get(ctx, 'access', '', () => readTree(ctx.db, dept as unknown as Table))

/** A department and all below it. */
export const deptsBelow = async (ctx: Pick<Ctx, 'db' | 'parts'>, id: number): Promise<number[]> =>
  descendants((await deptTree(ctx)).values(), id)

/** Rows and all below them, each once. */
export async function withBelow(db: Kysely<Schema>, table: Table, ids: readonly number[]): Promise<number[]> {
  return descendants((await readTree(db, table)).values(), ...ids)
}

/** Rows as the tree that they make, each with its `children`. */
export function nest<R extends Node, S extends object>(
  rows: readonly R[],
  show: (row: R) => S,
  parentId = 0,
): (S & { children: (S & { children: never[] })[] })[] {
  const under = Map.groupBy(rows, (row) => row.parentId)
  const below = (id: number): never[] =>
    (under.get(id) ?? []).map((row) => ({ ...show(row), children: below(row.id) })) as never[]
  return below(parentId)
}

/** How refusals name the field that holds the parent: 「上级栏目（categoryCategoryId）」. */
const fieldWords = (table: Table, field: string) => `上级${saysOf(table)}（${field}）`

/**
 * Judges rows that are to be put under one parent, of which the tree is walked through once for all of them.
 * @param field the parent's name on the wire
 * @returns refuses a row, 0: a new one, as `refuseParent`
 */
export function judgeOf(table: Table, tree: Tree, parentId: number, field: string): (self: number) => void {
  if (parentId === 0) return () => {}
  const says = saysOf(table)
  if (!tree.has(parentId)) throw new Refused('NOT_FOUND', `${says} ${parentId} 不存在`)
  const above = upwards(tree, parentId)
  let under: Under | undefined
  return (self) => {
    if (above.has(self)) throw new Refused('BAD_INPUT', `${fieldWords(table, field)}：不能是${says}自己或它的下级`)
    if (self !== 0) under ??= Map.groupBy(tree.values(), (row) => row.parentId)
    if (above.size + (under && self !== 0 ? levelsOf(under, self) : 1) > levelsMax)
      throw new Refused('BAD_INPUT', `${fieldWords(table, field)}：${says}最多 ${levelsMax} 级`)
  }
}

/**
 * Refuses a parent that is not there, that is the row itself or below it, or under which the tree would become too deep.
 * @param self the row to be put there; 0: a new one
 * @param field the parent's name on the wire
 */
export function refuseParent(table: Table, tree: Tree, parentId: number, self: number, field = 'parentId'): void {
  judgeOf(table, tree, parentId, field)(self)
}

/**
 * Refuses a second row of one name under one parent: who is to choose between them sees the same words twice. To be called with the tree
 * held, where name or parent change: what an older version took stays.
 * @param self the row itself; 0: a new one
 * @param field what the call has the name in, `名称（name）`; none: it is not about the name
 */
export async function refuseNamesake(
  ctx: Ctx,
  table: Table,
  { parentId, name, self, field }: { parentId: number; name: string; self: number; field?: string },
): Promise<void> {
  const label = table.label as string
  const there = await (ctx.db as unknown as AnyDb)
    .selectFrom(table.name)
    .select('id')
    .where('parentId', '=', parentId)
    .where(label, '=', name)
    .where('id', '!=', self)
    .executeTakeFirst()
  if (!there) return
  const says = `${saysOf(table)}「${name}」在同一上级下已存在（${there.id}），请换一个名称`
  throw new Refused('CONFLICT', field ? `${field}：${says}` : says)
}

/** Any number that no other lock of this database uses. */
const lock = 7_301_002

/**
 * Before anything is read to change a tree: two at once could make a circle, or put one under what the other deletes. Whoever only puts
 * something else into a row of it holds just that row.
 */
export async function holdTree(ctx: Ctx, table: Table): Promise<void> {
  if (ctx.dialect === 'postgres')
    await sql`select pg_advisory_xact_lock(${sql.lit(lock)}, hashtext(${table.name}))`.execute(ctx.db)
}

/** The place behind the last row of a parent. */
export async function lastPlace(ctx: Ctx, table: Table, parentId: number): Promise<number> {
  const { last } = await (ctx.db as unknown as AnyDb)
    .selectFrom(table.name)
    .select((eb) => eb.fn.max<number | null>('sort').as('last'))
    .where('parentId', '=', parentId)
    .executeTakeFirstOrThrow()
  return last === null ? 0 : Number(last) + 1
}

/** What stands under one row stands behind what stands under another from now on, in its order; whose it is follows by itself. */
export async function placeBehind(
  ctx: Ctx,
  table: Table,
  { from, into }: { from: number; into: number },
): Promise<void> {
  const db = ctx.db as unknown as AnyDb
  const children = db.selectFrom(table.name).select('id').where('parentId', '=', from).orderBy('sort').orderBy('id')
  let sort = await lastPlace(ctx, table, into)
  for (const { id } of await children.execute()) {
    await db.updateTable(table.name).set({ sort }).where('id', '=', id).execute()
    sort += 1
  }
}

/**
 * Which rows an order moves, of those that have been under the parent before: what comes from elsewhere has moved anyway, and where one
 * alone explains the rest, the others have only got new numbers. Of two neighbours that changed places either does, and both are named.
 */
function movedIn(before: readonly number[], ids: readonly number[]): ReadonlySet<number> {
  const there = new Set(before)
  const after = ids.filter((id) => there.has(id))
  const different = after.filter((id, i) => before[i] !== id)
  const without = (order: readonly number[], id: number) => order.filter((one) => one !== id)
  const explains = (id: number) => {
    const rest = without(after, id)
    return without(before, id).every((one, i) => one === rest[i])
  }
  // what explains the first difference stands on one side of it
  const first = after.findIndex((id, i) => before[i] !== id)
  const alone = different.filter((id) => (id === after[first] || id === before[first]) && explains(id))
  return new Set([...ids.filter((id) => !there.has(id)), ...(alone.length > 0 ? alone : different)])
}

/** What changing one row tells: the values of before and after, for the log. */
interface Changed {
  readonly before: object
  readonly after: object
}

/** So many are named. */
const namedMost = 5
const someOf = (all: readonly (string | number)[]) =>
  `${all.slice(0, namedMost).join('、')}${all.length > namedMost ? `等 ${all.length} 项` : ''}`

/** What is put in order. */
interface Arranged<R> {
  readonly parentId: number
  readonly ids: readonly number[]
  /** All rows of the tree, in its order. */
  readonly rows: readonly R[]
  /** The parent's name on the wire. */
  readonly field?: string
  /** What these rows do not leave, where `rows` are those of one parent alone. */
  readonly within?: string
  /** No two under one parent are called alike; left out where the table's `unique` sees to it. */
  readonly named?: true
}

/**
 * Puts these rows under a parent in this order, all of them or none; to be called with the tree held. One row of the log names those that
 * were moved.
 * @param write changes one row; null: nothing differs
 * @returns the id of the first row that changed; none: undefined
 * @throws Refused CONFLICT when the parent has a row that is not named, which may be another's doing or one's own; NOT_FOUND for one that is not there
 */
export async function arrange<R extends Node>(
  ctx: Ctx,
  table: Table,
  { parentId, ids, rows, field, within, named }: Arranged<R>,
  write: (row: R, place: { parentId: number; sort: number }) => Promise<Changed | null>,
): Promise<number | undefined> {
  const says = saysOf(table)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const nameIn = (row: R | undefined) => (row as Readonly<Record<string, unknown>> | undefined)?.[table.label ?? 'id']
  const before = rows.filter((row) => row.parentId === parentId).map(({ id }) => id)
  const asked = new Set(ids)
  const left = before.filter((id) => !asked.has(id)).map((id) => `「${nameIn(byId.get(id))}」（${id}）`)
  const unknown = ids.filter((id) => !byId.has(id))
  const here = within ?? ''
  const notThere = `${says} ${someOf(unknown)} 不存在${here && `，或不在${here}中`}`
  if (left.length > 0)
    throw new Refused(
      'CONFLICT',
      `顺序中缺少${someOf(left)}：应写出${here || `同一上级${says}下`}的全部${says}${unknown.length > 0 ? `；${notThere}` : ''}。如是他人刚作了调整，请刷新后再试`,
    )
  if (unknown.length > 0) throw new Refused('NOT_FOUND', notThere)
  const moved = movedIn(before, ids)
  const moves: (Changed & { id: number; name: string })[] = []
  let first: number | undefined
  const breathe = breather()
  const judge = ids.some((id) => byId.get(id)?.parentId !== parentId)
    ? judgeOf(table, byId, parentId, field ?? 'parentId')
    : null
  for (const [i, id] of ids.entries()) {
    await breathe()
    const row = byId.get(id) as R
    if (row.parentId !== parentId) {
      judge?.(id)
      if (named) await refuseNamesake(ctx, table, { parentId, name: String(nameIn(row)), self: id })
    }
    const changed = await write(row, { parentId, sort: i + 1 })
    if (changed) first ??= id
    if (changed && moved.has(id)) moves.push({ ...changed, id, name: `${id} ${nameIn(row)}` })
  }
  if (first !== undefined)
    ctx.record({
      ids: moves.map(({ id }) => id),
      before: Object.fromEntries(moves.map((move) => [move.name, move.before])),
      after: Object.fromEntries(moves.map((move) => [move.name, move.after])),
    })
  return first
}
