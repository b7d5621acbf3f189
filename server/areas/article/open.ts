import { join } from 'node:path'
import type { z } from 'zod'
import { articleOpen } from '../../../core/contract/article/open.ts'
import { formatDate, parseTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { cleanHtml, sealOf } from '../../clean.ts'
import { longText } from '../../clean-text.ts'
import type { Ctx } from '../../context.ts'
import { article as table } from '../../db/tables/article.ts'
import { column as columns } from '../../db/tables/column.ts'
import { callerOf } from '../../http/caller.ts'
import { allHold, type Condition, equal, isEmpty, like, oneOf, test } from '../../rows/condition.ts'
import { namesOf, type Paging, pageRows } from '../../rows/list.ts'
import { presenterOf } from '../../rows/present.ts'
import { descendants, readTree } from '../../rows/tree.ts'
import { setting } from '../../settings.ts'
import { articlePath, columnFolder, filePath } from '../../site/addresses.ts'
import { siteFiles } from '../../site/article-files.ts'
import { loadColumns } from '../../site/data.ts'
import type { ofFolders } from '../../site/folder-settings.ts'
import { fieldsByColumn, fileLists, shownFields } from '../../site/model-fields.ts'
import { foldersIn } from '../../site/site-file.ts'
import { listIndexes, newestFirst } from './list.ts'
import type { ArticleRow } from './show.ts'

/** Published articles as anybody may read them: by the site's rules, and with nothing of what the office knows beside. */

export const online: readonly Condition[] = [isEmpty('deletedAt'), test('status', '=', 2)]
const present = presenterOf(table, articleOpen, { articleId: 'id' })
const read = [
  ...[
    'id',
    'columnId',
    'title',
    'subtitle',
    'summary',
    'source',
    'newsType',
    'coverImage',
    'essayList',
    'categoryType',
  ],
  ...['jumpUrl', 'publishTime', 'hits'],
]
type Open = z.infer<typeof articleOpen>

async function show(ctx: Ctx, rows: readonly ArticleRow[]): Promise<Open[]> {
  const names = await namesOf(
    ctx.db,
    'column',
    'title',
    rows.map(({ columnId }) => columnId),
  )
  return rows.map((row) => ({
    ...(present(row) as Open),
    columnName: names.get(row.columnId) ?? null,
    url: `/site/${articlePath(row.id)}`,
  }))
}

async function list(ctx: Ctx, where: readonly Condition[], paging: Paging) {
  const page = await pageRows<ArticleRow>(ctx, table, {
    ...{ columns: read, where: [...online, ...where], paging, order: newestFirst, indexes: listIndexes },
  })
  return { ...page, list: await show(ctx, page.list) }
}

interface Asked extends Paging {
  readonly columnId?: number | undefined
  readonly title?: string | undefined
}

export const openList = (ctx: Ctx, { columnId, title, ...paging }: Asked) =>
  list(ctx, [...equal('columnId', columnId), ...like('title', title, 'full text')], paging)

/** Of a column and all below it. */
export async function openBelow(ctx: Ctx, { columnId, ...paging }: Paging & { readonly columnId: number }) {
  const tree = await readTree(ctx.db, columns)
  return list(ctx, oneOf('columnId', descendants(tree.values(), columnId)), paging)
}

/** Of the columns that a setting names, and of all below them; where it names none there are none. */
export async function openNamed(ctx: Ctx, name: (typeof ofFolders)[number], paging: Paging) {
  const folders = foldersIn(await setting(ctx.db, name))
  const tree = await readTree(ctx.db, columns)
  const named = (await loadColumns(ctx.parts.db)).filter((column) => folders.includes(columnFolder(column)))
  const ids = named.flatMap(({ id }) => descendants(tree.values(), id))
  return list(ctx, oneOf('columnId', ids.length > 0 ? ids : [0]), paging)
}

/** Of today, by the clock of Asia/Shanghai. */
export const openToday = (ctx: Ctx, paging: Paging) =>
  list(ctx, [test('publishTime', '>=', parseTime(formatDate(ctx.now)))], paging)

/** A text that some other policy cleaned, or nobody: cleaned anew, a long one in a thread. */
async function cleanText(ctx: Ctx, { content, seal }: ArticleRow): Promise<string> {
  if (seal !== null && sealOf(content, ctx.parts.secret.seal) === seal) return content
  if (content.length <= longText) return cleanHtml(content)
  const { work } = ctx.parts
  return work.texts.run('clean', content, callerOf(ctx.who, ctx.call.address), () => !ctx.call.gone())
}

/** One with its text. @throws Refused NOT_FOUND when it is not published */
export async function openOne(ctx: Ctx, id: number) {
  const row = (await ctx.db
    .selectFrom('article')
    .selectAll()
    .where(allHold([...online, test('id', '=', id)]))
    .executeTakeFirst()) as ArticleRow | undefined
  if (!row) throw new Refused('NOT_FOUND')
  const [shown] = await show(ctx, [row])
  const list = (await fileLists(ctx.parts.db, [row]))(row)
  const files = (await siteFiles(ctx.parts.db, [list]))(list)
  const fields = (await fieldsByColumn(ctx.db, [row.columnId])).get(row.columnId) ?? []
  return {
    ...(shown as Open),
    fields: shownFields(fields, row.modelFields),
    content: await cleanText(ctx, row),
    files: files.map((file) => ({ name: file.name, size: file.size, url: join('/site', filePath(id, file)) })),
  }
}
