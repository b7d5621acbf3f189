import { Refused } from '../../core/errors.ts'
import { feedPath, folderFault, listPath, sitemapSize } from './addresses.ts'
import { type AreaPage, type AreaSiteName, areaSites } from './area-pages.ts'
import { type RowGroups, rowsInGroup, type TouchedRow } from './area-rows.ts'
import type { SiteFile } from './article-files.ts'
import type { ColumnInfo } from './data.ts'
import type { Front } from './front.ts'
import { type Model, relatedOf } from './model.ts'
import type { ArticleRef, Only, StoredArticle, YearPlace } from './shelf.ts'

/**
 * A page to be: its address inside the site folder and what it is made from. `shown` is what it shows of articles; it is read when the page
 * is due (shown.ts). Articles' own pages stand in no plan: they are as many as there are articles, and go by the thousand.
 */
export type Page = { readonly path: string } & (
  | { readonly kind: '404' | 'search' | 'searchIndex' | 'access' | 'map' | 'subscribe' }
  | { readonly kind: 'index'; readonly shown?: Front; readonly areas?: Readonly<Record<string, object>> }
  | { readonly kind: 'rss'; readonly shown?: Shown & { readonly briefs: Readonly<Record<number, string>> } }
  /** `parts`: the paths of the others. */
  | { readonly kind: 'sitemapIndex'; readonly parts: readonly string[] }
  /** Rows of an area, of which thousand of ids. */
  | {
      readonly kind: 'rowMap'
      readonly area: AreaSiteName
      readonly group: number
      readonly shown?: readonly Dated[]
    }
  /** `number` 0: the only one. `group`: which `sitemapSize` ids it has. */
  | {
      readonly kind: 'sitemap'
      readonly number: number
      readonly group: number | null
      readonly shown?: readonly Dated[]
    }
  | { readonly kind: 'asset'; readonly file: string }
  | {
      readonly kind: 'list'
      readonly column: ColumnInfo
      readonly number: number
      readonly count: number
      readonly shown?: Shown
    }
  /** What a column has newest, for feed readers. */
  | { readonly kind: 'feed'; readonly column: ColumnInfo; readonly shown?: Shown }
  | { readonly kind: 'single'; readonly column: ColumnInfo; readonly shown?: StoredArticle | null }
  | { readonly kind: 'article'; readonly article: StoredArticle }
  | FilePage
  | AreaPage
)

/** An attachment beside its article's page: no page to be made, but written, counted and removed like one. */
export type FilePage = {
  readonly path: string
  readonly kind: 'file'
  readonly article: StoredArticle
  readonly file: SiteFile
}

/** Some of the articles of a list, and how many there are. */
export interface Shown {
  readonly items: readonly ArticleRef[]
  readonly total: number
  /** Of a list, where each year begins in the whole of it. */
  readonly years?: readonly YearPlace[]
}

/** An article that has a page, in a site map. */
export interface Dated {
  readonly id: number
  readonly at: number
}

/** A page that cannot be made, and why; its earlier version stays. */
export interface Failure {
  readonly page: string
  readonly reason: string
}

/** The pages of the site, and those that cannot be made. */
export interface Plan {
  readonly pages: readonly Page[]
  readonly failed: readonly Failure[]
}

/** What a run covers (docs/rules.md, The site). */
export type Scope =
  /** `force`: every page is made, also those that stand as they should. */
  | { readonly kind: 'all'; readonly force?: boolean }
  | { readonly kind: 'index' }
  | { readonly kind: 'column'; readonly columnId: number }
  | { readonly kind: 'article'; readonly columnId: number; readonly since: number }

/** What an approval, take-down or change touched. `everything`: a column, the skin or the settings changed, which shows on every page. */
export interface Touched {
  readonly articleIds: readonly number[]
  /** The articles' columns, the old ones too when an article moved. */
  readonly columnIds: readonly number[]
  readonly everything?: boolean
  /** Areas whose rows changed. */
  readonly areas?: readonly AreaSiteName[]
  /** Rows of areas that have them by the thousand. */
  readonly rows?: readonly TouchedRow[]
}

