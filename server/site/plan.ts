import { Refused } from '../../core/errors.ts'
import { articlePath, folderFault, listPath } from './addresses.ts'
import type { ArticleRef, ColumnInfo } from './data.ts'
import { sitemapCount } from './feeds.ts'
import { type Model, relatedOf } from './model.ts'

/** A page to be: its address inside the site folder and what it is made from. */
export type Page = { readonly path: string } & (
  | { readonly kind: 'index' | '404' | 'search' | 'access' | 'searchIndex' | 'rss' | 'map' | 'sitemapIndex' }
  | { readonly kind: 'sitemap'; readonly number: number }
  | { readonly kind: 'asset'; readonly file: string }
  | {
      readonly kind: 'list'
      readonly column: ColumnInfo
      readonly number: number
      readonly count: number
      /** What it lists, where it is made by a thread that does not hold the whole site. */
      readonly shown?: Shown
    }
  | { readonly kind: 'single'; readonly column: ColumnInfo; readonly article: ArticleRef | null }
  | { readonly kind: 'article'; readonly article: ArticleRef }
)

/** What a page of a list shows. */
export interface Shown {
  readonly items: readonly ArticleRef[]
  /** How many the whole list has. */
  readonly total: number
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
}

/** Articles on one page of a list, and in a box beside it. */
export const pageSize = 20
export const besideCount = 6

/** What a page of a list shows. */
export function shownOn(model: Model, page: Extract<Page, { kind: 'list' }>): Shown {
  if (page.shown) return page.shown
  const list = model.listOf(page.column.id)
  const from = (page.number - 1) * pageSize
  return { items: list.slice(from, from + pageSize), total: list.length }
}

/** Pages that draw from the whole site: they are made where all of it is at hand. */
const wholeKinds: ReadonlySet<Page['kind']> = new Set(['index', 'searchIndex', 'rss', 'sitemap', 'sitemapIndex'])
export const drawsFromAll = (page: Page): boolean => wholeKinds.has(page.kind)

const pagesOfColumn = (model: Model, column: ColumnInfo): Page[] => {
  if (column.type === 3) return []
  const articles = model.listOf(column.id)
  if (column.type === 2) {
    const article = articles.find((one) => one.jump === null) ?? null
    return [{ kind: 'single', path: listPath(column, 1), column, article }]
  }
  const count = Math.max(1, Math.ceil(articles.length / pageSize))
  return Array.from({ length: count }, (_, i) => ({
    kind: 'list',
    path: listPath(column, i + 1),
    column,
    number: i + 1,
    count,
  }))
}

function sitemapPages(model: Model): Page[] {
  const parts = sitemapCount(model)
  if (parts <= 1) return [{ kind: 'sitemap', path: 'sitemap.xml', number: 0 }]
  const split = Array.from(
    { length: parts },
    (_, i): Page => ({ kind: 'sitemap', path: `sitemap_${i + 1}.xml`, number: i + 1 }),
  )
  return [{ kind: 'sitemapIndex', path: 'sitemap.xml' }, ...split]
}

/** Every page that the site should have. Two with one address are both refused, with the reason; nothing is dropped silently. */
export function plan(model: Model, assets: readonly string[]): Plan {
  const failed: Failure[] = []
  const wanted: Page[] = [
    { kind: 'index', path: 'index.html' },
    { kind: '404', path: '404.html' },
    { kind: 'search', path: 'search.html' },
    { kind: 'map', path: 'map.html' },
    { kind: 'access', path: 'access.html' },
    { kind: 'searchIndex', path: 'search.json' },
    { kind: 'rss', path: 'rss.xml' },
    ...sitemapPages(model),
    ...assets.map((file): Page => ({ kind: 'asset', path: `assets/${file}`, file })),
  ]
  for (const column of model.data.columns) {
    const fault = folderFault(column)
    for (const page of pagesOfColumn(model, column))
      if (fault) failed.push({ page: page.path, reason: fault })
      else wanted.push(page)
  }
  for (const article of model.data.articles)
    if (article.jump === null) wanted.push({ kind: 'article', path: articlePath(article.id), article })
  const pages = withoutDoubles(wanted, failed)
  return { pages, failed }
}

const nameOf = (page: Page) => ('column' in page ? `栏目「${page.column.title}」` : `页面 ${page.path}`)

function withoutDoubles(wanted: readonly Page[], failed: Failure[]): Page[] {
  const owners = new Map<string, Page[]>()
  const doubled = new Set<string>()
  for (const page of wanted) {
    if (page.kind === 'article') continue // the id makes it one of a kind, in a folder that no column may take
    const owner = owners.get(page.path)
    if (!owner) owners.set(page.path, [page])
    else {
      owner.push(page)
      doubled.add(page.path)
    }
  }
  for (const path of doubled) {
    const names = [...new Set(owners.get(path)?.map(nameOf))].join('、')
    for (const _ of owners.get(path) ?? []) failed.push({ page: path, reason: `${names}的地址相同，请修改目录名` })
  }
  return doubled.size === 0 ? [...wanted] : wanted.filter((page) => !doubled.has(page.path))
}

/** The columns of a scope: all for 0 or less, else the column and those below it. */
function scopeColumns(model: Model, columnId: number): (id: number) => boolean {
  if (columnId <= 0) return () => true
  if (!model.columns.has(columnId)) throw new Refused('NOT_FOUND', '栏目不存在')
  const family = model.familyOf(columnId)
  return (id) => family.has(id)
}

/** True for the pages that a scope covers. */
export function covers(model: Model, scope: Scope): (page: Page) => boolean {
  if (scope.kind === 'all') return () => true
  if (scope.kind === 'index') return (page) => !('column' in page) && page.kind !== 'article'
  const inScope = scopeColumns(model, scope.columnId)
  if (scope.kind === 'column') return (page) => 'column' in page && inScope(page.column.id)
  return (page) => page.kind === 'article' && inScope(page.article.columnId) && page.article.at >= scope.since
}

/** The columns whose pages show something of the given ones: themselves, those above, and those that show them at the side. */
function columnsTouched(model: Model, touched: Touched): Set<number> {
  const direct = new Set(touched.columnIds)
  for (const id of touched.articleIds) {
    const article = model.articles.get(id)
    if (article) direct.add(article.columnId)
  }
  const up = new Set([...direct].flatMap((id) => model.chainOf(id).map((column) => column.id)))
  const beside = model.data.columns.filter((column) => relatedOf(model, column).some((one) => up.has(one.id)))
  return new Set([...up, ...beside.map((column) => column.id)])
}

/** True for the pages that a change touches: its articles, every list they stand in, the index, the maps and the feeds. */
export function touches(model: Model, touched: Touched): (page: Page) => boolean {
  if (touched.everything) return () => true
  const ids = new Set(touched.articleIds)
  const columns = columnsTouched(model, touched)
  return (page) => {
    if (page.kind === 'article') return ids.has(page.article.id)
    if ('column' in page) return columns.has(page.column.id)
    return drawsFromAll(page)
  }
}

/** The pages that a change touches (docs/rules.md, The site). */
export const pagesTouchedBy = (model: Model, whole: Plan, touched: Touched): Page[] => {
  const touching = touches(model, touched)
  return whole.pages.filter(touching)
}
