import { dayNumber, formatDay, momentOf, parseDay } from './time.ts'

/** A day that the calendar of a year sets apart: off, or a weekend that is worked. */
export interface SetDay {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly works: boolean
  /** The holiday for which it is off or worked: 「国庆节」. */
  readonly name: string
}

/** What the notice of a year says. */
export interface CalendarYear {
  readonly year: number
  readonly days: readonly SetDay[]
}

/** The years that can be counted in. */
export const yearMin = 1971
export const yearMax = 2199
export const beyondYears = `只能计算 ${yearMin} 年至 ${yearMax} 年的日期`

interface YearTable {
  readonly first: number
  /** For each day of the year, how many working days stand before it in the year; one more entry for the whole. */
  readonly before: Uint16Array
  /** The working days in their order, by their place in the year. */
  readonly working: Uint16Array
}

const daysIn = (year: number): number => (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 366 : 365)
const firstOf = (year: number): number => Date.UTC(year, 0, 1) / 86_400_000
/** 0 is Sunday; 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7
const isWeekend = (day: number): boolean => weekdayOf(day) % 6 === 0
export const yearOf = (day: number): number => new Date(day * 86_400_000).getUTCFullYear()

/**
 * Which days are worked. Days are numbers (core/domain/time.ts), so that counting is arithmetic; a year's working days are laid out once,
 * and from then on a whole year is one step.
 */
export class Calendar {
  readonly #set = new Map<number, SetDay>()
  readonly #years = new Set<number>()
  readonly #tables = new Map<number, YearTable>()

  /** @param years those with data; where two name one day, as a notice may name 31 December before its year, the later one holds */
  constructor(years: readonly CalendarYear[]) {
    for (const { year, days } of [...years].sort((a, b) => a.year - b.year)) {
      this.#years.add(year)
      for (const one of days) {
        const day = parseDay(one.date)
        if (day !== null) this.#set.set(day, one)
      }
    }
  }

  /** Whether the holidays of a year are known. */
  has = (year: number): boolean => this.#years.has(year)

  /** What the calendar says of a day by name; undefined: it is like every other one of its weekday. */
  setFor = (day: number): SetDay | undefined => this.#set.get(day)

  works(day: number): boolean {
    return this.#set.get(day)?.works ?? !isWeekend(day)
  }

  /** How many days are worked after the one, up to and with the other. */
  workedBetween(after: number, upTo: number): number {
    if (upTo <= after) return 0
    const [from, to] = [after + 1, upTo + 1]
    const [first, last] = [yearOf(from), yearOf(to)]
    if (first === last) return this.#before(first, to) - this.#before(first, from)
    let sum = this.#table(first).working.length - this.#before(first, from) + this.#before(last, to)
    for (let year = first + 1; year < last; year++) sum += this.#table(year).working.length
    return sum
  }

  /** The nth working day after a day. @throws RangeError beyond the years that can be counted in */
  addWorking(day: number, n: number): number {
    if (n <= 0) return day
    let year = yearOf(day + 1)
    let place = this.#before(year, day + 1) + n
    for (;;) {
      const { working, first } = this.#table(year)
      if (place <= working.length) return first + (working[place - 1] as number)
      place -= working.length
      year += 1
    }
  }

  /** The nth working day before a day. @throws RangeError beyond the years that can be counted in */
  takeWorking(day: number, n: number): number {
    if (n <= 0) return day
    let year = yearOf(day)
    let place = this.#before(year, day) - n
    for (;;) {
      const { working, first } = this.#table(year)
      if (place >= 0) return first + (working[place] as number)
      year -= 1
      place += this.#table(year).working.length
    }
  }

  /** This day, or the next one that is worked. */
  workingFrom = (day: number): number => (this.works(day) ? day : this.addWorking(day, 1))

  #before(year: number, day: number): number {
    const { before, first } = this.#table(year)
    return before[day - first] as number
  }

  #table(year: number): YearTable {
    const known = this.#tables.get(year)
    if (known) return known
    if (year < yearMin || year > yearMax) throw new RangeError(beyondYears)
    const [first, length] = [firstOf(year), daysIn(year)]
    const before = new Uint16Array(length + 1)
    const working = new Uint16Array(length)
    let n = 0
    for (let place = 0; place < length; place++) {
      before[place] = n
      if (this.works(first + place)) working[n++] = place
    }
    before[length] = n
    const table = { first, before, working: working.subarray(0, n) }
    this.#tables.set(year, table)
    return table
  }
}

/** The nth working day after a day, before it where n is negative; the day itself for 0. @throws RangeError for what is no whole number */
export function addWorkingDays(calendar: Calendar, day: number, n: number): number {
  if (!Number.isSafeInteger(n)) throw new RangeError('天数应为整数')
  return n < 0 ? calendar.takeWorking(day, -n) : calendar.addWorking(day, n)
}

/** The last moment of the nth working day after that of a moment. Both are milliseconds. */
export const workingDaysAhead = (calendar: Calendar, now: number, n: number): number =>
  momentOf(addWorkingDays(calendar, dayNumber(now), n), 'end')

/** What came before this moment has waited for n working days: the same time of the day so many earlier. */
export function workingDaysAgo(calendar: Calendar, now: number, n: number): number {
  if (n === 0) return now
  const today = dayNumber(now)
  // on a day off nothing more has been waited for than by the end of the last one that was worked
  const day = addWorkingDays(calendar, today, calendar.works(today) ? -n : -n - 1)
  return momentOf(day) + (now - momentOf(today))
}

/** The same day so many months later, or the last one of a month that has no such day. */
export function addMonths(day: number, n: number): number {
  const at = new Date(day * 86_400_000)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + n]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(at.getUTCDate(), last)) / 86_400_000
}

/** What is said wherever a deadline reaches into years whose holidays nobody has entered. */
export const provisionalSays = (years: readonly number[]): string | null =>
  years.length === 0 ? null : `${years.join('、')} 年节假日尚未导入，期限为暂定`

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const
/** 「周一」 */
export const weekdayName = (day: number): string => weekdays[weekdayOf(day)] as string

/** Why a day is worked or not, in words. */
export function dayWords(calendar: Calendar, day: number): string {
  const set = calendar.setFor(day)
  if (set) return set.works ? `${weekdayName(day)}，${set.name}安排上班` : `${set.name}放假`
  return isWeekend(day) ? `${weekdayName(day)}，周末` : '工作日'
}

/** A day as replies say it. */
export const dayText = (day: number | null): string | null => (day === null ? null : formatDay(day))
