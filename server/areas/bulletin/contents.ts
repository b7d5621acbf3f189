import { contentBrief, contentRow } from '../../../core/contract/bulletin/rows.ts'
import type { bulletin as contract } from '../../../core/contract/bulletin.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { Refused } from '../../../core/errors.ts'
import { cleaned } from '../../clean-text.ts'
import type { Ctx } from '../../context.ts'
import { bulletinContent as table } from '../../db/tables/bulletin.ts'
import { presenterOf } from '../../rows/present.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { openOne } from '../article/open.ts'
import { hiddenFor } from '../published/articles.ts'
import { emptied, contentsOf as publishedContents, sealed } from '../published/contents.ts'
import { judged, look } from '../published/words.ts'
import { changed, type Issue, rows as issues, needToChange, place, published } from './issues.ts'

/** What stands in an issue: articles of the site, and texts of its own. */

const logged = ['bulletinId', 'articleId', 'title', 'section', 'docNumber'] as const
const rows = rowsOf(table, { reply: contentRow, logged })
const show = presenterOf(table, contentBrief)

/** The contents of an issue with what is known of their articles, in their order. */
const contentsOf = ({ db }: Ctx, bulletinId: number) =>
  db
    .selectFrom('bulletinContent as content')
    .leftJoin('article', 'article.id', 'content.articleId')
    .where('content.bulletinId', '=', bulletinId)
    .orderBy('content.sort')
    .orderBy('content.id')
    .select(['content.id', 'content.bulletinId', 'content.articleId', 'content.title', 'section', 'docNumber'])
    .select(['content.sort', 'content.createdAt', 'content.updatedAt', 'content.version'])
    .select(['article.id as found', 'article.title as now', 'article.status', 'article.deletedAt'])
type Found = Awaited<ReturnType<ReturnType<typeof contentsOf>['execute']>>[number]

/** What an article is called now is told while it is on the site, and else what it was called when it was chosen. */
function shown(row: Found) {
  const hidden = hiddenFor(row)
  const title = hidden === null ? (row.now ?? row.title) : row.title
  return { ...show({ ...row, title }), hidden }
}

/** The contents of an issue. */
export async function list(ctx: Ctx, id: number) {
  await issues.need(ctx, id)
  return (await contentsOf(ctx, id).execute()).map(shown) as never
}

/** One of them with its text. */
export async function get(ctx: Ctx, id: number) {
  const row = await rows.need(ctx, id)
  await issues.need(ctx, row.bulletinId)
  const found = await contentsOf(ctx, row.bulletinId).where('content.id', '=', id).executeTakeFirstOrThrow()
  const brief = shown(found)
  const ofArticle = row.articleId !== null && brief.hidden === null
  const content = ofArticle ? (await openOne(ctx, row.articleId as number)).content : row.content
  return { ...brief, content } as never
}

/** An issue's contents as things have theirs. */
const { placeIn, needArticle, ...work } = publishedContents<Issue>({
  ...{ ...place, need: needToChange, changed, told: ['title', 'section'] },
})

type Save = Parsed<typeof contract.addOrUpdateArticleBulletin>

/** Cleans a text and looks it through, outside of the transaction that stores it. */
export async function read<I extends Save>(ctx: Ctx, input: I) {
  const { content, ...rest } = input
  const clean = await cleaned(ctx, { ...rest, content: content ?? undefined })
  const given = { ...clean, ...(content === null && { content: null }) }
  const { title, section, docNumber } = input
  return { input: given, found: await look(ctx, { title, section, docNumber, content: clean.content }) }
}
type Read = Awaited<ReturnType<typeof read<Save>>>

const blank = (text: string | null | undefined) => text === null || text?.trim() === ''
/** The small fields, as they are stored. */
const besides = ({ section, docNumber }: Pick<Save, 'section' | 'docNumber'>) => ({
  ...(section !== undefined && { section: emptied(section) }),
  ...(docNumber !== undefined && { docNumber: emptied(docNumber) }),
})

