import { join } from 'node:path'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { relationOpen, specialOpen } from '../../../core/contract/special/rows.ts'
import type { special as contract } from '../../../core/contract/special.ts'
import { published } from '../../../core/domain/activity-states.ts'
import type { Ctx } from '../../context.ts'
import type { Table } from '../../db/table.ts'
import { article } from '../../db/tables/article.ts'
import { specialArticle, special as table } from '../../db/tables/special.ts'
import { equal, holds, isEmpty, like, test } from '../../rows/condition.ts'
import { presenterOf } from '../../rows/present.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { articlePath } from '../../site/addresses.ts'
import { folder, seenRelations, topicPage } from '../../site/areas/special-read.ts'

/** Special topics as anybody reads them: those that are published, and of what they gather what is on the site. */

const rows = rowsOf(table, {
  reply: specialOpen,
  logged: [],
  order: [
    ['sort', 'asc'],
    ['publishedAt', 'desc'],
    ['id', 'desc'],
  ],
  everybody: [test('status', '=', published), isEmpty('deletedAt')],
})
type Row = { readonly id: string }
const withUrl = <R extends Row>(row: R) => ({ ...row, url: join('/site', folder, topicPage(Number(row.id))) })

/** One page of topics. */
export async function list(ctx: Ctx, { title, model, ...paging }: Parsed<typeof contract.siteList>) {
  const page = await rows.page(ctx, paging, ...like('title', title), ...equal('model', model))
  return { ...page, list: page.list.map(withUrl) }
}

/** The first ones. */
export const top = async (ctx: Ctx, { size }: Parsed<typeof contract.siteTop>) =>
  (await rows.page(ctx, { pageSize: size, withTotal: 0 })).list.map(withUrl)

/** An article beside the row that names it. */
const beside = { ...specialArticle, columns: { ...article.columns, ...specialArticle.columns } }
const show = presenterOf(beside as unknown as Table, relationOpen)

/** One page of what published topics gather: topic by topic, each in its own order. */
export async function articles(ctx: Ctx, input: Parsed<typeof contract.siteArticles>) {
  const { specialId, title, section, pageNumber = 1, pageSize = 10 } = input
  let query = seenRelations({ read: ctx.db })
    .innerJoin('special', 'special.id', 'specialArticle.specialId')
    .where('special.status', '=', published)
    .where('special.deletedAt', 'is', null)
  if (specialId) query = query.where('specialId', '=', specialId)
  if (section !== undefined) query = query.where('section', '=', section)
  if (title !== undefined) query = query.where((eb) => holds(eb.ref('article.title'), title))
  const { n } = await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const found = await query
    .select(['specialArticle.id', 'specialId', 'articleId', 'article.title', 'section', 'source', 'publishTime'])
    .orderBy('special.sort')
    .orderBy('special.publishedAt', 'desc')
    .orderBy('special.id', 'desc')
    .orderBy('specialArticle.sort')
    .orderBy('specialArticle.id')
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize)
    .execute()
  const list = found.map((row) => ({ ...show(row), url: join('/site', articlePath(row.articleId)) }))
  return { list, total: Number(n), pageNumber, pageSize } as never
}
