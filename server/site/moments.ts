import { type AreaSiteName, areaSites } from './area-pages.ts'
import type { Site } from './generate.ts'

/**
 * Notes the areas of which something began or ended since anybody last looked, in table `touched`: of several processes the one that moves
 * `areaMoment` on. What happened while no server ran is found at the next start.
 * @returns whether there is something to show
 */
export async function passMoments(site: Site, now: number): Promise<boolean> {
  let due = false
  for (const [area, { changed }] of Object.entries(areaSites))
    if (changed) due = (await pass(site, area as AreaSiteName, now)) || due
  return due
}

async function pass(site: Site, area: AreaSiteName, now: number): Promise<boolean> {
  const { db } = site
  const seen = await db.read.selectFrom('areaMoment').select('at').where('area', '=', area).executeTakeFirst()
  if (seen && (seen.at >= now || !(await areaSites[area].changed?.(db, seen.at, now)))) return false
  return db.transaction(async (trx) => {
    if (seen) {
      const { numUpdatedRows } = await trx
        .updateTable('areaMoment')
        .set({ at: now })
        .where('area', '=', area)
        .where('at', '=', seen.at)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
    } else {
      const made = await trx
        .insertInto('areaMoment')
        .values({ area, at: now })
        .onConflict((oc) => oc.column('area').doNothing())
        .executeTakeFirst()
      if (made.numInsertedOrUpdatedRows === 0n) return false
    }
    await trx.insertInto('touched').values({ articleId: 0, columnId: 0, area, at: now }).execute()
    return true
  })
}
