import { type Clock, deadlineOf } from '../../../core/domain/deadline.ts'
import { dayNumber, momentOf } from '../../../core/domain/time.ts'
import { type Calendar, provisionalSays } from '../../../core/domain/workdays.ts'

/** What the deadline of a letter follows from. */
export interface Timed {
  readonly createdAt: number
  readonly limitDays: number
  readonly restartAt: number | null
  readonly extendDays: number | null
  readonly extendedAt: number | null
  readonly askedAt: number | null
  /** Since when whoever wrote is promised an answer of their own. */
  readonly leftAt: number | null
}

/** The columns that it follows from. */
export const timedColumns = [
  ...(['createdAt', 'limitDays', 'restartAt', 'extendDays', 'extendedAt', 'askedAt', 'leftAt'] as const),
]

/**
 * What a letter's time is counted by: from its receipt, anew from when whoever wrote has said more, it is taken up again or
 * they are promised an answer of their own, and not while they are asked.
 */
export function clockOf({ createdAt, limitDays, restartAt, extendDays, extendedAt, askedAt, leftAt }: Timed): Clock {
  const restarts = [
    ...(restartAt === null ? [] : [{ day: dayNumber(restartAt), why: '来信人补充，或重新办理' }]),
    ...(leftAt === null ? [] : [{ day: dayNumber(leftAt), why: '并入的信件了结，另行答复来信人' }]),
  ]
  return {
    ...{ unit: 'working', n: limitDays, start: dayNumber(createdAt) },
    ...(restarts.length > 0 && { restarts }),
    ...(extendDays !== null &&
      extendedAt !== null && { extensions: [{ n: extendDays, day: dayNumber(extendedAt), why: '批准延长' }] }),
    ...(askedAt !== null && {
      suspensions: [{ from: dayNumber(askedAt), to: null, untilAnew: true, why: '等来信人补充' }],
    }),
  }
}

/** The last moment of a letter's time; null while it stands still. */
export function dueOf(calendar: Calendar, timed: Timed): number | null {
  const { due } = deadlineOf(calendar, clockOf(timed))
  return due === null ? null : momentOf(due, 'end')
}

/** Why it may still change; null: it will not. */
export const provisionalOf = (calendar: Calendar, timed: Timed): string | null =>
  provisionalSays(deadlineOf(calendar, clockOf(timed)).provisional)
