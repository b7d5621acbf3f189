import { candidateRow } from '../../../core/contract/collected.ts'
import { newsStatus } from '../../../core/domain/enums.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { article as table } from '../../db/tables/article.ts'
import { between, equal, like, test } from '../../rows/condition.ts'
import { type AnyDb, namesOf, type Paging, pageRows } from '../../rows/list.ts'
import { presenterOf } from '../../rows/present.ts'
import { findArticles, reach } from '../article/find.ts'
import { listIndexes, newestFirst } from '../article/list.ts'
import type { ArticleRow } from '../article/show.ts'
import type { Place } from './place.ts'

/** Articles of the site that may be chosen: those that are published, and within the caller's reach. */

const online = 2
const show = presenterOf(table, candidateRow)
const columns = ['id', 'columnId', 'title', 'source', 'publishTime']

interface Search extends Paging {
  readonly title?: string | undefined
  readonly columnId?: number | undefined
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
}

/** One page of them, each with whether it stands there already. */
export async function candidates(ctx: Ctx, place: Place, into: number | undefined, input: Search) {
  const { title, columnId, startTime, endTime, ...paging } = input
  const where = [
    ...reach(ctx),
    test('status', '=', online),
    ...equal('columnId', columnId || undefined),
    ...like('title', title, 'full text'),
    ...between('publishTime', startTime, endTime),
  ]
  const page = await pageRows<ArticleRow>(ctx, table, {
    ...{ columns, where, paging, order: newestFirst, indexes: listIndexes },
  })
  const names = await namesOf(
    ctx.db,
    'column',
    'title',
    page.list.map((row) => row.columnId),
  )
  const chosen = await chosenIn(
    ctx,
    place,
    into ?? 0,
    page.list.map(({ id }) => id),
  )
  const list = page.list.map((row) => ({
    ...show(row),
    columnName: names.get(row.columnId) ?? null,
    chosen: chosen.has(row.id) ? 1 : 0,
  }))
  return { ...page, list } as never
}

/** Which of some articles stand in it already. */
export async function chosenIn(
  { db }: Ctx,
  { rows, of }: Place,
  into: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0 || into === 0) return new Set()
  const found = (db as unknown as AnyDb).selectFrom(rows.name).select('articleId').where('articleId', 'in', ids)
  return new Set((await found.where(of, '=', into).execute()).map(({ articleId }) => Number(articleId)))
}

/** Of some articles those that may be chosen, and why the others may not. */
export async function choosable(ctx: Ctx, { noun }: Place, ids: readonly number[]) {
  const found = await findArticles(ctx, ids, { columns: ['id', 'title', 'status'] })
  return (id: number): { readonly id: number; readonly title: string } | Refused => {
    const row = found.get(id)
    if (!row) return new Refused('NOT_FOUND', `文章 ${id} 不存在或无权操作`)
    if (row.status === online) return row
    const state = newsStatus[row.status as keyof typeof newsStatus]
    return new Refused('BAD_STATE', `文章《${row.title}》${state}，不在网站上，发布后才能选入${noun}`)
  }
}

/** What is known of the article that a row names. */
export interface OfArticle {
  readonly articleId: number | null
  readonly found: number | null
  readonly status: number | null
  readonly deletedAt: number | null
}

/** Why visitors do not see a row; null: they do, once what it stands in is published. */
export function hiddenFor({ articleId, found, status, deletedAt }: OfArticle): string | null {
  if (articleId === null) return null
  if (found === null) return '文章已彻底删除'
  if (deletedAt !== null) return '文章已删除到回收站'
  return status === online ? null : `文章${newsStatus[status as keyof typeof newsStatus]}，不在网站上`
}

/** Rows of a list with how many of what stands in each visitors do not see: articles that have left the site. One query for all of them. */
export async function withHidden<R extends { readonly id: string }>(
  { db }: Ctx,
  { rows, of }: Place,
  list: readonly R[],
): Promise<R[]> {
  if (list.length === 0) return []
  const named = `${rows.name}.${of}`
  const found = await (db as unknown as AnyDb)
    .selectFrom(rows.name)
    .leftJoin('article', 'article.id', `${rows.name}.articleId`)
    .where(
      named,
      'in',
      list.map(({ id }) => Number(id)),
    )
    .where(`${rows.name}.articleId`, 'is not', null)
    .where((eb) =>
      eb.or([
        eb('article.id', 'is', null),
        eb('article.status', '!=', online),
        eb('article.deletedAt', 'is not', null),
      ]),
    )
    .groupBy(named)
    .select((eb) => [named, eb.fn.countAll<number>().as('n')])
    .execute()
  const counts = new Map(found.map((row) => [String(row[of]), Number(row.n)]))
  return list.map((row) => ({ ...row, hiddenCount: counts.get(row.id) ?? 0 }))
}
