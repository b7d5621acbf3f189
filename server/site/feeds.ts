import { formatDate } from '../../core/domain/time.ts'
import { articlePath } from './addresses.ts'
import { type AreaSiteName, areaPath } from './area-pages.ts'
import { rowPath } from './area-rows.ts'
import type { AreaSite } from './area-site.ts'
import * as areas from './areas.ts'
import { listUrl, type Model } from './model.ts'
import type { Dated } from './plan.ts'

/** What machines read of the site. No matter of looks, and through a template their many lines would take most of a small change's time. */

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const xml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

const columnsOf = ({ data, empty }: Model) =>
  data.columns.filter((column) => column.type !== 3 && !empty.has(column.id))

/** The site map of a number from 1, or 0 for the only one: the index page and columns stand in the first, then articles. */
export function sitemap(model: Model, number: number, articles: readonly Dated[]): string {
  const fixed = [
    '/',
    ...columnsOf(model).map((column) => listUrl(model, column, 1).slice(model.base.length)),
    ...model.data.areas.flatMap(({ path, file: { file } }) => (file ? [] : `/${areaPath(path)}`)),
  ]
  const base = xml(`${model.origin}${model.base}`)
  const loc = (path: string) => `<loc>${base}${path}</loc>`
  const lines = [
    ...(number > 1 ? [] : fixed).map((path) => `<url>${loc(xml(path))}</url>\n`),
    ...articles.map((one) => `<url>${loc(`/${articlePath(one.id)}`)}<lastmod>${formatDate(one.at)}</lastmod></url>\n`),
  ]
  return `${head}<urlset ${names}>\n${lines.join('')}</urlset>\n`
}

/** The site map of some rows of an area. */
export function rowMap(model: Model, area: AreaSiteName, rows: readonly Dated[]): string {
  const base = xml(`${model.origin}${model.base}`)
  const lines = rows.map(
    ({ id, at }) => `<url><loc>${base}/${xml(rowPath(area, id))}</loc><lastmod>${formatDate(at)}</lastmod></url>\n`,
  )
  return `${head}<urlset ${names}>\n${lines.join('')}</urlset>\n`
}

/** The list of the site maps, where there are several. */
export function sitemapIndex(model: Model, parts: readonly string[]): string {
  const url = (path: string) => xml(`${model.origin}${model.base}/${path}`)
  const lines = parts.map((path) => `<sitemap><loc>${url(path)}</loc></sitemap>\n`)
  return `${head}<sitemapindex ${names}>\n${lines.join('')}</sitemapindex>\n`
}

/** The folder of a page whose area has an index of its texts. */
const textedIn = (path: string): string[] => {
  const [folder = ''] = path.split('/')
  return (Object.values(areas) as readonly AreaSite[]).some((one) => one.texts && one.folder === folder) ? [folder] : []
}

/** The titles of what is no article, which the search page looks through in the browser. */
export function searchIndex(model: Model): string {
  const ofAreas = model.data.areas.flatMap(({ path, file: { listed } }) =>
    listed ? [{ title: listed.title, url: `${model.base}/${path}`, date: formatDate(listed.at) }] : [],
  )
  // what has an index of its texts is sought there too
  const folders = [
    ...model.data.areas.flatMap(({ path, file: { listed } }) => (listed ? textedIn(path) : [])),
    ...model.data.rows.flatMap(({ area }) => textedIn(rowPath(area, 1))),
  ]
  const texts = [...new Set(folders)]
  return `${JSON.stringify({ rows: ofAreas.map((row) => [row.title, row.url, row.date]), ...(texts.length > 0 && { texts }) })}\n`
}
