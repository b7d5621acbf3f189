import { hot as contract, hotRow } from '../../core/contract/hot.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/0004-hot.ts'
import { hot as table } from '../db/tables/hot.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { equal, like } from '../rows/condition.ts'
import { rowsOf } from '../rows/rows-of.ts'

/** How the area's table came to be. */
export const migrations = { '0004-hot': made }
export const demo = () => import('../demo/hot.ts')

const rows = rowsOf(table, {
  reply: hotRow,
  logged: ['name', 'sort', 'enabled'],
  // as the site shows them
  order: [
    ['sort', 'asc'],
    ['id', 'desc'],
  ],
})

const trimmed = <T extends { name?: string | undefined }>(given: T): T =>
  given.name === undefined ? given : { ...given, name: given.name.trim() }

export const hot = implement(contract, {
  list: rows.list<typeof contract.list>({ name: like, enabled: equal }),
  get: (ctx, input) => rows.get(ctx, input.id),
  top: async (ctx, { size }) => {
    const found = await ctx.db
      .selectFrom('hot')
      .select(['id', 'name'])
      .where('enabled', '=', 1)
      .orderBy('sort')
      .orderBy('id', 'desc')
      .limit(size)
      .execute()
    return found.map(({ id, name }) => ({ id: String(id), name }))
  },
  add: (ctx, { sort = 0, enabled = 1, ...given }) => rows.add(ctx, { ...trimmed(given), sort, enabled }),
  edit: (ctx, { id, version, ...given }) => rows.change(ctx, id, trimmed(given), version),
  dels: ownTransactions((ctx: Ctx, input: { ids: number[] }) => rows.remove(ctx, input.ids)),
})
