import type { Ctx } from '../../context.ts'
import { showingAny } from '../../site/relevant.ts'
import { repealedBy } from '../../site/validity.ts'

/** An article that appeared on the site, changed there or left it; columnId is where it was seen. */
export interface Touched {
  readonly articleId: number
  readonly columnId: number
}

/**
 * Notes in the running transaction what the site must show anew, so that not even a crash loses it; the pages follow after the
 * commit. The answer waits for them only when something left the site: what was taken down must be gone.
 */
export async function touch(ctx: Ctx, touched: readonly Touched[], left = false): Promise<void> {
  const ids = new Set(touched.map(({ articleId }) => articleId))
  const showing = [...(await showingAny(ctx.db, [...ids])), ...(await repealedBy(ctx.db, [...ids]))]
  const along = new Map(showing.map((one) => [one.articleId, one]))
  const all = [...touched, ...[...along.values()].filter(({ articleId }) => !ids.has(articleId))]
  await ctx.db
    .insertInto('touched')
    .values(all.map((t) => ({ ...t, at: ctx.now })))
    .execute()
  const columnIds = all.map(({ columnId }) => columnId)
  const gone = { articleIds: all.map(({ articleId }) => articleId), columnIds }
  ctx.after(() => ctx.parts.site.showTouched({ wait: left, left: gone }))
}
