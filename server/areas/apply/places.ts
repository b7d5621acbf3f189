import { applyPlace } from '../../../core/contract/apply/rows.ts'
import { type ApplyMove, type ApplyState, applyFlow } from '../../../core/domain/apply-states.ts'
import { scopeOf } from '../../access/scope.ts'
import type { Ctx } from '../../context.ts'
import { applyDept as table } from '../../db/tables/apply.ts'
import { deptsOf } from '../../letters/depts.ts'
import { allHold, test } from '../../rows/condition.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { beside, type Case, made } from './cases.ts'

export const placeRows = rowsOf(table, {
  reply: applyPlace,
  logged: ['applyId', 'deptId', 'lead', 'state', 'outcome'],
  order: [
    ['lead', 'desc'],
    ['id', 'asc'],
  ],
})

export const depts = deptsOf<Case, ApplyState, ApplyMove>({
  ...{ table: table as never, of: 'applyId', flow: applyFlow, inHand: 2, returned: 1 },
  ...{ discards: 'xzx apply discard', made, beside },
})

/** What each department says of a request, as far as the caller may read that; who leads comes first. */
export async function placesOf(ctx: Ctx, applyId: number) {
  const rows = await ctx.db
    .selectFrom('applyDept')
    .selectAll()
    .where(allHold([...scopeOf(ctx, table as never, 'apply_list'), test('applyId', '=', applyId)]))
    .orderBy('lead', 'desc')
    .orderBy('id')
    .execute()
  return placeRows.shown(ctx, rows)
}
