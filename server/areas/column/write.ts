import { sql } from 'kysely'
import type { ColumnNode } from '../../../core/contract/column.ts'
import { Refused } from '../../../core/errors.ts'
import { rightsChanged } from '../../access/rights.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { needColumn, refuseLinkless, refuseParent } from './checks.ts'
import { named, type Row, treeOf } from './fields.ts'

/** All columns in the order of the tree. */
export const allColumns = (ctx: Ctx) => ctx.db.selectFrom('column').selectAll().orderBy('sort').orderBy('id').execute()

/** The place behind the last column of a parent. */
export async function lastPlace(ctx: Ctx, parentId: number): Promise<number> {
  const { last } = await ctx.db
    .selectFrom('column')
    .select((eb) => eb.fn.max('sort').as('last'))
    .where('parentId', '=', parentId)
    .executeTakeFirstOrThrow()
  return last === null ? 0 : Number(last) + 1
}

/** Every column touches the navigation: the whole site shows it anew. */
export async function touchColumn(ctx: Ctx, columnId: number): Promise<void> {
  await ctx.db.insertInto('touched').values({ articleId: 0, columnId, at: ctx.now }).execute()
  ctx.after(() => ctx.parts.site.showTouched({ wait: false }))
}

/** Changes the fields that differ. @returns the row as it is now, and what stood there before; null: nothing differs */
async function update(ctx: Ctx, row: Row, fields: Partial<Row>) {
  const names = (Object.keys(fields) as (keyof Row)[]).filter((name) => fields[name] !== row[name])
  if (names.length === 0) return null
  const pick = (from: Partial<Row>) => named(Object.fromEntries(names.map((name) => [name, from[name]])))
  const after = Object.fromEntries(names.map((name) => [name, fields[name]]))
  refuseLinkless({ ...row, ...after })
  const written = await ctx.db
    .updateTable('column')
    .set({ ...after, updatedBy: whoOf(ctx).userId, updatedAt: ctx.now, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirst()
  if (!written) throw new Refused('STALE')
  return { written, before: pick(row), after: pick(fields) }
}

/** Changes one column, with its row in the log. */
export async function changeColumn(ctx: Ctx, row: Row, fields: Partial<Row>): Promise<Row> {
  const changed = await update(ctx, row, fields)
  if (!changed) return row
  ctx.record({ ids: [row.id], before: changed.before, after: changed.after })
  await touchColumn(ctx, row.id)
  return changed.written
}

/** Any number that no other lock of this database uses. */
const lock = 7_301_002

/**
 * Before anything is read to change the columns: two at once could make a circle, put one under what the other deletes, or take
 * the same folder. Whoever puts an article into a column holds just its row, see article/write.ts.
 */
export async function holdTree(ctx: Ctx): Promise<void> {
  if (ctx.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(ctx.db)
}

/**
 * Which columns an order moves, of those that have been under the parent before: what comes from elsewhere has moved anyway, and where one
 * alone explains the rest, the others have only got new numbers. Of two neighbours that changed places either does, and both are named.
 */
function movedIn(before: readonly number[], ids: readonly number[]): ReadonlySet<number> {
  const there = new Set(before)
  const after = ids.filter((id) => there.has(id))
  const different = after.filter((id, i) => before[i] !== id)
  const without = (order: readonly number[], id: number) => order.filter((one) => one !== id).join()
  const alone = different.filter((id) => without(before, id) === without(after, id))
  return new Set([...ids.filter((id) => !there.has(id)), ...(alone.length > 0 ? alone : different)])
}

/**
 * Puts these columns under a parent in this order, all of them or none.
 * @throws Refused STALE when the parent has a column that is not named: somebody else has put it there meanwhile
 */
export async function arrangeColumns(ctx: Ctx, parentId: number, ids: readonly number[]): Promise<ColumnNode[]> {
  await holdTree(ctx)
  const rows = new Map((await allColumns(ctx)).map((row) => [row.id, row]))
  const left = [...rows.values()].find((row) => row.parentId === parentId && !ids.includes(row.id))
  if (left)
    throw new Refused(
      'STALE',
      `栏目已被他人调整，请刷新后再试：「${left.title}」（${left.id}）也在这个上级栏目下，顺序中应写出其下的全部栏目`,
    )
  const before = [...rows.values()].filter((row) => row.parentId === parentId).map(({ id }) => id)
  const moved = movedIn(before, ids)
  const moves = []
  let touched: number | undefined
  for (const [i, id] of ids.entries()) {
    const row = rows.get(id)
    if (!row) throw new Refused('NOT_FOUND', `栏目 ${id} 不存在，请刷新后再试`)
    if (row.parentId !== parentId) refuseParent(rows, parentId, id)
    const changed = await update(ctx, row, { parentId, sort: i + 1 })
    if (changed) touched ??= id
    if (changed && moved.has(id)) moves.push({ id, name: `${id} ${row.title}`, ...changed })
  }
  if (touched !== undefined) {
    ctx.record({
      ids: moves.map(({ id }) => id),
      before: Object.fromEntries(moves.map(({ name, before }) => [name, before])),
      after: Object.fromEntries(moves.map(({ name, after }) => [name, after])),
    })
    await touchColumn(ctx, touched)
  }
  return treeOf(await allColumns(ctx))
}

/** Deletes a column in which nothing is; to be called with the tree held. */
export async function removeColumn(ctx: Ctx, id: number): Promise<void> {
  const row = await needColumn(ctx, id, { lock: true })
  const child = await ctx.db.selectFrom('column').select('title').where('parentId', '=', id).executeTakeFirst()
  if (child) throw new Refused('BAD_STATE', `栏目「${row.title}」还有下级栏目「${child.title}」，请先删除或移走下级`)
  const { n } = await ctx.db
    .selectFrom('article')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('columnId', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(n) > 0)
    throw new Refused('BAD_STATE', `栏目「${row.title}」还有 ${n} 篇文章（含回收站），请先移走或彻底删除`)
  await ctx.db.deleteFrom('column').where('id', '=', id).execute()
  await ctx.db.deleteFrom('columnRole').where('columnId', '=', id).execute()
  await rightsChanged(ctx.db)
  await touchColumn(ctx, id)
  ctx.record({ ids: [id], before: named({ title: row.title }) })
}
