import { announcement } from './areas/announcement.ts'
import { popula } from './areas/popula.ts'
import { suggestion } from './areas/suggestion.ts'
import type { Reader } from './shelf.ts'

/**
 * What areas have on the site beside articles and columns. An area says it in `areas/<area>.ts`: its pages, what they load, how they look, what it puts on
 * the front page, and when that changes by itself. Whoever changes its rows calls `touchArea` (server/rows/touch-area.ts); generation, site map, search, removal and
 * the schedule (moments.ts) follow from here.
 */
export interface AreaSite {
  /** What visitors call it. */
  readonly title: string
  /** Its folder on the site. There is a `_` in it, so that no column's can be the same. */
  readonly folder?: string
  /** The pages it should have at a moment; the first one is where the site map leads. */
  pages?(db: Reader, at: number): Promise<readonly AreaFile[]>
  /** What one of them shows: plain values, from which its print is made. Null: it is no longer there. */
  load?(db: Reader, file: AreaFile, at: number): Promise<object | null>
  /** Lays a page out. @param shown what `load` gave */
  view?(shown: never, tools: AreaTools): AreaView
  /** What the template `index` gets as `areas.<area>`. */
  front?(db: Reader, at: number, tools: AreaTools): Promise<object>
  /** Whether time alone changed what is shown, after one moment and up to another. */
  changed?(db: Reader, after: number, at: number): Promise<boolean>
}

/** A page of an area: its file's name in the area's folder, and what the area knows it by. */
export interface AreaFile {
  readonly name: string
  readonly id: number
  /** What the site map and the search know it by; none: nothing leads there but the area's own pages. */
  readonly listed?: { readonly title: string; readonly at: number }
}

/** A page of an area in the plan. */
export interface AreaPage {
  readonly kind: 'area'
  readonly path: string
  readonly area: AreaSiteName
  readonly file: AreaFile
  readonly shown?: object | null
}

/** What a view is made with. */
export interface AreaTools {
  /** The address of one of the area's pages. */
  url(name: string): string
  /** A stored text as pages show it. */
  text(html: string, seal: string | null): string
}

/** A page of an area before the skin is laid over it. */
export interface AreaView {
  readonly template: string
  readonly title: string
  readonly description: string
  /** What its template gets; `parts` are put out raw. */
  readonly scope: object
  readonly parts?: Readonly<Record<string, string>>
  /** What stands between the front page and this one. */
  readonly above?: readonly { readonly title: string; readonly url: string }[]
}

export type AreaSiteName = 'announcement' | 'popula' | 'suggestion'
/** The areas that have something on the site: the list to extend. */
export const areaSites: Readonly<Record<AreaSiteName, AreaSite>> = { announcement, popula, suggestion }

const entries = Object.entries(areaSites) as readonly (readonly [AreaSiteName, AreaSite])[]
/** Folders of the site that are areas', with the areas. */
export const areaFolders: ReadonlyMap<string, AreaSiteName> = new Map(
  entries.flatMap(([name, { folder }]) => (folder === undefined ? [] : [[folder, name] as const])),
)

export const isAreaSite = (name: string | null): name is AreaSiteName => name !== null && Object.hasOwn(areaSites, name)

/** The pages that areas should have at a moment. */
export async function areaPagesAt(db: Reader, at: number): Promise<AreaPage[]> {
  const found: AreaPage[] = []
  for (const [area, { folder, pages }] of entries)
    if (folder && pages)
      for (const file of await pages(db, at)) found.push({ kind: 'area', path: `${folder}/${file.name}`, area, file })
  return found
}

/** The address of an area's page, without what stands in front of all of them; the first one of a list is the folder itself. */
export const areaPath = (path: string): string => path.replace(/(^|\/)index\.html$/, '$1')

/** What a page shows, read anew. */
export const loadAreaPage = async (db: Reader, page: AreaPage, at: number): Promise<AreaPage> => ({
  ...page,
  shown: (await areaSites[page.area].load?.(db, page.file, at)) ?? null,
})

/** What areas put on the front page. */
export async function areaFronts(db: Reader, at: number, base: string): Promise<Readonly<Record<string, object>>> {
  const fronts: Record<string, object> = {}
  for (const [name, site] of entries)
    if (site.front)
      fronts[name] = await site.front(
        db,
        at,
        toolsFor(name, base, (html) => html),
      )
  return fronts
}

/** The areas of which a row was stored since a moment. */
export async function areasChangedSince(db: Reader, since: number): Promise<AreaSiteName[]> {
  const changed: AreaSiteName[] = []
  for (const [name] of entries) {
    const found = await db.read
      .selectFrom(name)
      .select('id')
      .where('updatedAt', '>=', since)
      .limit(1)
      .executeTakeFirst()
    if (found) changed.push(name)
  }
  return changed
}

/** What an area's views are made with. */
export const toolsFor = (area: AreaSiteName, base: string, text: AreaTools['text']): AreaTools => ({
  url: (name) => `${base}/${areaPath(`${areaSites[area].folder}/${name}`)}`,
  text,
})
