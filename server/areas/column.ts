import type { Selectable } from 'kysely'
import { type ColumnNode, type ColumnRow, column as contract } from '../../core/contract/column.ts'
import type { Parsed } from '../../core/contract/endpoint.ts'
import type { BulkResult } from '../../core/contract/shared.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { rightsChanged } from '../access/rights.ts'
import { type Ctx, whoOf } from '../context.ts'
import type { RowOf } from '../db/table.ts'
import type { column as table } from '../db/tables/column.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { fail, inChunks } from '../rows/bulk.ts'
import { loadSettings } from '../site/settings.ts'
import { openSkin } from '../site/skin.ts'
import { withDescendants } from './column/tree.ts'

type Row = Selectable<RowOf<typeof table.columns>>
type Edit = Parsed<typeof contract.edit>

/** The specification's field → the table's column. */
const stored = {
  categoryTitle: 'title',
  columnType: 'type',
  categoryCategoryId: 'parentId',
  columnPath: 'path',
  columnKeyword: 'keywords',
  columnDescrip: 'description',
  columnDiyUrl: 'diyUrl',
  columnUrl: 'articleTemplate',
  columnListUrl: 'listTemplate',
  columnContentModelId: 'contentModelId',
  categorySort: 'sort',
  categorySmallImg: 'image',
  relationCategoryid: 'relation',
} as const satisfies Readonly<Record<string, keyof Row>>
type Field = keyof typeof stored

/** What stands where a caller clears a field that the table always holds. */
const cleared: Partial<Record<Field, number>> = { categoryCategoryId: 0, categorySort: 0 }
const idFields: readonly Field[] = ['categoryCategoryId', 'columnContentModelId']

function show(row: Row): ColumnRow {
  const fields = Object.entries(stored).map(([field, name]) => {
    const value = row[name]
    return [field, idFields.includes(field as Field) && value !== null ? String(value) : value]
  })
  return {
    categoryId: String(row.id),
    columnId: String(row.id),
    ...Object.fromEntries(fields),
    createdAt: formatTime(row.createdAt),
    updatedAt: formatTime(row.updatedAt),
    version: row.version,
  } as ColumnRow
}

/** The columns of the table for the fields that were sent. */
function fieldsFrom(input: Partial<Edit>): Partial<Row> {
  const sent = (Object.keys(stored) as Field[]).filter((field) => input[field] !== undefined)
  return Object.fromEntries(
    sent.map((field) => [
      stored[field],
      input[field] === null || input[field] === '' ? (cleared[field] ?? null) : input[field],
    ]),
  )
}

const all = (ctx: Ctx) => ctx.db.selectFrom('column').selectAll().orderBy('sort').orderBy('id').execute()

async function need(ctx: Ctx, id: number): Promise<Row> {
  const row = await ctx.db.selectFrom('column').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND', `栏目 ${id} 不存在`)
  return row
}

/** Every column touches the navigation: the whole site shows it anew. */
async function touchColumn(ctx: Ctx, columnId: number): Promise<void> {
  await ctx.db.insertInto('touched').values({ articleId: 0, columnId, at: ctx.now }).execute()
  ctx.after(() => ctx.parts.site.showTouched({ wait: false }))
}

async function refuseParent(ctx: Ctx, parentId: number | undefined, self: number): Promise<void> {
  if (!parentId) return
  await need(ctx, parentId)
  if (self && (await withDescendants(ctx.db, self)).includes(parentId))
    throw new Refused('BAD_INPUT', '上级栏目（categoryCategoryId）：不能是栏目自己或它的下级')
}

