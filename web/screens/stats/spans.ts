import { monthStart, type Span, today, yearStart } from '../../../core/domain/statistic-span.ts'
import { formatDay } from '../../../core/domain/time.ts'

const spans: Readonly<Record<string, (day: number) => Span>> = {
  本月: (day) => ({ from: monthStart(day), to: day }),
  上月: (day) => ({ from: monthStart(day, -1), to: monthStart(day) - 1 }),
  今年: (day) => ({ from: yearStart(day), to: day }),
  去年: (day) => ({ from: monthStart(yearStart(day), -12), to: yearStart(day) - 1 }),
}

/** Spans that are often asked for, as the address has them. */
export const oftenAsked = (now: number) =>
  Object.entries(spans).map(([says, spanOf]) => {
    const { from, to } = spanOf(today(now))
    return { says, filters: { startTime: formatDay(from), endTime: formatDay(to) } }
  })
