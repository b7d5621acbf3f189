import { newsStatus } from '../../../core/domain/enums.ts'
import type { Ctx } from '../../context.ts'
import { article } from '../../db/tables/article.ts'
import type { Condition } from '../../rows/condition.ts'
import { countBy } from '../../rows/count-by.ts'

/**
 * How many articles each state's list shows: a published one with a copy under review counts in both, as the lists do.
 */
export async function countStates(ctx: Ctx, where: readonly Condition[]) {
  const rows = await countBy(ctx, article, { by: ['status', 'reviewStatus'], where })
  const groups = rows.map((row) => ({
    // null is no state of a copy
    states: new Set([row.status, row.reviewStatus].filter((state) => state !== null).map(Number)),
    n: row.n,
  }))
  const sum = (some: typeof groups) => some.reduce((all, { n }) => all + n, 0)
  return {
    total: sum(groups),
    states: Object.keys(newsStatus).map((state) => ({
      status: Number(state) as keyof typeof newsStatus,
      count: sum(groups.filter(({ states }) => states.has(Number(state)))),
    })),
  }
}
