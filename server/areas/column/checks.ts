import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { column as table } from '../../db/tables/column.ts'
import { refuseMissing } from '../../rows/references.ts'
import { readTree, refuseNamesake, refuseParent } from '../../rows/tree.ts'
import { type Edit, fieldsFrom, type Row } from './fields.ts'
import { refuseTemplates } from './templates.ts'

/** How the wire names a column's parent. */
export const parentField = 'categoryCategoryId'

const noColumn = (id: number) => new Refused('NOT_FOUND', `栏目 ${id} 不存在`)
/** Reads one column; `lock`: on PostgreSQL nobody puts anything into it before the transaction ends. @throws Refused NOT_FOUND */
export async function needColumn(ctx: Ctx, id: number, options: { lock?: boolean } = {}): Promise<Row> {
  const query = ctx.db.selectFrom('column').selectAll().where('id', '=', id)
  const row = await (options.lock && ctx.dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw noColumn(id)
  return row
}

/** Pages and folders of the site itself, and the beginnings of every call's path, of which this server answers more with each version. */
const reserved: ReadonlySet<string> = new Set(
  (
    'a assets index search map access 404 rss sitemap site uploads healthz readyz openapi ' +
    'admin advice announcement api app apply article articleVoice assigned blacklist celebrityTable column ' +
    'data ding export forum hot industrialProjects ll llweb log mail mailCount mailForum menu notice other ' +
    'passwordRule passwordType people plate plateRole popula product questAnswer resource role sensitive ' +
    'suggest survey sys sysArea systemLogList test theme themeCount user verify visitHistory web website x ' +
    'xax xaxweb'
  ).split(' '),
)

async function refusePath(ctx: Ctx, path: string | null | undefined, self: number): Promise<void> {
  if (!path) return
  const there = await ctx.db.selectFrom('column').select(['id', 'title']).where('path', '=', path).execute()
  const taken = there.find(({ id }) => id !== self)
  if (taken) throw new Refused('CONFLICT', `目录名（columnPath）：已被栏目「${taken.title}」使用`)
  // one of an older version keeps the name that it has
  if (there.length === 0 && (reserved.has(path) || /^c\d+$/.test(path)))
    throw new Refused('BAD_INPUT', `目录名（columnPath）：「${path}」为系统保留，请换一个`)
}

/** Related columns as they are stored: ids separated by commas, each of them there. */
export async function relationOf(
  ctx: Ctx,
  value: string | readonly number[] | null | undefined,
): Promise<string | null> {
  const ids = (typeof value === 'string' ? value.split(',') : [...(value ?? [])])
    .map((id) => Number(id))
    .filter((id) => id !== 0)
  if (ids.some((id) => !Number.isSafeInteger(id)))
    throw new Refused('BAD_INPUT', '关联栏目（relationCategoryid）：应为栏目编号，多个用逗号隔开')
  for (const id of ids) await needColumn(ctx, id)
  return ids.length === 0 ? null : [...new Set(ids)].join(',')
}

/** Only where its name or its place is another than it was. */
async function refuseSecondName(ctx: Ctx, fields: Partial<Row>, self: number): Promise<void> {
  const was = self === 0 ? null : await needColumn(ctx, self)
  const title = fields.title?.trim() ?? was?.title
  const parentId = fields.parentId ?? was?.parentId ?? 0
  if (title === undefined || (title === was?.title && parentId === was.parentId)) return
  await refuseNamesake(ctx, table, { parentId, name: title, self, field: '栏目名称（categoryTitle）' })
}

/** What was sent, in the table's terms, after everything that would refuse it. */
export async function checkedFields(ctx: Ctx, input: Partial<Edit>, self: number): Promise<Partial<Row>> {
  const fields = fieldsFrom(input)
  if (fields.parentId) refuseParent(table, await readTree(ctx.db, table), fields.parentId, self, parentField)
  await refusePath(ctx, fields.path, self)
  await refuseSecondName(ctx, fields, self)
  await refuseTemplates(ctx, fields, self)
  if (fields.contentModelId === 0) fields.contentModelId = null
  await refuseMissing(ctx, table, { contentModelId: fields.contentModelId })
  if (fields.relation !== undefined) fields.relation = await relationOf(ctx, fields.relation)
  return fields
}

/** A column of the kind 链接 without its link. */
export function refuseLinkless(row: Pick<Row, 'type' | 'diyUrl'>): void {
  if (row.type === 3 && !row.diyUrl) throw new Refused('BAD_INPUT', '自定义链接（columnDiyUrl）：链接栏目必须填写')
}
