import type { Parsed } from '../../../core/contract/endpoint.ts'
import { pushBrief } from '../../../core/contract/interWorking/rows.ts'
import type { interWorking as contract } from '../../../core/contract/interWorking.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import {
  type InterWorkingMove,
  type InterWorkingState,
  interWorkingFlow,
} from '../../../core/domain/interWorking-states.ts'
import type { PushKind } from '../../../core/domain/push-kinds.ts'
import { Refused } from '../../../core/errors.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { interWorking as table } from '../../db/tables/interWorking.ts'
import { already, asItem, fail } from '../../rows/bulk.ts'
import { between, equal, like } from '../../rows/condition.ts'
import { moverOf } from '../../rows/moves.ts'
import { opened } from '../../rows/personal.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { refuseStale } from '../../rows/stale.ts'
import { partnerOf } from './by-partner.ts'
import { contentIn } from './kept.ts'
import { parsedOrRefused, readied, takeUp } from './push.ts'
import type { PushRow, Ready } from './ready.ts'
import { heldById } from './rows.ts'

/** The queue of what partners pushed: seen, taken up anew, dismissed. */

const order = [
  ['pushedAt', 'desc'],
  ['id', 'desc'],
] as const
const rows = rowsOf(table, { reply: pushBrief, logged: ['title'], order })

/** What narrows the list beside the state. */
export const narrowed = (_ctx: Ctx, input: Parsed<typeof contract.counts>) => [
  ...like('title', input.title),
  ...equal('partnerId', input.partnerId || undefined),
  ...equal('kind', input.kind),
  ...equal('sourceId', input.sourceId),
  ...between('pushedAt', input.startTime, input.endTime),
]

export const list = (ctx: Ctx, input: Parsed<typeof contract.list>) =>
  rows.page(ctx, input, ...narrowed(ctx, input), ...equal('status', input.status))

/** A push with what was pushed, as far as it is kept in the open. */
export async function get(ctx: Ctx, id: number) {
  const row = (await rows.need(ctx, id)) as PushRow
  const [shown] = await rows.shown(ctx, [row])
  const content = row.pushed === null ? null : contentIn(row.kind as PushKind, row.pushed)
  return { ...(shown as NonNullable<typeof shown>), sealed: row.letter === null ? 0 : 1, content } as const
}

/** What a citizen wrote, whole: an act of its own, which the log tells. */
export async function reveal(ctx: Ctx, { id, reason }: Parsed<typeof contract.reveal>) {
  const row = (await rows.need(ctx, id)) as PushRow
  const { letter } = opened(ctx.parts.secret, table, row)
  if (!letter) throw new Refused('BAD_STATE', '这条推送没有加密保存的全文')
  ctx.record({ ids: [id], ...(reason && { after: { reason } }) })
  return { id: String(id), content: contentIn(row.kind as PushKind, letter) }
}

export const { move, undo, refuseMoved } = moverOf<PushRow, InterWorkingState, InterWorkingMove>({
  states: interWorkingFlow,
  table: table as never,
})

/** What was pushed, as it is kept. */
function keptIn(ctx: Ctx, row: PushRow): Record<string, unknown> {
  const text = row.pushed ?? opened(ctx.parts.secret, table, row).letter
  if (!text) throw new Refused('BAD_STATE', '推送的内容已不在，请对方重新推送')
  return { ...(JSON.parse(text) as object), sourceId: row.sourceId }
}

/** What was pushed, judged anew as it is kept. @throws Refused */
async function readAgain(ctx: Ctx, row: PushRow): Promise<Ready> {
  if (row.sourceId === null) throw new Refused('BAD_STATE', '推送没有来源编号，无法收录，请对方补上后重新推送')
  const kind = row.kind as PushKind
  const fits = parsedOrRefused(kind, keptIn(ctx, row))
  if (fits instanceof Refused) throw fits
  return readied(ctx, await partnerOf(ctx, row.partnerId), kind, fits)
}

type Item = Parsed<typeof contract.retake>['items'][number]

/** One of them, read outside of the transaction that takes it up. */
async function retakeOne(ctx: Ctx, { id, version }: Item): Promise<'done' | 'unchanged'> {
  const row = (await rows.need(ctx, id)) as PushRow
  const at = row.status as InterWorkingState
  if (at === 0) {
    await refuseMoved(ctx, row, version, interWorkingFlow.moves.retake.says)
    return 'unchanged'
  }
  if (interWorkingFlow.target('retake', at) === null)
    throw new Refused('BAD_STATE', interWorkingFlow.illegal('retake', at))
  await refuseStale(ctx, row, version)
  const ready = await readAgain(ctx, row)
  const take = async (inner: Ctx) => {
    const now = await heldById(inner, id)
    await refuseStale(inner, now as PushRow, version ?? row.version)
    await takeUp(inner, now as PushRow, ready, interWorkingFlow.moves.retake.says, { updatedBy: whoOf(inner).userId })
  }
  // within another call's transaction too it is done whole or not at all
  await ctx.transaction((inner) => asItem(inner, take))
  return 'done'
}

/** Takes up anew what was refused or dismissed, each by itself; what is refused again says why. */
export async function retake(ctx: Ctx, { items }: Parsed<typeof contract.retake>): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] }
  const seen = new Set<number>()
  for (const item of items) {
    if (seen.has(item.id)) continue
    seen.add(item.id)
    try {
      if ((await retakeOne(ctx, item)) === 'unchanged') already(result, item.id)
      else result.done.push(String(item.id))
    } catch (error) {
      fail(result, item.id, error)
    }
  }
  return result
}
