import { topMost } from '../../../core/contract/article/place.ts'
import type { article as contract } from '../../../core/contract/article.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx, Parts } from '../../context.ts'
import { eachOf } from '../../rows/bulk.ts'
import { amongRows, type Condition, notEmpty } from '../../rows/condition.ts'
import { topsAt } from '../../site/tops.ts'
import { needArticle } from './find.ts'
import { type ArticleRow, showArticles } from './show.ts'
import { topUntilTold } from './top-shown.ts'
import { touch } from './touch.ts'

/** Articles that stand first in the lists of their column (docs/decisions/0033-first-in-lists.md). */

/** Those that stand first, or all others; told by the few that do, in every column. */
export const topAs = (top: 0 | 1 | undefined): Condition[] =>
  top === undefined
    ? []
    : [amongRows('id', 'articleTop', 'articleId', [notEmpty('sort')], top === 1 ? undefined : 'not')]

const topOf = (ctx: Ctx, articleId: number) =>
  ctx.db.selectFrom('articleTop').selectAll().where('articleId', '=', articleId).executeTakeFirst()

async function setFirst(ctx: Ctx, row: ArticleRow, until: number | null): Promise<void> {
  if (row.status !== 2) throw new Refused('CONFLICT', '只有已发布的文章可以置顶，请在发布后再置顶')
  const { id: articleId, columnId } = row
  const before = await topOf(ctx, articleId)
  const stays = before?.columnId === columnId
  if (stays && before.topUntil === until) return
  const others = await topsAt(ctx.db, columnId)
  if (!stays && others.length >= topMost)
    throw new Refused('CONFLICT', `本栏目已有 ${topMost} 篇置顶，请先取消其中一篇`)
  const foremost = Math.min(1, ...others.map(({ sort }) => Number(sort))) - 1
  const values = { columnId, sort: stays ? before.sort : foremost, topUntil: until }
  await ctx.db
    .insertInto('articleTop')
    .values({ articleId, ...values })
    .onConflict((oc) => oc.column('articleId').doUpdateSet(values))
    .execute()
  const was = before && { top: 1, topUntil: topUntilTold(before.topUntil) }
  ctx.record({ ids: [articleId], before: was ?? { top: 0 }, after: { top: 1, topUntil: topUntilTold(until) } })
  await touch(ctx, [{ articleId, columnId }])
}

async function setBack(ctx: Ctx, { id: articleId, columnId }: ArticleRow): Promise<void> {
  const before = await topOf(ctx, articleId)
  if (!before) return
  await ctx.db.deleteFrom('articleTop').where('articleId', '=', articleId).execute()
  ctx.record({ ids: [articleId], before: { top: 1, topUntil: topUntilTold(before.topUntil) }, after: { top: 0 } })
  await touch(ctx, [{ articleId, columnId }])
}

/** Puts articles first in their columns, the last of them foremost, or back among the others. */
export const setTops = (ctx: Ctx, { ids, top = 1, topUntil = null }: Parsed<typeof contract.articleUp>) => {
  if (topUntil !== null && topUntil <= ctx.now) throw new Refused('BAD_INPUT', '置顶截止（topUntil）：应晚于现在')
  if (top === 0 && topUntil !== null) throw new Refused('BAD_INPUT', '置顶截止（topUntil）：取消置顶时不写')
  return eachOf(ctx, ids, async (inner, id) => {
    const row = await needArticle(inner, id)
    return top === 0 ? setBack(inner, row) : setFirst(inner, row, topUntil)
  })
}

/** Puts one of a column's first articles into another place among them. */
export async function sortTop(ctx: Ctx, { articleId, sort }: Parsed<typeof contract.articleSort>) {
  const row = await needArticle(ctx, articleId, { lock: true })
  const order = (await topsAt(ctx.db, row.columnId)).map((one) => Number(one.articleId))
  const at = order.indexOf(articleId)
  if (at === -1) throw new Refused('CONFLICT', '这篇文章没有置顶，按发布时间排列；请先置顶')
  const now = order.toSpliced(at, 1)
  now.splice(sort - 1, 0, articleId)
  for (const [i, id] of now.entries())
    await ctx.db
      .updateTable('articleTop')
      .set({ sort: i + 1 })
      .where('articleId', '=', id)
      .execute()
  const place = now.indexOf(articleId)
  if (place !== at) {
    ctx.record({ ids: [articleId], before: { top: at + 1 }, after: { top: place + 1 } })
    await touch(ctx, [{ articleId, columnId: row.columnId }])
  }
  const [shown] = await showArticles(ctx, [row])
  return shown as NonNullable<typeof shown>
}

/** Ends what stood first until now, and what has left its column or the database's bin for good. @returns how many */
export async function endTops({ db, site }: Parts, now: number): Promise<number> {
  const over = await db.read
    .selectFrom('articleTop')
    .select(['articleId', 'columnId'])
    .where('topUntil', '<=', now)
    .execute()
  if (over.length === 0) return 0
  await db.transaction(async (trx) => {
    const ids = over.map(({ articleId }) => articleId)
    await trx.deleteFrom('articleTop').where('articleId', 'in', ids).where('topUntil', '<=', now).execute()
    await trx
      .insertInto('touched')
      .values(over.map((one) => ({ ...one, at: now })))
      .execute()
  })
  await site.showTouched({ wait: false })
  return over.length
}
