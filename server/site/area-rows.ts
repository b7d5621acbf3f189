import type { Reader } from '../db/open.ts'
import { type AreaPage, type AreaSiteName, areaSites } from './area-pages.ts'
import type { AreaRows } from './area-site.ts'
import type { Only } from './shelf.ts'

/** Areas whose rows are many: their pages go by the thousand of their ids, as those of articles do. */

/** A change of one row: where it stands in its area's list, or stood. */
export interface TouchedRow {
  readonly area: AreaSiteName
  readonly id: number
  readonly place: number | null
}
/** Rows of an area in groups by their ids. */
export interface RowGroups {
  readonly area: AreaSiteName
  readonly groups: readonly number[]
}

const withRows = () => (Object.keys(areaSites) as AreaSiteName[]).filter((area) => areaSites[area].rows)
export const rowsIn = (area: AreaSiteName): AreaRows | undefined => areaSites[area].rows
const needRows = (area: AreaSiteName): AreaRows => areaSites[area].rows as AreaRows

/** The ids of one group. */
export const rowsInGroup = 1000

const pageOf = (area: AreaSiteName, file: AreaPage['file']): AreaPage => ({
  ...{ kind: 'area', area, file },
  path: `${areaSites[area].folder}/${file.name}`,
})
export const rowPath = (area: AreaSiteName, id: number): string => pageOf(area, needRows(area).file(id)).path

/** Which groups of so many ids have a row on the site; areas without any are missing. */
export async function rowGroups(db: Reader, size: number): Promise<RowGroups[]> {
  const found: RowGroups[] = []
  for (const area of withRows()) {
    const groups = await needRows(area).groups(db, size)
    if (groups.length > 0) found.push({ area, groups })
  }
  return found
}

/** The pages of rows that stand in no plan, from an id on and below another, with what they show. */
export async function rowPages(db: Reader, area: AreaSiteName, ids: readonly number[]): Promise<AreaPage[]> {
  const { besides, load } = needRows(area)
  if (besides) return (await besides.load(db, ids)).map(({ file, shown }) => ({ ...pageOf(area, file), shown }))
  const shown = await load(db, ids)
  return [...shown].map(([id, one]) => ({ ...pageOf(area, needRows(area).file(id)), shown: one }))
}

/** The paths of pages that rows should have beside their own: all rows of an area, or some. */
export async function pathsBeside(db: Reader, area: AreaSiteName, ids?: readonly number[]): Promise<string[]> {
  const names = (await needRows(area).besides?.names(db, ids)) ?? []
  return [...names].map((name) => `${areaSites[area].folder}/${name}`)
}

/** The paths of those that a row has had. @param there whether a file is */
export function pathsHad(area: AreaSiteName, id: number, there: (path: string) => boolean): string[] {
  const pathOf = (name: string) => `${areaSites[area].folder}/${name}`
  return (
    needRows(area)
      .besides?.had(id, (name) => there(pathOf(name)))
      .map(pathOf) ?? []
  )
}

/** The ids of a share's rows, as many as are read at once. */
export async function* rowIds(db: Reader, area: AreaSiteName, group: number, { ids }: Only, most: number) {
  const atOnce = needRows(area).besides?.atOnce ?? most
  const dated = ids ? null : await needRows(area).dated(db, group * rowsInGroup, (group + 1) * rowsInGroup)
  const all = ids ?? dated?.map(({ id }) => id) ?? []
  for (let i = 0; i < all.length; i += atOnce) yield all.slice(i, i + atOnce)
}

/** The pages of the lists of rows, those behind the first: of all areas, or as far as a change concerns them. */
export async function rowLists(
  db: Reader,
  areas: readonly AreaSiteName[] = withRows(),
  touched: readonly TouchedRow[] = [],
): Promise<{ readonly pages: AreaPage[]; readonly gone: string[] }> {
  const pages: AreaPage[] = []
  const gone: string[] = []
  const add = (area: AreaSiteName, found: Awaited<ReturnType<AreaRows['lists']>>) => {
    for (const file of found.files) pages.push(pageOf(area, file))
    for (const name of found.gone) gone.push(`${areaSites[area].folder}/${name}`)
  }
  for (const area of withRows().filter((one) => areas.includes(one))) add(area, await needRows(area).lists(db))
  for (const area of withRows().filter((one) => !areas.includes(one))) {
    const places = touched.flatMap((one) => (one.area === area ? (one.place ?? []) : []))
    if (places.length > 0) add(area, await needRows(area).lists(db, places))
  }
  return { pages, gone }
}

/** The ids of all rows of an area that have a page. */
export async function allRowIds(db: Reader, area: AreaSiteName): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  const size = rowsInGroup * 10
  for (let from = await needRows(area).next(db, 0); from !== null; from = await needRows(area).next(db, from)) {
    for (const { id } of await needRows(area).dated(db, from, from + size)) found.add(id)
    from += size
  }
  return found
}

/** Rows that were stored since a moment. */
export async function rowsChangedSince(db: Reader, since: number): Promise<TouchedRow[]> {
  const found: TouchedRow[] = []
  for (const area of withRows())
    for (const one of await needRows(area).placesOf(db, since)) found.push({ area, ...one })
  return found
}

const named = /^(?<folder>[\w-]+)\/(?<name>\w+\.html)$/

/** A page of a row, or of a list of them, by its path; null where there is none. */
export async function rowPageNamed(db: Reader, path: string): Promise<AreaPage | null> {
  const { folder, name = '' } = named.exec(path)?.groups ?? {}
  const area = withRows().find((one) => areaSites[one].folder === folder)
  if (!area) return null
  const id = Number(/^(\d{1,15})\.html$/.exec(name)?.[1] ?? needRows(area).besides?.rowOf(name) ?? 0)
  if (id > 0) return (await rowPages(db, area, [id])).find((page) => page.path === path) ?? null
  return (await rowLists(db, [area])).pages.find((page) => page.path === path) ?? null
}

/** One page of each kind that areas with many rows have beside their plan, with what it shows. */
export async function rowSamples(db: Reader): Promise<AreaPage[]> {
  const found: AreaPage[] = []
  for (const area of withRows()) {
    const id = await needRows(area).next(db, 0)
    if (id !== null) found.push(...(await rowPages(db, area, [id])))
  }
  return found
}
