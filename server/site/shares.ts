import { articlePath, articlesInFolder, filePath } from './addresses.ts'
import type { AreaSiteName } from './area-pages.ts'
import { areaSites } from './area-pages.ts'
import { type RowGroups, rowsInGroup, type TouchedRow } from './area-rows.ts'
import { grouped } from './model.ts'
import type { Page } from './plan.ts'
import type { Only, StoredArticle } from './shelf.ts'

/**
 * A run's pages in shares, each small enough to be read at once and large enough to be worth a message. Whoever makes one reads what it
 * needs, here or in a thread.
 */
export type Share =
  /** Pages of the plan; of lists no more than one column's. `part`: where their notes are. */
  | { readonly kind: 'planned'; readonly part: string; readonly pages: readonly Page[] }
  /** The pages in one of the articles' folders; `only`: of some of the articles. A folder is one thread's at a time, which looks what else lies there. */
  | { readonly kind: 'articles'; readonly folder: number; readonly only: Only }
  /** The pages of a thousand rows of an area, or of some of them. */
  | { readonly kind: 'rows'; readonly area: AreaSiteName; readonly group: number; readonly only: Only }

/** Of so many numbers a share has the pages, whatever a column or an area holds: a thread's memory is small, and so is a message to it. */
const listSize = 500

/** As many shares a thread asks for at first, then one for each that it has done: one is on its way while another is being made. */
export const sharesAhead = 2

/** Pages of areas end in the number of a row or of a page of a list, and attachments lie in a folder that is one. */
const numbered = (name: string) => Math.floor(Number(/(\d{1,15})(?:\.\w+)?$/.exec(name)?.[1] ?? 0) / listSize)

/** A planned page's place among the notes: no column's folder has `_` in its name. */
const partOf = (page: Page): string => {
  const [folder = '', name] = page.path.split('/')
  if (name === undefined) return '_'
  if (page.kind === 'list') return `${folder}_${Math.floor((page.number - 1) / listSize)}`
  return `${folder}_${page.kind === 'area' ? numbered(name) : 0}`
}

/** The planned pages in shares: the longest lists first, or one thread would be left with them at the end. */
export function plannedShares(pages: readonly Page[]): Share[] {
  const parts = grouped(pages, (page) => [partOf(page)])
  const shares = [...parts].map(([part, pages]): Share => ({ kind: 'planned', part, pages }))
  return shares.sort((a, b) => sizeOf(b) - sizeOf(a))
}

/** How many pages a share may have. */
export function sizeOf(share: Share): number {
  if (share.kind === 'planned') return share.pages.length
  return share.only.ids?.length ?? (share.kind === 'rows' ? rowsInGroup : articlesInFolder)
}

/** Where the notes on a share's pages are. */
export function notesPart(share: Share): string {
  if (share.kind === 'planned') return share.part
  return share.kind === 'rows' ? `${areaSites[share.area].folder}_r${share.group}` : `a_${share.folder}`
}

/** Shares for the articles of some ids. */
export function shareOfIds(ids: readonly number[]): Share[] {
  const folders = grouped(ids, (id) => [Math.floor(id / articlesInFolder)])
  return [...folders].map(([folder, ids]): Share => ({ kind: 'articles', folder, only: { ids } }))
}

/** Shares for all rows of areas. */
export const sharesOfRows = (rows: readonly RowGroups[]): Share[] =>
  rows.flatMap(({ area, groups }) => groups.map((group): Share => ({ kind: 'rows', area, group, only: {} })))

/** Shares for some of them. */
export function sharesOfTouched(rows: readonly TouchedRow[]): Share[] {
  const groups = grouped(rows, ({ area, id }) => [`${area} ${Math.floor(id / rowsInGroup)}`])
  return [...groups.values()].flatMap((some): Share[] => {
    const ids = [...new Set(some.map(({ id }) => id))]
    const { area, id } = some[0] as TouchedRow
    return [{ kind: 'rows', area, group: Math.floor(id / rowsInGroup), only: { ids } }]
  })
}

/** The pages of articles that a share covers, and the files beside them. */
export function articlePages(articles: readonly StoredArticle[], only: Only): Page[] {
  const ids = only.ids && new Set(only.ids)
  const columns = only.columns && new Set(only.columns)
  return articles
    .filter((one) => one.jump === null && (ids?.has(one.id) ?? true) && (columns?.has(one.columnId) ?? true))
    .filter((one) => one.at >= (only.since ?? Number.NEGATIVE_INFINITY))
    .flatMap((article): Page[] => [
      // first, so that no page leads to one that is not there yet
      ...article.files.map((file): Page => ({ kind: 'file', path: filePath(article.id, file), article, file })),
      { kind: 'article', path: articlePath(article.id), article },
    ])
}
