import { sms as contract, smsRow } from '../../core/contract/sms.ts'
import * as made from '../db/migrations/202611231220-sms-errors.ts'
import { sms as table } from '../db/tables/visitor.ts'
import { implement } from '../pipeline.ts'
import { between, equal } from '../rows/condition.ts'
import { exactly, revealed } from '../rows/personal.ts'
import { rowsOf } from '../rows/rows-of.ts'

/** What an earlier version kept of a gateway's words is masked. */
export const migrations = { '202611231220-sms-errors': made }

const order = [
  ['createdAt', 'desc'],
  ['id', 'desc'],
] as const
const rows = rowsOf(table, { reply: smsRow, logged: [], order })

export const sms = implement(contract, {
  list: async (ctx, { phone, state, startTime, endTime, ...paging }) =>
    rows.page(
      ctx,
      paging,
      ...(await exactly(ctx, table, 'phone', phone)),
      ...equal('state', state),
      ...between('createdAt', startTime, endTime),
    ),
  reveal: async (ctx, { id, reason }) =>
    revealed(ctx, table, await rows.need(ctx, id), { reason, fields: ['phone', 'text'] }),
  state: (ctx) => ({ missing: ctx.parts.ports.sms.missing }),
})
