import { sql } from 'kysely'
import type { essayTypes } from '../../core/domain/enums.ts'
import { imagesOf } from '../../core/domain/images.ts'
import { safeLink } from '../../core/domain/links.ts'
import { formatDate } from '../../core/domain/time.ts'
import type { Validity } from '../../core/domain/validity.ts'
import { breath } from '../breather.ts'
import type { Reader } from '../db/open.ts'
import { type SiteFile, siteFiles } from './article-files.ts'
import { excerpt } from './content.ts'
import type { Standing } from './finder/segments.ts'
import { fileLists } from './model-fields.ts'
import { relevantFrom, relevantTo } from './relevant.ts'
import { type Mark, marksFrom, marksOf } from './validity.ts'
import { voicesFrom } from './voices.ts'

/**
 * The published articles as they stand in order, read from the database's indexes when a page needs them: a site of 100,000 articles is
 * made, and one of its lists brought up to date, without ever holding more than a page or a list of ids.
 */

/** What lists show of a published article; its content stays in the database. */
export interface ArticleRef {
  readonly id: number
  readonly columnId: number
  readonly title: string
  readonly at: number
  /** Where a link article leads, null when it has a page of its own. */
  readonly jump: string | null
  readonly cover: string | null
  /** Where it stands on the front page: several of `essayTypes`. */
  readonly marks: string | null
  /** It stands before the newer ones of its column. */
  readonly top?: true
  /** Whether it still holds, where somebody said so. */
  readonly validity?: Validity
}

/** Whether a document still holds, and what changed or repealed it, where that is on the site. */
export type Notice = Mark & { readonly by: ArticleRef | null }

/** The same with what changes when anything is stored of the article, its content too, and the files that lie beside its page: attachments, and what reads it aloud. */
export interface StoredArticle extends ArticleRef {
  readonly stand: string
  readonly files: readonly SiteFile[]
  /** What stands in the fields of its column's model. */
  readonly modelFields: string | null
  /** Those that stand below it on its page. */
  readonly relevant: readonly ArticleRef[]
  readonly notice: Notice | null
}

/** True for an article that has a place on the front page. */
export const isMarked = (article: ArticleRef, mark: keyof typeof essayTypes): boolean =>
  article.marks?.includes(String(mark)) ?? false

/** Newest first; the id decides between equal times. */
export const byNewest = (a: ArticleRef, b: ArticleRef): number => b.at - a.at || b.id - a.id

export const refColumns = [
  'id',
  'columnId',
  'title',
  'publishTime',
  'categoryType',
  'jumpUrl',
  'coverImage',
  'essayList',
] as const

// with signs, so that SQLite takes the index of what is asked for beside it, and finds the state in that
const published = sql<boolean>`+status = 2`
/** The same where rows are found by their ids. */
export const isThere = sql<boolean>`+status = 2 and +"deletedAt" is null`

interface RefRow {
  id: number
  columnId: number
  title: string
  publishTime: number
  categoryType: string | null
  jumpUrl: string | null
  coverImage: string | null
  essayList: string | null
}

type Linked = Pick<RefRow, 'categoryType' | 'jumpUrl'>
const jumpOf = (row: Linked) => (row.categoryType === 'URL' ? safeLink(row.jumpUrl) : null)

const refOf = (row: RefRow): ArticleRef => ({
  id: row.id,
  columnId: row.columnId,
  title: row.title,
  at: row.publishTime,
  jump: jumpOf(row),
  cover: row.coverImage === null ? null : safeLink(imagesOf(row.coverImage)[0] ?? null),
  marks: row.essayList,
})

/**
 * What changes with the article: its number of versions and the time of the last, and of the content its seal and length, which a
 * database that was restored or changed by other hands may not have counted. The length is told by the row's head: the content itself is
 * not read.
 */
const standOf = (dialect: Reader['dialect']) => {
  const seal = sql.raw(dialect === 'sqlite' ? 'substr(seal, -16)' : 'right(seal, 16)')
  return sql<string>`version || ' ' || "updatedAt" || ' ' || octet_length(content) || ' ' || coalesce(${seal}, '')`
}

/** One of some ids, as one parameter: a statement with a thousand of them takes as long to build as to answer. */
export const among = (dialect: Reader['dialect'], ids: readonly number[]) =>
  dialect === 'sqlite'
    ? sql<boolean>`id in (select value from json_each(${JSON.stringify(ids)}))`
    : sql<boolean>`id = any(${ids}::bigint[])`

