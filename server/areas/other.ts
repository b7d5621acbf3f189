import { other as contract, otherRow } from '../../core/contract/other.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/0211-other.ts'
import { other as table } from '../db/tables/other.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { rowsOf } from '../rows/rows-of.ts'

export const migrations = { '0211-other': made }

const rows = rowsOf(table, { reply: otherRow, logged: ['name'] })

export const other = implement(contract, {
  list: (ctx, input) => rows.page(ctx, input),
  get: (ctx, input) => rows.get(ctx, input.id),
  insert: (ctx, input) => rows.add(ctx, input),
  edit: (ctx, { id, version, ...given }) => rows.change(ctx, id, given, version),
  dels: ownTransactions((ctx: Ctx, input: { ids: number[] }) => rows.remove(ctx, input.ids)),
})
