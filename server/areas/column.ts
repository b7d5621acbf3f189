import { column as contract } from '../../core/contract/column.ts'
import type { BulkResult } from '../../core/contract/shared.ts'
import { refuseBeyond } from '../access/beyond.ts'
import { differing, grown, refuseForeign, roleToSet, roleWasSet } from '../access/role-gifts.ts'
import { ownOf } from '../access/scope.ts'
import { breather } from '../breather.ts'
import { type Ctx, whoOf } from '../context.ts'
import { column as table } from '../db/tables/column.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { fail, inChunks } from '../rows/bulk.ts'
import { refuseStale } from '../rows/stale.ts'
import { lastPlace } from '../rows/tree.ts'
import { checkedFields, needColumn, refuseLinkless, relationOf } from './column/checks.ts'
import { named, show, treeOf } from './column/fields.ts'
import { merge } from './column/merge.ts'
import { summary } from './column/summary.ts'
import { choices } from './column/templates.ts'
import {
  allColumns,
  arrangeColumns,
  changeColumn,
  holdColumns,
  refuseOtherReview,
  removeColumn,
  touchColumn,
} from './column/write.ts'

export const column = implement(contract, {
  list: async (ctx, input) => {
    const word = input.categoryTitle?.toLowerCase()
    return (await allColumns(ctx)).filter((row) => !word || row.title.toLowerCase().includes(word)).map(show)
  },
  tree: async (ctx) => treeOf(await allColumns(ctx)),
  summary,
  contentModelList: async ({ db }) => {
    const models = await db.selectFrom('contentModel').select(['id', 'cmName as name']).orderBy('id').execute()
    return models.map(({ id, name }) => ({ id: String(id), name }))
  },
  temList: choices,
  roleList: async (ctx, input) => {
    let roles = ctx.db.selectFrom('role').select(['id', 'name']).orderBy('id')
    if (input.roleId) roles = roles.where('id', '=', input.roleId)
    const given = await ctx.db.selectFrom('columnRole').selectAll().execute()
    return (await roles.execute()).map((role) => ({
      roleId: String(role.id),
      roleName: role.name,
      columnIds: given.filter((g) => g.roleId === role.id).map((g) => String(g.columnId)),
    }))
  },
  roleUserList: async (ctx) => {
    const mine = ownOf(ctx, 'columns')
    return (await allColumns(ctx)).filter((row) => mine === null || mine.has(row.id)).map(show)
  },
  get: async (ctx, input) => show(await needColumn(ctx, input.id)),
  getColumnName: async (ctx, input) => {
    const row = await needColumn(ctx, input.id)
    return { id: String(row.id), categoryTitle: row.title }
  },
  save: async (ctx, input) => {
    await holdColumns(ctx)
    // the specification's form sends categoryId also for a new column: there it names the parent when no other field does
    const fields = await checkedFields(
      ctx,
      { ...input, categoryCategoryId: input.categoryCategoryId ?? input.categoryId },
      0,
    )
    refuseOtherReview(ctx, null, fields.threeReviews)
    refuseLinkless({ type: input.columnType, diyUrl: fields.diyUrl ?? null })
    const row = await ctx.db
      .insertInto('column')
      .values({
        ...fields,
        title: input.categoryTitle.trim(),
        type: input.columnType,
        parentId: fields.parentId ?? 0,
        sort: fields.sort ?? (await lastPlace(ctx, table, fields.parentId ?? 0)),
        createdAt: ctx.now,
        updatedBy: whoOf(ctx).userId,
        updatedAt: ctx.now,
        version: 1,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    ctx.record({ ids: [row.id], after: named({ title: row.title, parentId: row.parentId }) })
    await touchColumn(ctx, row.id)
    return show(row)
  },
  edit: async (ctx, input) => {
    await holdColumns(ctx)
    const row = await needColumn(ctx, input.categoryId)
    await refuseStale(ctx, row, input.version, '栏目')
    const fields = await checkedFields(ctx, input, row.id)
    const moves = fields.parentId !== undefined && fields.parentId !== row.parentId
    if (moves && fields.sort === undefined) fields.sort = await lastPlace(ctx, table, fields.parentId as number)
    return show(await changeColumn(ctx, row, fields))
  },
  arrange: (ctx, input) => arrangeColumns(ctx, input.categoryCategoryId, input.columnIds),
  merge,
  del: ownTransactions((ctx: Ctx, input: { ids: number[] }) =>
    inChunks(
      ctx,
      input.ids,
      async (inner, chunk) => {
        const result: BulkResult = { done: [], failed: [] }
        await holdColumns(inner)
        const breathe = breather()
        for (const id of chunk) {
          await breathe()
          try {
            await removeColumn(inner, id)
            result.done.push(String(id))
          } catch (error) {
            fail(result, id, error)
          }
        }
        return result
      },
      // one can go once those below it have gone
      () => ['tree'],
    ),
  ),
  saveRelation: async (ctx, input) => {
    await holdColumns(ctx)
    const relation = await relationOf(ctx, input.relationCategoryid)
    return show(await changeColumn(ctx, await needColumn(ctx, input.id), { relation }))
  },
  roleSave: async (ctx, input) => {
    await holdColumns(ctx)
    const role = await roleToSet(ctx, input.roleId, input.version)
    for (const id of input.columnIds) if (id !== 0) await needColumn(ctx, id)
    await refuseBeyond(ctx, [role.id], `设定角色「${role.name}」可用的栏目`)
    const gone = await ctx.db.deleteFrom('columnRole').where('roleId', '=', role.id).returning('columnId').execute()
    const before = gone.map(({ columnId }) => columnId)
    const changed = differing(before, input.columnIds)
    refuseForeign(ctx, 'columns', changed)
    if (input.columnIds.length > 0)
      await ctx.db
        .insertInto('columnRole')
        .values(input.columnIds.map((columnId) => ({ roleId: role.id, columnId })))
        .execute()
    await refuseBeyond(ctx, [role.id], `给角色「${role.name}」这些栏目`)
    const version =
      changed.length > 0 ? await roleWasSet(ctx, role, grown(before, input.columnIds) ? 'all' : []) : role.version
    ctx.record({ ids: [role.id], before: { columnIds: before }, after: { columnIds: input.columnIds } })
    return { roleId: String(role.id), columnIds: input.columnIds.map(String), version }
  },
})
