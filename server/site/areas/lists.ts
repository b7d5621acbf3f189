import type { AreaFile, AreaTools } from '../area-site.ts'

/** What areas share that have a list on pages of so many lines, and a page for each row. */
export const pageSize = 20

export const listName = (number: number) => (number === 1 ? 'index.html' : `index_${number}.html`)
export const pageName = (id: number) => `${id}.html`

/** How many pages a list has; an empty one has one. */
export const pagesFor = (total: number): number => Math.max(1, Math.ceil(total / pageSize))

/** The files of a list's pages: their ids are the numbers below zero. */
export const listFiles = (total: number): AreaFile[] =>
  Array.from({ length: pagesFor(total) }, (_, i) => ({ name: listName(i + 1), id: -(i + 1) }))

/** What a list says beside its lines. */
interface Words {
  readonly heading: string
  readonly description: string
  /** Where it is empty. */
  readonly none: string
  /** What stands beside the count. */
  readonly form?: { readonly title: string; readonly url: string }
}
interface Lines {
  readonly number: number
  readonly count: number
  readonly total: number
  readonly items: readonly object[]
}

/** One page of a list, for the template that all of them have. */
export function listView(words: Words, { number, count, total, items }: Lines, tools: AreaTools) {
  const { heading, description, ...more } = words
  const at = (n: number) => (n >= 1 && n <= count ? tools.url(listName(n)) : null)
  const pager = { number, count, previous: at(number - 1), next: at(number + 1) }
  return {
    template: 'area-list',
    title: number === 1 ? heading : `${heading}（第 ${number} 页）`,
    description,
    scope: { heading, total, items, pager, ...more },
  }
}
