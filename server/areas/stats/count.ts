import { type Span, today, usualSpan } from '../../../core/domain/statistic-span.ts'
import { dimensions, type Statistic, type StatisticName } from '../../../core/domain/statistics.ts'
import { dayNumber, formatDay, momentOf } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import type { Narrowing } from './sources.ts'

/** What is asked for. */
export interface Asked {
  readonly name: StatisticName
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
  readonly deptId?: number | undefined
  readonly columnId?: number | undefined
}

/** So many days are counted at once at most, by what is told of each. */
const most = { day: 366, month: 7320, none: 36_600 } as const

/** The days that are asked about, the last ones where nothing is said. */
export function spanOf({ span, by }: Statistic, { startTime, endTime }: Asked, now: number): Span {
  const to =
    endTime === undefined
      ? Math.max(today(now), startTime === undefined ? 0 : dayNumber(startTime))
      : dayNumber(endTime)
  const from = startTime === undefined ? usualSpan(span, to).from : dayNumber(startTime)
  if (from > to) throw new Refused('BAD_INPUT', '时间起（startTime）：不能晚于止')
  const dimension = dimensions[by]
  const days = most[('series' in dimension && dimension.series) || 'none']
  if (to - from >= days)
    throw new Refused('BAD_INPUT', `时间起（startTime）：一次最多统计 ${days} 天，请缩短时间，或改按月统计`)
  return { from, to }
}

/** A span as the list's search has it: both days are of it. */
export const asSearch = ({ from, to }: Span) => ({ startTime: formatDay(from), endTime: formatDay(to) })

/** What narrows a count, of a span where one is given. */
export function narrowingOf({ where }: Statistic, { deptId, columnId }: Asked, span?: Span): Narrowing {
  return {
    ...(span && { startTime: momentOf(span.from), endTime: momentOf(span.to, 'end') }),
    ...(deptId && { deptId }),
    ...(columnId && { columnId, withChildren: true as const }),
    ...(where?.status && { status: Number(where.status) }),
  }
}
