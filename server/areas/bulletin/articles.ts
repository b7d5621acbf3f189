import { candidateRow } from '../../../core/contract/bulletin/rows.ts'
import type { bulletin as contract } from '../../../core/contract/bulletin.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { newsStatus } from '../../../core/domain/enums.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { article as table } from '../../db/tables/article.ts'
import { between, equal, like, test } from '../../rows/condition.ts'
import { namesOf, pageRows } from '../../rows/list.ts'
import { presenterOf } from '../../rows/present.ts'
import { findArticles, reach } from '../article/find.ts'
import { listIndexes, newestFirst } from '../article/list.ts'
import type { ArticleRow } from '../article/show.ts'

/** Articles of the site that may stand in an issue: those that are published, and within the caller's reach. */

const online = 2
const show = presenterOf(table, candidateRow)
const columns = ['id', 'columnId', 'title', 'source', 'publishTime']

/** One page of them, each with whether it stands in the issue already. */
export async function candidates(ctx: Ctx, input: Parsed<typeof contract.candidates>) {
  const { bulletinId, title, columnId, startTime, endTime, ...paging } = input
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
    bulletinId ?? 0,
    page.list.map(({ id }) => id),
  )
  const list = page.list.map((row) => ({
    ...show(row),
    columnName: names.get(row.columnId) ?? null,
    chosen: chosen.has(row.id) ? 1 : 0,
  }))
  return { ...page, list } as never
}

/** Which of some articles stand in an issue. */
export async function chosenIn({ db }: Ctx, bulletinId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0 || bulletinId === 0) return new Set()
  const found = db.selectFrom('bulletinContent').select('articleId').where('articleId', 'in', ids)
  return new Set((await found.where('bulletinId', '=', bulletinId).execute()).map(({ articleId }) => Number(articleId)))
}

/** Of some articles those that may be chosen, and why the others may not. */
export async function choosable(ctx: Ctx, ids: readonly number[]) {
  const found = await findArticles(ctx, ids, { columns: ['id', 'title', 'status'] })
  return (id: number): { readonly id: number; readonly title: string } | Refused => {
    const row = found.get(id)
    if (!row) return new Refused('NOT_FOUND', `文章 ${id} 不存在或无权操作`)
    if (row.status === online) return row
    const state = newsStatus[row.status as keyof typeof newsStatus]
    return new Refused('BAD_STATE', `文章《${row.title}》${state}，不在网站上，发布后才能选入公报`)
  }
}
