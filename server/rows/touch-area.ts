import type { Call, Ctx } from '../context.ts'
import type { AreaSiteName } from '../site/area-pages.ts'

const planned = new WeakSet<Call>()

/**
 * Notes in the running transaction that an area's rows changed, so that not even a crash loses it; its pages and the front page follow after the commit.
 * @param left something may have left the site: the answer waits until it is gone
 */
export async function touchArea(ctx: Ctx, area: AreaSiteName, left = false): Promise<void> {
  await ctx.db.insertInto('touched').values({ articleId: 0, columnId: 0, area, at: ctx.now }).execute()
  // a call that changes many rows shows them once
  if (planned.has(ctx.call)) return
  planned.add(ctx.call)
  ctx.after(() => ctx.parts.site.showTouched({ wait: left }))
}
