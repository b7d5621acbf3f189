import { formatTime } from '../../../core/domain/time.ts'
import type { Ctx } from '../../context.ts'
import { topsAt } from '../../site/tops.ts'

/** Until when an article stands first, as it is told; null: without an end. */
export const topUntilTold = (until: number | null | undefined) => (until ? formatTime(until) : null)

interface Top {
  readonly top: number
  readonly topUntil: string | null
}

/** Where some articles stand among the first of their columns. */
export async function topsOf(ctx: Ctx, rows: readonly { readonly id?: number }[]): Promise<ReadonlyMap<number, Top>> {
  const ids = rows.flatMap(({ id }) => id ?? [])
  const found = new Map<number, Top>()
  if (ids.length === 0) return found
  const there = await ctx.db
    .selectFrom('articleTop')
    .select(['articleId', 'columnId', 'topUntil'])
    .where('articleId', 'in', ids)
    .execute()
  for (const columnId of new Set(there.map((one) => one.columnId)))
    for (const [i, { articleId, topUntil }] of (await topsAt(ctx.db, columnId)).entries())
      found.set(Number(articleId), { top: i + 1, topUntil: topUntilTold(topUntil && Number(topUntil)) })
  return found
}
