import { type Clock, standingOf } from '../../core/domain/deadline.ts'
import { explain } from '../../core/domain/deadline-explain.ts'
import { dayNumber, formatDay } from '../../core/domain/time.ts'
import { type Calendar, dayText, provisionalSays, weekdayName } from '../../core/domain/workdays.ts'
import { Refused } from '../../core/errors.ts'

/** What cannot be counted is refused in its own words. */
export function counted<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) throw new Refused('BAD_INPUT', error.message)
    throw error
  }
}

/** What the explanation says of more time that was given. */
export const extendedWhy = (reason: string | null | undefined): string => `批准延长${reason ? `：${reason}` : ''}`

/** A deadline and each day of it, as replies show it (core/contract/explained.ts). @throws RangeError as `explain` */
export function explained(calendar: Calendar, clock: Clock, now: number) {
  const today = dayNumber(now)
  const { deadline, days } = explain(calendar, clock, today)
  const { start, due, counted: last, total, provisional } = deadline
  return {
    ...{ start: formatDay(start), due: dayText(due), total, ...standingOf(calendar, clock, today) },
    counted: last === due ? null : dayText(last),
    // of what is over it is the day on which that ended
    asOf: null as string | null,
    says: due === null ? '期限暂停，尚不能确定届满日期' : `${formatDay(due)}（${weekdayName(due)}）届满`,
    provisional: provisionalSays(provisional),
    days: [...days],
  }
}
