import { callsAbout, type LogTarget } from '../../../core/domain/log-sentences.ts'
import { may } from '../../access/rights.ts'
import { scopeOf } from '../../access/scope.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { article } from '../../db/tables/article.ts'
import { allHold, allOf, among, anyOf, type Condition, like } from '../../rows/condition.ts'
import { type AnyDb, pageRows } from '../../rows/list.ts'

/** So many things of each kind that are called so are looked for in the log, the newest. */
const most = 200

async function articlesCalled(ctx: Ctx, words: string): Promise<number[]> {
  const where = [...scopeOf(ctx, article, 'article_list'), ...like('title', words, 'full text')]
  const paging = { pageSize: most, withTotal: 0 as const }
  const { list } = await pageRows<{ id: number }>(ctx, article, {
    columns: ['id'],
    where,
    paging,
    order: [['id', 'desc']],
  })
  return list.map(({ id }) => id)
}

/** Small tables: as they are. */
const rowsCalled = (table: string, column: string) => async (ctx: Ctx, words: string) => {
  const found = (ctx.db as unknown as AnyDb).selectFrom(table).where(allHold(like(column, words)))
  const rows = (await found.select('id').orderBy('id', 'desc').limit(most).execute()) as { id: number }[]
  return rows.map(({ id }) => Number(id))
}

/** Who may read the names of what in the log, as `targets.ts` shows them. */
const finders: readonly {
  readonly kind: LogTarget
  readonly key?: string
  readonly called: (ctx: Ctx, words: string) => Promise<number[]>
}[] = [
  { kind: 'article', key: 'article_list', called: articlesCalled },
  { kind: 'column', called: rowsCalled('column', 'title') },
  { kind: 'hot', key: 'hot_list', called: rowsCalled('hot', 'name') },
  { kind: 'role', key: 'column_roleList', called: rowsCalled('role', 'name') },
]

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
    finders.map(async ({ kind, key, called }) => {
      const ids = key === undefined || may(whoOf(ctx).rights, key) ? await called(ctx, words) : []
      return ids.length === 0 ? [] : [allOf([among('call', callsAbout(kind)), about(ids)])]
    }),
  )
  return found.flat()
}