async function refusePath(ctx: Ctx, path: string | null | undefined, self: number): Promise<void> {
  if (!path) return
  const reserved = ['a', 'assets', 'index', 'search', '404', 'rss', 'sitemap']
  const taken = await ctx.db
    .selectFrom('column')
    .select('title')
    .where('path', '=', path)
    .where('id', '!=', self)
    .executeTakeFirst()
  if (taken) throw new Refused('CONFLICT', `目录名（columnPath）：已被栏目「${taken.title}」使用`)
  if (reserved.includes(path) || /^c\d+$/.test(path))
    throw new Refused('BAD_INPUT', `目录名（columnPath）：「${path}」为系统保留`)
}

/** Related columns as they are stored: ids separated by commas, each of them there. */
async function relationOf(ctx: Ctx, value: string | readonly number[] | null | undefined): Promise<string | null> {
  const ids = (typeof value === 'string' ? value.split(',') : [...(value ?? [])])
    .map((id) => Number(id))
    .filter((id) => id !== 0)
  if (ids.some((id) => !Number.isSafeInteger(id)))
    throw new Refused('BAD_INPUT', '关联栏目（relationCategoryid）：应为栏目编号，多个用逗号隔开')
  for (const id of ids) await need(ctx, id)
  return ids.length === 0 ? null : [...new Set(ids)].join(',')
}

async function checked(ctx: Ctx, input: Partial<Edit>, self: number): Promise<Partial<Row>> {
  const fields = fieldsFrom(input)
  await refuseParent(ctx, fields.parentId, self)
  await refusePath(ctx, fields.path, self)
  if (fields.relation !== undefined) fields.relation = await relationOf(ctx, fields.relation)
  if (fields.diyUrl && !/^(https?:\/\/|\/(?!\/))/i.test(fields.diyUrl))
    throw new Refused('BAD_INPUT', '自定义链接（columnDiyUrl）：应以 http://、https:// 或 / 开头')
  return fields
}

function refuseLinkless(row: Pick<Row, 'type' | 'diyUrl'>): void {
  if (row.type === 3 && !row.diyUrl) throw new Refused('BAD_INPUT', '自定义链接（columnDiyUrl）：链接栏目必须填写')
}

async function change(ctx: Ctx, row: Row, fields: Partial<Row>): Promise<ColumnRow> {
  const names = (Object.keys(fields) as (keyof Row)[]).filter((name) => fields[name] !== row[name])
  if (names.length === 0) return show(row)
  const after = Object.fromEntries(names.map((name) => [name, fields[name]]))
  refuseLinkless({ ...row, ...after })
  const written = await ctx.db
    .updateTable('column')
    .set({ ...after, updatedAt: ctx.now, version: row.version + 1 })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  ctx.record({ ids: [row.id], before: Object.fromEntries(names.map((name) => [name, row[name]])), after })
  await touchColumn(ctx, row.id)
  return show(written)
}

async function remove(ctx: Ctx, id: number): Promise<void> {
  const row = await need(ctx, id)
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
  ctx.record({ ids: [id], before: { title: row.title } })
}

function treeOf(rows: readonly Row[], parentId = 0): ColumnNode[] {
  return rows
    .filter((row) => row.parentId === parentId)
    .map((row) => ({ ...show(row), children: treeOf(rows, row.id) }))
}

/** The templates of a skin that a column may choose, by the start of their names. */
const pageTemplates = [
  ['article', '文章页'],
  ['list', '列表页'],
  ['single', '单页'],
] as const