/** Articles by their ids; who is not on the site is missing. */
export async function refsOf({ read, dialect }: Reader, ids: readonly number[]): Promise<Map<number, ArticleRef>> {
  if (ids.length === 0) return new Map()
  const rows = await read.selectFrom('article').select(refColumns).where(among(dialect, ids)).where(isThere).execute()
  const refs = new Map<number, ArticleRef>(rows.map((row) => [row.id, refOf(row)]))
  for (const [id, { state }] of await marksOf(read, [...refs.keys()]))
    refs.set(id, { ...(refs.get(id) as ArticleRef), validity: state })
  return refs
}

async function noticesBy(db: Reader, marks: ReadonlyMap<number, Mark>): Promise<ReadonlyMap<number, Notice>> {
  const refs = await refsOf(db, [...new Set([...marks.values()].flatMap(({ byId }) => byId ?? []))])
  return new Map([...marks].map(([id, mark]) => [id, { ...mark, by: refs.get(mark.byId ?? 0) ?? null }]))
}

/** What stands at the head of some articles about whether they still hold. */
export const noticesOf = async (db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, Notice>> =>
  noticesBy(db, await marksOf(db.read, ids))

/** What stands below an article on its page. */
export async function relevantRefs(db: Reader, articleId: number): Promise<ArticleRef[]> {
  const ids = await relevantTo(db.read, articleId)
  return inTheirOrder(await refsOf(db, ids), ids)
}

/** The articles from one id on and below another. */
export async function storedFrom(db: Reader, from: number, below: number): Promise<StoredArticle[]> {
  const { read, dialect } = db
  const rows = await read
    .selectFrom('article')
    .select([...refColumns, 'files', 'modelFields', standOf(dialect).as('stand')])
    .where('id', '>=', from)
    .where('id', '<', below)
    .where(isThere)
    .orderBy('id')
    .execute()
  const listOf = await fileLists({ read }, rows)
  const filesOf = await siteFiles({ read }, rows.map(listOf))
  const voices = await voicesFrom(read, from, below)
  const ids = await relevantFrom(read, from, below)
  const refs = await refsOf(db, [...new Set([...ids.values()].flat())])
  const notices = await noticesBy(db, await marksFrom(read, from, below))
  return rows.map((row) => {
    const notice = notices.get(row.id) ?? null
    const relevant = inTheirOrder(refs, ids.get(row.id) ?? [])
    const { stand, modelFields } = row
    const voice = voices.get(row.id)
    const files = voice ? [...filesOf(listOf(row)), voice] : filesOf(listOf(row))
    return Object.assign(refOf(row), { stand, files, modelFields, relevant, notice })
  })
}

/** Of the articles from one id on and below another, those that have a page, and their days. Read from indexes alone but for links. */
export async function pagesFrom(
  { read }: Reader,
  from: number,
  below: number,
): Promise<{ readonly id: number; readonly at: number }[]> {
  const articles = read.selectFrom('article').where('id', '>=', from).where('id', '<', below).orderBy('id')
  const links = await articles.select(['id', 'categoryType', 'jumpUrl']).where(isLink).execute()
  const without = new Set(links.filter((row) => jumpOf(row) !== null).map((row) => row.id))
  const rows = await articles
    .select(['id', 'publishTime as at'])
    .where('deletedAt', 'is', null)
    .where(published)
    .execute()
  return without.size === 0 ? rows : rows.filter((row) => !without.has(row.id))
}

/** Articles whose standing is read in one go. */
const standingsAtOnce = 2000

/** What visitors may find of the articles that have a page, by their ids: when it was published, and what changes with it. */
export async function standingsOf({ read, dialect }: Reader, stopped: () => boolean): Promise<Standing[]> {
  const found: Standing[] = []
  for (let after = 0; !stopped(); ) {
    const rows = await read
      .selectFrom('article')
      .select(['id', 'columnId', 'publishTime', 'categoryType', 'jumpUrl', 'unfound', standOf(dialect).as('stand')])
      .where('id', '>', after)
      .where(isThere)
      .orderBy('id')
      .limit(standingsAtOnce)
      .execute()
    for (const row of rows)
      if (row.unfound !== 1 && jumpOf(row) === null)
        found.push({ id: row.id, columnId: row.columnId, at: row.publishTime, stand: row.stand })
    after = rows.at(-1)?.id ?? 0
    if (rows.length < standingsAtOnce) break
  }
  return found
}

/** Those of some articles that have a page, and their columns. */
export async function pagesOf(db: Reader, ids: readonly number[]): Promise<ArticleRef[]> {
  return [...(await refsOf(db, ids)).values()].filter((one) => one.jump === null)
}

/** Which groups of so many ids hold an article of the site: group 3 of 1,000 are the ids from 3,000 to 3,999. */
export async function groupsOf({ read }: Reader, size: number): Promise<number[]> {
  const groups: number[] = []
  for (let from = 0; ; ) {
    const next = await read
      .selectFrom('article')
      .select('id')
      .where('deletedAt', 'is', null)
      .where(published)
      .where('id', '>=', from)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!next) return groups
    const group = Math.floor(next.id / size)
    groups.push(group)
    from = (group + 1) * size
  }
}

