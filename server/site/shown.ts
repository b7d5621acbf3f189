import { breath } from '../breather.ts'
import type { Reader } from '../db/open.ts'
import { sitemapSize } from './addresses.ts'
import { areaFronts, loadAreaPage } from './area-pages.ts'
import { rowsIn, rowsInGroup } from './area-rows.ts'
import { loadFront } from './front.ts'
import type { Model } from './model.ts'
import { type Dated, type Page, pageSize } from './plan.ts'
import {
  briefsOf,
  firstOf,
  inTheirOrder,
  type Ordered,
  orderOf,
  pagesFrom,
  refsOf,
  storedFrom,
  type YearPlace,
} from './shelf.ts'

/** How many of the newest articles RSS has. */
const rssCount = 30
/** Rows that are read at once. */
const batch = 1000

/** Reads what pages show of articles. */
export interface Shelf {
  /** The pages with what they show; those of lists in the order in which they stand in the plan. */
  shown(pages: readonly Page[]): Promise<Page[]>
}

type ListPage = Extract<Page, { kind: 'list' }>

/** @param model of the state whose pages are made */
export function shelfOf(db: Reader, model: Model): Shelf {
  let last: { readonly columnId: number; readonly order: Promise<Ordered> } | null = null
  /** Kept for the column's next pages. */
  const order = (columnId: number) => {
    if (last?.columnId !== columnId)
      last = { columnId, order: orderOf(db, model.familyOf(columnId), model.data.tops[columnId]) }
    return last.order
  }
  const total = Object.values(model.data.counts).reduce((sum, n) => sum + n, 0)

  async function lists(pages: readonly ListPage[]): Promise<ListPage[]> {
    const parts = new Map<ListPage, readonly number[]>()
    const years = new Map<ListPage, readonly YearPlace[]>()
    for (const page of pages) {
      const from = (page.number - 1) * pageSize
      const ordered = await order(page.column.id)
      years.set(page, ordered.years)
      parts.set(page, [...ordered.ids.subarray(from, from + pageSize)])
    }
    const refs = await refsOf(db, [...new Set([...parts.values()].flat())])
    return pages.map((page) => {
      const items = inTheirOrder(refs, parts.get(page) ?? [], model.data.tops[page.column.id])
      return { ...page, shown: { items, total: model.countOf(page.column.id), years: years.get(page) ?? [] } }
    })
  }

  async function sitemap(group: number | null): Promise<Dated[]> {
    const found: Dated[] = []
    if (group === null) return found
    for (let from = group * sitemapSize; from < (group + 1) * sitemapSize; from += batch) {
      found.push(...(await pagesFrom(db, from, from + batch)))
      await breath()
    }
    return found
  }

  /** The newest that is a page and no link. */
  async function single(columnId: number) {
    const { ids } = await order(columnId)
    for (let at = 0; at < ids.length; at += pageSize) {
      const some = [...ids.subarray(at, at + pageSize)]
      const refs = await refsOf(db, some)
      const id = some.find((one) => refs.get(one)?.jump === null)
      if (id !== undefined) return (await storedFrom(db, id, id + 1))[0] ?? null
    }
    return null
  }

  async function one(page: Page): Promise<Page> {
    switch (page.kind) {
      case 'index':
        return {
          ...page,
          shown: await loadFront(db, model),
          areas: await areaFronts(db, model.data.at, model.base),
        }
      case 'area':
        return loadAreaPage(db, page, model.data.at)
      case 'rowMap': {
        const from = page.group * rowsInGroup
        return { ...page, shown: (await rowsIn(page.area)?.dated(db, from, from + rowsInGroup)) ?? [] }
      }
      case 'rss': {
        const items = await firstOf(db, {}, rssCount)
        return { ...page, shown: { items, total, briefs: await briefsOf(db, items) } }
      }
      case 'sitemap':
        return { ...page, shown: await sitemap(page.group) }
      case 'feed': {
        const ids = [...(await order(page.column.id)).ids.subarray(0, rssCount)]
        const items = inTheirOrder(await refsOf(db, ids), ids, undefined)
        return { ...page, shown: { items, total: model.countOf(page.column.id) } }
      }
      case 'single':
        return { ...page, shown: await single(page.column.id) }
      default:
        return page
    }
  }

  return {
    async shown(pages) {
      const made: Page[] = []
      for (const page of pages) if (page.kind !== 'list') made.push(await one(page))
      return [...made, ...(await lists(pages.filter((page) => page.kind === 'list')))]
    },
  }
}
