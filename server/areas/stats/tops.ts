import type { Span } from '../../../core/domain/statistic-span.ts'
import type { Statistic } from '../../../core/domain/statistics.ts'
import type { Ctx } from '../../context.ts'
import { allHold } from '../../rows/condition.ts'
import { type AnyDb, hinted, namesOf } from '../../rows/list.ts'
import { readAside } from '../../rows/read-aside.ts'
import { type Asked, narrowingOf } from './count.ts'
import { groupsIn, statsIndex } from './read.ts'
import { sources } from './sources.ts'

/** So many articles are told of. */
export const topsMax = 100

/** The articles that were opened most, and what all of them come to. */
export async function topArticles(ctx: Ctx, statistic: Statistic, asked: Asked, span: Span) {
  const where = await sources.article.where(ctx, narrowingOf(statistic, asked, span))
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
  const { now } = await groupsIn(ctx, { ...statistic, by: 'author' }, asked, {
    now: span,
    before: span,
    yearBefore: span,
  })
  const authors = [...now.values()]
  const tops = (found as { id: number; hits: number }[]).map(({ id, hits }) => ({ id: Number(id), hits: Number(hits) }))
  const titles = await namesOf(
    ctx.db,
    'article',
    'title',
    tops.map(({ id }) => id),
  )
  return {
    total: authors.reduce((all, { n }) => all + n, 0),
    hits: authors.reduce((all, one) => all + one.hits, 0),
    lines: tops.map(({ id, hits }) => ({ key: String(id), name: titles.get(id) ?? '', hits })),
  }
}
