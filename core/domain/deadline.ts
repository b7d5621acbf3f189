import { formatDay } from './time.ts'
import { addMonths, beyondYears, type Calendar, yearMax, yearMin, yearOf } from './workdays.ts'

/** What a period is counted in. */
export const clockUnits = { working: '工作日', days: '日（自然日）', months: '个月' } as const
export type ClockUnit = keyof typeof clockUnits

/** More time that was approved. */
export interface Extension {
  readonly n: number
  /** The day of the approval. */
  readonly day: number
  readonly why?: string
}

/** Days that do not count, as those for which a third party was asked; null: it has not ended. */
export interface Suspension {
  readonly from: number
  readonly to: number | null
  /** It waits for what is missing: unended, it is over where the clock begins anew. Others go on beyond that. */
  readonly untilAnew?: boolean
  readonly why?: string
}

/** The clock begins anew, as when what was missing came in. */
export interface Restart {
  readonly day: number
  readonly why?: string
}

/** A period with what happened in it: all that its last day follows from, but the calendar. Days are numbers. */
export interface Clock {
  readonly unit: ClockUnit
  readonly n: number
  /** The day of receipt, which does not count: the next one is the first. */
  readonly start: number
  /** What came on that day, where that is not what it is the clock of. */
  readonly why?: string
  /** A last day that is not worked gives way to the next one that is. Unsaid: it does. */
  readonly rolls?: boolean
  readonly extensions?: readonly Extension[]
  readonly suspensions?: readonly Suspension[]
  readonly restarts?: readonly Restart[]
}

/** What a clock says. */
export interface Deadline {
  /** The day from which it was counted: of receipt, or of the last restart. */
  readonly start: number
  /** The last day; null while the clock stands still. */
  readonly due: number | null
  /** The last day as counted, where the due one was put off because that one is not worked. */
  readonly counted: number | null
  /** The years in it whose holidays are not known. */
  readonly provisional: readonly number[]
  /** How many days there are altogether, in what the clock counts (of months: natural days). */
  readonly total: number
}

const most: Readonly<Record<ClockUnit, number>> = { working: 2000, days: 4000, months: 120 }
const eventsMax = 200

/** A period in what its days are counted in: months are laid out to days. */
export interface Run {
  readonly clock: Clock
  readonly start: number
  readonly total: number
  /** How many of these there were before any extension. */
  readonly own: number
  /** Those that hold, in order, apart from one another, within the run. */
  readonly spans: readonly { readonly from: number; readonly to: number; readonly why: string | undefined }[]
  readonly extensions: readonly Extension[]
  /** Since when the clock stands still. */
  readonly paused: number | null
}

const whole = (n: number, max: number): boolean => Number.isInteger(n) && n >= 1 && n <= max

/** @throws RangeError for a clock that cannot be: too long, a span that ends before it begins, too many events */
export function refuseUnfit(clock: Clock): void {
  const { unit, n, extensions = [], suspensions = [], restarts = [] } = clock
  if (!whole(n, most[unit])) throw new RangeError(`期限应为 1 到 ${most[unit]} ${clockUnits[unit]}`)
  for (const one of extensions)
    if (!whole(one.n, most[unit])) throw new RangeError(`延长应为 1 到 ${most[unit]} ${clockUnits[unit]}`)
  for (const { from, to } of suspensions)
    if (to !== null && to < from) throw new RangeError('不计入期限的时间，结束不能早于开始')
  for (const { day } of restarts) if (day < clock.start) throw new RangeError('重新起算的日期不能早于收到的日期')
  if (extensions.length + suspensions.length + restarts.length > eventsMax)
    throw new RangeError(`一个期限最多有 ${eventsMax} 次变动`)
}

/** What is left of a clock's events once it has begun anew: what was before counts no more. */
export function runOf(clock: Clock): Run {
  refuseUnfit(clock)
  const { unit, n, suspensions = [] } = clock
  const restarts = clock.restarts ?? []
  const start = restarts.reduce((last, { day }) => Math.max(last, day), clock.start)
  const anew = restarts.length > 0
  const extensions = (clock.extensions ?? []).filter(({ day }) => !anew || day >= start)
  const spans: { from: number; to: number; why: string | undefined }[] = []
  let paused: number | null = null
  for (const { from, to, untilAnew, why } of [...suspensions].sort((a, b) => a.from - b.from)) {
    if (to === null) {
      if (!(untilAnew && anew && start >= from)) paused ??= Math.max(from, start + 1)
      continue
    }
    const begin = Math.max(from, start + 1, (spans.at(-1)?.to ?? start) + 1)
    if (begin <= to) spans.push({ from: begin, to, why })
  }
  const more = extensions.reduce((sum, one) => sum + one.n, 0)
  const lengthOf = (units: number): number => (unit === 'months' ? addMonths(start, units) - start : units)
  return { clock, start, total: lengthOf(n + more), own: lengthOf(n), spans, extensions, paused }
}

