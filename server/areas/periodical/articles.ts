import type { Parsed } from '../../../core/contract/endpoint.ts'
import { articleBrief, articleRow, articlesMax } from '../../../core/contract/periodical/rows.ts'
import type { periodical as contract } from '../../../core/contract/periodical.ts'
import { Refused } from '../../../core/errors.ts'
import { cleaned } from '../../clean-text.ts'
import type { Ctx } from '../../context.ts'
import { periodicalArticle as table } from '../../db/tables/periodical.ts'
import { holds } from '../../rows/condition.ts'
import { presenterOf } from '../../rows/present.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { openOne } from '../article/open.ts'
import type { Activity } from '../published/activity.ts'
import { hiddenFor } from '../published/articles.ts'
import { contentsOf, emptied, sealed } from '../published/contents.ts'
import { look } from '../published/words.ts'
import { issues, place } from './issues.ts'
import * as pages from './pages.ts'

/** What stands on the pages of an issue: articles of the site, and texts or links of its own. */

const logged = [
  'periodicalId',
  'layoutId',
  'articleId',
  'title',
  'author',
  'newsType',
  'categoryType',
  'jumpUrl',
] as const
const rows = rowsOf(table, { reply: articleRow, logged })
const show = presenterOf(table, articleBrief)
const work = contentsOf<Activity>({
  ...{ ...place, need: issues.needToGather, changed: issues.changed, told: ['title'] },
})

/** What stands in issues that are not in the recycle bin, with what is known of its articles: the latest issue first, page by page. */
const articlesOf = ({ db }: Ctx) =>
  db
    .selectFrom('periodicalArticle as one')
    .innerJoin('periodicalPage', 'periodicalPage.id', 'one.layoutId')
    .innerJoin('periodical', 'periodical.id', 'one.periodicalId')
    .leftJoin('article', 'article.id', 'one.articleId')
    .where('periodical.deletedAt', 'is', null)

const columns = [
  'id',
  'periodicalId',
  'layoutId',
  'articleId',
  'title',
  'author',
  'sort',
  'createdAt',
  'updatedAt',
  'version',
] as const
const read = (query: ReturnType<typeof articlesOf>) =>
  query
    .select(columns.map((column) => `one.${column}` as const))
    .select(['one.newsType', 'one.categoryType', 'periodicalPage.title as layoutTitle'])
    .select(['article.id as found', 'article.title as now', 'article.status', 'article.deletedAt'])
    .select(['article.newsType as nowNewsType', 'article.categoryType as nowCategory'])
    .orderBy('periodical.publishedOn', 'desc')
    .orderBy('periodical.id', 'desc')
    .orderBy('periodicalPage.sort')
    .orderBy('periodicalPage.id')
    .orderBy('one.sort')
    .orderBy('one.id')
type Found = Awaited<ReturnType<ReturnType<typeof read>['execute']>>[number]

/** What an article is and is called is told as it is now, while it is on the site. */
function shown(row: Found) {
  const hidden = hiddenFor(row)
  const now =
    hidden === null && row.articleId !== null
      ? { title: row.now ?? row.title, newsType: row.nowNewsType, categoryType: row.nowCategory }
      : {}
  return { ...show({ ...row, ...now }), layoutTitle: row.layoutTitle, hidden }
}

type Where = Parsed<typeof contract.articleGetlist>
function narrowed(ctx: Ctx, { periodicalId, layoutId, title }: Where) {
  let query = articlesOf(ctx)
  if (periodicalId) query = query.where('one.periodicalId', '=', periodicalId)
  if (layoutId) query = query.where('one.layoutId', '=', layoutId)
  if (title !== undefined) query = query.where((eb) => holds(eb.fn.coalesce('article.title', 'one.title'), title))
  return query
}

