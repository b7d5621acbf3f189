import { newsStatus } from '../../../core/domain/enums.ts'
import type { Ctx } from '../../context.ts'
import { articleCount } from '../../db/tables/article.ts'
import { allHold, type Condition } from '../../rows/condition.ts'
import type { AnyDb } from '../../rows/list.ts'
import { readWhere } from '../../rows/read-where.ts'

type Counted = keyof typeof articleCount.columns

/** How many articles there are by some columns, from the counts that are kept: no article is read. */
export async function keptCounts<C extends Counted>(ctx: Ctx, by: readonly C[], where: readonly Condition[]) {
  const rows = await readWhere(ctx.db, `articleCount ${by.join()}`, where, [], (shaped) =>
    (ctx.db as unknown as AnyDb)
      .selectFrom(articleCount.name)
      .select((eb) => [...by, eb.fn.sum<number>('n').as('n')])
      .where(allHold(shaped))
      .groupBy([...by]),
  )
  return rows.map((row) => ({ ...row, n: Number(row.n) }) as unknown as Record<C, number | null> & { n: number })
}

/**
 * How many articles each state's list shows: a published one with a copy under review counts in both, as the lists do.
 */
export async function countStates(ctx: Ctx, where: readonly Condition[]) {
  const rows = await keptCounts(ctx, ['status', 'reviewStatus'], where)
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
