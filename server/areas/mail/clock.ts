import { type Clock, deadlineOf, runOf } from '../../../core/domain/deadline.ts'
import { dayNumber, momentOf } from '../../../core/domain/time.ts'
import { type Calendar, provisionalSays } from '../../../core/domain/workdays.ts'
import { extendedWhy } from '../../workdays/explained.ts'

/** What the deadline of a letter follows from. */
export interface Timed {
  readonly createdAt: number
  readonly limitDays: number
  readonly restartAt: number | null
  readonly extendDays: number | null
  readonly extendedAt: number | null
  /** Where the day is explained: why it was given. */
  readonly extendReason?: string | null
  readonly askedAt: number | null
  /** The earliest time of those that were merged into it: from when, and how many working days. */
  readonly joinedFrom: number | null
  readonly joinedDays: number | null
}

/** The columns that it follows from. */
export const timedColumns = [
  ...(['createdAt', 'limitDays', 'restartAt', 'extendDays', 'extendedAt', 'askedAt'] as const),
  ...(['joinedFrom', 'joinedDays'] as const),
]

/**
 * What a letter's time is counted by: from its receipt, anew from when whoever wrote has said more or it is taken up
 * again, and not while they are asked. That the letter into which it was merged ends without a public answer gives nobody more time.
 */
export function ownClock({
  createdAt,
  limitDays,
  restartAt,
  extendDays,
  extendedAt,
  extendReason,
  askedAt,
}: Omit<Timed, 'joinedFrom' | 'joinedDays'>): Clock {
  const restarts = [...(restartAt === null ? [] : [{ day: dayNumber(restartAt), why: '来信人补充，或重新办理' }])]
  return {
    ...{ unit: 'working', n: limitDays, start: dayNumber(createdAt) },
    ...(restarts.length > 0 && { restarts }),
    ...(extendDays !== null &&
      extendedAt !== null && {
        extensions: [{ n: extendDays, day: dayNumber(extendedAt), why: extendedWhy(extendReason) }],
      }),
    ...(askedAt !== null && {
      suspensions: [{ from: dayNumber(askedAt), to: null, untilAnew: true, why: '等来信人补充' }],
    }),
  }
}

/** Its own clock, or that of a letter that was merged into it, whichever ends first: each of the two writers was promised a day. */
export function clockOf(calendar: Calendar, timed: Timed): Clock {
  const [own, { joinedFrom, joinedDays: n }] = [ownClock(timed), timed]
  if (joinedFrom === null || n === null) return own
  const joined = { unit: 'working', n, start: dayNumber(joinedFrom), why: '按并入的来信的期限' } as const
  const due = deadlineOf(calendar, own).due
  return due === null || (deadlineOf(calendar, joined).due ?? due) < due ? joined : own
}

/** The more time that it was given, while that still counts: what begins anew has none. */
export const extensionOf = (timed: Timed): { readonly days: number; readonly at: number } | null =>
  timed.extendDays !== null && timed.extendedAt !== null && runOf(ownClock(timed)).extensions.length > 0
    ? { days: timed.extendDays, at: timed.extendedAt }
    : null

/** By how many days a letter's time is counted, and why by these: the ones that its explanation lays out. */
export function countedSays(calendar: Calendar, timed: Timed, reason: string | null): string {
  const { own, clock } = runOf(clockOf(calendar, timed))
  const more = extensionOf(timed)
  const extended = more ? `延长 ${more.days} 个工作日${reason ? `：${reason}` : ''}` : null
  // that of another letter has in it what it was given since
  if (clock.why) return `${own} 个工作日，${clock.why}${extended ? `；这封信曾${extended}` : ''}`
  return [`${own} 个工作日`, extended].filter(Boolean).join('，')
}

/** The last moment of a letter's time; null while it stands still. */
export function dueOf(calendar: Calendar, timed: Timed): number | null {
  const { due } = deadlineOf(calendar, clockOf(calendar, timed))
  return due === null ? null : momentOf(due, 'end')
}

/** Why it may still change; null: it will not. */
export const provisionalOf = (calendar: Calendar, timed: Timed): string | null =>
  provisionalSays(deadlineOf(calendar, clockOf(calendar, timed)).provisional)
