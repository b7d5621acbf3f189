import type { Selectable } from 'kysely'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { proposalBrief, proposalPlace, proposalRow } from '../../../core/contract/proposal/rows.ts'
import type { proposal as contract } from '../../../core/contract/proposal.ts'
import {
  type ProposalMove,
  type ProposalState,
  proposalDelivered,
  proposalFlow,
  proposalNearDays,
  proposalTimed,
} from '../../../core/domain/proposal-states.ts'
import { holdsKey } from '../../access/rights.ts'
import { scopeOf } from '../../access/scope.ts'
import { type Ctx, whoOf } from '../../context.ts'
import type { RowOf } from '../../db/table.ts'
import { proposalDept, proposal as table } from '../../db/tables/proposal.ts'
import { deptsOf } from '../../letters/depts.ts'
import { dueWithin } from '../../letters/due-within.ts'
import { stepsFor } from '../../letters/steps.ts'
import {
  allHold,
  among,
  anyOf,
  between,
  type Condition,
  equal,
  isEmpty,
  like,
  notAmong,
  test,
} from '../../rows/condition.ts'
import { historyOf } from '../../rows/history.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { calendarHeld, calendarNow } from '../../workdays/calendar.ts'
import { dueOf, provisionalOf } from './clock.ts'

export type Proposal = Selectable<RowOf<typeof table.columns>>

export const logged = ['title', 'no', 'type', 'class', 'state', 'deptId', 'outcome', 'rating'] as const
const order = [
  ['createdAt', 'desc'],
  ['id', 'desc'],
] as const
export const proposals = rowsOf(table, { reply: proposalRow, logged, order })
export const briefs = rowsOf(table, { reply: proposalBrief, logged, order })
export const places = rowsOf(proposalDept, { reply: proposalPlace, logged: ['proposalId', 'deptId', 'lead', 'state'] })
export const history = historyOf(proposalFlow.area)

const near = (now: number) => now + proposalNearDays * 24 * 3600_000
const open = among('state', [...proposalTimed])
/** How near its deadline an open proposal is, by `proposalOverdue`. */
const standing: Readonly<Record<number, (now: number) => readonly Condition[]>> = {
  1: (now) => [open, test('due', '<', now)],
  2: (now) => [open, test('due', '>=', now), test('due', '<=', near(now))],
  0: (now) => [anyOf([isEmpty('due'), test('due', '>', near(now)), notAmong('state', [...proposalTimed])])],
}

/** What narrows lists and counts alike. */
export const narrowed = (ctx: Ctx, input: Parsed<typeof contract.excel>): readonly Condition[] => [
  ...like('title', input.title, 'full text'),
  ...like('no', input.no),
  ...like('content', input.content, 'full text'),
  ...equal('type', input.type),
  ...equal('class', input.class),
  ...equal('state', input.state),
  ...equal('outcome', input.outcome),
  ...equal('rating', input.rating),
  ...equal('deptId', input.deptId || undefined),
  ...(input.overdue === undefined ? [] : (standing[Number(input.overdue)]?.(ctx.now) ?? [])),
  ...dueWithin(proposalTimed, input.dueStart, input.dueEnd),
  ...between('createdAt', input.startTime, input.endTime),
]

/** An answer that the office has not checked is nothing for the member whose proposal it is. */
export function isUnchecked(ctx: Ctx, { state, createdBy, deptId }: Pick<Proposal, 'state' | 'createdBy' | 'deptId'>) {
  const { userId, deptId: own, rights } = whoOf(ctx)
  if (createdBy !== userId || proposalDelivered.includes(state)) return false
  return !holdsKey(rights, 'proposal_deliver') && (own === null || own !== deptId)
}
const answers = ['reply', 'outcome', 'unitOpen', 'answeredAt'] as const
const withoutAnswer = <R extends object>(row: R): R => ({
  ...row,
  ...Object.fromEntries(answers.filter((name) => name in row).map((name) => [name, null])),
})

