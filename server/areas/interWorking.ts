import type { z } from 'zod'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { pushBrief, type pushedRow } from '../../core/contract/interWorking/rows.ts'
import { interWorking as contract } from '../../core/contract/interWorking.ts'
import { interWorkingFlow } from '../../core/domain/interWorking-states.ts'
import type { PushKind } from '../../core/domain/push-kinds.ts'
import type { OwnEntry } from '../access/menu.ts'
import { scopeOf } from '../access/scope.ts'
import { type Ctx, needPartner } from '../context.ts'
import * as made from '../db/migrations/202611252224-inter-working.ts'
import * as depts from '../db/migrations/202611260125-inter-working-dept.ts'
import { interWorking as table } from '../db/tables/interWorking.ts'
import { implement, keepingUnfit, ownTransactions } from '../pipeline.ts'
import { stateCounts } from '../rows/count-states.ts'
import { pilesOf } from '../rows/piles.ts'
import { stepsOf } from '../rows/steps.ts'
import * as own from './interWorking/own.ts'
import { keepRefused, type Pushed, push, pushUnjudged } from './interWorking/push.ts'
import * as queue from './interWorking/queue.ts'
import { exchange } from './interWorking/token.ts'

export const migrations = { '202611252224-inter-working': made, '202611260125-inter-working-dept': depts }
export const entry: OwnEntry = { under: 'content', name: '推送记录', url: 'article/interWorking' }

/** What waits: refused pushes, for who takes up anew or dismisses; what citizens wrote, for who may read it. */
export const piles = pilesOf(table, interWorkingFlow, [
  { name: 'refused', state: 1, needs: 'interWorking_retake', since: 'pushedAt' },
  { name: 'letters', state: 2, needs: 'interWorking_reveal', since: 'pushedAt' },
])

const { history } = stepsOf(table as never, interWorkingFlow, pushBrief)

/** What a push comes to, as its partner is told. */
async function told(ctx: Ctx, { row, unchanged }: Pushed) {
  const [shown] = await own.shownToPartner(ctx, [row])
  return { ...(shown as unknown as object), unchanged: unchanged ? 1 : 0 } as z.infer<typeof pushedRow>
}

type Loose = Readonly<Record<string, unknown>>
/** The work of the call of one kind. */
const pushOf = (kind: PushKind) =>
  keepingUnfit(
    (ctx, given, refused) => keepRefused(ctx, needPartner(ctx).partnerId, kind, given, refused),
    ownTransactions(async (ctx: Ctx, input: Loose) =>
      told(ctx, await push(ctx, needPartner(ctx).partnerId, kind, input)),
    ),
  ) as never

async function articlePush(ctx: Ctx, { kind, ...given }: Parsed<typeof contract.articlePush>) {
  return told(ctx, await pushUnjudged(ctx, needPartner(ctx).partnerId, kind as PushKind, given))
}

export const interWorking = implement(contract, {
  getInterWorkingToken: ownTransactions(exchange),
  articlePush: ownTransactions(articlePush),
  saveLeader: pushOf('leader'),
  saveOrg: pushOf('org'),
  saveCommon: pushOf('common'),
  savePolicyDoc: pushOf('policyDoc'),
  saveBulletin: pushOf('bulletin'),
  saveMail: pushOf('mail'),
  saveApply: pushOf('apply'),
  getInterWorking: own.ownPush,
  getInterWorkingSearch: own.ownSearch,
  getYm: own.ownMonths,
  monthList: own.ownMonth,
  list: queue.list,
  get: (ctx, { id }) => queue.get(ctx, id),
  reveal: queue.reveal,
  retake: ownTransactions(queue.retake),
  dismiss: ownTransactions(queue.move('dismiss')),
  history: history as never,
  undo: ownTransactions(queue.undo),
  counts: stateCounts(table as never, {
    states: interWorkingFlow,
    by: ['status'],
    where: (ctx: Ctx, input: Parsed<typeof contract.counts>) => [...scopeOf(ctx, table), ...queue.narrowed(ctx, input)],
  }),
})
