import { answeredStates, applyDays } from '../../../core/domain/apply-states.ts'
import { type Clock, deadlineOf } from '../../../core/domain/deadline.ts'
import { dayNumber, momentOf } from '../../../core/domain/time.ts'
import { addWorkingDays, type Calendar, provisionalSays } from '../../../core/domain/workdays.ts'
import { explained, extendedWhy } from '../../workdays/explained.ts'
import { explainedOver } from '../../workdays/kept.ts'
import type { Case } from './cases.ts'

/** What the deadline of a request follows from. */
export interface Timed {
  readonly receivedAt: number | null
  readonly restartAt: number | null
  readonly againAt: number | null
  readonly extendDays: number | null
  readonly extendedAt: number | null
  /** Where the day is explained: why it was given. */
  readonly extendReason?: string | null
  readonly askedAt: number | null
  readonly thirdAt: number | null
  readonly thirdBackAt: number | null
}

/** The columns that it follows from. */
export const timedColumns = [
  ...(['receivedAt', 'restartAt', 'againAt'] as const),
  ...(['extendDays', 'extendedAt', 'askedAt', 'thirdAt', 'thirdBackAt'] as const),
]

/** The last day of a third party to answer; the organ then decides by itself (32). */
export const thirdUntil = (calendar: Calendar, thirdAt: number): number =>
  addWorkingDays(calendar, dayNumber(thirdAt), applyDays.thirdParty)
/** Why that may still change; null: it will not. */
export function thirdProvisional(calendar: Calendar, thirdAt: number): string | null {
  const clock = { unit: 'working', n: applyDays.thirdParty, start: dayNumber(thirdAt) } as const
  return provisionalSays(deadlineOf(calendar, clock).provisional)
}

/** What the time of an applicant to supply what is missing follows from. */
export interface Supplied {
  readonly askedAt: number | null
  readonly supplyDays: number | null
  readonly suppliesUntil: number | null
}

/** The last moment to supply what is missing. */
export const suppliesUntil = (calendar: Calendar, { askedAt, supplyDays, suppliesUntil: kept }: Supplied) =>
  askedAt === null || supplyDays === null
    ? kept
    : momentOf(addWorkingDays(calendar, dayNumber(askedAt), supplyDays), 'end')
/** Why that may still change; null: it will not. */
export function supplyProvisional(calendar: Calendar, { askedAt, supplyDays }: Supplied): string | null {
  if (askedAt === null || supplyDays === null) return null
  const clock = { unit: 'working', n: supplyDays, start: dayNumber(askedAt) } as const
  return provisionalSays(deadlineOf(calendar, clock).provisional)
}

/** What was asked before a request was taken up again does not stop the time that began then. */
const sinceAgain = ({ againAt }: Timed, at: number | null): at is number =>
  at !== null && (againAt === null || at >= againAt)

/**
 * What a request's time is counted by: 20 working days from its receipt, anew from when what was missing came, and not while the applicant
 * or a third party is asked; of one that is answered anew, from when that was decided. Null: it has not been confirmed that it was received.
 */
export function clockOf(calendar: Calendar, timed: Timed): Clock | null {
  const { receivedAt, restartAt, againAt, extendDays, extendedAt, extendReason, askedAt, thirdAt, thirdBackAt } = timed
  if (receivedAt === null) return null
  const asked = sinceAgain(timed, askedAt) && {
    ...{ from: dayNumber(askedAt), to: null, untilAnew: true, why: '等申请人补正' },
  }
  const third = sinceAgain(timed, thirdAt) && {
    from: dayNumber(thirdAt),
    to: Math.min(
      thirdUntil(calendar, thirdAt),
      thirdBackAt === null ? Number.POSITIVE_INFINITY : dayNumber(thirdBackAt),
    ),
    why: '征求第三方意见',
  }
  const suspensions = [...(asked ? [asked] : []), ...(third ? [third] : [])]
  return {
    ...{ unit: 'working', n: applyDays.answer, start: dayNumber(againAt ?? receivedAt), suspensions },
    ...(sinceAgain(timed, restartAt) && { restarts: [{ day: dayNumber(restartAt), why: '收到申请人的补正' }] }),
    ...(extendDays !== null &&
      extendedAt !== null && {
        extensions: [{ n: extendDays, day: dayNumber(extendedAt), why: extendedWhy(extendReason) }],
      }),
  }
}

/** Each day of a request's time, and of one that is answered as it stood then; null: it has not begun. */
export function daysOf(calendar: Calendar, row: Case, now: number) {
  const clock = clockOf(calendar, row)
  if (!clock) return null
  const { countedBy, due, answeredAt: endedAt } = row
  return answeredStates.includes(row.state)
    ? explainedOver(calendar, clock, { countedBy, due, endedAt }, now)
    : explained(calendar, clock, now)
}

/** The last moment of a request's time; null while it stands still, or has not begun. */
export function dueOf(calendar: Calendar, timed: Timed): number | null {
  const clock = clockOf(calendar, timed)
  const due = clock && deadlineOf(calendar, clock).due
  return due === null ? null : momentOf(due, 'end')
}

/** Why it may still change; null: it will not. */
export function provisionalOf(calendar: Calendar, timed: Timed): string | null {
  const clock = clockOf(calendar, timed)
  return clock && provisionalSays(deadlineOf(calendar, clock).provisional)
}
