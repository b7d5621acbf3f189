import type { Reader } from '../db/open.ts'
import type { AreaFile, AreaSite, AreaTools, Banner } from './area-site.ts'
import * as sites from './areas.ts'

/** A page of an area in the plan. */
export interface AreaPage {
  readonly kind: 'area'
  readonly path: string
  readonly area: AreaSiteName
  readonly file: AreaFile
  readonly shown?: object | null
}

export type AreaSiteName = keyof typeof sites
/** The areas that have something on the site, by their names. */
export const areaSites: Readonly<Record<AreaSiteName, AreaSite>> = sites

const entries = Object.entries(areaSites) as readonly (readonly [AreaSiteName, AreaSite])[]
/** Folders of the site that are areas', with the areas. */
export const areaFolders: ReadonlyMap<string, AreaSiteName> = new Map(
  entries.flatMap(([name, { folder }]) => (folder === undefined ? [] : [[folder, name] as const])),
)

export const isAreaSite = (name: string | null): name is AreaSiteName => name !== null && Object.hasOwn(areaSites, name)

/** An area whose pages cannot be told: what it has on the site stays as it is. */
export interface BrokenArea {
  readonly folder: string
  readonly reason: string
}

/** The pages that areas should have at a moment. */
export async function areaPagesAt(db: Reader, at: number): Promise<{ areas: AreaPage[]; broken: BrokenArea[] }> {
  const areas: AreaPage[] = []
  const broken: BrokenArea[] = []
  for (const [area, { folder, pages }] of entries)
    if (folder && pages)
      try {
        for (const file of await pages(db, at)) areas.push({ kind: 'area', path: `${folder}/${file.name}`, area, file })
      } catch (error) {
        broken.push({ folder, reason: error instanceof Error ? error.message : String(error) })
      }
  return { areas, broken }
}

/** The address of an area's page, without what stands in front of all of them; the first one of a list is the folder itself. */
export const areaPath = (path: string): string => path.replace(/(^|\/)index\.html$/, '$1')

/** What a page shows, read anew. */
export async function loadAreaPage(db: Reader, page: AreaPage, at: number): Promise<AreaPage> {
  const { rows, load } = areaSites[page.area]
  const { id } = page.file
  if (rows && id > 0) return { ...page, shown: (await rows.load(db, [id])).get(id) ?? null }
  return { ...page, shown: (await load?.(db, page.file, at)) ?? null }
}

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

/** Where visitors turn to the office by the site, in order. @param fronts what areas put on the front page, for that page */
export const waysOf = (
  base: string,
  fronts?: Readonly<Record<string, object>>,
): readonly { readonly title: string; readonly says: string; readonly url: string }[] =>
  entries
    .flatMap(([area, { ways = [] }]) => {
      const { url } = toolsFor(area, base, (html) => html)
      const { open = false } = (fronts?.[area] ?? {}) as { readonly open?: boolean }
      return ways
        .filter(({ front }) => front === undefined || (fronts !== undefined && (front === 'always' || open)))
        .map(({ name, front: _, ...way }) => ({ ...way, url: url(name) }))
    })
    .sort((a, b) => a.no - b.no)

/** What areas put at the head of every page. */
export async function areaBanners(db: Reader, at: number, base: string): Promise<readonly Banner[]> {
  const found: Banner[] = []
  for (const [name, { banners }] of entries)
    if (banners)
      for (const { title, url } of await banners(
        db,
        at,
        toolsFor(name, base, (html) => html),
      ))
        found.push({ title, url })
  return found
}

/** The areas of which a row was stored since a moment, but those that tell which (area-rows.ts). */
export async function areasChangedSince(db: Reader, since: number): Promise<AreaSiteName[]> {
  const changed: AreaSiteName[] = []
  for (const [name, { rows }] of entries) {
    if (rows) continue
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

/** The areas that show one of these articles. */
export async function areasShowing(db: Reader, articleIds: readonly number[]): Promise<AreaSiteName[]> {
  if (articleIds.length === 0) return []
  const found: AreaSiteName[] = []
  for (const [name, { shows }] of entries) if (await shows?.(db, articleIds)) found.push(name)
  return found
}

/** What an area's views are made with. */
export const toolsFor = (area: AreaSiteName, base: string, text: AreaTools['text']): AreaTools => ({
  url: (name) => `${base}/${areaPath(`${areaSites[area].folder}/${name}`)}`,
  root: (path) => `${base}/${path}`,
  text,
})
