import { newsStatus } from '../../../core/domain/enums.ts'
import type { Condition } from '../../access/scope.ts'
import type { Ctx } from '../../context.ts'
import { articleCount } from '../../db/tables/article.ts'
import type { AnyDb } from '../../rows/list.ts'

/**
 * How many articles each state's list shows: a published one with a copy under review counts in both, as the lists do.
 * From the counts that are kept: no article is read.
 */
export async function countStates(ctx: Ctx, where: readonly Condition[]) {
  const rows = await (ctx.db as unknown as AnyDb)
    .selectFrom(articleCount.name)
    .select((eb) => ['status', 'reviewStatus', eb.fn.sum<number>('n').as('n')])
    .where((eb) => eb.and(where.map((condition) => condition(eb))))
    .groupBy(['status', 'reviewStatus'])
    .execute()
  const groups = rows.map((row) => ({
    // null is no state of a copy
    states: new Set([row.status, row.reviewStatus].filter((state) => state !== null).map(Number)),
    n: Number(row.n),
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
