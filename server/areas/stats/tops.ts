import type { Span } from '../../../core/domain/statistic-span.ts'
import type { Statistic } from '../../../core/domain/statistics.ts'
import type { Ctx } from '../../context.ts'
import { allHold } from '../../rows/condition.ts'
import { countBy } from '../../rows/count-by.ts'
import { type AnyDb, hinted, namesOf } from '../../rows/list.ts'
import { readAside } from '../../rows/read-aside.ts'
import { type Asked, narrowingOf } from './count.ts'
import { statsIndex } from './read.ts'
import { sources } from './sources.ts'

/** So many articles are told of. */
export const topsMax = 100

/** The articles that were opened most, and what all of them come to. */
export async function topArticles(ctx: Ctx, statistic: Statistic, asked: Asked, span: Span) {
  const { table, where: whereOf } = sources.article
  const where = await whereOf(ctx, narrowingOf(statistic, asked, span))
  const from = ctx.dialect === 'sqlite' ? hinted('article', statsIndex) : 'article'
  const rows = (ctx.db as unknown as AnyDb)
    .selectFrom(from)
    .select(['id', 'hits'])
    .where(allHold(where))
    .orderBy('hits', 'desc')
    .orderBy('id', 'desc')
    .limit(topsMax)
    .compile()
  const found = await readAside(ctx, rows)
  // one after the other: who looks at several statistics at once stands in one line with all of them
  const counted = await countBy(ctx, table, { by: [], where, sums: ['hits'], hint: statsIndex })
  const tops = (found as { id: number; hits: number }[]).map(({ id, hits }) => ({ id: Number(id), hits: Number(hits) }))
  const titles = await namesOf(
    ctx.db,
    'article',
    'title',
    tops.map(({ id }) => id),
  )
  return {
    total: counted[0]?.n ?? 0,
    hits: counted[0]?.sums.hits ?? 0,
    lines: tops.map(({ id, hits }) => ({ key: String(id), name: titles.get(id) ?? '', hits })),
  }
}