/** Articles on one page of a list. */
export const pageSize = 20

/** Pages that draw from the whole site: every change may show on them. */
const wholeKinds: ReadonlySet<Page['kind']> = new Set(['index', 'rss', 'sitemap', 'sitemapIndex'])

const pagesOfColumn = (model: Model, column: ColumnInfo): Page[] => {
  if (column.type === 3) return []
  if (column.type === 2) return [{ kind: 'single', path: listPath(column, 1), column }]
  const count = Math.max(1, Math.ceil(model.countOf(column.id) / pageSize))
  const lists = Array.from({ length: count }, (_, i): Page => {
    const number = i + 1
    return { kind: 'list', path: listPath(column, number), column, number, count }
  })
  return [...lists, { kind: 'feed', path: feedPath(column), column }]
}

/** The part of the columns and of the areas' own pages comes first. */
const columnsPart = 1
const partOf = (id: number): number => Math.floor(id / sitemapSize) + columnsPart + 1

/** @param groups which groups of `sitemapSize` ids hold an article */
function sitemapPages(groups: readonly number[], rows: readonly RowGroups[]): Page[] {
  if (groups.length <= 1 && rows.length === 0)
    return [{ kind: 'sitemap', path: 'sitemap.xml', number: 0, group: groups[0] ?? null }]
  const split = [null, ...groups].map((group): Extract<Page, { kind: 'sitemap' }> => {
    const number = group === null ? columnsPart : partOf(group * sitemapSize)
    return { kind: 'sitemap', path: `sitemap_${number}.xml`, number, group }
  })
  const ofRows = rows.flatMap(({ area, groups }) =>
    groups.map((group): Page => {
      return { kind: 'rowMap', path: `${areaSites[area].folder}/sitemap_${group}.xml`, area, group }
    }),
  )
  const parts = [...split, ...ofRows]
  return [{ kind: 'sitemapIndex', path: 'sitemap.xml', parts: parts.map(({ path }) => path) }, ...parts]
}

/**
 * Every page that the site should have but those of articles. Two with one address are both refused, with the reason; nothing is dropped
 * silently.
 * @param groups which groups of `sitemapSize` ids hold an article
 */
export function plan(model: Model, assets: readonly string[], groups: readonly number[]): Plan {
  const failed: Failure[] = []
  const wanted: Page[] = [
    { kind: 'index', path: 'index.html' },
    { kind: '404', path: '404.html' },
    { kind: 'search', path: 'search.html' },
    { kind: 'map', path: 'map.html' },
    { kind: 'access', path: 'access.html' },
    { kind: 'subscribe', path: 'subscribe.html' },
    { kind: 'searchIndex', path: 'search.json' },
    { kind: 'rss', path: 'rss.xml' },
    ...sitemapPages(groups, model.data.rows),
    ...model.data.areas,
    ...assets.map((file): Page => ({ kind: 'asset', path: `assets/${file}`, file })),
  ]
  for (const column of model.data.columns) {
    const fault = folderFault(column)
    for (const page of pagesOfColumn(model, column))
      if (!fault) wanted.push(page)
      // with its column, of which it is said
      else if (page.kind !== 'feed') failed.push({ page: page.path, reason: fault })
  }
  const pages = withoutDoubles(wanted, failed)
  return withoutBroken(pages, failed, model)
}

/** Pages that name all pages of areas. */
export const namesAreas = (page: Page): boolean =>
  page.kind === 'map' || page.kind === 'searchIndex' || (page.kind === 'sitemap' && page.number <= columnsPart)

/** Where an area's pages cannot be told, what names those of all stays as it is, as they do. */
function withoutBroken(pages: readonly Page[], failed: readonly Failure[], { data: { broken } }: Model): Plan {
  if (broken.length === 0) return { pages, failed }
  const whole = pages.filter(namesAreas).map(({ path }) => ({ page: path, reason: '有栏目的页面读取失败' }))
  const areas = broken.map(({ folder, reason }) => ({ page: `${folder}/`, reason }))
  return { pages: pages.filter((page) => !namesAreas(page)), failed: [...failed, ...areas, ...whole] }
}

