import { parseDay } from '../../../core/domain/time.ts'
import { type SetDay, weekdayOf } from '../../../core/domain/workdays.ts'
import type { Whole } from './calls.ts'

/** The days that a year sets apart, by their dates. */
export type Marks = ReadonlyMap<string, SetDay>

export const marksOf = ({ days }: Pick<Whole, 'days'>): Marks =>
  new Map(days.map(({ date, works, name }) => [date, { date, name, works: Number(works) === 1 }]))

export const inOrder = (marks: Marks): SetDay[] => [...marks.values()].sort((a, b) => (a.date < b.date ? -1 : 1))

const isWeekend = (date: string) => weekdayOf(parseDay(date) as number) % 6 === 0

/** The holidays of a month, where nothing near a day has a name yet. */
const ofMonth: Readonly<Record<string, string>> = {
  ...{ '01': '元旦', '02': '春节', '03': '清明节', '04': '清明节', '05': '劳动节', '06': '端午节' },
  ...{ '07': '节假日', '08': '节假日', '09': '中秋节', 10: '国庆节', 11: '节假日', 12: '元旦' },
}
const near = 15

/** What a day is probably set apart for: as the nearest that has a name, or by its month. */
export function nameFor(marks: Marks, date: string): string {
  const day = parseDay(date) as number
  const away = (one: SetDay) => Math.abs((parseDay(one.date) as number) - day)
  const nearest = [...marks.values()].sort((a, b) => away(a) - away(b))[0]
  return nearest && away(nearest) <= near ? nearest.name : (ofMonth[date.slice(5, 7)] ?? '节假日')
}

/**
 * What a press makes of a day: a weekday is worked or off; a weekend is off by itself, worked, or off as a holiday.
 * @param name of the holiday; empty: the probable one
 */
export function pressed(marks: Marks, date: string, name: string): Marks {
  const now = marks.get(date)
  const next = new Map(marks)
  const called = now?.name ?? (name.trim() || nameFor(marks, date))
  if (!now) next.set(date, { date, works: isWeekend(date), name: called })
  else if (now.works) next.set(date, { date, works: false, name: called })
  else next.delete(date)
  return next
}
