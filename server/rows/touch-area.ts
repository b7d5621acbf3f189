import type { Call, Ctx } from '../context.ts'
import type { AreaSiteName } from '../site/area-pages.ts'
import type { TouchedRow } from '../site/area-rows.ts'

const planned = new WeakMap<Call, { areas: Set<AreaSiteName>; rows: TouchedRow[] }>()

/** The pages follow after the commit. */
function follow(
  ctx: Ctx,
  left: boolean,
  more: { area: AreaSiteName; rows?: readonly Omit<TouchedRow, 'area'>[] },
): void {
  // a call that changes many rows shows them once
  const before = planned.get(ctx.call)
  const { areas, rows } = before ?? { areas: new Set(), rows: [] }
  if (more.rows) for (const { id, place } of more.rows) rows.push({ area: more.area, id, place })
  else areas.add(more.area)
  if (before) return
  planned.set(ctx.call, { areas, rows })
  ctx.after(() =>
    ctx.parts.site.showTouched({ wait: left, left: { articleIds: [], columnIds: [], areas: [...areas], rows } }),
  )
}

/**
 * Notes in the running transaction that an area's rows changed, so that not even a crash loses it; its pages and the front page follow after the commit.
 * @param left something may have left the site: the answer waits until it is gone
 */
export async function touchArea(ctx: Ctx, area: AreaSiteName, left = false): Promise<void> {
  await ctx.db.insertInto('touched').values({ articleId: 0, columnId: 0, area, at: ctx.now }).execute()
  follow(ctx, left, { area })
}

/**
 * The same of some rows of an area that has them by the thousand: only their own pages, and those of the list that they change, follow.
 * @param rows with their places in the list, or those that they had
 */
export async function touchRows(
  ctx: Ctx,
  area: AreaSiteName,
  rows: readonly { readonly id: number; readonly place: number | null }[],
  left: boolean,
): Promise<void> {
  const noted = rows.map(({ id, place }) => ({ articleId: 0, columnId: 0, area, at: ctx.now, rowId: id, place }))
  await ctx.db.insertInto('touched').values(noted).execute()
  follow(ctx, left, { area, rows })
}
