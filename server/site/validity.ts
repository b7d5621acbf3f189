import type { Kysely } from 'kysely'
import type { Validity } from '../../core/domain/validity.ts'
import type { Schema } from '../db/tables.ts'

/** Whether documents still hold, as their marks say. */

/** A mark as its article's page shows it. */
export interface Mark {
  readonly state: Validity
  readonly day: number | null
  readonly note: string | null
  /** What changed or repealed it: its number, and its title as it was then. */
  readonly byId: number | null
  readonly byTitle: string | null
}

const marks = (db: Kysely<Schema>) =>
  db.selectFrom('articleValidity').select(['articleId', 'state', 'day', 'note', 'byArticleId', 'byTitle'])
type Row = Awaited<ReturnType<ReturnType<typeof marks>['execute']>>[number]

const numberOr = (value: number | null) => (value === null ? null : Number(value))
const byArticle = (rows: readonly Row[]): ReadonlyMap<number, Mark> =>
  new Map(
    rows.map(({ articleId, state, day, note, byArticleId, byTitle }) => [
      Number(articleId),
      { state: Number(state) as Validity, day: numberOr(day), note, byId: numberOr(byArticleId), byTitle },
    ]),
  )

/** The marks of some articles; most have none. */
export async function marksOf(db: Kysely<Schema>, ids: readonly number[]): Promise<ReadonlyMap<number, Mark>> {
  return ids.length === 0
    ? new Map()
    : byArticle(
        await marks(db)
          .where('articleId', 'in', [...ids])
          .execute(),
      )
}

/** Those of the articles from one id on and below another. */
export const marksFrom = async (db: Kysely<Schema>, from: number, below: number): Promise<ReadonlyMap<number, Mark>> =>
  byArticle(await marks(db).where('articleId', '>=', from).where('articleId', '<', below).execute())

/** What these changed or repealed, and in whose columns it is: what becomes of them shows there. */
export const repealedBy = (db: Kysely<Schema>, ids: readonly number[]) =>
  db
    .selectFrom('articleValidity')
    .innerJoin('article', 'article.id', 'articleValidity.articleId')
    .select(['article.id as articleId', 'article.columnId'])
    .distinct()
    .where('articleValidity.byArticleId', 'in', [...ids])
    .where('article.status', '=', 2)
    .execute()
