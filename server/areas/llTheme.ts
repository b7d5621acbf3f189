import { llTheme as contract } from '../../core/contract/llTheme.ts'
import { topicBrief } from '../../core/contract/theme/rows.ts'
import { proposalKind } from '../../core/domain/theme-groups.ts'
import type { Ctx } from '../context.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { between, test } from '../rows/condition.ts'
import { sheetOf } from '../rows/sheet.ts'
import { type Judged, topicsOf } from '../themes/topics.ts'
import { isProposal, proposalTopic, proposalTopics } from './proposal/as-topics.ts'

const { handlers, group, web, audit, list, piles: waiting } = topicsOf('llTheme', contract)
export const piles = waiting
export const demo = () => import('../demo/llTheme.ts')

/** Requests: 诉求. */
const requests = test('kind', '=', 2)

export const llTheme = implement(contract, {
  ...handlers,
  // proposals have a kind there, are found by it alone, and read by numbers of their own
  list: (ctx, input) => (Number(input.kind) === proposalKind ? proposalTopics(ctx, input) : list(ctx, input)),
  get: (ctx, input) => (isProposal(input.id) ? proposalTopic(ctx, input.id) : handlers.get(ctx, input)),
  qnsqlist: (ctx, input) => list(ctx, { ...input, kind: 2 }),
  themeAudit: ownTransactions((ctx: Ctx, input: Judged) => audit(ctx, input)),
  themeExcel: sheetOf(contract.themeExcel, topicBrief, { name: '履职话题' }, list),
  appealList: (ctx, { startTime, endTime, ...input }) =>
    web.openPage(group.shown, requests, ...between('createdAt', startTime, endTime))(ctx, input),
  appealGet: (ctx, { id }) => web.openOne(ctx, id, requests),
})
