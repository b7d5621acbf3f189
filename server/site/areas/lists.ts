import type { SelectQueryBuilder } from 'kysely'
import type { Reader } from '../../db/open.ts'
import type { Schema } from '../../db/tables.ts'
import type { AreaFile, AreaSite, AreaTools } from '../area-site.ts'

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
export interface Words {
  readonly heading: string
  readonly description: string
  /** Where it is empty. */
  readonly none: string
  /** What stands beside the count. */
  readonly form?: { readonly title: string; readonly url: string }
  /** Where those who wrote see how it stands. */
  readonly query?: { readonly title: string; readonly url: string }
  /** What is said where there is none. */
  readonly note?: string
}
/** What one page of a list shows, of how many pages and lines. */
export interface Lines<L extends object> {
  readonly number: number
  readonly count: number
  readonly total: number
  readonly items: readonly L[]
}

/**
 * What one page of a list shows.
 * @param rows all lines, in their order
 */
export async function loadLines<T extends keyof Schema, L extends object>(
  rows: SelectQueryBuilder<Schema, T, L>,
  number: number,
): Promise<Lines<L>> {
  const { total } = await rows
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const items = await rows
    .limit(pageSize)
    .offset((number - 1) * pageSize)
    .execute()
  return { number, count: pagesFor(Number(total)), total: Number(total), items: items as L[] }
}

/** One page of a list, for the template that all of them have. */
export function listView(words: Words, { number, count, total, items }: Lines<object>, tools: AreaTools) {
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

/** A line of a list: what it says, and of which day it is. */
interface Line {
  readonly title: string
  readonly date: string
}

/**
 * The pages of an area whose rows have none of their own: a list, also where it is empty.
 * @param rows those that visitors see, in their order
 */
export const listOnly = <T extends keyof Schema, L extends object>(
  words: Words,
  rows: (db: Reader) => SelectQueryBuilder<Schema, T, L>,
  line: (row: L) => Line,
): Pick<AreaSite, 'pages' | 'load' | 'view'> => ({
  pages: async (db) => listFiles((await loadLines(rows(db), 1)).total),
  load: (db, { id }) => loadLines(rows(db), -id),
  view: (shown: Lines<L>, tools) => listView(words, { ...shown, items: shown.items.map(line) }, tools),
})

/** What some departments are called now. */
export async function deptsNamed(
  { read }: Pick<Reader, 'read'>,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, string>> {
  const some = [...new Set(ids.flatMap((id) => id ?? []))]
  if (some.length === 0) return new Map()
  const found = await read.selectFrom('dept').select(['id', 'name']).where('id', 'in', some).execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Rows by their ids, each with what its department is called now in place of its number. */
export async function byIdWithDept<R extends { readonly id: number; readonly deptId: number | null }>(
  db: Pick<Reader, 'read'>,
  rows: readonly R[],
): Promise<ReadonlyMap<number, Omit<R, 'deptId'> & { readonly dept: string | null }>> {
  const depts = await deptsNamed(
    db,
    rows.map(({ deptId }) => deptId),
  )
  return new Map(rows.map(({ deptId, ...one }) => [one.id, { ...one, dept: depts.get(deptId ?? 0) ?? null }]))
}
