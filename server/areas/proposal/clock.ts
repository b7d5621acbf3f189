import { type Clock, deadlineOf } from '../../../core/domain/deadline.ts'
import { proposalMonths } from '../../../core/domain/proposal-states.ts'
import { dayNumber, momentOf } from '../../../core/domain/time.ts'
import { type Calendar, provisionalSays } from '../../../core/domain/workdays.ts'

/** What the deadline of a proposal follows from. */
export interface Timed {
  readonly assignedAt: number | null
  readonly extendMonths: number | null
  readonly extendedAt: number | null
}

/** Three calendar months from its assignment, and more that were approved beforehand. Null: no unit has it. */
export const clockOf = ({ assignedAt, extendMonths, extendedAt }: Timed): Clock | null =>
  assignedAt === null
    ? null
    : {
        ...{ unit: 'months', n: proposalMonths.answer, start: dayNumber(assignedAt) },
        ...(extendMonths !== null &&
          extendedAt !== null && {
            extensions: [{ n: extendMonths, day: dayNumber(extendedAt), why: '批准延长' }],
          }),
      }

/** The last moment of a proposal's time; null where no unit has it. */
export function dueOf(calendar: Calendar, timed: Timed): number | null {
  const clock = clockOf(timed)
  const due = clock && deadlineOf(calendar, clock).due
  return due === null ? null : momentOf(due, 'end')
}

/** Why it may still change; null: it will not. */
export function provisionalOf(calendar: Calendar, timed: Timed): string | null {
  const clock = clockOf(timed)
  return clock && provisionalSays(deadlineOf(calendar, clock).provisional)
}
