import { type Clock, deadlineOf } from '../../core/domain/deadline.ts'
import { dayNumber, momentOf } from '../../core/domain/time.ts'
import { type Calendar, provisionalSays } from '../../core/domain/workdays.ts'

/** What is to be done within so many working days from when it came: a task, a suggestion. */
export interface Limited {
  readonly createdAt: number
  readonly limitDays: number
}

/** What its deadline is counted by. */
export const clockOf = ({ createdAt, limitDays }: Limited): Clock => ({
  ...{ unit: 'working', n: limitDays, start: dayNumber(createdAt) },
})

const counted = (calendar: Calendar, limited: Limited) => deadlineOf(calendar, clockOf(limited))

/** The last moment of so many working days; the day on which it came is not one of them. */
export const lastMoment = (calendar: Calendar, limited: Limited): number =>
  momentOf(counted(calendar, limited).due as number, 'end')

/** Why such a deadline may still change; null: it will not. */
export const provisionalOf = (calendar: Calendar, limited: Limited): string | null =>
  provisionalSays(counted(calendar, limited).provisional)