// a literal, or the partial index of links could not be used
const isLink = sql<boolean>`"categoryType" = 'URL'`
/** How many articles each column has on the site. */
export async function countsOf({ read }: Reader): Promise<Record<number, number>> {
  const rows = await read
    .selectFrom('articleCount')
    .select((eb) => ['columnId', eb.fn.sum<number>('n').as('n')])
    .where('status', '=', 2)
    .where('deletedAt', 'is', null)
    .groupBy('columnId')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.columnId, Number(row.n)]))
}

/** Some of the articles: all of these that are given. */
export interface Only {
  readonly ids?: readonly number[]
  readonly columns?: readonly number[]
  readonly since?: number
}

/** How many articles there are of some columns, from a time on. */
export async function countSince({ read }: Reader, { columns, since }: Only): Promise<number> {
  let query = read
    .selectFrom('article')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('deletedAt', 'is', null)
    .where(published)
  if (columns) query = query.where('columnId', 'in', columns)
  if (since !== undefined && Number.isFinite(since)) query = query.where('publishTime', '>=', since)
  return Number((await query.executeTakeFirstOrThrow()).n)
}

/** Articles that were changed or deleted since a time. In two questions, each of which its own index answers. */
export async function changedSince({ read }: Reader, since: number): Promise<{ id: number; columnId: number }[]> {
  const articles = read.selectFrom('article').select(['id', 'columnId'])
  const live = await articles.where('deletedAt', 'is', null).where('updatedAt', '>=', since).orderBy('id').execute()
  const bin = articles.where('deletedAt', 'is not', null)
  return [...live, ...(await bin.where('deletedAt', '>=', since).execute())]
}

interface Which {
  readonly columnId?: number
  readonly mark?: keyof typeof essayTypes
  readonly covered?: true
}

interface Place {
  readonly at: number
  readonly id: number
}