export const column = implement(contract, {
  list: async (ctx, input) => {
    const word = input.categoryTitle?.toLowerCase()
    return (await all(ctx)).filter((row) => !word || row.title.toLowerCase().includes(word)).map(show)
  },
  tree: async (ctx) => treeOf(await all(ctx)),
  // content models come with their own area; there is none to choose yet
  contentModelList: async () => [],
  temList: async (ctx) => {
    const { 'site.skin': name } = await loadSettings(ctx.parts.db)
    return openSkin(name).templates.flatMap((template) => {
      const kind = pageTemplates.find(([prefix]) => template === prefix || template.startsWith(`${prefix}-`))
      return kind ? [{ id: template, name: template === kind[0] ? kind[1] : `${kind[1]}（${template}）` }] : []
    })
  },
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
    const { roles } = whoOf(ctx).rights
    const rows = await all(ctx)
    if (roles.some((role) => role.columns === null)) return rows.map(show)
    const mine = new Set(roles.flatMap((role) => role.columns ?? []))
    return rows.filter((row) => mine.has(row.id)).map(show)
  },
  get: async (ctx, input) => show(await need(ctx, input.id)),
  getColumnName: async (ctx, input) => {
    const row = await need(ctx, input.id)
    return { id: String(row.id), categoryTitle: row.title }
  },
  save: async (ctx, input) => {
    // the specification's form sends categoryId also for a new column: there it names the parent when no other field does
    const fields = await checked(ctx, { ...input, categoryCategoryId: input.categoryCategoryId ?? input.categoryId }, 0)
    refuseLinkless({ type: input.columnType, diyUrl: fields.diyUrl ?? null })
    const row = await ctx.db
      .insertInto('column')
      .values({
        ...fields,
        title: input.categoryTitle.trim(),
        type: input.columnType,
        parentId: fields.parentId ?? 0,
        sort: fields.sort ?? 0,
        createdAt: ctx.now,
        updatedAt: ctx.now,
        version: 1,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    ctx.record({ ids: [row.id], after: { title: row.title, parentId: row.parentId } })
    await touchColumn(ctx, row.id)
    return show(row)
  },
  edit: async (ctx, input) => {
    const row = await need(ctx, input.categoryId)
    if (typeof input.version === 'number' && input.version !== row.version)
      throw new Refused('STALE', `该栏目已于 ${formatTime(row.updatedAt)} 被修改，请核对后再提交`, {
        version: row.version,
      })
    return change(ctx, row, await checked(ctx, input, row.id))
  },
  del: ownTransactions((ctx: Ctx, input: { ids: number[] }) =>
    inChunks(ctx, input.ids, async (inner, chunk) => {
      const result: BulkResult = { done: [], failed: [] }
      for (const id of chunk) {
        try {
          await remove(inner, id)
          result.done.push(String(id))
        } catch (error) {
          fail(result, id, error)
        }
      }
      return result
    }),
  ),
  saveRelation: async (ctx, input) =>
    change(ctx, await need(ctx, input.id), { relation: await relationOf(ctx, input.relationCategoryid) }),
  roleSave: async (ctx, input) => {
    const role = await ctx.db
      .selectFrom('role')
      .select(['id', 'name'])
      .where('id', '=', input.roleId)
      .executeTakeFirst()
    if (!role) throw new Refused('NOT_FOUND', `角色 ${input.roleId} 不存在`)
    for (const id of input.columnIds) if (id !== 0) await need(ctx, id)
    refuseMore(ctx, input.columnIds)
    const before = await ctx.db.deleteFrom('columnRole').where('roleId', '=', role.id).returning('columnId').execute()
    if (input.columnIds.length > 0)
      await ctx.db
        .insertInto('columnRole')
        .values(input.columnIds.map((columnId) => ({ roleId: role.id, columnId })))
        .execute()
    await rightsChanged(ctx.db)
    ctx.record({ ids: [role.id], before: before.map((b) => b.columnId), after: input.columnIds })
    return { roleId: String(role.id), columnIds: input.columnIds.map(String) }
  },
})

/** Nobody can grant a column that they lack themselves. */
function refuseMore(ctx: Ctx, columnIds: readonly number[]): void {
  const { roles } = whoOf(ctx).rights
  if (roles.some((role) => role.columns === null)) return
  const mine = new Set(roles.flatMap((role) => role.columns ?? []))
  const lacking = columnIds.filter((id) => !mine.has(id))
  if (lacking.length > 0)
    throw new Refused('NO_PERMISSION', `您没有这些栏目的权限，不能授予他人：${lacking.join('、')}`)
}
