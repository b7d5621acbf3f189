import type { Kysely } from 'kysely'
import type { Schema } from '../db/tables.ts'

/** The articles that were chosen to stand below others on their pages, by their ids, in their order. */

const chosen = (db: Kysely<Schema>) =>
  db.selectFrom('articleRelevant').select(['articleId', 'relevantId']).orderBy('articleId').orderBy('sort')

/** Those of one article. */
export const relevantTo = async (db: Kysely<Schema>, articleId: number): Promise<readonly number[]> =>
  (await chosen(db).where('articleId', '=', articleId).execute()).map(({ relevantId }) => Number(relevantId))

/** Those of the articles from one id on and below another. */
export async function relevantFrom(
  db: Kysely<Schema>,
  from: number,
  below: number,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await chosen(db).where('articleId', '>=', from).where('articleId', '<', below).execute()
  const by = Map.groupBy(rows, ({ articleId }) => Number(articleId))
  return new Map([...by].map(([id, some]) => [id, some.map(({ relevantId }) => Number(relevantId))]))
}

/** Below which articles these stand, and in whose columns: what changes of them shows there. */
export const showingAny = (db: Kysely<Schema>, ids: readonly number[]) =>
  db
    .selectFrom('articleRelevant')
    .innerJoin('article', 'article.id', 'articleRelevant.articleId')
    .select(['article.id as articleId', 'article.columnId'])
    .distinct()
    .where('articleRelevant.relevantId', 'in', ids)
    .where('article.status', '=', 2)
    .execute()
