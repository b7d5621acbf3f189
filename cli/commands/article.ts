import type { article } from '../../core/contract/article.ts'
import type { Output } from '../../core/contract/endpoint.ts'
import { type NewsStatus, newsStatus } from '../../core/domain/enums.ts'
import { formatTime } from '../../core/domain/time.ts'
import { ApiError } from '../../core/errors.ts'
import { type ArticleFilterFlags, articleFilterFlags, articleFilters } from '../areas/article-filters.ts'
import { givenIds } from '../bulk/ids.ts'
import type { Failed } from '../bulk/run.ts'
import type { Context } from '../context.ts'
import { CliError, exit, hintFor, usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { columnsOf } from '../output/columns.ts'
import { writeListing, writtenFields } from '../output/listing.ts'
import { checkFields, isDrawn, writeList, writeOne } from '../output/write.ts'
import { verb } from '../verb.ts'

const usual = ['articleId', 'title', 'columnName', 'status', 'publishTime', 'deptName', 'createdByName']

/** How articles stand in lists, and one by itself. The contract is loaded here and not above: the help needs none. */
async function shapes() {
  const { article } = await import('../../core/contract/article.ts')
  const more = [
    'validity',
    'scheduledAt',
    'offlineTime',
    'source',
    'submittedByName',
    'submittedAt',
    'reason',
    'hits',
    'version',
    'modelWords',
    'files',
    'content',
  ]
  return {
    inList: { columns: columnsOf(article.list.output), usual, idField: 'articleId', titleField: 'title' },
    whole: { columns: columnsOf(article.view.output), usual: [...usual, ...more], idField: 'articleId' },
  }
}

type Row = Output<typeof article.list>['list'][number]
type Whole = Output<typeof article.view>

/**
 * A row as a person reads it: a published article whose copy is under review stands in both lists, and what waits is the
 * copy, under its own title. Programs have `review` for that.
 */
function drawn(row: Row): Row {
  const { review } = row
  if (row.scheduledAt) return { ...row, status: `${newsStatus[0]}，定于 ${row.scheduledAt.slice(0, 16)}` as never }
  if (!review || Number(review.status) === 2) return row
  const status = `修订${newsStatus[Number(review.status) as NewsStatus]}`
  return { ...row, status: status as never, title: review.title ?? row.title }
}

/** An article with its text as a person reads it, where one does. */
async function readable<R extends Partial<Pick<Whole, 'content' | 'modelWords'>>>(ctx: Context, row: R): Promise<R> {
  if (!isDrawn(ctx)) return row
  const words = row.modelWords?.map(({ title, words }) => `${title}：${words}`)
  const { readableText } = await import('../output/readable.ts')
  return {
    ...row,
    ...(words && { modelWords: words.join('；') }),
    content: `\n${readableText(row.content ?? '', ctx.io.columns())}`,
  }
}

/** Several articles: those that are there, and then which of them are not. */
async function writeSeveral<R extends object>(ctx: Context, ids: readonly string[], read: (id: string) => Promise<R>) {
  const { whole } = await shapes()
  const several = { ...whole, usual, titleField: 'title' }
  checkFields(ctx, several)
  const rows: R[] = []
  const missing: Failed[] = []
  for (const id of ids)
    await read(id).then(
      (row) => rows.push(row),
      (error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error
        missing.push({ id, errorCode: error.code, errorMsg: error.message })
      },
    )
  if (rows.length > 0) await writeList(ctx, several, rows)
  if (missing.length === 0) return
  ctx.world.onFailed?.(missing)
  throw new CliError(rows.length > 0 ? exit.partial : exit.refused, `${missing.length} 篇文章没有查到`, {
    code: 'NOT_FOUND',
    why: `文章 ${missing.map(({ id }) => id).join('、')} 不存在或无权查看`,
    hint: hintFor('NOT_FOUND', 'default'),
  })
}

/** Looking at articles. */
export const verbs = [
  verb<ArticleFilterFlags>({
    name: 'list',
    says: '按条件查询文章；--since、--until 按发布时间',
    flags: articleFilterFlags,
    knows: [...uses.server, ...uses.output, ...uses.pages, ...uses.span],
    examples: [
      'xzx article list --status 待审核',
      'xzx article list --status 已发布 --since 7d',
      'xzx article list --column 通知公告 --all --format ids',
      'xzx article list --status 1,0 --format count',
    ],
    async run(ctx, { flags }) {
      const { list } = await ctx.client('article')
      const { inList } = await shapes()
      // a table and a sheet are read by people, wherever they are written to
      const forPeople = ctx.format === 'table' || ctx.format === 'csv'
      const { fields } = writtenFields(ctx, inList)
      const filters = {
        ...(await articleFilters(ctx, flags)),
        ...(fields && { fields: forPeople ? [...fields, 'review', 'scheduledAt'] : fields }),
      }
      const call: typeof list = async (input, options) => {
        const page = await list(input, options)
        return forPeople && Array.isArray(page?.list) ? { ...page, list: page.list.map(drawn) } : page
      }
      await writeListing(ctx, { call, filters, idField: 'articleId' }, inList)
    },
  }),
  verb<{ month?: string }>({
    name: 'calendar',
    says: '列出一个月内定时发布和定时下架的文章；默认本月',
    flags: [{ flag: '--month <年-月>', says: '例如 2026-11' }],
    knows: [...uses.server, ...uses.output],
    examples: ['xzx article calendar', 'xzx article calendar --month 2026-12 --json'],
    async run(ctx, { flags }) {
      const { article } = await import('../../core/contract/article.ts')
      const columns = columnsOf(article.calendar.output)
      const usual = ['at', 'act', 'articleId', 'title', 'columnName', 'status']
      const shape = { columns, usual, idField: 'articleId', titleField: 'title' }
      checkFields(ctx, shape)
      const { month = formatTime(ctx.world.now()).slice(0, 7) } = flags
      const { calendar } = await ctx.client('article')
      await writeList(ctx, shape, await calendar({ month }, { signal: ctx.signal }))
      return exit.ok
    },
  }),
  verb({
    name: 'get',
    says: '查看文章全文',
    args: '[编号...]',
    knows: [...uses.server, ...uses.output, 'ids'],
    examples: ['xzx article get 101', 'xzx article get 101 102 --json'],
    async run(ctx, { args }) {
      const ids = await givenIds(ctx, args)
      if (!ids || ids.length === 0) throw usage('缺少文章编号', '例如 xzx article get 101')
      const { view } = await ctx.client('article')
      const read = (articleId: string) => view({ articleId }, { signal: ctx.signal })
      if (ids.length === 1) {
        const row = await read(ids[0] as string)
        await writeOne(ctx, (await shapes()).whole, await readable(ctx, row))
        return exit.ok
      }
      await writeSeveral(ctx, ids, read)
      return exit.ok
    },
  }),
]
