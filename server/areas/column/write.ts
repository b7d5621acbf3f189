import type { ColumnNode } from '../../../core/contract/column.ts'
import { settingOf } from '../../../core/domain/settings.ts'
import { Refused } from '../../../core/errors.ts'
import { refuseLess } from '../../access/beyond.ts'
import { rightsChanged } from '../../access/rights.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { column as table } from '../../db/tables/column.ts'
import { deleteWith, refuseUsed } from '../../rows/references.ts'
import { arrange, holdTree } from '../../rows/tree.ts'
import { columnFolder } from '../../site/addresses.ts'
import { followFolder, namingFolder } from '../setting/write.ts'
import { needColumn, parentField, refuseLinkless } from './checks.ts'
import { named, type Row, treeOf } from './fields.ts'

/** All columns in the order of the tree. */
export const allColumns = (ctx: Ctx) => ctx.db.selectFrom('column').selectAll().orderBy('sort').orderBy('id').execute()

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

/** What a column asks before publishing binds everybody, as the settings of approval do. @throws Refused NO_PERMISSION for a change by who may less than everything */
export function refuseOtherReview(ctx: Ctx, was: Row['threeReviews'], is: Row['threeReviews'] | undefined): void {
  if (is !== undefined && (is ?? 0) !== (was ?? 0))
    refuseLess(ctx, '审核方式（threeReviews）：审核的要求对所有人有效，不能设置')
}

/** Changes one column, with its row in the log. */
export async function changeColumn(ctx: Ctx, row: Row, fields: Partial<Row>): Promise<Row> {
  refuseOtherReview(ctx, row.threeReviews, fields.threeReviews)
  const changed = await update(ctx, row, fields)
  if (!changed) return row
  const settings = await followFolder(ctx, columnFolder(row), columnFolder(changed.written))
  const after = { ...changed.after, ...(settings.length > 0 && { settings: settings.join('、') }) }
  ctx.record({ ids: [row.id], before: changed.before, after })
  await touchColumn(ctx, row.id)
  return changed.written
}

/**
 * Before anything is read to change the columns, also for the folders that they take. Whoever puts an article into a column holds just its
 * row, see article/write.ts.
 */
export const holdColumns = (ctx: Ctx): Promise<void> => holdTree(ctx, table)

/** Puts these columns under a parent in this order. @throws Refused as `arrange` does */
export async function arrangeColumns(ctx: Ctx, parentId: number, ids: readonly number[]): Promise<ColumnNode[]> {
  await holdColumns(ctx)
  const rows = await allColumns(ctx)
  const touched = await arrange(ctx, table, { parentId, ids, rows, field: parentField, named: true }, (row, place) =>
    update(ctx, row, place),
  )
  if (touched !== undefined) await touchColumn(ctx, touched)
  return treeOf(await allColumns(ctx))
}

/** @throws Refused BAD_STATE for a column that the front page shows by the settings: they would name none */
async function refuseShown(ctx: Ctx, row: Row): Promise<void> {
  const names = await namingFolder(ctx, columnFolder(row))
  if (names.length === 0) return
  const titles = names.map((name) => `「${settingOf(name).title}」`).join('、')
  throw new Refused(
    'BAD_STATE',
    `栏目「${row.title}」在首页的${titles}中，不能删除，请先在「站点设置」中去掉它的目录名 ${columnFolder(row)}`,
  )
}

/** A column that nothing names goes, and what is tied to it; the log is told by whoever takes it away. */
export async function dropColumn(ctx: Ctx, id: number): Promise<void> {
  await deleteWith(ctx, table, [id])
  await ctx.db.deleteFrom('column').where('id', '=', id).execute()
  await rightsChanged(ctx.db)
  await touchColumn(ctx, id)
}

/** Deletes a column in which nothing is; to be called with the tree held. */
export async function removeColumn(ctx: Ctx, id: number): Promise<void> {
  const row = await needColumn(ctx, id, { lock: true })
  await refuseUsed(ctx, table, row, undefined, '请先移走或删除它们，或把整个栏目并入另一个')
  await refuseShown(ctx, row)
  await dropColumn(ctx, id)
  ctx.record({ ids: [id], before: named({ title: row.title }) })
}
