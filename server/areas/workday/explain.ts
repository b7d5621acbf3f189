import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { workday as contract } from '../../../core/contract/workday.ts'
import { type Clock, extended } from '../../../core/domain/deadline.ts'
import { dayNumber, formatDay } from '../../../core/domain/time.ts'
import { addWorkingDays, type Calendar, provisionalSays, weekdayName, yearOf } from '../../../core/domain/workdays.ts'
import type { Ctx } from '../../context.ts'
import { calendarNow } from '../../workdays/calendar.ts'
import { counted, explained } from '../../workdays/explained.ts'

export async function nextWorkday(
  ctx: Ctx,
  { day: from, n = 1 }: { day?: number | undefined; n?: number | undefined },
) {
  const calendar = await calendarNow(ctx)
  const start = dayNumber(from ?? ctx.now)
  const found = counted(() => addWorkingDays(calendar, start, n))
  const [first, last] = [Math.min(start, found), Math.max(start, found)].map(yearOf) as [number, number]
  const years = Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((year) => !calendar.has(year))
  return { date: formatDay(found), weekday: weekdayName(found), provisional: provisionalSays(years) }
}

type Given = Parsed<typeof contract.explain>

const because = (why: string | undefined) => (why ? { why } : {})

/** The clock that is asked about, extended by one approval after the other. @throws RangeError for one that came too late */
function clockOf(calendar: Calendar, given: Given): Clock {
  const { n, start, unit = 'working', rolls = 1, extensions = [], suspensions = [], restarts = [] } = given
  const plain: Clock = {
    ...{ unit, n, start: dayNumber(start), rolls: rolls === 1 },
    suspensions: suspensions.map(({ from, to, untilAnew, why }) => ({
      ...{ from: dayNumber(from), to: to == null ? null : dayNumber(to), untilAnew: untilAnew === 1 },
      ...because(why),
    })),
    restarts: restarts.map(({ day, why }) => ({ day: dayNumber(day), ...because(why) })),
  }
  const approved = extensions.map(({ n, day, why }) => ({ n, day: dayNumber(day), ...because(why) }))
  let clock = plain
  for (const one of approved.sort((a, b) => a.day - b.day)) {
    // by what was known on the day of its approval
    const restarts = (plain.restarts ?? []).filter(({ day }) => day <= one.day)
    const { extensions: all = [] } = extended(calendar, { ...clock, restarts }, one)
    clock = { ...clock, extensions: all }
  }
  return clock
}

/** Counts a deadline and tells each day of it. */
export async function explainDeadline(ctx: Ctx, given: Given) {
  const calendar = await calendarNow(ctx)
  return counted(() => explained(calendar, clockOf(calendar, given), ctx.now))
}
