import { relevantMost } from '../../../core/contract/article/relevant.ts'
import type { article as contract } from '../../../core/contract/article.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { allHold, allOf, among, anyOf } from '../../rows/condition.ts'
import { namesOf } from '../../rows/list.ts'
import { relevantTo } from '../../site/relevant.ts'
import { findArticles, needArticle, reach } from './find.ts'
import { online } from './open.ts'
import type { ArticleRow } from './show.ts'
import { touch } from './touch.ts'

/** The articles that stand below another one on its page: chosen by whoever edits it, suggested by titles that are alike. */

const published = 2

/** What the caller may read of some articles, or everybody may. */
async function readable(ctx: Ctx, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await ctx.db
    .selectFrom('article')
    .select(['id', 'title', 'columnId', 'publishTime', 'status'])
    .where(allHold([among('id', ids), anyOf([allOf([...online]), allOf(reach(ctx, 'live', 'article_list'))])]))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Those chosen, in their order, and behind them the suggested ones. What the caller may not read shows its number alone. */
async function show(ctx: Ctx, { id, title }: ArticleRow, picked: readonly number[]) {
  const alike = await ctx.parts.search.alike(
    { words: title, most: relevantMost, except: [id, ...picked] },
    String(whoOf(ctx).userId),
  )
  const rows = await readable(ctx, [...picked, ...alike])
  const names = await namesOf(
    ctx.db,
    'column',
    'title',
    [...rows.values()].map(({ columnId }) => columnId),
  )
  const shown = (articleId: number, chosen: 0 | 1) => {
    const row = rows.get(articleId)
    return {
      articleId: String(articleId),
      title: row?.title ?? null,
      columnName: (row && names.get(row.columnId)) ?? null,
      publishTime: row?.publishTime ? formatTime(row.publishTime) : null,
      status: row?.status ?? null,
      chosen,
    }
  }
  return [
    ...picked.map((one) => shown(one, 1)),
    ...alike.filter((one) => rows.get(one)?.status === published).map((one) => shown(one, 0)),
  ]
}

/** The article, by who may change what its page shows: of a published one those who may publish it. */
async function needEditable(ctx: Ctx, articleId: number): Promise<ArticleRow> {
  const row = await needArticle(ctx, articleId, { lock: true })
  if (row.status !== published) return row
  const may = await findArticles(ctx, [articleId], { key: 'article_approve', columns: ['id'] })
  if (!may.has(articleId))
    throw new Refused('BAD_STATE', '文章已发布，相关文章随即显示在网站上：请由有发布权限的人员设定')
  return row
}

async function replace(
  ctx: Ctx,
  row: ArticleRow,
  before: readonly number[],
  relevantIds: readonly number[],
): Promise<void> {
  if (before.join() === relevantIds.join()) return
  await ctx.db.deleteFrom('articleRelevant').where('articleId', '=', row.id).execute()
  if (relevantIds.length > 0)
    await ctx.db
      .insertInto('articleRelevant')
      .values(relevantIds.map((relevantId, i) => ({ articleId: row.id, relevantId, sort: i + 1 })))
      .execute()
  const told = (ids: readonly number[]) => ({ relevantIds: ids.map(String) })
  ctx.record({ ids: [row.id], before: told(before), after: told(relevantIds) })
  if (row.status === published) await touch(ctx, [{ articleId: row.id, columnId: row.columnId }])
}

async function choose(ctx: Ctx, { articleId, relevantIds }: Parsed<typeof contract.relevantSave>) {
  const row = await needEditable(ctx, articleId)
  const wanted = [...new Set(relevantIds)]
  if (wanted.includes(articleId)) throw new Refused('BAD_INPUT', '相关文章（relevantIds）：不能是这篇文章自己')
  const before = await relevantTo(ctx.db, articleId)
  const added = wanted.filter((id) => !before.includes(id))
  const rows = await readable(ctx, added)
  const missing = added.filter((id) => !rows.has(id))
  if (missing.length > 0)
    throw new Refused('CONFLICT', `相关文章（relevantIds）：文章 ${missing.join('、')} 不存在，或您无权查看`)
  await replace(ctx, row, before, wanted)
  return { row, wanted }
}

/** Chooses the articles that stand below another one; those of before that are not among them go. To be wrapped in `ownTransactions`. */
export async function setRelevant(ctx: Ctx, input: Parsed<typeof contract.relevantSave>) {
  const { row, wanted } = await ctx.transaction((inner) => choose(inner, input))
  // what is alike is sought by a connection of its own
  return show(ctx, row, wanted)
}

export async function clearRelevant(ctx: Ctx, { articleId }: Parsed<typeof contract.deleteArticleRelevant>) {
  const row = await needEditable(ctx, articleId)
  await replace(ctx, row, await relevantTo(ctx.db, articleId), [])
  return { id: String(articleId) }
}

export const listRelevant = async (ctx: Ctx, { articleId }: Parsed<typeof contract.getArticleRelevantList>) =>
  show(ctx, await needArticle(ctx, articleId), await relevantTo(ctx.db, articleId))

/** An article that is deleted for good stands below none any more. */
export const forgetRelevant = (ctx: Ctx, id: number) =>
  ctx.db
    .deleteFrom('articleRelevant')
    .where((eb) => eb.or([eb('articleId', '=', id), eb('relevantId', '=', id)]))
    .execute()
