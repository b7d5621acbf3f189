import type { Reader } from '../../db/open.ts'
import { jumpOf, withValidity } from './collected.ts'

/** What the site, its preview and the public calls read of special topics. */

/** The folder of the topics' pages. */
export const folder = 'public_special'
/** Articles on one page of a topic. */
export const onPage = 200

export const topicPage = (id: number, number = 1) => `${id}${number > 1 ? `_${number}` : ''}.html`
export const modelPage = (model: string) => `model_${model}.html`

/** A topic as lists show it. */
export interface Topic {
  readonly id: number
  readonly title: string
  readonly model: string | null
  readonly cover: string | null
  readonly summary: string | null
  readonly publishedAt: number | null
}
export const topicColumns = ['id', 'title', 'model', 'cover', 'summary', 'publishedAt'] as const

type Read = Pick<Reader, 'read'>

/** Those that are published, in the order that the office gave them, and the newest first. */
export const publishedTopics = ({ read }: Read) =>
  read
    .selectFrom('special')
    .where('status', '=', 5)
    .where('deletedAt', 'is', null)
    .orderBy('sort')
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')

/** What topics gather, with the article: of these what is on the site. */
export const seenRelations = ({ read }: Read) =>
  read
    .selectFrom('specialArticle')
    .innerJoin('article', 'article.id', 'specialArticle.articleId')
    .where('article.status', '=', 2)
    .where('article.deletedAt', 'is', null)

/** An article of a topic as the site lists it. */
export interface Relation {
  readonly id: number
  readonly title: string
  readonly section: string | null
  readonly articleId: number
  readonly publishTime: number
  readonly jump: string | null
  /** What stands before its title; null: nothing. */
  readonly validity: string | null
}

/** A page of what a topic gathers, in its order. */
export async function relationsOf(db: Read, specialId: number, offset: number): Promise<Relation[]> {
  const rows = await seenRelations(db)
    .where('specialArticle.specialId', '=', specialId)
    .orderBy('specialArticle.sort')
    .orderBy('specialArticle.id')
    .select(['specialArticle.id', 'section', 'articleId', 'article.title', 'article.publishTime'])
    .select(['categoryType', 'jumpUrl'])
    .limit(onPage)
    .offset(offset)
    .execute()
  const lines = rows.map(({ categoryType, jumpUrl, ...one }) => ({ ...one, jump: jumpOf({ categoryType, jumpUrl }) }))
  return withValidity(db, lines)
}

/** How many of what topics gather visitors see, by topic. */
export async function countsOf(db: Read, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await seenRelations(db)
    .where('specialArticle.specialId', 'in', ids)
    .groupBy('specialArticle.specialId')
    .select((eb) => ['specialArticle.specialId', eb.fn.countAll<number>().as('n')])
    .execute()
  return new Map(rows.map(({ specialId, n }) => [specialId, Number(n)]))
}
