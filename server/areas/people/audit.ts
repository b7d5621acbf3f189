import type { Selectable } from 'kysely'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { people as contract } from '../../../core/contract/people.ts'
import { type PeopleMove, type PeopleState, peopleFlow } from '../../../core/domain/people-states.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { isBanned } from '../../access/session.ts'
import { asStaff, type Ctx, whoOf } from '../../context.ts'
import type { RowOf } from '../../db/table.ts'
import { people as table } from '../../db/tables/visitor.ts'
import { eachOf } from '../../rows/bulk.ts'
import type { Asked } from '../../rows/flow.ts'
import { historyOf, type Step } from '../../rows/history.ts'
import { moverOf } from '../../rows/moves.ts'

/** What is done to visitors: their data judged or seen, they themselves frozen. Each one by itself; what is refused for one stops no other. */

type Given<N extends 'peopleAudit' | 'readAudit' | 'banAudit'> = Parsed<(typeof contract)[N]>

async function held(ctx: Ctx, id: number) {
  const found = ctx.db.selectFrom('people').selectAll().where('id', '=', id)
  const row = await (ctx.dialect === 'postgres' ? found.forUpdate() : found).executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND', `群众用户 ${id} 不存在或无权操作`)
  return row
}

const touch = (ctx: Ctx, id: number, version: number, set: object) =>
  ctx.db
    .updateTable('people')
    .set({ ...set, updatedAt: ctx.now, version: version + 1 })
    .where('id', '=', id)
    .execute()

type Row = Selectable<RowOf<typeof table.columns>>

const { move, undo } = moverOf<Row, PeopleState, PeopleMove, Asked & { readonly id: number }>({
  states: peopleFlow,
  table: table as never,
  columns: { status: 'userStatus', reason: 'auditReason' },
  set: (ctx, { reason }) => ({ auditReason: reason, auditedBy: whoOf(ctx).userId, auditedAt: ctx.now, read: 1 }),
})

/** Takes back one's own last judgement. */
export const undoPeople = undo

const history = historyOf(peopleFlow.area)
/** What is done to a visitor beside the table of moves; of their own data it keeps nothing. */
export const keepStep = (ctx: Ctx, { id, version, userStatus }: Row, step: Omit<Step, 'status'>) =>
  history.keep(ctx, [{ id, no: version + 1, step: { status: userStatus, ...step } }])

const failed = 3

/** Judges what visitors say of themselves: from 审核中 to 已通过 or 未通过. */
export function auditPeople(ctx: Ctx, { ids, versions, userStatus, reason }: Given<'peopleAudit'>) {
  const name = Number(userStatus) === failed ? 'fail' : 'approve'
  // one reason for all: without it none of them is looked at
  if (name === 'fail' && !reason) throw new Refused('BAD_INPUT', '审核意见（reason）：不通过的请写明意见')
  return move(name)(ctx, { items: ids.map((id) => ({ id, reason, version: versions?.get(id) })) })
}

/** Marks visitors as seen. */
export const markRead = (ctx: Ctx, { ids }: Given<'readAudit'>) =>
  eachOf(ctx, ids, async (one, id) => {
    const row = await held(one, id)
    if (row.read === 1) return
    await one.db.updateTable('people').set({ read: 1 }).where('id', '=', id).execute()
    one.record({ ids: [id] })
  })

/** Ends what the blacklist has of somebody today. */
const lift = (ctx: Ctx, peopleId: number, liftReason: string | null) =>
  ctx.db
    .updateTable('blacklist')
    .set({ liftedAt: ctx.now, liftedBy: asStaff(ctx.who)?.userId ?? null, liftReason })
    .where('peopleId', '=', peopleId)
    .where('liftedAt', 'is', null)
    .where((eb) => eb.or([eb('endTime', 'is', null), eb('endTime', '>', ctx.now)]))
    .execute()

async function ban(ctx: Ctx, id: number, reason: string, endTime: number | null): Promise<void> {
  const row = await held(ctx, id)
  const same = row.banReason === reason && row.banEndTime === endTime
  if (isBanned(row, ctx.now) && same) return
  await lift(ctx, id, '改为另一期限或原因')
  const createdBy = asStaff(ctx.who)?.userId ?? null
  await ctx.db
    .insertInto('blacklist')
    .values({ peopleId: id, reason, startTime: ctx.now, endTime, createdBy })
    .execute()
  // with the commit they are out, in every process
  await ctx.db.deleteFrom('session').where('peopleId', '=', id).execute()
  await touch(ctx, id, row.version, { peopleState: 1, banReason: reason, banEndTime: endTime })
  const term = { before: { banEndTime: row.banEndTime }, after: { banEndTime: endTime } }
  await keepStep(ctx, row, { act: '冻结', reason, ...(row.banEndTime !== endTime && term) })
  const until = endTime === null ? null : formatTime(endTime)
  ctx.record({ ids: [id], before: { peopleState: 0 }, after: { peopleState: 1, reason, endTime: until } })
}

async function unban(ctx: Ctx, id: number, reason: string | null): Promise<void> {
  const row = await held(ctx, id)
  if (row.peopleState === 0) return
  await lift(ctx, id, reason)
  await touch(ctx, id, row.version, { peopleState: 0, banReason: null, banEndTime: null })
  await keepStep(ctx, row, { act: '解除冻结', reason })
  ctx.record({ ids: [id], before: { peopleState: 1 }, after: { peopleState: 0, reason } })
}

/** Freezes visitors, or lets them in again. */
export function banPeople(ctx: Ctx, { ids, peopleState, reason, endTime = null }: Given<'banAudit'>) {
  if (Number(peopleState) === 0) return eachOf(ctx, ids, (one, id) => unban(one, id, reason || null))
  if (!reason) throw new Refused('BAD_INPUT', '原因（reason）：冻结时请写明原因')
  if (endTime !== null && endTime <= ctx.now) throw new Refused('BAD_INPUT', '到期时间（endTime）：应晚于现在')
  return eachOf(ctx, ids, (one, id) => ban(one, id, reason, endTime))
}
