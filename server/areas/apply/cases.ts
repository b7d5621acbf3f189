import type { Selectable } from 'kysely'
import { applyBrief, applyRow, type applySearch } from '../../../core/contract/apply/rows.ts'
import { answeredStates, applyFlow, askedState, openApplyStates } from '../../../core/domain/apply-states.ts'
import type { Calendar } from '../../../core/domain/workdays.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import type { RowOf } from '../../db/table.ts'
import { apply as table } from '../../db/tables/apply.ts'
import { dueWithin } from '../../letters/due-within.ts'
import { stepsFor } from '../../letters/steps.ts'
import { anyOf, between, type Condition, equal, isEmpty, like, notAmong, oneOf, test } from '../../rows/condition.ts'
import { historyOf } from '../../rows/history.ts'
import { exactly } from '../../rows/personal.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { calendarNow } from '../../workdays/calendar.ts'
import { provisionalOf, type Supplied, supplyProvisional, type Timed, timedColumns } from './clock.ts'
import { reportRows } from './report.ts'

export type Case = Selectable<RowOf<typeof table.columns>>

export const logged = ['title', 'applicant', 'channel', 'state', 'deptId', 'outcome'] as const
const order = [
  ['createdAt', 'desc'],
  ['id', 'desc'],
] as const
export const cases = rowsOf(table, { reply: applyRow, logged, order })
export const briefs = rowsOf(table, { reply: applyBrief, logged, order })
export const history = historyOf(applyFlow.area)
export const { beside, held, made, note } = stepsFor(table, applyFlow, (ctx, id) => cases.need(ctx, id))

export const isAnswered = (state: number): boolean => answeredStates.includes(state)
export const online = 7

/** The number that papers bear, in the register of the year in which it was handed in, so that it stays the same: 「〔2026〕第 12 号」. */
export const numberOf = ({ regYear, regNo }: Pick<Case, 'regYear' | 'regNo'>): string => `〔${regYear}〕第 ${regNo} 号`

/** Late: it waits for the office or a department, and its time is over. */
export const late = (now: number): Condition[] => [test('due', '<', now), ...oneOf('state', openApplyStates)]
/** Nobody supplied in time what was asked for. */
export const lapsed = (now: number): Condition[] => [test('state', '=', askedState), test('suppliesUntil', '<', now)]
const inTime = (now: number): Condition =>
  anyOf([isEmpty('due'), test('due', '>=', now), notAmong('state', [...openApplyStates])])

type Search = { readonly [F in keyof typeof applySearch]?: (typeof applySearch)[F]['_zod']['output'] }

/** What narrows lists and counts alike, the state too. */
export async function narrowed(ctx: Ctx, input: Search): Promise<Condition[]> {
  const { overdue, year, line } = input
  if (line !== undefined && year === undefined)
    throw new Refused('BAD_INPUT', '年度报表的行（line）要同时写明年度（year），如 2026')
  return [
    ...like('title', input.title, 'full text'),
    ...like('content', input.content, 'full text'),
    ...(await exactly(ctx, table, 'phone', input.phone)),
    ...equal('applicant', input.applicant),
    ...equal('channel', input.channel),
    ...equal('state', input.state),
    ...equal('outcome', input.outcome),
    ...equal('deptId', input.deptId || undefined),
    ...(overdue === undefined ? [] : Number(overdue) === 1 ? late(ctx.now) : [inTime(ctx.now)]),
    ...(input.lapsed === undefined ? [] : lapsed(ctx.now)),
    ...dueWithin(openApplyStates, input.dueStart, input.dueEnd),
    ...(year === undefined ? [] : reportRows(year, line as string | undefined)),
    ...between('createdAt', input.startTime, input.endTime),
  ]
}

/** Why the time that runs now may still change: that for the answer, or that of who is asked for what is missing. */
function whyProvisional(calendar: Calendar, row: Timed & Supplied, state: number): string | null {
  if (state === askedState) return supplyProvisional(calendar, row)
  return openApplyStates.includes(state) ? provisionalOf(calendar, row) : null
}

/** What replies say of requests beside what is stored: their number, whether they are late, and why a deadline may still change. */
export async function withSaid<R extends { readonly id: string; readonly state: unknown }>(
  ctx: Ctx,
  shown: readonly R[],
): Promise<R[]> {
  if (shown.length === 0) return []
  const calendar = await calendarNow(ctx)
  const rows = await ctx.db
    .selectFrom('apply')
    .select(['id', 'due', 'regYear', 'regNo', 'supplyDays', 'suppliesUntil', ...timedColumns])
    .where(
      'id',
      'in',
      shown.map(({ id }) => Number(id)),
    )
    .execute()
  const byId = new Map(rows.map((row) => [String(row.id), row]))
  return shown.map((one) => {
    const row = byId.get(one.id)
    const open = openApplyStates.includes(Number(one.state))
    return {
      ...one,
      no: row ? numberOf(row) : null,
      overdue: open && row?.due != null && row.due < ctx.now ? 1 : 0,
      provisional: row ? whyProvisional(calendar, row, Number(one.state)) : null,
    }
  })
}
