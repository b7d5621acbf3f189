import type { Output } from '../../../core/contract/endpoint.ts'
import { stats } from '../../../core/contract/stats.ts'
import { daysYearBefore, pieceBefore, type Span, spanYearBefore } from '../../../core/domain/statistic-span.ts'
import { formatDay, parseDay } from '../../../core/domain/time.ts'
import { callsOf } from '../../data/client.ts'
import { places as articles } from '../article/calls.ts'
import { places as letters } from '../mail/calls.ts'

export const api = callsOf(stats)
export type Found = Output<typeof stats.count>
export type Line = Found['lines'][number]

/** The screens that show what is counted, in the order of their tabs. */
export const screensOf = {
  dispatch: '发文统计',
  column: '栏目统计',
  staticData: '数据统计',
  reportData: '数据分析',
  thisArticleStatistics: '文章统计',
} as const

const lists: Readonly<Record<string, string>> = { 'article.list': articles.list, 'mail.list': letters.list }

/** Where the rows behind a number are listed; null: nowhere. */
export function listBehind({ list }: Found, search: Readonly<Record<string, string>> | null): string | null {
  const place = list && lists[list]
  return place && search ? `${place}?${new URLSearchParams(search)}` : null
}

type Search = Readonly<Record<string, string>> | null
const spanOf = ({
  startTime,
  endTime,
}: {
  readonly startTime?: string | null
  readonly endTime?: string | null
}): Span => ({
  ...{ from: parseDay(startTime ?? '') ?? 0, to: parseDay(endTime ?? '') ?? 0 },
})
const asSearch = ({ from, to }: Span) => ({ startTime: formatDay(from), endTime: formatDay(to) })

/** The searches of what a line, or the sum (null), is compared with: the rows of the period before, and of the year before. */
export function searchesBefore(found: Found, line: Line | null): { readonly before: Search; readonly year: Search } {
  const { series, before, yearBefore } = found
  const search = line ? line.search : found.search
  if (!search || !before || !yearBefore) return { before: null, year: null }
  const span = spanOf(search)
  const of = (one: Span): Search => (one.from > one.to ? null : { ...search, ...asSearch(one) })
  if (!series || !line) {
    const year = spanOf(yearBefore)
    // a 29th of February within is in the list, and beside no day of the lines
    const leaps = series === 'day' && year.to - year.from > span.to - span.from
    return { before: of(spanOf(before)), year: leaps ? null : of(year) }
  }
  return {
    before: of(pieceBefore(span, series)),
    year: of(series === 'day' ? daysYearBefore(span) : spanYearBefore(span)),
  }
}

/** Of single articles each is one, and counted is how often it was opened. */
export const isSingle = ({ by }: Found): boolean => by === '文章'
