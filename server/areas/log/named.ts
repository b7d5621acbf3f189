import { unbesided } from '../../../core/domain/log-things.ts'
import type { Ctx } from '../../context.ts'
import { tables } from '../../db/table.ts'
import { article } from '../../db/tables/article.ts'
import { allHold, allOf, among, anyOf, type Condition, equal, like, likeAny } from '../../rows/condition.ts'
import { type AnyDb, pageRows } from '../../rows/list.ts'
import { callsAbout, kinds } from './sentences.ts'
import { reachOf } from './things.ts'

/** So many things of each kind that are called so are looked for in the log, the newest. */
const most = 200

async function articlesCalled(ctx: Ctx, where: readonly Condition[], words: string): Promise<number[]> {
  const paging = { pageSize: most, withTotal: 0 as const }
  const { list } = await pageRows<{ id: number }>(ctx, article, {
    columns: ['id'],
    where: [...where, ...like('title', words, 'full text')],
    paging,
    order: [['id', 'desc']],
  })
  return list.map(({ id }) => id)
}

/** Rows of smaller tables that are called so. */
async function rowsCalled(ctx: Ctx, kind: string, where: readonly Condition[], words: string): Promise<number[]> {
  const { label, apart } = tables.get(kind) ?? {}
  if (!label) return []
  const parts = apart ? unbesided(words) : null
  const called =
    apart && parts
      ? [...equal(label, parts[0]), ...equal(apart, parts[1])]
      : likeAny(apart ? [label, apart] : [label], words)
  const found = (ctx.db as unknown as AnyDb).selectFrom(kind).where(allHold([...where, ...called]))
  const rows = (await found.select('id').orderBy('id', 'desc').limit(most).execute()) as { id: number }[]
  return rows.map(({ id }) => Number(id))
}

/** Rows about one of these things: most are about one, and those are found by the whole of what stands there. */
const about = (ids: readonly number[]): Condition => {
  const alone = among(
    'targetIds',
    ids.map((id) => JSON.stringify([String(id)])),
  )
  const withOthers = allOf([...like('targetIds', '","'), anyOf(ids.flatMap((id) => like('targetIds', `"${id}"`)))])
  return anyOf([alone, withOthers])
}

/** Rows of the log about things that are called so today, of those whose names this reader is shown. */
export async function aboutNamed(ctx: Ctx, words: string): Promise<Condition[]> {
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const reach = reachOf(ctx, kind)
      if (reach === null) return []
      const ids = await (kind === 'article' ? articlesCalled(ctx, reach, words) : rowsCalled(ctx, kind, reach, words))
      return ids.length === 0 ? [] : [allOf([among('call', callsAbout(kind)), about(ids)])]
    }),
  )
  return found.flat()
}
