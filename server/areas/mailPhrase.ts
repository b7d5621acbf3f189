import { mailPhrase as contract, mailPhraseRow } from '../../core/contract/mailPhrase.ts'
import { refuseElsewhere } from '../access/beyond.ts'
import type { OwnEntry } from '../access/menu.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/202611260541-mail-phrase.ts'
import { mailPhrase as table } from '../db/tables/mailPhrase.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { equal, like } from '../rows/condition.ts'
import { rowsOf } from '../rows/rows-of.ts'

export const migrations = { '202611260541-mail-phrase': made }
export const entry: OwnEntry = { under: 'interact', name: '答复用语', url: 'interact/mailPhrase' }
export const demo = () => import('../demo/mailPhrase.ts')

const logged = ['title', 'deptId', 'content'] as const
const rows = rowsOf(table, { reply: mailPhraseRow, logged })

/** The department that a phrase is put to, which is the caller's to reach; none: it is its writer's alone. */
function placed(ctx: Ctx, deptId: number | null | undefined): number | null {
  if (deptId) refuseElsewhere(ctx, deptId)
  return deptId || null
}

export const mailPhrase = implement(contract, {
  get: (ctx, { id }) => rows.get(ctx, id),
  add: (ctx, { deptId, ...given }) => rows.add(ctx, { ...given, deptId: placed(ctx, deptId) }),
  list: rows.list<typeof contract.list>({ title: like, content: like, deptId: equal }),
  edit: (ctx, { id, version, deptId, ...given }) =>
    rows.change(ctx, id, { ...given, ...(deptId !== undefined && { deptId: placed(ctx, deptId) }) }, version),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => rows.remove(ctx, ids)),
})
