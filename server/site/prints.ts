import { createHash, createHmac, hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Key } from '../secret.ts'
import type { SiteFile } from './article-files.ts'
import { type Model, relatedOf } from './model.ts'
import { choicesOf } from './model-fields.ts'
import type { Page } from './plan.ts'
import type { ArticleRef, StoredArticle } from './shelf.ts'
import type { Skin } from './skin.ts'

/**
 * What a page is made from, as a short text that changes with any of it: the program, the skin, the settings, the columns and which of them are empty (they
 * are the navigation of every page), and the rows that the page shows. A page whose print is the one that it was made from need not be made again.
 */
export type PrintOf = (page: Page) => string | null

const short = (text: string) => hash('sha256', text, 'base64url').slice(0, 22)

/** What the bundle was made from, or the sources where there is none; see scripts/stale.mjs. */
function programStand(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  for (const mark of [join(here, '.made-from'), join(here, '../.made-from')])
    if (existsSync(mark)) return readFileSync(mark, 'utf8')
  const sources = createHash('sha256')
  for (const folder of [here, join(here, 'areas'), join(here, '../../core/domain')])
    for (const name of readdirSync(folder).sort())
      if (name.endsWith('.ts')) sources.update(readFileSync(join(folder, name)))
  return sources.update(readFileSync(join(here, '../clean.ts'))).digest('base64url')
}

let program: string | undefined

/** What all pages have in common. @param key proves the contents' seals: with another one they are cleaned again */
function common({ data, empty }: Model, skin: Skin, key: Key): string {
  // the front page, which alone may be grey, is always made
  const shown = [data.banners, data.grey === 'all']
  program ??= programStand()
  const seals = createHmac('sha256', key).update('site').digest('base64url')
  return short(JSON.stringify([program, skin.stand, seals, data.settings, data.columns, [...empty], shown]))
}

const lineOf = ({ id, title, at, jump, cover, top, validity }: ArticleRef) => [
  ...[id, title, at, jump, cover, top],
  validity,
]
const fileOf = ({ stored, size, name }: SiteFile) => `${stored} ${size} ${name}`
const plainOf = ({ id, columnId, title, at, stand, files, relevant, notice }: StoredArticle) =>
  `${id} ${columnId} ${at} ${stand} ${title} ${files.map(fileOf).join()}${relevant.length > 0 ? JSON.stringify(relevant.map(lineOf)) : ''}${notice ? JSON.stringify([notice, notice.by && lineOf(notice.by)]) : ''}`

/**
 * Prints of pages of one state of the site. Null for pages that draw from the whole site (index, feeds, maps) and for files: there are
 * few of them, and they are always made and compared.
 */
export function printsOf(model: Model, skin: Skin, key: Key): PrintOf {
  const base = common(model, skin, key)
  const besides = new Map<number, string>()
  const beside = (id: number): string => {
    const known = besides.get(id)
    if (known !== undefined) return known
    const column = model.columns.get(id)
    const lists = column ? relatedOf(model, column).map((one) => model.data.besides[one.id] ?? []) : []
    const made = JSON.stringify(lists.map((list) => list.map(lineOf)))
    besides.set(id, made)
    return made
  }
  const models = new Map<number, string>()
  /** An article with the fields of its column's model, where that has one: labels, units and what is hidden stand there. */
  const articleOf = (article: StoredArticle): string => {
    const { columnId, modelFields } = article
    const fields = model.data.models.get(columnId)
    if (!fields) return plainOf(article)
    const known = models.get(columnId) ?? short(JSON.stringify(fields))
    models.set(columnId, known)
    return `${plainOf(article)} ${known} ${modelFields ?? ''}`
  }
  return (page) => {
    switch (page.kind) {
      case 'article':
        return short(`${base} ${articleOf(page.article)}`)
      case 'file':
        return short(`file ${fileOf(page.file)}`)
      case 'single':
        return short(`${base} ${page.column.id} ${page.shown && articleOf(page.shown)} ${beside(page.column.id)}`)
      case 'list': {
        const { items = [], total, years } = page.shown ?? {}
        const fields = model.data.models.get(page.column.id)
        const shown = JSON.stringify([
          page.column.id,
          page.number,
          total,
          items.map(lineOf),
          years,
          fields && choicesOf(fields),
        ])
        return short(`${base} ${shown} ${beside(page.column.id)}`)
      }
      case 'feed':
        return short(`${base} feed ${page.column.id} ${JSON.stringify(page.shown?.items.map(lineOf))}`)
      case 'area':
        if (page.file.file) return short(`file ${fileOf(page.file.file)}`)
        return short(`${base} ${page.path} ${JSON.stringify(page.shown)}`)
      default:
        return null
    }
  }
}
