import { type Clock, type Deadline, deadlineOf, type Run, runOf } from './deadline.ts'
import { formatDay } from './time.ts'
import { type Calendar, dayWords, weekdayName } from './workdays.ts'

/** What a day was to a clock. */
export const dayRoles = {
  start: '起算前',
  counted: '计入',
  extended: '计入（延长）',
  off: '不计',
  suspended: '不计（暂停）',
  put: '顺延',
} as const
export type DayRole = keyof typeof dayRoles

/** One day of the counting. */
export interface ExplainedDay {
  readonly date: string
  readonly weekday: string
  readonly role: DayRole
  /** Which one of those that count; null: it does not. */
  readonly number: number | null
  readonly why: string
}

/** So many days are listed at most. */
export const explainMax = 4000

const because = (what: string, why: string | undefined): string => (why ? `${what}：${why}` : what)

/** What happened on the first day, which does not count. */
function beginning({ clock, start }: Run): string {
  const anew = clock.restarts?.find(({ day }) => day === start)
  return anew ? because('重新起算，当日不计', anew.why) : because('收到当日，不计', clock.why)
}

/** Which extension a day belongs to, by its number among those that count. */
function extensionOf(run: Run, number: number): string | null {
  if (number <= run.own) return null
  const { unit } = run.clock
  if (unit === 'months' || run.extensions.length === 1) return because('延长的期限', run.extensions[0]?.why)
  let upTo = run.own
  const found = run.extensions.find(({ n }) => {
    upTo += n
    return number <= upTo
  })
  return because('延长的期限', found?.why)
}

/**
 * Every day from the start to the last one, with what it was and why: what the counter walked, day by day.
 * @param today how far to list where the clock stands still
 * @throws RangeError beyond `explainMax` days, and as `deadlineOf`
 */
export function explain(
  calendar: Calendar,
  clock: Clock,
  today: number,
): { readonly deadline: Deadline; readonly days: readonly ExplainedDay[] } {
  const run = runOf(clock)
  const deadline = deadlineOf(calendar, clock)
  const last = deadline.due ?? Math.max(today, run.paused ?? today)
  if (last - run.start > explainMax) throw new RangeError(`逐日说明最多 ${explainMax} 天`)
  const days: ExplainedDay[] = []
  let number = 0
  const tell = (day: number, role: DayRole, why: string, counts = false) =>
    days.push({ date: formatDay(day), weekday: weekdayName(day), role, number: counts ? number : null, why })
  tell(run.start, 'start', beginning(run))
  for (let day = run.start + 1; day <= last; day++) {
    const words = dayWords(calendar, day)
    const span = run.spans.find(({ from, to }) => day >= from && day <= to)
    const open = run.paused !== null && day >= run.paused && deadline.due === null
    if (span || open) tell(day, 'suspended', because('期间暂停', span?.why ?? openWhy(run)))
    else if (clock.unit === 'working' && !calendar.works(day)) tell(day, 'off', words)
    else if (number === deadline.total) tell(day, 'put', `${words}；最后一日不上班，顺延到下一个工作日`)
    else {
      number += 1
      const more = extensionOf(run, number)
      const plain = clock.unit === 'working' ? words : `自然日（${words}）`
      tell(day, more ? 'extended' : 'counted', more ? `${plain}；${more}` : plain, true)
    }
  }
  return { deadline, days }
}

const openWhy = ({ clock }: Run): string | undefined => clock.suspensions?.find(({ to }) => to === null)?.why