/** What an article says is changed with the article. */
function refuseOwn({ title, content }: Pick<Read['input'], 'title' | 'content'>): void {
  if (title?.trim() || content)
    throw new Refused('BAD_INPUT', '选用的文章（articleId）：标题和正文随文章，要改请在文章管理中修改')
}

/** What the log says of an own text that visitors read at once. @throws Refused SENSITIVE_WORDS */
function judge(ctx: Ctx, { status }: Issue, id: number, title: string, { found }: Pick<Read, 'found'>): void {
  const says = status === published ? judged(title, found) : []
  if (says.length > 0) ctx.record({ ids: [id], result: says.join('；') })
}

async function add(ctx: Ctx, read: Read) {
  const { bulletinId = 0, articleId, title, content, section, docNumber } = read.input
  if (!bulletinId) throw new Refused('MISSING_PARAMETER', '缺少所属公报（bulletinId）')
  const issue = await needToChange(ctx, bulletinId)
  const sort = await placeIn(ctx, issue, 1)
  const more = { bulletinId, sort, ...besides({ section, docNumber }) }
  if (articleId) {
    refuseOwn(read.input)
    const article = await needArticle(ctx, issue, articleId)
    const { id } = await rows.add(ctx, { ...more, articleId, title: article.title })
    judge(ctx, issue, Number(id), article.title, read)
    await changed(ctx, issue)
    return get(ctx, Number(id))
  }
  if (title === undefined || blank(title))
    throw new Refused('MISSING_PARAMETER', '缺少标题（title），或选用的文章（articleId）')
  if (content === undefined || content === null) throw new Refused('MISSING_PARAMETER', '缺少正文（content）')
  const { id } = await rows.add(ctx, { ...more, title: title as string, ...sealed(ctx, content) })
  judge(ctx, issue, Number(id), title as string, read)
  await changed(ctx, issue)
  return get(ctx, Number(id))
}

/** Changes what is given of one of the contents; of a published issue the site shows it at once. */
export async function edit(ctx: Ctx, given: Read) {
  const { id, version, bulletinId, articleId, title, content, section, docNumber } = given.input
  const row = await rows.need(ctx, Number(id), { lock: true })
  const issue = await needToChange(ctx, row.bulletinId)
  if ((bulletinId || row.bulletinId) !== row.bulletinId || (articleId || row.articleId) !== row.articleId)
    throw new Refused('BAD_INPUT', '篇目（id）：不能换成别的文章或移到另一期，请移除后重新选入')
  if (row.articleId !== null) refuseOwn(given.input)
  else if (blank(title)) throw new Refused('BAD_INPUT', '标题（title）：请输入标题')
  const own =
    row.articleId !== null
      ? {}
      : {
          ...(title && { title }),
          ...(content !== undefined && sealed(ctx, content ?? '')),
        }
  judge(ctx, issue, row.id, title ?? row.title, given)
  await rows.change(ctx, row.id, { ...own, ...besides({ section, docNumber }) }, version)
  await changed(ctx, issue, true)
  return get(ctx, row.id)
}

/** The specification's one call for both. */
export const save = (ctx: Ctx, read: Read) => (read.input.id ? edit(ctx, read) : add(ctx, read))

/** Chooses articles of the site for an issue: behind what stands there, in the order in which they are named. */
export async function choose(ctx: Ctx, { ids, intoId, section }: Parsed<typeof contract.addsArticleBulletin>) {
  const found = await look(ctx, { section })
  return work.choose(ctx, {
    ...{ ids, intoId, more: besides({ section }) },
    add: (inner, values) => rows.addMany(inner, values as never, {}),
    check: (inner, issue) => judge(inner, issue, intoId, section ?? '', { found }),
  })
}

/** Takes some out of their issue. */
export const { remove } = work

/** Puts all contents of an issue into an order. */
export async function arrange(ctx: Ctx, { bulletinId, contentIds }: Parsed<typeof contract.arrange>) {
  await work.arrange(ctx, bulletinId, contentIds)
  return list(ctx, bulletinId)
}
