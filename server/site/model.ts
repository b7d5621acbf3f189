import { srcsetOf } from '../../core/domain/images.ts'
import { formatDate } from '../../core/domain/time.ts'
import { validityStates } from '../../core/domain/validity.ts'
import type { Reader } from '../db/open.ts'
import { articlePath, columnAddress, columnFolder, listPath } from './addresses.ts'
import { areaPagesAt } from './area-pages.ts'
import { rowGroups, rowsInGroup } from './area-rows.ts'
import { type ColumnInfo, loadFrame, type SiteData } from './data.ts'
import { baseOf } from './settings.ts'
import { type ArticleRef, firstIn } from './shelf.ts'

/** One line of a list, as templates see it. */
export interface Item {
  readonly title: string
  readonly url: string
  readonly date: string
  readonly external: boolean
  readonly cover: string | null
  /** The cover in several widths, for small screens; null where it lies there in one. */
  readonly srcset: string | null
  /** It stands before the newer ones of its column. */
  readonly top: boolean
  /** 「已废止」 and such; null where nobody said whether it still holds. */
  readonly validity: string | null
  /** In a list that is gone through by years, the place where one begins. */
  readonly anchor?: string
}

/** The site's data with its look-ups: who is whose child, how much a column lists, where a thing lives. */
export interface Model {
  readonly data: SiteData
  /** In front of every link; '' when the site is served at the root. */
  readonly base: string
  /** In front of absolute addresses. */
  readonly origin: string
  readonly columns: ReadonlyMap<number, ColumnInfo>
  /** The columns below one, 0 for the topmost, that have something to show. */
  childrenOf(id: number): readonly ColumnInfo[]
  /** The ids of columns in and below which there is neither an article nor a link: they are made, and nothing leads to them. */
  readonly empty: ReadonlySet<number>
  /** The column and those above it, topmost first. */
  chainOf(id: number): readonly ColumnInfo[]
  /** How many articles the column and its descendants have. */
  countOf(id: number): number
  /** Ids of the column and all below it. */
  familyOf(id: number): ReadonlySet<number>
  columnUrl(column: ColumnInfo): string | null
  item(article: ArticleRef): Item
}

function chains(columns: ReadonlyMap<number, ColumnInfo>): Map<number, ColumnInfo[]> {
  const known = new Map<number, ColumnInfo[]>()
  for (const column of columns.values()) {
    const chain: ColumnInfo[] = []
    // A ring of parents would never end: it is cut where it closes.
    for (let at: ColumnInfo | undefined = column; at && !chain.includes(at); at = columns.get(at.parentId))
      chain.unshift(at)
    known.set(column.id, chain)
  }
  return known
}

/** Rows by their keys. */
export function grouped<T, K>(rows: Iterable<T>, keysOf: (row: T) => Iterable<K>): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows)
    for (const key of keysOf(row)) {
      const group = groups.get(key)
      if (group) group.push(row)
      else groups.set(key, [row])
    }
  return groups
}

/** Builds the look-ups. */
export function modelOf(data: SiteData): Model {
  const { origin, path: base } = baseOf(data.settings['site.base'])
  const columns = new Map(data.columns.map((column) => [column.id, column]))
  const chain = chains(columns)
  const chainOf = (id: number) => chain.get(id) ?? []
  const children = grouped(data.columns, (column) => [columns.has(column.parentId) ? column.parentId : 0])
  const family = grouped(data.columns, (column) => chainOf(column.id).map((one) => one.id))
  const familyOf = (id: number) => new Set((family.get(id) ?? []).map((column) => column.id))
  const hasSomething = (column: ColumnInfo) => column.type === 3 || (data.counts[column.id] ?? 0) > 0
  const empty = new Set(data.columns.map(({ id }) => id).filter((id) => !family.get(id)?.some(hasSomething)))
  return {
    data,
    base,
    origin,
    columns,
    childrenOf: (id) => (children.get(id) ?? []).filter((column) => !empty.has(column.id)),
    empty,
    chainOf,
    countOf: (id) => [...familyOf(id)].reduce((sum, one) => sum + (data.counts[one] ?? 0), 0),
    familyOf,
    columnUrl: (column) => columnAddress(column, base),
    item: (article) => ({
      title: article.title,
      url: article.jump ?? `${base}/${articlePath(article.id)}`,
      date: formatDate(article.at),
      external: article.jump !== null,
      cover: article.cover,
      srcset: article.cover && srcsetOf(article.cover),
      top: article.top === true,
      validity: article.validity === undefined ? null : validityStates[article.validity],
    }),
  }
}

/** The address of a page of a column's list; the first one is the folder itself. */
export const listUrl = (model: Model, column: ColumnInfo, number: number): string =>
  number === 1 ? `${model.base}/${columnFolder(column)}/` : `${model.base}/${listPath(column, number)}`

/** The columns that a column shows beside its list. */
export function relatedOf(model: Model, column: ColumnInfo): ColumnInfo[] {
  const ids = (column.relation ?? '').split(',').map((part) => Number(part.trim()))
  return [...new Set(ids)].flatMap((id) => (id === column.id ? [] : (model.columns.get(id) ?? [])))
}

/** Articles in a box beside a list. */
const besideCount = 6

/** Reads what pages start from. */
export async function loadSite(db: Reader, at = Date.now()): Promise<Model> {
  const frame = await loadFrame(db, at)
  const model = modelOf(frame)
  const besides: Record<number, readonly ArticleRef[]> = {}
  for (const { id } of frame.columns.flatMap((column) => relatedOf(model, column)))
    besides[id] ??= await firstIn(db, model.familyOf(id), besideCount, frame.tops[id])
  return modelOf({ ...frame, besides, ...(await areaPagesAt(db, at)), rows: await rowGroups(db, rowsInGroup) })
}

/** Columns as templates link to them. */
export function linksOf(model: Model) {
  const link = (column: ColumnInfo) => ({
    title: column.title,
    url: model.columnUrl(column),
    external: column.type === 3,
  })
  return { link, linked: (columns: readonly ColumnInfo[]) => columns.map(link).filter((one) => one.url !== null) }
}