const nameOf = (page: Page) => ('column' in page ? `栏目「${page.column.title}」` : `页面 ${page.path}`)

function withoutDoubles(wanted: readonly Page[], failed: Failure[]): Page[] {
  const owners = new Map<string, Page[]>()
  const doubled = new Set<string>()
  for (const page of wanted) {
    const owner = owners.get(page.path)
    if (!owner) owners.set(page.path, [page])
    else {
      owner.push(page)
      doubled.add(page.path)
    }
  }
  for (const path of doubled) {
    const names = [...new Set(owners.get(path)?.map(nameOf))].join('、')
    for (const { kind } of owners.get(path) ?? [])
      if (kind !== 'feed') failed.push({ page: path, reason: `${names}的地址相同，请修改目录名` })
  }
  return doubled.size === 0 ? [...wanted] : wanted.filter((page) => !doubled.has(page.path))
}

/** A column and those below it. */
function needFamily(model: Model, columnId: number): ReadonlySet<number> {
  if (!model.columns.has(columnId)) throw new Refused('NOT_FOUND', '栏目不存在')
  return model.familyOf(columnId)
}

/** True for the planned pages that a scope covers. @throws Refused NOT_FOUND for an unknown column */
export function covers(model: Model, scope: Scope): (page: Page) => boolean {
  if (scope.kind === 'all') return () => true
  if (scope.kind === 'index') return (page) => !('column' in page)
  if (scope.kind === 'article') return () => false
  const family = scope.columnId > 0 ? needFamily(model, scope.columnId) : null
  return (page) => 'column' in page && (family?.has(page.column.id) ?? true)
}

/** The articles whose pages a scope covers; null where it is none of them. */
export function coversArticles(model: Model, scope: Scope): Only | null {
  if (scope.kind === 'all') return {}
  if (scope.kind !== 'article') return null
  const { columnId, since } = scope
  return columnId > 0 ? { since, columns: [...needFamily(model, columnId)] } : { since }
}

/** The columns whose pages show something of the given ones: themselves, those above, and those that show them at the side. */
function columnsTouched(model: Model, columnIds: readonly number[]): Set<number> {
  const up = new Set(columnIds.flatMap((id) => model.chainOf(id).map((column) => column.id)))
  const beside = model.data.columns.filter((column) => relatedOf(model, column).some((one) => up.has(one.id)))
  return new Set([...up, ...beside.map((column) => column.id)])
}

/**
 * The planned pages that a change touches: every list the articles stand in, the index, the maps and the feeds.
 * @param touched with the columns that the articles are and were in
 * @param stands whether a page is there: when one site map becomes several, all of them are new
 */
export function pagesTouchedBy(
  { model, whole }: { model: Model; whole: Plan },
  { columnIds, articleIds, areas = [], rows = [] }: Touched,
  stands: (path: string) => boolean,
): Page[] {
  const columns = columnsTouched(model, columnIds)
  const parts = new Set([0, ...(areas.length > 0 ? [columnsPart] : []), ...articleIds.map(partOf)])
  const maps = new Set(rows.map(({ area, id }) => `${area} ${Math.floor(id / rowsInGroup)}`))
  const ofAreas = new Set([...areas, ...rows.map(({ area }) => area)])
  return whole.pages.filter((page) => {
    if ('column' in page) return columns.has(page.column.id)
    if (page.kind === 'area') return ofAreas.has(page.area)
    if (page.kind === 'map' || page.kind === 'searchIndex') return ofAreas.size > 0
    if (page.kind === 'rowMap')
      return areas.includes(page.area) || maps.has(`${page.area} ${page.group}`) || !stands(page.path)
    return page.kind === 'sitemap' ? parts.has(page.number) || !stands(page.path) : wholeKinds.has(page.kind)
  })
}
