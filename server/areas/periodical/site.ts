import { join } from 'node:path'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { periodicalOpen } from '../../../core/contract/periodical/rows.ts'
import type { periodical as contract } from '../../../core/contract/periodical.ts'
import { published } from '../../../core/domain/activity-states.ts'
import { Refused } from '../../../core/errors.ts'
import { cleanHtml, sealOf } from '../../clean.ts'
import type { Ctx } from '../../context.ts'
import { periodical as table } from '../../db/tables/periodical.ts'
import { between, isEmpty, like, test } from '../../rows/condition.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { filePage } from '../../site/areas/attached.ts'
import {
  articlesOf,
  filesOf,
  folder,
  issuePage,
  isText,
  monthsOf,
  pagesOf,
  pathOf,
  readArticles,
  type Shown,
  seenArticles,
  withPictures,
} from '../../site/areas/periodical-read.ts'
import { openOne } from '../article/open.ts'

/** Periodicals as anybody reads them: issues that are published, and of what stands in them what is on the site. */

const rows = rowsOf(table, {
  reply: periodicalOpen,
  logged: [],
  order: [
    ['publishedOn', 'desc'],
    ['id', 'desc'],
  ],
  everybody: [test('status', '=', published), isEmpty('deletedAt')],
})
const withUrl = <R extends { readonly id: string }>(row: R) => ({
  ...row,
  url: join('/site', folder, issuePage(Number(row.id))),
})

/** The latest issues. */
export const top = async (ctx: Ctx, { size }: Parsed<typeof contract.siteTop>) =>
  (await rows.page(ctx, { pageSize: size, withTotal: 0 })).list.map(withUrl)

/** One page of issues with the names of their pages. */
export async function list(ctx: Ctx, input: Parsed<typeof contract.sitePageList>) {
  const { title, startTime, endTime, ...paging } = input
  const page = await rows.page(ctx, paging, ...like('title', title), ...between('publishedOn', startTime, endTime))
  const ids = page.list.map(({ id }) => Number(id))
  const named = Map.groupBy(await pagesOf({ read: ctx.db }, ids), ({ periodicalId }) => String(periodicalId))
  const pages = (id: string) =>
    (named.get(id) ?? []).map(({ id, title, sortType }) => ({ id: String(id), title, sortType }))
  return { ...page, list: page.list.map((row) => ({ ...withUrl(row), pages: pages(row.id) })) }
}

/** The months of which something is published. */
export async function months(ctx: Ctx, { year }: Parsed<typeof contract.siteMonths>) {
  const all = await monthsOf({ read: ctx.db })
  return year === undefined ? all.slice() : all.filter(({ month }) => month.startsWith(`${year}-`))
}

const showOne = ({ jump, articleId, ...one }: Shown) => ({
  ...{ ...one, id: String(one.id), periodicalId: String(one.periodicalId), layoutId: String(one.layoutId) },
  pictures: [...one.pictures],
  url: jump ?? join('/site', pathOf({ id: one.id, articleId })),
})

/** An issue with all that stands on its pages. @throws Refused NOT_FOUND where it is not published */
export async function issue(ctx: Ctx, id: number) {
  const db = { read: ctx.db }
  const row = withUrl(await rows.get(ctx, id).catch(notThere))
  const on = Map.groupBy(await articlesOf(db, id), ({ layoutId }) => layoutId)
  const pages = (await pagesOf(db, [id])).map(({ id, title, sortType }) => ({
    ...{ id: String(id), title, sortType, articles: (on.get(id) ?? []).map(showOne) },
  }))
  const files = ((await filesOf(db, [id])).get(id) ?? []).map((file) => ({
    ...{ name: file.name, size: file.size, url: join('/site', folder, filePage(id, file)) },
  }))
  return { ...row, pages, files } as never
}

function notThere(error: unknown): never {
  // what is being edited is answered as what is not there
  throw error instanceof Refused ? new Refused('NOT_FOUND') : error
}

/** One article of an issue with its text. @throws Refused NOT_FOUND where visitors do not see it */
export async function article(ctx: Ctx, id: number) {
  const db = { read: ctx.db }
  const query = seenArticles(db)
    .innerJoin('periodical', 'periodical.id', 'periodicalArticle.periodicalId')
    .where('periodical.status', '=', published)
    .where('periodical.deletedAt', 'is', null)
    .where('periodicalArticle.id', '=', id)
  const [shown] = await withPictures(db, await readArticles(query as never).execute())
  if (!shown) throw new Refused('NOT_FOUND')
  const text = shown.articleId === null ? await ownText(ctx, shown) : (await openOne(ctx, shown.articleId)).content
  return { ...showOne(shown), content: text } as never
}

async function ownText(ctx: Ctx, shown: Shown): Promise<string> {
  if (!isText(shown)) return ''
  const row = await ctx.db
    .selectFrom('periodicalArticle')
    .select(['content', 'seal'])
    .where('id', '=', shown.id)
    .executeTakeFirstOrThrow()
  const content = row.content ?? ''
  return row.seal !== null && sealOf(content, ctx.parts.secret.seal) === row.seal ? content : cleanHtml(content)
}
