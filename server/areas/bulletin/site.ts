import { join } from 'node:path'
import { contentsNamed, issueOpen } from '../../../core/contract/bulletin/rows.ts'
import type { bulletin as contract } from '../../../core/contract/bulletin.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { Refused } from '../../../core/errors.ts'
import { cleanHtml, sealOf } from '../../clean.ts'
import type { Ctx } from '../../context.ts'
import { bulletin as table } from '../../db/tables/bulletin.ts'
import { type Condition, equal, holds, isEmpty, like, test } from '../../rows/condition.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { filePage } from '../../site/areas/attached.ts'
import { filesOf, folder, issuePage, pathOf, seenContents } from '../../site/areas/bulletin-read.ts'
import { openOne } from '../article/open.ts'
import { published } from './issues.ts'

/** The bulletin as anybody reads it: issues that are published, and of what stands in them what is on the site. */

const everybody: readonly Condition[] = [test('status', '=', published), isEmpty('deletedAt')]
const rows = rowsOf(table, {
  reply: issueOpen,
  logged: [],
  order: [
    ['year', 'desc'],
    ['number', 'desc'],
    ['id', 'desc'],
  ],
  everybody,
})
type Shown = { readonly id: string }
const withUrl = <R extends Shown>(row: R) => ({ ...row, url: join('/site', folder, issuePage(Number(row.id))) })
/** Who leafs on and on reads no more than that of a large table. */
const pageSizeUsual = 10

/** One page of issues. */
export async function issuesOf(ctx: Ctx, { year, type, title, ...paging }: Parsed<typeof contract.siteGetByYear>) {
  const page = await rows.page(ctx, paging, ...equal('year', year), ...equal('type', type), ...like('title', title))
  return { ...page, list: page.list.map(withUrl) }
}

/** The years of which something is published. */
export async function yearsOf({ db }: Ctx, { type }: Parsed<typeof contract.siteGetYear>) {
  let query = db
    .selectFrom('bulletin')
    .select((eb) => ['year', eb.fn.countAll<number>().as('n')])
    .where('status', '=', published)
    .where('deletedAt', 'is', null)
  if (type !== undefined) query = query.where('type', '=', type)
  const found = await query.groupBy('year').orderBy('year', 'desc').execute()
  return found.map(({ year, n }) => ({ year, issues: Number(n) }))
}

/** What visitors see of what stands in published issues. */
const openContents = ({ db }: Ctx) =>
  seenContents({ read: db })
    .innerJoin('bulletin', 'bulletin.id', 'bulletinContent.bulletinId')
    .where('bulletin.status', '=', published)
    .where('bulletin.deletedAt', 'is', null)

const read = (query: ReturnType<typeof openContents>) =>
  query
    .select(['bulletinContent.id', 'bulletinContent.bulletinId', 'bulletinContent.title', 'section', 'docNumber'])
    .select(['bulletinContent.articleId', 'article.title as now', 'bulletin.year', 'bulletin.number'])
type Found = Awaited<ReturnType<ReturnType<typeof read>['execute']>>[number]

const show = ({ id, bulletinId, title, now, articleId, ...more }: Found) => ({
  ...{ id: String(id), bulletinId: String(bulletinId), title: now ?? title, ...more },
  url: join('/site', pathOf({ id, articleId })),
})

/** One page of what stands in issues: the latest issue first, each in its own order. */
export async function contents(ctx: Ctx, input: Parsed<typeof contract.sitePageList>) {
  const { bulletinId, year, type, title, section, pageNumber = 1, pageSize = pageSizeUsual } = input
  let query = openContents(ctx)
  if (bulletinId) query = query.where('bulletinContent.bulletinId', '=', bulletinId)
  if (year !== undefined) query = query.where('bulletin.year', '=', year)
  if (type !== undefined) query = query.where('bulletin.type', '=', type)
  if (section !== undefined) query = query.where('section', '=', section)
  if (title !== undefined)
    query = query.where((eb) => holds(eb.fn.coalesce('article.title', 'bulletinContent.title'), title))
  const { n } = await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const list = await read(query)
    .orderBy('bulletin.year', 'desc')
    .orderBy('bulletin.number', 'desc')
    .orderBy('bulletin.id', 'desc')
    .orderBy('bulletinContent.sort')
    .orderBy('bulletinContent.id')
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize)
    .execute()
  return { list: list.map(show), total: Number(n), pageNumber, pageSize }
}

/** An issue with the first of its contents. @throws Refused NOT_FOUND where it is not published */
export async function issue(ctx: Ctx, id: number) {
  const row = withUrl(await rows.get(ctx, id).catch(notThere))
  const first = await contents(ctx, { bulletinId: id, pageSize: contentsNamed } as never)
  const files = ((await filesOf({ read: ctx.db }, [id])).get(id) ?? []).map((file) => ({
    ...{ name: file.name, size: file.size, url: join('/site', folder, filePage(id, file)) },
  }))
  return { ...row, contentCount: first.total, contents: first.list, files }
}

function notThere(error: unknown): never {
  // what is being edited is answered as what is not there
  throw error instanceof Refused ? new Refused('NOT_FOUND') : error
}

/** One of the contents with its text. @throws Refused NOT_FOUND where visitors do not see it */
export async function content(ctx: Ctx, id: number) {
  const found = await read(openContents(ctx))
    .select(['bulletinContent.content', 'bulletinContent.seal'])
    .where('bulletinContent.id', '=', id)
    .executeTakeFirst()
  if (!found) throw new Refused('NOT_FOUND')
  const { content, seal, ...row } = found
  const own = content ?? ''
  const isSealed = seal !== null && sealOf(own, ctx.parts.secret.seal) === seal
  const text = row.articleId === null ? (isSealed ? own : cleanHtml(own)) : (await openOne(ctx, row.articleId)).content
  return { ...show(row), content: text }
}