/** The days of a kind after one, up to and with another, as if nothing stood still. */
const plainly = (calendar: Calendar, unit: ClockUnit, after: number, upTo: number): number =>
  unit === 'working' ? calendar.workedBetween(after, upTo) : Math.max(0, upTo - after)

/** How many days counted after the start, up to and with a day. */
export function countedUpTo(calendar: Calendar, { clock, start, spans, paused }: Run, day: number): number {
  const upTo = paused === null ? day : Math.min(day, paused - 1)
  let sum = plainly(calendar, clock.unit, start, upTo)
  for (const { from, to } of spans) if (from <= upTo) sum -= plainly(calendar, clock.unit, from - 1, Math.min(to, upTo))
  return sum
}

/** The day on which so many days of a run are full, as if it did not stand still at its end. */
export function dayOfCount(calendar: Calendar, { clock, start, spans }: Run, count: number): number {
  let [at, left] = [start, count]
  for (const { from, to } of spans) {
    const here = plainly(calendar, clock.unit, at, from - 1)
    if (here >= left) break
    ;[at, left] = [to, left - here]
  }
  return clock.unit === 'working' ? calendar.addWorking(at, left) : at + left
}

function yearsWithout(calendar: Calendar, from: number, to: number): number[] {
  const years: number[] = []
  for (let year = yearOf(from); year <= yearOf(to); year++) if (!calendar.has(year)) years.push(year)
  return years
}

/** The last day of a period as the law puts it off (Civil Code 203): to the first one that is worked, and on which the clock does not stand still. */
function putOff(calendar: Calendar, { spans }: Run, counted: number): number {
  let day = calendar.workingFrom(counted)
  for (const { from, to } of spans) if (day > counted && day >= from && day <= to) day = calendar.workingFrom(to + 1)
  return day
}

/** When a clock runs out. @throws RangeError as `refuseUnfit`, and beyond the years that can be counted in */
export function deadlineOf(calendar: Calendar, clock: Clock): Deadline {
  const run = runOf(clock)
  const { start, total, paused } = run
  const counted = dayOfCount(calendar, run, total)
  const rolls = clock.unit !== 'working' && clock.rolls !== false
  const due = rolls ? putOff(calendar, run, counted) : counted
  if (yearOf(start) < yearMin || yearOf(due) > yearMax) throw new RangeError(beyondYears)
  if (paused !== null && paused <= due) return { start, due: null, counted: null, provisional: [], total }
  const needed = clock.unit === 'working' || rolls
  const provisional = needed ? yearsWithout(calendar, clock.unit === 'working' ? start + 1 : counted, due) : []
  return { start, due, counted, provisional, total }
}

/**
 * A clock with more time. Asked where it is approved and nowhere else: a calendar that changes afterwards takes back no approval.
 * @throws RangeError where it was approved before the clock began, or when it had run out
 */
export function extended(calendar: Calendar, clock: Clock, extension: Extension): Clock {
  const { start, due } = deadlineOf(calendar, clock)
  if (extension.day < start) throw new RangeError(`延长的批准日期不能早于起算之日 ${formatDay(start)}`)
  if (due !== null && extension.day > due) throw new RangeError(`期限已于 ${formatDay(due)} 届满，届满后不能延长`)
  const more = { ...clock, extensions: [...(clock.extensions ?? []), extension] }
  refuseUnfit(more)
  return more
}

/** How a deadline stands on a day. */
export interface Standing {
  /** Days that have counted, this one with them. */
  readonly used: number
  readonly left: number
  /** By how many days it is over, in what the clock counts. */
  readonly late: number
}

/** How far a clock has run by a day. */
export function standingOf(calendar: Calendar, clock: Clock, today: number): Standing {
  const run = runOf(clock)
  const { due, total } = deadlineOf(calendar, clock)
  const counted = Math.max(0, countedUpTo(calendar, run, today))
  const late = due !== null && today > due ? plainly(calendar, clock.unit, due, today) : 0
  return { used: Math.min(counted, total), left: Math.max(0, total - counted), late }
}
