import { sql } from 'kysely'
import { unbesided } from '../../../core/domain/log-things.ts'
import type { Ctx } from '../../context.ts'
import { tables } from '../../db/table.ts'
import { article } from '../../db/tables/article.ts'
import { allHold, allOf, among, anyOf, type Condition, equal, like, likeAny } from '../../rows/condition.ts'
import { type AnyDb, pageRows } from '../../rows/list.ts'
import { readAside } from '../../rows/read-aside.ts'
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

/** The rows of a table that are called so; null: they have no names. */
function calledIn({ db }: Ctx, kind: string, where: readonly Condition[], words: string) {
  const { label, apart } = tables.get(kind) ?? {}
  if (!label) return null
  const parts = apart ? unbesided(words) : null
  const called =
    apart && parts
      ? [...equal(label, parts[0]), ...equal(apart, parts[1])]
      : likeAny(apart ? [label, apart] : [label], words)
  const found = (db as unknown as AnyDb).selectFrom(kind).where(allHold([...where, ...called]))
  const newest = found.select('id').orderBy('id', 'desc').limit(most)
  return (db as unknown as AnyDb).selectFrom(newest.as('newest')).select(['newest.id', sql.lit(kind).as('kind')])
}

/** Rows of all other kinds that are called so, by their kinds: one question for all of them, and some are of many rows. */
async function rowsCalled(
  ctx: Ctx,
  reached: readonly (readonly [kind: string, where: readonly Condition[]])[],
  words: string,
): Promise<ReadonlyMap<string, number[]>> {
  const [first, ...more] = reached.flatMap(([kind, where]) => calledIn(ctx, kind, where, words) ?? [])
  if (!first) return new Map()
  const rows = await readAside<{ id: unknown; kind: string }>(
    ctx,
    more.reduce((all, one) => all.unionAll(one), first).compile() as never,
  )
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  return new Map([...byKind].map(([kind, some]) => [kind, some.map(({ id }) => Number(id))]))
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
  const reached = kinds.flatMap((kind) => {
    const reach = reachOf(ctx, kind)
    return reach === null ? [] : [[kind, reach] as const]
  })
  const articles = reached.find(([kind]) => kind === 'article')
  const others = reached.filter(([kind]) => kind !== 'article')
  const [found, called] = await Promise.all([
    rowsCalled(ctx, others, words),
    articles ? articlesCalled(ctx, articles[1], words) : [],
  ])
  const all = [...found, ...(called.length > 0 ? [['article', called] as const] : [])]
  return all.map(([kind, ids]) => allOf([among('call', callsAbout(kind)), about(ids)]))
}
