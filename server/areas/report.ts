import type { Parsed } from '../../core/contract/endpoint.ts'
import { report as contract, reportRow } from '../../core/contract/report.ts'
import {
  type ReportMove,
  type ReportState,
  reportFlow,
  reportOwn,
  reportReturned,
  verdictMoves,
} from '../../core/domain/report-states.ts'
import { Refused } from '../../core/errors.ts'
import { holdsKey } from '../access/rights.ts'
import { isBlank } from '../clean-text.ts'
import { type Ctx, type Pile, whoOf } from '../context.ts'
import * as made from '../db/migrations/202611261222-report.ts'
import type { Table } from '../db/table.ts'
import { report as table } from '../db/tables/report.ts'
import { beforehand, implement, ownTransactions } from '../pipeline.ts'
import { isEmpty, test } from '../rows/condition.ts'
import { heldRows } from '../rows/held.ts'
import { pilesOf } from '../rows/piles.ts'
import { stateHandlers } from '../rows/state-handlers.ts'
import { role } from './report/may.ts'
import { get, list, logged, mine, narrowed, needRead, noForeignDraft, scored, withArticles } from './report/pieces.ts'
import { circular, ranking, rankingExcel } from './report/ranking.ts'
import { addBy, adoptBy, edit, read, refuseForeign, refuseStanding, score } from './report/work.ts'

export const migrations = { '202611261222-report': made }
export const demo = () => import('../demo/report.ts')

const { move, toBin, step, handlers } = stateHandlers<typeof table.columns, ReportState, ReportMove>(table, {
  states: reportFlow,
  row: reportRow,
  binned: contract.binList.output,
  narrowed,
  withSaid: withArticles,
  inBin: (ctx) => [noForeignDraft(ctx)],
  read: (ctx, ids, name) =>
    heldRows(
      ctx,
      table as unknown as Table,
      ids,
      noForeignDraft(ctx),
      ...(name === 'delete' ? [] : [isEmpty('deletedAt')]),
    ),
  logged,
  writes: {
    edit: (async (ctx: Ctx, input: Parsed<typeof contract.edit>) => edit(ctx, await read(ctx, input))) as never,
  },
  async guard(ctx, row, { move: name }) {
    if (reportOwn.includes(name)) refuseForeign(ctx, row, reportFlow.moves[name].says)
    if (name === 'drop') await refuseStanding(ctx, row)
    if (name === 'submit' && isBlank(row.content)) throw new Refused('BAD_STATE', `《${row.title}》还没有正文`)
    return false
  },
  set(ctx, { move: name }) {
    const by = whoOf(ctx).userId
    if (name === 'submit') return { submittedAt: ctx.now, judgedBy: null, judgedAt: null }
    if (name === 'recall') return { submittedAt: null, extra: 0 }
    if (name === 'drop') return { articleId: null, adoptedAt: null }
    // what was given beside goes with the points
    return name === 'delete' ? {} : { judgedBy: by, judgedAt: ctx.now, ...(name === 'sendBack' && { extra: 0 }) }
  },
  async after(ctx, decided) {
    const states = Map.groupBy(decided, ({ to }) => to)
    for (const [to, some] of states)
      if (to !== 'deleted')
        await scored(
          ctx,
          some.map(({ row }) => row.id),
          to,
        )
  },
})

/** What was sent back waits for who wrote it, and for nobody else. */
const returned: Pile = {
  ...{ pile: 'report.returned', area: 'report', noun: reportFlow.noun, unit: reportFlow.unit, needs: 'report_edit' },
  ...{ title: '已退回，待修改', search: { status: String(reportReturned) } },
  waiting: (ctx) => [
    {
      ...{ table: table as unknown as Table, since: 'judgedAt', title: 'title' },
      where: [mine(ctx), test('status', '=', reportReturned), isEmpty('deletedAt')],
    },
  ],
}
/** What waits: to be judged, to be adopted, to be mended. */
export const piles: readonly Pile[] = [
  ...pilesOf(table, reportFlow, [
    { name: 'toAudit', state: 1, needs: 'report_pass', since: 'submittedAt' },
    { name: 'toAdopt', state: 2, needs: 'report_adopt', since: 'judgedAt' },
  ]),
  returned,
]

/** The specification's one call for both verdicts, each by its own right. */
function reportAudit(ctx: Ctx, { ids, verdict, reason }: Parsed<typeof contract.reportAudit>) {
  const name = verdictMoves[verdict]
  const key = reportFlow.keyOf(name)
  if (!holdsKey(whoOf(ctx).rights, key))
    throw new Refused('NO_PERMISSION', `没有${reportFlow.moves[name].says}${reportFlow.noun}的权限（${key}）`)
  return move(name)(ctx, { items: ids.map((id) => ({ id, reason })) })
}

type Handler = (ctx: Ctx, input: { readonly id: number }) => Promise<unknown>
const restore = handlers.restore as Handler
/** What is read of a row's history: nothing of somebody else's draft. */
const ofRead = (handler: Handler) =>
  (async (ctx: Ctx, input: { readonly id: number }) => {
    await needRead(ctx, input.id)
    return handler(ctx, input)
  }) as never

export const report = implement(contract, {
  list: (ctx, input) => list(ctx, input),
  my: (ctx, input) => list(ctx, input, mine(ctx)),
  role,
  reportDeptList: ranking,
  reportAudit: ownTransactions(reportAudit),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => toBin(ctx, ids)),
  get: (ctx, { id }) => get(ctx, id),
  add: beforehand(read<Parsed<typeof contract.add>>, addBy(step)),
  edit: beforehand(read<Parsed<typeof contract.edit>>, edit),
  submit: ownTransactions(move('submit')),
  recall: ownTransactions(move('recall')),
  pass: ownTransactions(move('pass')),
  sendBack: ownTransactions(move('sendBack')),
  adopt: ownTransactions(adoptBy(step)),
  drop: ownTransactions(move('drop')),
  score,
  rankingExcel,
  circular,
  ...handlers,
  history: ofRead(handlers.history),
  revision: ofRead(handlers.revision),
  restore: (async (ctx: Ctx, input: { readonly id: number }) => {
    await restore(ctx, input)
    return get(ctx, input.id)
  }) as never,
})
