import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Reader } from '../db/open.ts'
import { articleFolder, articlePath } from './addresses.ts'
import { type AreaPage, isAreaSite, loadAreaPage } from './area-pages.ts'
import { pathsHad, rowPath, rowsIn, type TouchedRow } from './area-rows.ts'
import type { SiteData } from './data.ts'
import { pagesOf } from './shelf.ts'
import { filesBelow } from './write.ts'

/**
 * What has been taken down since it was last asked, as the paths of its pages: those that stand in no plan, and of some that were planned.
 * Asked before pages get their names, and when they have got them: what is noted later is removed by whoever notes it, so nothing comes between.
 */
export type Taken = (planned: readonly AreaPage[]) => Promise<string[]>

interface Making {
  readonly db: Reader
  readonly data: SiteData
  readonly folder: string
  readonly yields: boolean
}

const atOnce = 500
/** Rows of transactions that end together get their numbers in another order than they can be read in, but by no more than this. */
const outOfOrder = 1000

/** The paths of pages, and of files beside them, of those that are on the site no more: among some articles, and among some rows of areas. */
export async function pathsTaken(
  { db, folder }: Pick<Making, 'db' | 'folder'>,
  {
    articleIds,
    rows,
  }: { readonly articleIds: readonly number[]; readonly rows: readonly Pick<TouchedRow, 'area' | 'id'>[] },
): Promise<string[]> {
  const there = new Set((await pagesOf(db, articleIds)).map(({ id }) => id))
  const paths = articleIds
    .filter((id) => !there.has(id))
    .flatMap((id) => [articlePath(id), ...filesBelow(folder, articleFolder(id))])
  for (const { area, id } of rows)
    if ((await rowsIn(area)?.next(db, id)) !== id)
      paths.push(rowPath(area, id), ...pathsHad(area, id, (path) => existsSync(join(folder, path))))
  return paths
}

/** Begins to look what is taken down while pages are made; a run that nothing comes between has nothing to look for. */
export async function takenOf({ db, data, folder, yields }: Making): Promise<Taken> {
  if (!yields) return async () => []
  const noted = (above: number) =>
    db.read
      .selectFrom('touched')
      .select(['id', 'articleId', 'area', 'rowId'])
      .where('id', '>', above)
      .orderBy('id')
      .limit(atOnce)
      .execute()
  const last = await db.read
    .selectFrom('touched')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  let seen = Number(last?.id ?? 0)
  const before = await db.read
    .selectFrom('touched')
    .select('id')
    .where('id', '>', seen - outOfOrder)
    .execute()
  const looked = new Set(before.map(({ id }) => id))

  return async (planned) => {
    const paths: string[] = []
    const areas = new Set<string>()
    for (let above = seen - outOfOrder; ; ) {
      const found = await noted(above)
      const rows = found.filter(({ id }) => !looked.has(id))
      const articleIds = [...new Set(rows.flatMap(({ articleId }) => articleId || []))]
      const ofAreas = rows.flatMap(({ area, rowId: id }) => (id !== null && isAreaSite(area) ? [{ area, id }] : []))
      paths.push(...(await pathsTaken({ db, folder }, { articleIds, rows: ofAreas })))
      for (const { id, area, rowId } of rows) {
        looked.add(id)
        if (rowId === null && area !== null) areas.add(area)
      }
      above = found.at(-1)?.id ?? above
      seen = Math.max(seen, above)
      if (found.length < atOnce) break
    }
    for (const page of planned)
      if (areas.has(page.area) && !(await loadAreaPage(db, page, data.at)).shown) paths.push(page.path)
    return paths
  }
}
