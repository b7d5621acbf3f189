import { sql } from 'kysely'
import { contentBrief, contentRow, contentsMax } from '../../../core/contract/bulletin/rows.ts'
import type { bulletin as contract } from '../../../core/contract/bulletin.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import { newsStatus } from '../../../core/domain/enums.ts'
import { Refused } from '../../../core/errors.ts'
import { sealOf } from '../../clean.ts'
import { cleaned, isBlank } from '../../clean-text.ts'
import type { Ctx } from '../../context.ts'
import { bulletinContent as table } from '../../db/tables/bulletin.ts'
import { already, fail, inChunks } from '../../rows/bulk.ts'
import { presenterOf } from '../../rows/present.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { arrange as arrangeRows, holdTree } from '../../rows/tree.ts'
import { openOne } from '../article/open.ts'
import { choosable, chosenIn } from './articles.ts'
import { changed, type Issue, rows as issues, needToChange, published } from './issues.ts'
import { judged, look } from './words.ts'

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

/** Why visitors do not see one; null: they do, once the issue is published. */
function hiddenFor({ articleId, found, status, deletedAt }: Found): string | null {
  if (articleId === null) return null
  if (found === null) return '文章已彻底删除'
  if (deletedAt !== null) return '文章已删除到回收站'
  return status === 2 ? null : `文章${newsStatus[status as keyof typeof newsStatus]}，不在网站上`
}

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

/** The place behind the last one, with room for so many more. @throws Refused BAD_STATE */
async function placeIn({ db }: Ctx, { id, title }: Issue, more: number): Promise<number> {
  const { n, last } = await db
    .selectFrom('bulletinContent')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.max<number | null>('sort').as('last')])
    .where('bulletinId', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(n) + more > contentsMax) throw new Refused('BAD_STATE', `《${title}》最多 ${contentsMax} 篇，不能再增加`)
  return Number(last ?? 0) + 1
}

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
const emptied = (text: string | null) => text?.trim() || null

/** The small fields, as they are stored. */
const besides = ({ section, docNumber }: Pick<Save, 'section' | 'docNumber'>) => ({
  ...(section !== undefined && { section: emptied(section) }),
  ...(docNumber !== undefined && { docNumber: emptied(docNumber) }),
})

/** A text as it is stored. @throws Refused BAD_INPUT for one in which nothing stands */
function sealed(ctx: Ctx, content: string) {
  if (isBlank(content)) throw new Refused('BAD_INPUT', '正文（content）：请输入正文')
  return { content, seal: sealOf(content, ctx.parts.secret.seal) }
}

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
    const article = (await choosable(ctx, [articleId]))(articleId)
    if (article instanceof Refused) throw article
    if ((await chosenIn(ctx, bulletinId, [articleId])).has(articleId))
      throw new Refused('CONFLICT', `文章《${article.title}》已在《${issue.title}》的目录中`)
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
  return inChunks(ctx, ids, async (inner, chunk): Promise<BulkResult> => {
    const issue = await needToChange(inner, intoId)
    const result: BulkResult = { done: [], failed: [] }
    const article = await choosable(inner, chunk)
    const there = await chosenIn(inner, intoId, chunk)
    const chosen: { readonly id: number; readonly title: string }[] = []
    for (const id of chunk) {
      const one = article(id)
      if (one instanceof Refused) fail(result, id, one)
      else if (there.has(id)) already(result, id)
      else chosen.push(one)
    }
    if (chosen.length === 0) return result
    judge(inner, issue, intoId, section ?? '', { found })
    const first = await placeIn(inner, issue, chosen.length)
    const more = { bulletinId: intoId, ...besides({ section }) }
    const given = chosen.map(({ id, title }, i) => ({ ...more, articleId: id, title, sort: first + i }))
    // the log tells of the articles
    await rows.addMany({ ...inner, record: () => {} }, given, {})
    inner.record({ ids: chosen.map(({ id }) => id), after: { into: issue.title, ...besides({ section }) } })
    await changed(inner, issue)
    result.done.push(...chosen.map(({ id }) => String(id)))
    return result
  })
}

/** Takes some out of their issue. */
export const remove = (ctx: Ctx, ids: readonly number[]) =>
  inChunks(ctx, ids, async (inner, chunk): Promise<BulkResult> => {
    const result: BulkResult = { done: [], failed: [] }
    const columns = ['id', 'bulletinId', 'title', 'articleId', 'section'] as const
    const found = await inner.db.selectFrom('bulletinContent').select(columns).where('id', 'in', chunk).execute()
    const byId = new Map(found.map((row) => [row.id, row]))
    const open = new Map<number, Issue | Refused>()
    for (const { bulletinId } of found)
      if (!open.has(bulletinId)) open.set(bulletinId, await needToChange(inner, bulletinId).catch(refusedOnly))
    const gone = chunk.flatMap((id) => {
      const row = byId.get(id)
      const issue = row && open.get(row.bulletinId)
      if (row && issue && !(issue instanceof Refused)) return row
      fail(result, id, issue ?? new Refused('NOT_FOUND', `公报的篇目 ${id} 不存在或无权操作`))
      return []
    })
    if (gone.length === 0) return result
    const goneIds = gone.map(({ id }) => id)
    await inner.db.deleteFrom('bulletinContent').where('id', 'in', goneIds).execute()
    const before = gone.map(({ id, title, section }) => ({ id: String(id), title, section }))
    inner.record({ ids: goneIds, before })
    for (const issue of open.values()) if (!(issue instanceof Refused)) await changed(inner, issue, true)
    result.done.push(...goneIds.map(String))
    return result
  })

function refusedOnly(error: unknown): Refused {
  if (error instanceof Refused) return error
  throw error
}

/** Puts all contents of an issue into an order, by one statement. */
export async function arrange(ctx: Ctx, { bulletinId, contentIds }: Parsed<typeof contract.arrange>) {
  const issue = await needToChange(ctx, bulletinId)
  await holdTree(ctx, table as never)
  const there = await ctx.db
    .selectFrom('bulletinContent')
    .select(['id', 'title', 'sort'])
    .where('bulletinId', '=', bulletinId)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const all = there.map((row) => ({ ...row, parentId: 0 }))
  const order = { parentId: 0, ids: contentIds, rows: all, within: `《${issue.title}》的目录` }
  const moved = await arrangeRows(ctx, table as never, order, async (row, { sort }) =>
    row.sort === sort ? null : { before: { sort: row.sort }, after: { sort } },
  )
  if (moved === undefined) return list(ctx, bulletinId)
  const json = JSON.stringify(contentIds)
  const place =
    ctx.dialect === 'sqlite'
      ? sql`json_each(${json}) as place where "bulletinContent".id = place.value`
      : sql`json_array_elements_text(${json}::json) with ordinality as place(value, key) where "bulletinContent".id = place.value::bigint`
  const from = sql.lit(ctx.dialect === 'sqlite' ? 1 : 0)
  await sql`update "bulletinContent" set sort = place.key + ${from} from ${place}`.execute(ctx.db)
  await changed(ctx, issue)
  return list(ctx, bulletinId)
}