/** One page of what stands in issues. */
export async function list(ctx: Ctx, input: Parsed<typeof contract.articleList>) {
  const { newsType, pageNumber = 1, pageSize = pageSizeUsual, ...where } = input
  let query = narrowed(ctx, where)
  if (newsType !== undefined)
    query = query.where((eb) => eb(eb.fn.coalesce('article.newsType', 'one.newsType'), '=', newsType))
  const { n } = await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const found = await read(query)
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize)
    .execute()
  return { list: found.map(shown), total: Number(n), pageNumber, pageSize } as never
}
const pageSizeUsual = 10

/** All that stands in an issue, or on a page, in its order; of all issues no more than one can have. */
export async function all(ctx: Ctx, where: Where) {
  return (await read(narrowed(ctx, where)).limit(articlesMax).execute()).map(shown) as never
}

/** One of them with its text. */
export async function get(ctx: Ctx, id: number) {
  const row = await rows.need(ctx, id)
  await issues.need(ctx, row.periodicalId)
  const brief = shown(await read(articlesOf(ctx).where('one.id', '=', id)).executeTakeFirstOrThrow())
  const ofArticle = row.articleId !== null && brief.hidden === null ? await openOne(ctx, row.articleId) : null
  const { jumpUrl, cover, content } = ofArticle
    ? { jumpUrl: ofArticle.jumpUrl, cover: ofArticle.coverImage, content: ofArticle.content }
    : row
  return { ...brief, jumpUrl, cover, content } as never
}

type Save = Parsed<typeof contract.articleSaveOrUpdate>
type Edit = Parsed<typeof contract.articleEdit>

/** Cleans a text and looks it through, outside of the transaction that stores it. */
export async function prepare<I extends Edit | Save>(ctx: Ctx, input: I) {
  const { content, ...rest } = input
  const clean = await cleaned(ctx, { ...rest, content: content ?? undefined })
  const given = { ...clean, ...(content === null && { content: null }) } as I
  return { input: given, found: await look(ctx, { title: input.title, author: input.author, content: given.content }) }
}
type Prepared<I extends Edit | Save> = Awaited<ReturnType<typeof prepare<I>>>

/** What an article says is changed with the article. */
function refuseOwn({ title, content, newsType, categoryType, jumpUrl, cover }: Save): void {
  if (title?.trim() || content || jumpUrl || cover || (newsType ?? categoryType ?? null) !== null)
    throw new Refused('BAD_INPUT', '选用的文章（articleId）：标题、正文、图片和类型随文章，要改请在文章管理中修改')
}

/** A link leads somewhere, all else has a text. */
function ownOf(ctx: Ctx, { title, content, newsType, categoryType, jumpUrl, cover }: Save, was?: OwnRow) {
  const kind = categoryType ?? was?.categoryType ?? 'CONTENT'
  const link = jumpUrl === undefined ? was?.jumpUrl : emptied(jumpUrl)
  if (kind === 'URL' && !link) throw new Refused('BAD_INPUT', '链接地址（jumpUrl）：内容类型为链接时须填写')
  const text = content === undefined ? (was?.content ?? null) : content
  if (kind === 'CONTENT' && text === null) throw new Refused('MISSING_PARAMETER', '缺少正文（content）')
  return {
    ...(title && { title }),
    ...{ categoryType: kind, jumpUrl: link ?? null },
    ...(newsType !== undefined && { newsType }),
    ...(cover !== undefined && { cover: emptied(cover) }),
    ...(content !== undefined && (content === null ? { content, seal: null } : sealed(ctx, content))),
  }
}
interface OwnRow {
  readonly categoryType: string | null
  readonly jumpUrl: string | null
  readonly content: string | null
}

const authorOf = ({ author }: Pick<Save, 'author'>) => (author === undefined ? {} : { author: emptied(author) })

