import { Refused } from '../../../core/errors.ts'
import { scopeOf } from '../../access/scope.ts'
import type { Ctx } from '../../context.ts'
import { article } from '../../db/tables/article.ts'
import { allHold, among, type Condition, isEmpty, notEmpty } from '../../rows/condition.ts'
import type { AnyDb } from '../../rows/list.ts'
import { readWhere } from '../../rows/read-where.ts'
import type { ArticleRow } from './show.ts'

/** What the caller may touch by this call: in the recycle bin or out of it. */
export const reach = (ctx: Ctx, where: 'live' | 'bin' = 'live', key?: string): Condition[] => [
  ...scopeOf(ctx, article, key),
  where === 'live' ? isEmpty('deletedAt') : notEmpty('deletedAt'),
]

/** Reads articles by id within the caller's reach; `lock`: on PostgreSQL their rows are held, in one order for all, so that two lists never wait for each other. */
export async function findArticles(
  ctx: Ctx,
  ids: readonly number[],
  options: { where?: 'live' | 'bin' | 'both'; columns?: readonly string[]; key?: string; lock?: boolean } = {},
): Promise<Map<number, ArticleRow>> {
  const conditions =
    options.where === 'both' ? scopeOf(ctx, article, options.key) : reach(ctx, options.where, options.key)
  const lock = options.lock && ctx.dialect === 'postgres'
  const name = `article ${options.columns?.join() ?? ''} ${lock ? 'lock' : ''}`
  const rows = await readWhere(ctx.db, name, [among('id', ids), ...conditions], [], (where) => {
    const found = (ctx.db as unknown as AnyDb).selectFrom('article').where(allHold(where))
    const query = options.columns ? found.select([...options.columns]) : found.selectAll()
    return lock ? query.orderBy('id').forUpdate() : query
  })
  return new Map((rows as ArticleRow[]).map((row) => [row.id, row]))
}

/** The same words whether an article is not there or not the caller's. */
export const notThere = (id: number) => new Refused('NOT_FOUND', `文章 ${id} 不存在或无权操作`)

/** Reads one article, whole. @throws Refused NOT_FOUND when it is not there, in the bin, or not the caller's */
export async function needArticle(
  ctx: Ctx,
  id: number,
  options: { key?: string; lock?: boolean } = {},
): Promise<ArticleRow> {
  const row = (await findArticles(ctx, [id], options)).get(id)
  if (!row) throw notThere(id)
  return row
}
