import { sql } from 'kysely'
import { safeLink } from '../../../core/domain/links.ts'
import { formatDate } from '../../../core/domain/time.ts'
import type { Reader } from '../../db/open.ts'
import { articlePath } from '../addresses.ts'
import { attachedTo } from './attached.ts'
import { jumpOf, withValidity } from './collected.ts'

/** What the site, its preview and the public calls read of periodicals. */

type Read = Pick<Reader, 'read'>
const online = 2

/** The folder of the periodicals' pages. */
export const folder = 'public_periodical'

export const issuePage = (id: number) => `${id}.html`
/** @param month as `2026-11` */
export const monthPage = (month: string) => `month_${month.replace('-', '')}.html`
export const textPage = (id: number) => `text_${id}.html`
/** An issue as lists show it. */
export interface Issue {
  readonly id: number
  readonly title: string
  readonly number: number | null
  readonly publishedOn: number
}
export const issueColumns = ['id', 'title', 'number', 'publishedOn'] as const

/** Those that are published, the latest first. */
export const publishedIssues = ({ read }: Read) =>
  read
    .selectFrom('periodical')
    .where('status', '=', 5)
    .where('deletedAt', 'is', null)
    .orderBy('publishedOn', 'desc')
    .orderBy('id', 'desc')

export const monthOf = ({ publishedOn }: Pick<Issue, 'publishedOn'>): string => formatDate(publishedOn).slice(0, 7)

/** The months of issues with how many there are, in the order of the issues. */
export async function monthsOf(db: Read): Promise<readonly { readonly month: string; readonly issues: number }[]> {
  const rows = await publishedIssues(db).select('publishedOn').execute()
  return [...Map.groupBy(rows, monthOf)].map(([month, some]) => ({ month, issues: some.length }))
}

/** What stands on pages, with the article that it names; of it what visitors see: texts of its own, and articles that are on the site. */
export const seenArticles = ({ read }: Read) =>
  read
    .selectFrom('periodicalArticle')
    .innerJoin('periodicalPage', 'periodicalPage.id', 'periodicalArticle.layoutId')
    .leftJoin('article', 'article.id', 'periodicalArticle.articleId')
    .where((eb) =>
      eb.or([
        eb('periodicalArticle.articleId', 'is', null),
        eb.and([eb('article.status', '=', online), eb('article.deletedAt', 'is', null)]),
      ]),
    )

const ownColumns = [
  'periodicalId',
  'layoutId',
  'articleId',
  'title',
  'author',
  'newsType',
  'categoryType',
  'jumpUrl',
  'cover',
] as const
/** What is read of each, its own and the article's. */
export const readArticles = (query: ReturnType<typeof seenArticles>) =>
  query
    .select('periodicalArticle.id')
    .select(ownColumns.map((column) => `periodicalArticle.${column}` as const))
    .select(['article.title as nowTitle', 'article.source', 'article.newsType as nowNewsType'])
    .select(['article.categoryType as nowCategory', 'article.jumpUrl as nowJump', 'article.coverImage as nowCover'])
type Found = Awaited<ReturnType<ReturnType<typeof readArticles>['execute']>>[number]

/** One of them as the site lists it. */
export interface Shown {
  readonly id: number
  readonly periodicalId: number
  readonly layoutId: number
  readonly articleId: number | null
  readonly title: string
  readonly author: string | null
  readonly newsType: number | null
  readonly categoryType: string | null
  /** Where it leads that is a link. */
  readonly jump: string | null
  readonly pictures: readonly string[]
  /** What stands before its title; null: nothing. */
  readonly validity: string | null
}

/** How many pictures stand beside a line, by what it is (main-console §3, NewsTypes). */
const picturesFor: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 3 }

/** A picture that stands further behind in a text is none of its first: whole texts of hundreds of lines would keep everybody waiting. */
const headLength = 20_000
const headOf = (column: string) => sql<string | null>`substr(${sql.ref(column)}, 1, ${sql.lit(headLength)})`

