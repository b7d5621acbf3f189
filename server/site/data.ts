import { sql } from 'kysely'
import { type Mourning, mourningAt } from '../../core/domain/mourning.ts'
import type { Reader } from '../db/open.ts'
import { type AreaPage, areaBanners, type BrokenArea } from './area-pages.ts'
import type { RowGroups } from './area-rows.ts'
import type { Banner } from './area-site.ts'
import { type SiteFile, siteFiles } from './article-files.ts'
import { type FieldsByColumn, fieldsByColumn, fileLists } from './model-fields.ts'
import { baseOf, loadSettings, type SiteSettings } from './settings.ts'
import { type ArticleRef, countsOf, isThere, type Notice, noticesOf, refColumns } from './shelf.ts'
import { topsByColumn } from './tops.ts'
import { voicesOf } from './voices.ts'

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

/** What all pages have in common: small, and no matter how many articles there are. */
export interface SiteData {
  readonly settings: SiteSettings
  readonly columns: readonly ColumnInfo[]
  /** How many articles each column has of its own. */
  readonly counts: Readonly<Record<number, number>>
  /** Ids of the articles that stand first in their columns, in their order. */
  readonly tops: Readonly<Record<number, readonly number[]>>
  /** The newest articles of the columns that stand in boxes beside lists. */
  readonly besides: Readonly<Record<number, readonly ArticleRef[]>>
  /** The fields of the models that columns have, by column. */
  readonly models: FieldsByColumn
  /** The moment that the pages are about: what begins or ends by itself goes by it. */
  readonly at: number
  /** What stands at the head of every page at that moment. */
  readonly banners: readonly Banner[]
  /** Which pages are grey at that moment. */
  readonly grey: Mourning
  /** The pages of areas at that moment. */
  readonly areas: readonly AreaPage[]
  readonly broken: readonly BrokenArea[]
  /** Areas whose rows are many, and which thousands of ids hold one of them. */
  readonly rows: readonly RowGroups[]
}

/** The columns alone, in their order. */
export const loadColumns = ({ read }: Reader): Promise<ColumnInfo[]> =>
  read
    .selectFrom('column')
    .select(['id', 'parentId', 'title', 'type', 'path', 'keywords', 'description', 'diyUrl'])
    .select(['articleTemplate', 'listTemplate', 'sort', 'relation', 'inNav'])
    .orderBy('sort')
    .orderBy('id')
    .execute()

/** Reads what a page starts from that stands beside no others: for the preview of an article. */
export async function loadFrame(db: Reader, at = Date.now()): Promise<SiteData> {
  const settings = await loadSettings(db)
  const [columns, counts, tops] = [await loadColumns(db), await countsOf(db), await topsByColumn(db)]
  const models = await fieldsByColumn(db.read)
  const banners = await areaBanners(db, at, baseOf(settings['site.base']).path)
  const grey = mourningAt(settings['site.grey'], settings['site.greyDays'], at)
  const none = { areas: [], broken: [], rows: [] }
  return { settings, columns, counts, tops, besides: {}, models, at, banners, grey, ...none }
}

const fullColumns = [
  ...refColumns,
  'createdAt',
  'subtitle',
  'summary',
  'source',
  'keywords',
  'sourceUrl',
  'seal',
  'files',
  'modelFields',
] as const

/** A whole article row as a page needs it. */
export type FullArticle = Omit<Awaited<ReturnType<typeof loadRows>>[number], 'content' | 'files'> & {
  /** From SQLite as bytes: most go to the page as they are. */
  readonly content: string | Buffer
  /** Without where they are stored: not on the site, named alone. */
  readonly files: readonly (Omit<SiteFile, 'stored'> & { readonly stored: string | null })[]
  /** Whether it still holds; none: nobody said. */
  readonly notice?: Notice | undefined
}

// As bytes from SQLite: node:sqlite makes a string of Chinese text four times slower than Buffer does, and the seal is over bytes.
const loadRows = (db: Reader, ids: readonly number[]) =>
  db.read
    .selectFrom('article')
    .select(fullColumns)
    .select(db.dialect === 'sqlite' ? sql<Uint8Array>`cast(content as blob)`.as('content') : 'content')
    .where('id', 'in', ids)
    .where(isThere)
    .execute()

const asList = <T>(one: T | undefined): readonly T[] => (one === undefined ? [] : [one])

const asBuffer = (content: string | Uint8Array) =>
  typeof content === 'string' ? content : Buffer.from(content.buffer, content.byteOffset, content.byteLength)

/** The contents of some published articles; those that are no longer published are missing from the answer. */
export async function loadFull(db: Reader, ids: readonly number[]): Promise<Map<number, FullArticle>> {
  if (ids.length === 0) return new Map()
  const rows = await loadRows(db, ids)
  // put into the row that is there: a copy of it takes longer than its article's text
  const listOf = await fileLists(db, rows)
  const filesOf = await siteFiles(db, rows.map(listOf))
  const voices = await voicesOf(db.read, ids)
  const notices = await noticesOf(db, ids)
  return new Map(
    rows.map((row) => {
      const files = [...filesOf(listOf(row)), ...asList(voices.get(row.id))]
      return [row.id, Object.assign(row, { content: asBuffer(row.content), files, notice: notices.get(row.id) })]
    }),
  )
}
