import { type Clock, deadlineOf } from '../../core/domain/deadline.ts'
import { dayNumber, formatDay } from '../../core/domain/time.ts'
import { Calendar, type CalendarYear, type SetDay, yearOf } from '../../core/domain/workdays.ts'
import { explained } from './explained.ts'

/** What a row keeps of the calendar by which its time was counted, once that is over: a later change of the calendar changes nothing of what was. */
interface Kept {
  readonly at: number
  readonly years: readonly CalendarYear[]
}

/** The part of a calendar that a clock walked until it ended, to be kept with its row. */
export function keptCalendar(calendar: Calendar, clock: Clock, at: number): string {
  const { start, due } = deadlineOf(calendar, clock)
  const last = Math.max(due ?? start, dayNumber(at))
  const years = new Map<number, SetDay[]>()
  for (let day = start; day <= last; day++) {
    const [year, set] = [yearOf(day), calendar.setFor(day)]
    if (calendar.has(year) && !years.has(year)) years.set(year, [])
    if (set) years.set(year, [...(years.get(year) ?? []), set])
  }
  return JSON.stringify({ at, years: [...years].map(([year, days]) => ({ year, days })) } satisfies Kept)
}

interface Over {
  readonly countedBy: string | null
  readonly due: number | null
  /** When it ended, as far as that is known. */
  readonly endedAt: number | null
}

/**
 * Each day of a time that is over, as it stood when it ended. What ended before that was kept is told by the calendar that holds now, and where
 * that comes to another day, so it is said.
 * @throws RangeError as `explained`
 */
export function explainedOver(calendar: Calendar, clock: Clock, { countedBy, due, endedAt }: Over, now: number) {
  const kept = countedBy === null ? null : (JSON.parse(countedBy) as Kept)
  const at = kept?.at ?? endedAt ?? now
  const told = explained(kept ? new Calendar(kept.years) : calendar, clock, at)
  const held = due === null ? null : formatDay(dayNumber(due))
  const says =
    held === null || held === told.due
      ? told.says
      : `答复期限是 ${held}，按当时的工作日历计算；日历此后有改动，下面是按现在的日历计算的，${told.says}`
  return { ...told, asOf: formatDay(dayNumber(at)), says, provisional: told.provisional && `当时 ${told.provisional}` }
}