/** The first pictures of a text. */
const picturesIn = (html: string, most: number): string[] => {
  const found: string[] = []
  for (const [tag] of html.matchAll(/<img\b[^<>]*>/gi)) {
    const link = safeLink((/\ssrc="([^"]*)"/i.exec(tag)?.[1] ?? '').replaceAll('&amp;', '&'))
    if (link && found.length < most) found.push(link)
  }
  return found
}

/** An article's own fields where one is named, else the periodical's. */
function plain(one: Found): Omit<Shown, 'validity'> & { readonly cover: string | null } {
  const chosen = one.articleId !== null
  const categoryType = chosen ? one.nowCategory : one.categoryType
  const { id, periodicalId, layoutId, articleId } = one
  return {
    ...{ id, periodicalId, layoutId, articleId, categoryType },
    title: one.nowTitle ?? one.title,
    author: one.author ?? one.source,
    newsType: chosen ? one.nowNewsType : one.newsType,
    jump: jumpOf({ categoryType, jumpUrl: chosen ? one.nowJump : one.jumpUrl }),
    cover: safeLink(chosen ? one.nowCover : one.cover),
    pictures: [],
  }
}

/** Lines with the pictures that stand beside them: the one that was chosen, and those of the text where more are wanted. */
export async function withPictures({ read }: Read, rows: readonly Found[]): Promise<Shown[]> {
  const lines = await withValidity({ read }, rows.map(plain))
  const wanted = ({ newsType }: Pick<Shown, 'newsType'>) => picturesFor[newsType ?? 0] ?? 0
  const short = lines.filter((one) => wanted(one) > (one.cover ? 1 : 0))
  const texts = new Map<number, string>()
  if (short.length > 0) {
    const found = await read
      .selectFrom('periodicalArticle')
      .leftJoin('article', 'article.id', 'periodicalArticle.articleId')
      .select([
        'periodicalArticle.id',
        headOf('periodicalArticle.content').as('content'),
        headOf('article.content').as('now'),
      ])
      .where(
        'periodicalArticle.id',
        'in',
        short.map(({ id }) => id),
      )
      .execute()
    for (const { id, content, now } of found) texts.set(id, now ?? content ?? '')
  }
  return lines.map(({ cover, ...one }) => {
    const most = wanted(one)
    const all = [...(cover ? [cover] : []), ...picturesIn(texts.get(one.id) ?? '', most + 1)]
    return { ...one, pictures: [...new Set(all)].slice(0, most) }
  })
}

/** All that stands on the pages of an issue, in their order. */
export const articlesOf = async (db: Read, periodicalId: number): Promise<Shown[]> =>
  withPictures(
    db,
    await readArticles(seenArticles(db))
      .where('periodicalArticle.periodicalId', '=', periodicalId)
      .orderBy('periodicalPage.sort')
      .orderBy('periodicalPage.id')
      .orderBy('periodicalArticle.sort')
      .orderBy('periodicalArticle.id')
      .execute(),
  )

/** The pages of issues, in their order. */
export const pagesOf = ({ read }: Read, ids: readonly number[]) =>
  read
    .selectFrom('periodicalPage')
    .select(['id', 'periodicalId', 'title', 'sortType'])
    .where('periodicalId', 'in', ids.length > 0 ? ids : [0])
    .orderBy('sort')
    .orderBy('id')
    .execute()

/** Where one leads, below the address of the site: its article's page, or its own. */
export const pathOf = ({ id, articleId }: Pick<Shown, 'id' | 'articleId'>): string =>
  articleId === null ? `${folder}/${textPage(id)}` : articlePath(articleId)

/** True for what has a page of its own: a text that is no link. */
export const isText = ({ articleId, categoryType }: Pick<Shown, 'articleId' | 'categoryType'>): boolean =>
  articleId === null && categoryType !== 'URL'

/** The files of issues, by issue, in their order. */
export const filesOf = (db: Read, ids: readonly number[]) => attachedTo(db, 'periodical', ids)
