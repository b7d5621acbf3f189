import { adviceBrief, adviceRow, advice as contract } from '../../core/contract/advice.ts'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { type AdviceMove, type AdviceState, adviceFlow } from '../../core/domain/advice-states.ts'
import { type Ctx, whoOf } from '../context.ts'
import * as made from '../db/migrations/0241-advice.ts'
import { advice as table } from '../db/tables/advice.ts'
import { refuseStopped } from '../letters/depts.ts'
import { forwardBy } from '../letters/forward.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { aside, between, equal, like, test } from '../rows/condition.ts'
import { pilesOf } from '../rows/piles.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { sheetOf } from '../rows/sheet.ts'
import { refuseAtOnce } from '../rows/stale.ts'
import { stateHandlers } from '../rows/state-handlers.ts'
import { refuseText } from '../rows/texts.ts'

/** How the area's table came to be. */
export const migrations = { '0241-advice': made }
export const demo = () => import('../demo/advice.ts')

const order = [
  ['createdAt', 'desc'],
  ['id', 'desc'],
] as const
const logged = ['title', 'deptId', 'resultTitle'] as const
const history = adviceFlow.area
const rows = rowsOf(table, { reply: adviceRow, logged, order, history })
const briefs = rowsOf(table, { reply: adviceBrief, logged, order })

/** What narrows the list beside the state. */
const narrowed = (_ctx: Ctx, input: Parsed<typeof contract.counts>) => [
  ...like('title', input.title, 'full text'),
  ...like('content', input.content, 'full text'),
  ...aside(like('proposer', input.proposer)),
  ...equal('deptId', input.deptId),
  ...between('createdAt', input.startTime, input.endTime),
]
const asked = (ctx: Ctx, input: Parsed<typeof contract.adviceExcel>) => [
  ...narrowed(ctx, input),
  ...equal('status', input.status),
]

const { move, step, toBin, handlers } = stateHandlers<typeof table.columns, AdviceState, AdviceMove>(table, {
  states: adviceFlow,
  row: adviceRow,
  binned: contract.binList.output,
  narrowed,
  logged,
  writes: { edit, resultReply: reply },
  async guard(ctx, row, { move: name, version }) {
    // question or answer may have been worded anew since they were read
    if (name === 'confirm') await refuseAtOnce(ctx, row, version, adviceFlow.noun)
    return false
  },
})

/** What waits: an answer for the department that is to give it, its approval for who confirms it. */
export const piles = pilesOf(table, adviceFlow, [
  { name: 'toReply', state: 0, needs: 'advice_resultReply', since: 'createdAt' },
  { name: 'returned', state: 3, needs: 'advice_resultReply', since: 'updatedAt' },
  { name: 'toConfirm', state: 1, needs: 'advice_confirm', since: 'resultAt' },
])

/** Writes the answer, and hands it in with the same step. */
async function reply(ctx: Ctx, { id, version, ...result }: Parsed<typeof contract.resultReply>) {
  const row = await rows.need(ctx, id, { lock: true })
  refuseText(ctx, adviceFlow, 'resultReply', row.status as AdviceState)
  // somebody else has answered meanwhile
  if (row.resultAt !== null && row.resultBy !== whoOf(ctx).userId)
    await refuseAtOnce(ctx, row, version, adviceFlow.noun)
  await step(ctx, row, 'reply', { version }, { ...result, resultBy: whoOf(ctx).userId, resultAt: ctx.now })
  return rows.get(ctx, id)
}

/** What was answered stays as it was when it was answered. */
async function edit(ctx: Ctx, { id, version, ...given }: Parsed<typeof contract.edit>) {
  const row = await rows.need(ctx, id, { lock: true })
  refuseText(ctx, adviceFlow, 'edit', row.status as AdviceState)
  // somebody else has answered it as it stands
  if (row.resultAt !== null) await refuseAtOnce(ctx, row, version, adviceFlow.noun)
  if (given.deptId && given.deptId !== row.deptId) await refuseStopped(ctx, table as never, [given.deptId])
  return rows.change(ctx, id, given, version)
}

const forward = forwardBy(table as never, { need: rows.need, step, shown: rows.shown })

export const advice = implement(contract, {
  list: (ctx, input) => briefs.page(ctx, input, ...asked(ctx, input)),
  myList: (ctx, input) => briefs.page(ctx, input, test('createdBy', '=', whoOf(ctx).userId), ...asked(ctx, input)),
  detail: (ctx, { id }) => rows.get(ctx, id),
  add: async (ctx, { title, content, proposer, deptId }) => {
    if (deptId) await refuseStopped(ctx, table as never, [deptId])
    return rows.add(ctx, { title, content, proposer, status: 0, ...(deptId && { deptId }) })
  },
  edit,
  forward,
  resultReply: reply,
  confirm: ownTransactions(move('confirm')),
  giveBack: ownTransactions(move('giveBack')),
  reopen: ownTransactions(move('reopen')),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => toBin(ctx, ids)),
  ...handlers,
  // the list's rows and their texts
  adviceExcel: sheetOf(contract.adviceExcel, adviceRow, { name: '意见答复' }, (ctx, input) =>
    rows.page(ctx, input, ...asked(ctx, input)),
  ),
})
