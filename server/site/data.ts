import { sql } from 'kysely'
import type { essayTypes } from '../../core/domain/enums.ts'
import { imagesOf } from '../../core/domain/images.ts'
import { safeLink } from '../../core/domain/links.ts'
import type { Db } from '../db/open.ts'
import { excerpt } from './content.ts'
import { loadSettings, type SiteSettings } from './settings.ts'

/** A column as the site needs it. */
export interface ColumnInfo {
  readonly id: number
  readonly parentId: number
  readonly title: string
  readonly type: number
  readonly path: string | null
  readonly keywords: string | null
  readonly description: string | null
  readonly diyUrl: string | null
  readonly articleTemplate: string | null
  readonly listTemplate: string | null
  readonly sort: number
  readonly relation: string | null
  /** 0: it is not in the navigation. */
  readonly inNav: number | null
}

/** What lists show of a published article; its content stays in the database. */
export interface ArticleRef {
  readonly id: number
  readonly columnId: number
  readonly title: string
  /** Publication time, or what stands for it. */
  readonly at: number
  /** Where a link article leads, null when it has a page of its own. */
  readonly jump: string | null
  readonly cover: string | null
  /** Where it stands on the front page: several of `essayTypes`. */
  readonly marks: string | null
  /** Changes with everything that is stored of the article, its content too. */
  readonly stand: string
}

/** Everything but the contents: small enough to hold for the whole site and to hand to a worker. */
export interface SiteData {
  readonly settings: SiteSettings
  readonly columns: readonly ColumnInfo[]
  /** Newest first. */
  readonly articles: readonly ArticleRef[]
  /** Short texts of the newest articles, for RSS and the headline. */
  readonly briefs: Readonly<Record<number, string>>
}

/** How many of the newest articles RSS and the headline block draw from. */
export const newestCount = 30
const batch = 1000

/** True for an article that has a place on the front page. */
export const isMarked = (article: ArticleRef, mark: keyof typeof essayTypes): boolean =>
  article.marks?.includes(String(mark)) ?? false

/** Newest first; the id decides between equal times. */
export const byNewest = (a: ArticleRef, b: ArticleRef): number => b.at - a.at || b.id - a.id

const refColumns = [
  'id',
  'columnId',
  'title',
  'publishTime',
  'createdAt',
  'categoryType',
  'jumpUrl',
  'coverImage',
  'essayList',
] as const

/**
 * What changes with the article: its number of versions and the time of the last, and of the content its seal and length, which a
 * database that was restored or changed by other hands may not have counted.
 */
const standColumns = [
  'version',
  'updatedAt',
  'seal',
  // told by the row's head: the content itself is not read
  sql<number>`octet_length(content)`.as('size'),
] as const

const isPublished = (row: { status: number; deletedAt: number | null }) => row.status === 2 && row.deletedAt === null

type Stand = { version: number; updatedAt: number; seal: string | null; size: number }
// joined rather than put together: a text that consists of others keeps all of them in memory
const standOf = ({ version, updatedAt, seal, size }: Stand) => [version, updatedAt, size, seal?.slice(-16)].join(' ')

/** Reads the titles of all published articles, in batches that leave the event loop free in between. */
async function loadArticles(db: Db): Promise<ArticleRef[]> {
  const articles: ArticleRef[] = []
  for (let after = 0; ; ) {
    const rows = await db.read
      .selectFrom('article')
      .select([...refColumns, ...standColumns, 'status', 'deletedAt'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute()
    // The state is judged here: as a condition it makes SQLite sort all published articles anew for each batch.
    for (const row of rows.filter(isPublished))
      articles.push({
        id: row.id,
        columnId: row.columnId,
        title: row.title,
        at: row.publishTime ?? row.createdAt,
        jump: row.categoryType === 'URL' ? safeLink(row.jumpUrl) : null,
        cover: row.coverImage === null ? null : safeLink(imagesOf(row.coverImage)[0] ?? null),
        marks: row.essayList,
        stand: standOf(row),
      })
    const last = rows.at(-1)
    if (!last || rows.length < batch) return articles.sort(byNewest)
    after = last.id
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function loadBriefs(db: Db, newest: readonly ArticleRef[]): Promise<Record<number, string>> {
  if (newest.length === 0) return {}
  const rows = await db.read
    .selectFrom('article')
    .select((eb) => ['id', 'summary', eb.fn<string>('substr', ['content', eb.lit(1), eb.lit(3000)]).as('start')])
    .where(
      'id',
      'in',
      newest.map((one) => one.id),
    )
    .execute()
  return Object.fromEntries(rows.map((row) => [row.id, row.summary?.trim() || excerpt(row.start, 120)]))
}

/** The columns alone, in their order. */
export const loadColumns = (db: Db): Promise<ColumnInfo[]> =>
  db.read
    .selectFrom('column')
    .select(['id', 'parentId', 'title', 'type', 'path', 'keywords', 'description', 'diyUrl'])
    .select(['articleTemplate', 'listTemplate', 'sort', 'relation', 'inNav'])
    .orderBy('sort')
    .orderBy('id')
    .execute()

/** Reads what a generation starts from. `articles: false` leaves them out: for the preview of one page. */
export async function loadSite(db: Db, what: { articles: boolean } = { articles: true }): Promise<SiteData> {
  const settings = await loadSettings(db)
  const columns = await loadColumns(db)
  const articles = what.articles ? await loadArticles(db) : []
  const headline = articles.find((one) => isMarked(one, 4))
  const short = new Set([...articles.slice(0, newestCount), ...(headline ? [headline] : [])])
  return { settings, columns, articles, briefs: await loadBriefs(db, [...short]) }
}

const fullColumns = [...refColumns, 'subtitle', 'summary', 'source', 'keywords', 'sourceUrl', 'seal'] as const

/** A whole article row as a page needs it. */
export type FullArticle = Omit<Awaited<ReturnType<typeof loadRows>>[number], 'status' | 'deletedAt' | 'content'> & {
  /** From SQLite as bytes: most go to the page as they are. */
  readonly content: string | Buffer
}

// As bytes from SQLite: node:sqlite makes a string of Chinese text four times slower than Buffer does, and the seal is over bytes.
const loadRows = (db: Db, ids: readonly number[]) =>
  db.read
    .selectFrom('article')
    .select([...fullColumns, 'status', 'deletedAt'])
    .select(db.dialect === 'sqlite' ? sql<Uint8Array>`cast(content as blob)`.as('content') : 'content')
    .where('id', 'in', ids)
    .execute()

const asBuffer = (content: string | Uint8Array) =>
  typeof content === 'string' ? content : Buffer.from(content.buffer, content.byteOffset, content.byteLength)

/** The contents of some published articles; those that are no longer published are missing from the answer. */
export async function loadFull(db: Db, ids: readonly number[]): Promise<Map<number, FullArticle>> {
  if (ids.length === 0) return new Map()
  const rows = (await loadRows(db, ids)).filter(isPublished)
  // put into the row that is there: a copy of it takes longer than its article's text
  return new Map(rows.map((row) => [row.id, Object.assign(row, { content: asBuffer(row.content) })]))
}
