import { popula as contract, populaOpen, populaRow } from '../../core/contract/popula.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/0231-popula.ts'
import { popula as table } from '../db/tables/popula.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { equal, like, test } from '../rows/condition.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { touchArea } from '../rows/touch-area.ts'
import { countVisit } from '../rows/visit.ts'

/** How the area's table came to be. */
export const migrations = { '0231-popula': made }
export const demo = () => import('../demo/popula.ts')

const usual = {
  logged: ['name', 'url', 'image', 'sort', 'enabled'],
  // as the site shows them
  order: [
    ['sort', 'asc'],
    ['id', 'desc'],
  ],
} as const
const rows = rowsOf(table, { ...usual, reply: populaRow })
const openRows = rowsOf(table, { ...usual, reply: populaOpen })

/** What visitors can see. */
const inUse = test('enabled', '=', 1)

const withoutEmpty = <G extends { image?: string | null | undefined }>(given: G): G =>
  given.image === '' ? { ...given, image: null } : given

export const popula = implement(contract, {
  list: rows.list<typeof contract.list>({ name: like, enabled: equal }),
  webList: (ctx, { name, ...paging }) => openRows.page(ctx, paging, inUse, ...like('name', name)),
  get: (ctx, input) => rows.get(ctx, input.id),
  click: async (ctx, { id }) => ({ hits: await countVisit(ctx, { table, id, column: 'hits', open: [inUse] }) }),
  add: async (ctx, { sort = 0, enabled = 1, ...given }) => {
    await touchArea(ctx, 'popula')
    return rows.add(ctx, { image: null, ...withoutEmpty(given), sort, enabled, hits: 0 })
  },
  edit: async (ctx, { id, version, ...given }) => {
    await touchArea(ctx, 'popula', true)
    return rows.change(ctx, id, withoutEmpty(given), version)
  },
  dels: ownTransactions((ctx: Ctx, input: { ids: number[] }) =>
    rows.remove(ctx, input.ids, (one) => touchArea(one, 'popula', true)),
  ),
})
