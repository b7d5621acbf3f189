import { formatDate } from '../../core/domain/time.ts'
import { articlePath } from './addresses.ts'
import { listUrl, type Model } from './model.ts'

/** What machines read of the site. No matter of looks, and through a template their many lines would take most of a small change's time. */

/** The format's own limit. */
const sitemapSize = 50_000
const searchCount = 2000

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const xml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

const columnsOf = (model: Model) => model.data.columns.filter((column) => column.type !== 3)
const articlesOf = (model: Model) => model.data.articles.filter((one) => one.jump === null)

/** How many sitemaps hold all addresses. */
export const sitemapCount = (model: Model): number =>
  Math.ceil((1 + columnsOf(model).length + articlesOf(model).length) / sitemapSize)

/** The sitemap of a number from 1, or 0 for the only one: the index page and columns lead, then the articles, newest first. */
export function sitemap(model: Model, number: number): string {
  const fixed = ['/', ...columnsOf(model).map((column) => listUrl(model, column, 1).slice(model.base.length))]
  const from = Math.max(0, number - 1) * sitemapSize
  const to = from + sitemapSize
  const at = Math.max(0, from - fixed.length)
  const articles = articlesOf(model).slice(at, Math.max(0, to - fixed.length))
  const loc = (path: string) => `<loc>${xml(`${model.origin}${model.base}${path}`)}</loc>`
  const lines = [
    ...fixed.slice(from, to).map((path) => `<url>${loc(path)}</url>\n`),
    ...articles.map((one) => `<url>${loc(`/${articlePath(one.id)}`)}<lastmod>${formatDate(one.at)}</lastmod></url>\n`),
  ]
  return `${head}<urlset ${names}>\n${lines.join('')}</urlset>\n`
}

/** The list of the sitemaps, where there are several. */
export function sitemapIndex(model: Model): string {
  const url = (i: number) => xml(`${model.origin}${model.base}/sitemap_${i + 1}.xml`)
  const parts = Array.from({ length: sitemapCount(model) }, (_, i) => `<sitemap><loc>${url(i)}</loc></sitemap>\n`)
  return `${head}<sitemapindex ${names}>\n${parts.join('')}</sitemapindex>\n`
}

/** The titles that the search page looks through, in the browser, and how many articles there are. */
export function searchIndex(model: Model): string {
  const { articles } = model.data
  const rows = articles.slice(0, searchCount).map(model.item)
  return `${JSON.stringify({ rows: rows.map((row) => [row.title, row.url, row.date]), total: articles.length })}\n`
}
