import { bulletinTypes, issueName } from '../../../core/domain/bulletin-states.ts'
import type { Reader } from '../../db/open.ts'
import { articlePath } from '../addresses.ts'
import { attachedTo } from './attached.ts'
import { jumpOf, withValidity } from './collected.ts'

/** What the site, its preview and the public calls read of the bulletin. */

const online = 2

/** The folder of the bulletin's pages. */
export const folder = 'public_bulletin'
/** Contents on one page of an issue. */
export const contentsOnPage = 200

export const issuePage = (id: number, number = 1) => `${id}${number > 1 ? `_${number}` : ''}.html`
export const yearPage = (year: number) => `year_${year}.html`
export const textPage = (id: number) => `text_${id}.html`
/** An issue as lists show it. */
export interface Issue {
  readonly id: number
  readonly title: string
  readonly type: number
  readonly year: number
  readonly number: number
  readonly total: number | null
  readonly publishedOn: number | null
  readonly publishedAt: number | null
}
export const issueColumns = ['id', 'title', 'type', 'year', 'number', 'total', 'publishedOn', 'publishedAt'] as const

/** Those that are published, the latest first. */
export const publishedIssues = ({ read }: Pick<Reader, 'read'>) =>
  read
    .selectFrom('bulletin')
    .where('status', '=', 1)
    .where('deletedAt', 'is', null)
    .orderBy('year', 'desc')
    .orderBy('number', 'desc')
    .orderBy('id', 'desc')

/** 「工作公报 2026 年第 3 期」 */
export const issueSays = (issue: Issue): string => `${bulletinTypes[issue.type as 0] ?? ''} ${issueName(issue)}`.trim()

/** What stands in issues, with the article that it names; what visitors see of it: texts of an issue's own, and articles that are on the site. */
export const seenContents = ({ read }: Pick<Reader, 'read'>) =>
  read
    .selectFrom('bulletinContent')
    .leftJoin('article', 'article.id', 'bulletinContent.articleId')
    .where((eb) =>
      eb.or([
        eb('bulletinContent.articleId', 'is', null),
        eb.and([eb('article.status', '=', online), eb('article.deletedAt', 'is', null)]),
      ]),
    )

/** One of the contents as the site lists it. */
export interface Content {
  readonly id: number
  readonly title: string
  readonly section: string | null
  readonly docNumber: string | null
  readonly articleId: number | null
  /** Where an article leads that is a link. */
  readonly jump: string | null
  /** What stands before its title; null: nothing. */
  readonly validity: string | null
}

/** A page of an issue's contents, in their order; all from a place on where no number is given. */
export async function contentsOf(
  db: Pick<Reader, 'read'>,
  bulletinId: number,
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Promise<Content[]> {
  const rows = await seenContents(db)
    .where('bulletinContent.bulletinId', '=', bulletinId)
    .orderBy('bulletinContent.sort')
    .orderBy('bulletinContent.id')
    .select(['bulletinContent.id', 'bulletinContent.title', 'section', 'docNumber', 'articleId'])
    .select(['article.title as articleTitle', 'categoryType', 'jumpUrl'])
    .limit(limit)
    .offset(offset)
    .execute()
  const lines = rows.map(({ id, title, section, docNumber, articleId, articleTitle, categoryType, jumpUrl }) => ({
    ...{ id, title: articleTitle ?? title, section, docNumber, articleId },
    jump: jumpOf({ categoryType, jumpUrl }),
  }))
  return withValidity(db, lines)
}

/** How many of an issue's contents visitors see, by issue. */
export async function countsOf(db: Pick<Reader, 'read'>, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await seenContents(db)
    .where('bulletinContent.bulletinId', 'in', ids)
    .groupBy('bulletinContent.bulletinId')
    .select((eb) => ['bulletinContent.bulletinId', eb.fn.countAll<number>().as('n')])
    .execute()
  return new Map(rows.map(({ bulletinId, n }) => [bulletinId, Number(n)]))
}

/** Where one of the contents leads, below the address of the site: its article's page, or its own. */
export const pathOf = ({ id, articleId }: Pick<Content, 'id' | 'articleId'>): string =>
  articleId === null ? `${folder}/${textPage(id)}` : articlePath(articleId)

/** The files of issues, by issue, in their order. */
export const filesOf = (db: Pick<Reader, 'read'>, ids: readonly number[]) => attachedTo(db, 'bulletin', ids)