/** Ids and times in order, from a place on. All that is asked for stands in an index (migrations 0030, 0110). */
function inOrder({ read }: Reader, { columnId, mark, covered }: Which, count: number, after?: Place): Promise<Place[]> {
  let query = read
    .selectFrom('article')
    .select(['id', 'publishTime as at'])
    .where('deletedAt', 'is', null)
    .where(published)
    .orderBy('publishTime', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
  if (columnId !== undefined) query = query.where('columnId', '=', columnId)
  if (mark !== undefined) query = query.where('essayList', 'is not', null).where('essayList', 'like', `%${mark}%`)
  if (covered) query = query.where('coverImage', 'is not', null)
  if (after) query = query.where(sql<boolean>`("publishTime", id) < (${after.at}, ${after.id})`)
  return query.execute()
}

/** The first articles in order that fit, among at most `within`. */
export async function firstOf(
  db: Reader,
  which: Which,
  count: number,
  fits: (one: ArticleRef) => boolean = () => true,
  within = Number.POSITIVE_INFINITY,
): Promise<ArticleRef[]> {
  const found: ArticleRef[] = []
  let after: Place | undefined
  for (let seen = 0; found.length < count && seen < within; ) {
    const places = await inOrder(db, which, Math.min(Math.max(count, 50), within - seen), after)
    const refs = await refsOf(
      db,
      places.map((one) => one.id),
    )
    for (const { id } of places) {
      const ref = refs.get(id)
      if (ref && found.length < count && fits(ref)) found.push(ref)
    }
    seen += places.length
    after = places.at(-1)
    if (!after) break
  }
  return found
}

/** The first of several columns together: what stands first, then the newest. @param tops ids of what stands first, in their order */
export async function firstIn(
  db: Reader,
  columnIds: Iterable<number>,
  count: number,
  tops: readonly number[] = [],
): Promise<ArticleRef[]> {
  const each: Place[] = []
  for (const columnId of columnIds) each.push(...(await inOrder(db, { columnId }, count)))
  const newest = each.sort((a, b) => b.at - a.at || b.id - a.id).map(({ id }) => id)
  const ids = topsFirst(newest.slice(0, count), tops).slice(0, count)
  return inTheirOrder(await refsOf(db, ids), ids, tops)
}

const topsFirst = (ids: readonly number[], tops: readonly number[]): readonly number[] =>
  tops.length === 0 ? ids : [...tops, ...ids.filter((id) => !tops.includes(id))]

/** Articles in the order of their ids, those that stand first marked as such. */
export const inTheirOrder = (
  refs: ReadonlyMap<number, ArticleRef>,
  ids: readonly number[],
  tops: readonly number[] = [],
): ArticleRef[] =>
  ids.flatMap((id) => {
    const ref = refs.get(id)
    return ref ? (tops.includes(id) ? { ...ref, top: true as const } : ref) : []
  })

const orderBatch = 5000

/** Where a year begins in a list, by places from 0. */
export interface YearPlace {
  readonly year: number
  readonly at: number
}

/** All articles of some columns in order, and where each year begins. */
export interface Ordered {
  readonly ids: Float64Array
  readonly years: readonly YearPlace[]
}

/** The ids of all articles of some columns together: what stands first, then the newest first. */
export async function orderOf(
  db: Reader,
  columnIds: ReadonlySet<number>,
  tops: readonly number[] = [],
): Promise<Ordered> {
  const parts: Float64Array[] = []
  for (const columnId of columnIds)
    for (let after: Place | undefined; ; ) {
      const places = await inOrder(db, { columnId }, orderBatch, after)
      parts.push(Float64Array.from(places.flatMap(({ at, id }) => [at, id])))
      after = places.at(-1)
      if (places.length < orderBatch) break
      await breath()
    }
  const { ids: newest, times } = merged(parts, columnIds.size === 1)
  const first = new Set(tops)
  const ids = first.size === 0 ? newest : Float64Array.from([...tops, ...newest.filter((id) => !first.has(id))])
  return { ids, years: yearsOf(newest, times, first) }
}

/** Where each year begins: looked at by the moment at which it began, for a date of each article would take longer than to read them. */
function yearsOf(newest: Float64Array, times: Float64Array, tops: ReadonlySet<number>): YearPlace[] {
  const years: YearPlace[] = []
  let place = tops.size
  let began = Number.POSITIVE_INFINITY
  for (const [i, id] of newest.entries()) {
    if (tops.has(id)) continue
    const time = times[i] as number
    if (time < began) {
      const year = Number(formatDate(time).slice(0, 4))
      began = Date.parse(`${formatDate(time).slice(0, 4)}-01-01T00:00:00+08:00`)
      years.push({ year, at: place })
    }
    place += 1
  }
  return years
}

/** Times and ids in turn, of several parts, as ids in order. @param sorted the parts are in order, one behind the other */
function merged(parts: readonly Float64Array[], sorted: boolean): { ids: Float64Array; times: Float64Array } {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0))
  let end = 0
  for (const part of parts) {
    all.set(part, end)
    end += part.length
  }
  const at = (i: number) => all[2 * i] as number
  const id = (i: number) => all[2 * i + 1] as number
  const order = Uint32Array.from({ length: all.length / 2 }, (_, i) => i)
  if (!sorted) order.sort((a, b) => at(b) - at(a) || id(b) - id(a))
  return { ids: Float64Array.from(order, id), times: Float64Array.from(order, at) }
}

/** The first words of some articles, by id. */
export async function briefsOf(db: Reader, articles: readonly ArticleRef[]): Promise<Record<number, string>> {
  if (articles.length === 0) return {}
  const rows = await db.read
    .selectFrom('article')
    .select((eb) => ['id', 'summary', eb.fn<string>('substr', ['content', eb.lit(1), eb.lit(3000)]).as('start')])
    .where(
      'id',
      'in',
      articles.map((one) => one.id),
    )
    .execute()
  return Object.fromEntries(rows.map((row) => [row.id, row.summary?.trim() || excerpt(row.start, 120)]))
}