/** What replies say of proposals beside what is stored: how near their deadlines are, and why these may still change. */
export async function withSaid<R extends { readonly id: string; readonly state: unknown }>(
  ctx: Ctx,
  shown: readonly R[],
): Promise<R[]> {
  if (shown.length === 0) return []
  const calendar = await calendarNow(ctx)
  const ids = shown.map(({ id }) => Number(id))
  const columns = ['id', 'due', 'state', 'createdBy', 'deptId', 'assignedAt', 'extendMonths', 'extendedAt'] as const
  const rows = await ctx.db.selectFrom('proposal').select(columns).where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [String(row.id), row]))
  return shown.map((one) => {
    const row = byId.get(one.id)
    const kept = row && isUnchecked(ctx, row) ? withoutAnswer(one) : one
    const due = proposalTimed.includes(Number(one.state)) ? (row?.due ?? null) : null
    if (!row || due === null) return { ...kept, overdue: 0, provisional: null }
    const overdue = due < ctx.now ? 1 : due <= near(ctx.now) ? 2 : 0
    return { ...kept, overdue, provisional: provisionalOf(calendar, row) }
  })
}

const steps = stepsFor(table, proposalFlow, (ctx, id) => proposals.need(ctx, id))
export const { beside, held, made, note } = steps

/** Its time begins with its first assignment, and anew where it is handled a second time; a unit that gives it back stops no clock. */
async function begun(ctx: Ctx, row: Proposal): Promise<Partial<Proposal>> {
  if (row.state !== 8 && row.assignedAt !== null) return {}
  const timed = { assignedAt: ctx.now, extendMonths: null, extendedAt: null }
  const due = dueOf(await calendarHeld(ctx), timed)
  const again = row.state === 8 && { round: 2, earlierReply: row.reply, reply: null, outcome: null, unitOpen: null }
  return { ...timed, due, extendReason: null, ...again }
}

/** What who led said of the whole binds nobody who leads from now on. */
const unsaid = ({ deptId }: Proposal, along: Partial<Proposal> = {}): Partial<Proposal> =>
  along.deptId === undefined || along.deptId === deptId ? {} : { outcome: null, unitOpen: null }

export const depts = deptsOf<Proposal, ProposalState, ProposalMove>({
  ...{ table: proposalDept as never, of: 'proposalId', flow: proposalFlow, inHand: 2, returned: 1, beside },
  async made(ctx, row, move, more) {
    const begins = move === 'forward' ? await begun(ctx, row) : {}
    return made(ctx, row, move, { ...more, along: { ...more.along, ...unsaid(row, more.along), ...begins } })
  },
})

/** A proposal with what each unit says of it, as far as the caller may read that; who leads comes first. */
export async function whole(ctx: Ctx, id: number) {
  const [shown] = await withSaid(ctx, [await proposals.get(ctx, id)])
  const rows = await ctx.db
    .selectFrom('proposalDept')
    .selectAll()
    .where(allHold([...scopeOf(ctx, proposalDept as never, 'proposal_list'), test('proposalId', '=', id)]))
    .orderBy('lead', 'desc')
    .orderBy('id')
    .execute()
  const one = shown as NonNullable<typeof shown>
  return {
    ...{ ...one, ...(await answerOf(ctx, one.mergedInto)) },
    ...{ merged: await mergedIn(ctx, id), depts: await places.shown(ctx, rows) },
  }
}

/** The proposals that stand in one, as far as the caller reaches them. */
async function mergedIn(ctx: Ctx, id: number) {
  const where = [...scopeOf(ctx, table), test('mergedInto', '=', id), test('state', '=', 7), isEmpty('deletedAt')]
  const rows = await ctx.db.selectFrom('proposal').selectAll().where(allHold(where)).orderBy('id').execute()
  return (await briefs.shown(ctx, rows)).map(({ id, title, createdByName, createdAt }) => ({
    ...{ id, title, createdByName, createdAt },
  }))
}

/** What was answered to the proposal into which another one was taken up, once its member has that. */
async function answerOf(ctx: Ctx, mergedInto: string | null) {
  if (mergedInto === null) return {}
  const into = await ctx.db
    .selectFrom('proposal')
    .select(['reply', 'outcome', 'state'])
    .where('id', '=', Number(mergedInto))
    .executeTakeFirst()
  return into && proposalDelivered.includes(into.state) ? { reply: into.reply, outcome: into.outcome } : {}
}