async function add(ctx: Ctx, { input, found }: Prepared<Save>) {
  const { layoutId, articleId, title } = input
  if (!layoutId) throw new Refused('MISSING_PARAMETER', '缺少所在版面（layoutId）')
  const { periodicalId } = await pages.need(ctx, layoutId)
  const issue = await issues.needToChange(ctx, periodicalId)
  const sort = await work.placeIn(ctx, issue, 1)
  const where = { periodicalId, layoutId, sort, ...authorOf(input) }
  if (articleId) {
    refuseOwn(input)
    const article = await work.needArticle(ctx, issue, articleId)
    const { id } = await rows.add(ctx, { ...where, articleId, title: article.title })
    issues.judge(ctx, issue, Number(id), article.title, found)
    await issues.changed(ctx, issue)
    return get(ctx, Number(id))
  }
  if (!title?.trim()) throw new Refused('MISSING_PARAMETER', '缺少标题（title），或选用的文章（articleId）')
  const { id } = await rows.add(ctx, { ...where, ...ownOf(ctx, input), title })
  issues.judge(ctx, issue, Number(id), title, found)
  await issues.changed(ctx, issue)
  return get(ctx, Number(id))
}

/** Another page of the same issue: behind what stands there. */
async function movedTo(ctx: Ctx, issue: Activity, from: number, layoutId: number | null | undefined) {
  if (!layoutId || layoutId === from) return {}
  const page = await pages.need(ctx, layoutId)
  if (page.periodicalId !== issue.id)
    throw new Refused(
      'BAD_INPUT',
      `移到版面（layoutId）：「${page.title}」不在《${issue.title}》中，只能移到同一期的版面`,
    )
  return { layoutId, sort: await work.placeIn(ctx, issue, 0) }
}

/** Changes what is given of one; of a published issue the site shows it at once. */
export async function edit(ctx: Ctx, { input, found }: Prepared<Edit & Partial<Pick<Save, 'articleId'>>>) {
  const row = await rows.need(ctx, input.id, { lock: true })
  const issue = await issues.needToChange(ctx, row.periodicalId)
  if ((input.articleId || row.articleId) !== row.articleId)
    throw new Refused('BAD_INPUT', '篇目（id）：不能换成别的文章，请移除后重新选入')
  if (row.articleId !== null) refuseOwn(input)
  else if (input.title === null || input.title?.trim() === '')
    throw new Refused('BAD_INPUT', '标题（title）：请输入标题')
  const own = row.articleId !== null ? {} : ownOf(ctx, input, row)
  const moved = await movedTo(ctx, issue, row.layoutId, input.layoutId)
  issues.judge(ctx, issue, row.id, input.title ?? row.title, found)
  await rows.change(ctx, row.id, { ...own, ...moved, ...authorOf(input) }, input.version)
  await issues.changed(ctx, issue, true)
  return get(ctx, row.id)
}

/** The specification's one call for both. */
export const save = (ctx: Ctx, { input, found }: Prepared<Save>) =>
  input.id ? edit(ctx, { input: { ...input, id: input.id }, found }) : add(ctx, { input, found })

/** Chooses articles of the site for a page: behind what stands there, in the order in which they are named. */
export async function choose(ctx: Ctx, { ids, layoutId }: Parsed<typeof contract.choose>) {
  const { periodicalId } = await pages.need(ctx, layoutId)
  return work.choose(ctx, {
    ...{ ids, intoId: periodicalId, more: { layoutId }, toldMore: {} },
    add: (inner, values) => rows.addMany(inner, values as never, {}),
  })
}

export const { remove } = work

/** Puts all that stands in an issue, or on one of its pages, into an order; each stays on its page. */
export async function arrange(ctx: Ctx, { periodicalId, layoutId, contentIds }: Parsed<typeof contract.arrange>) {
  const page = layoutId ? await pages.need(ctx, layoutId) : null
  if (page && page.periodicalId !== periodicalId)
    throw new Refused('BAD_INPUT', `只调整一个版面（layoutId）：「${page.title}」不在这一期中`)
  const within = page && { column: 'layoutId', id: page.id, says: `版面「${page.title}」` }
  await work.arrange(ctx, periodicalId, contentIds, within ?? undefined)
  return all(ctx, { periodicalId, ...(page && { layoutId: page.id }) } as never)
}
