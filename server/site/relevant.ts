import type { Kysely } from 'kysely'
import type { Schema } from '../db/tables.ts'

/** The articles that were chosen to stand below others on their pages: ids by ids, in their order. */
export type Relevant = ReadonlyMap<number, readonly number[]>

const chosen = (db: Kysely<Schema>) =>
  db.selectFrom('articleRelevant').select(['articleId', 'relevantId']).orderBy('articleId').orderBy('sort')

const grouped = (rows: readonly { readonly articleId: number; readonly relevantId: number }[]): Relevant =>
  new Map(
    [...Map.groupBy(rows, ({ articleId }) => Number(articleId))].map(([id, some]) => [
      id,
      some.map(({ relevantId }) => Number(relevantId)),
    ]),
  )

/** Those of one article. */
export const relevantTo = async (db: Kysely<Schema>, articleId: number): Promise<readonly number[]> =>
  grouped(await chosen(db).where('articleId', '=', articleId).execute()).get(articleId) ?? []

/** Those of the articles from one id on and below another. */
export const relevantFrom = async (db: Kysely<Schema>, from: number, below: number): Promise<Relevant> =>
  grouped(await chosen(db).where('articleId', '>=', from).where('articleId', '<', below).execute())

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
