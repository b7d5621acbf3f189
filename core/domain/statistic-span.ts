import { dayNumber, formatDay } from './time.ts'

/** Spans of days that are compared: the one before, and the same of the year before. Days are numbers (`dayNumber`). */
export interface Span {
  readonly from: number
  readonly to: number
}

const parts = (day: number) => formatDay(day).split('-').map(Number) as [number, number, number]
/** A day by its year, month and date; a month beyond the year is one of another year. */
const dayAt = (year: number, month: number, date: number): number =>
  Math.floor(Date.UTC(year, month - 1, date) / 86_400_000)

/** The first day of the month in which a day lies, so many months on. */
export function monthStart(day: number, months = 0): number {
  const [year, month] = parts(day)
  return dayAt(year, month + months, 1)
}

/** Months are numbers as well: of January of the year 0 it is 0. */
export function monthNumber(day: number): number {
  const [year, month] = parts(day)
  return year * 12 + month - 1
}

/** A span as its whole months, by their numbers, and the days left over at its ends; without whole months it is all left over. */
export function wholeMonths(span: Span): { readonly months: Span | null; readonly rest: readonly Span[] } {
  const { from, to } = span
  const [first, after] = [from === monthStart(from) ? from : monthStart(from, 1), monthStart(to + 1)]
  if (first >= after) return { months: null, rest: [span] }
  const ends = [
    { from, to: first - 1 },
    { from: after, to },
  ]
  return {
    months: { from: monthNumber(first), to: monthNumber(after - 1) },
    rest: ends.filter((end) => end.from <= end.to),
  }
}

const yearMonths = 12
const yearIn = (month: number): number => Math.floor(month / yearMonths)
const thatAre = (spans: readonly Span[]): Span[] => spans.filter(({ from, to }) => from <= to)

/** Months as whole years, and months that come to these or go off them: of the years at both ends whichever is fewer. */
export function wholeYears({ from, to }: Span): {
  readonly years: readonly Span[]
  readonly more: readonly Span[]
  readonly less: readonly Span[]
} {
  const [first, last] = [yearIn(from), yearIn(to)]
  /** Months before the span in its first year, and after it in its last one. */
  const [ahead, after] = [from - first * yearMonths, last * yearMonths + yearMonths - 1 - to]
  const half = yearMonths / 2
  const before = { from: from - ahead, to: from - 1 }
  const behind = { from: to + 1, to: to + after }
  if (first === last)
    return ahead + after < half
      ? { years: [{ from: first, to: last }], more: [], less: thatAre([before, behind]) }
      : { years: [], more: [{ from, to }], less: [] }
  const [most, mostLast] = [ahead <= half, after <= half]
  return {
    years: thatAre([{ from: most ? first : first + 1, to: mostLast ? last : last - 1 }]),
    more: [
      ...(most ? [] : [{ from, to: (first + 1) * yearMonths - 1 }]),
      ...(mostLast ? [] : [{ from: last * yearMonths, to }]),
    ],
    less: thatAre([...(most ? [before] : []), ...(mostLast ? [behind] : [])]),
  }
}

/** How much of a year's target falls to a span: so many days of their years. */
export function shareOfYears({ from, to }: Span): number {
  let share = 0
  for (let day = from; day <= to; ) {
    const [year] = parts(day)
    const next = dayAt(year + 1, 1, 1)
    share += (Math.min(next, to + 1) - day) / (next - dayAt(year, 1, 1))
    day = next
  }
  return share
}

/** The first day of the year in which a day lies. */
export const yearStart = (day: number): number => dayAt(parts(day)[0], 1, 1)

const monthsOf = ({ from, to }: Span): number => {
  const [a, b] = [parts(from), parts(to)]
  return (b[0] - a[0]) * 12 + b[1] - a[1] + 1
}
const isWhole = ({ from, to }: Span): boolean => from === monthStart(from) && to + 1 === monthStart(to, 1)

/** The same day of another year; of the 29th of February the 28th. */
function inYear(day: number, years: number): number {
  const [year, month, date] = parts(day)
  return Math.min(dayAt(year + years, month, date), monthStart(dayAt(year + years, month, 1), 1) - 1)
}

/** As many months before it where it is whole months, else as many days. */
export function spanBefore(span: Span): Span {
  const { from, to } = span
  if (isWhole(span)) return { from: monthStart(from, -monthsOf(span)), to: from - 1 }
  return { from: from - (to - from + 1), to: from - 1 }
}

/** The same of the year before; what ends with a month does so there too: its months come to what it does. */
export function spanYearBefore({ from, to }: Span): Span {
  const last = inYear(to, -1)
  return { from: inYear(from, -1), to: to + 1 === monthStart(to, 1) ? monthStart(last, 1) - 1 : last }
}

const isLeapDay = (day: number): boolean => formatDay(day).endsWith('-02-29')

/** The same day by day: of the 29th of February there is none, and the span is empty. */
export function daysYearBefore({ from, to }: Span): Span {
  return { from: isLeapDay(from) ? monthStart(from - 366, 1) : inYear(from, -1), to: inYear(to, -1) }
}

/** Spans that touch or overlap as one, the earliest first. */
export function together(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && span.from <= last.to + 1) joined[joined.length - 1] = { ...last, to: Math.max(last.to, span.to) }
    else joined.push(span)
  }
  return joined
}

/** Where nobody says from when. @param now milliseconds */
export function usualSpan(kind: 'year' | 'months' | 'days', to: number): Span {
  const from = kind === 'year' ? yearStart(to) : kind === 'months' ? monthStart(to, -11) : to - 29
  return { from, to }
}

export interface Piece extends Span {
  /** `2026-11`, `2026-11-21`. */
  readonly key: string
}

/** The months or days of a span; the first and the last month may be parts of one. */
export function piecesOf({ from, to }: Span, by: 'month' | 'day'): Piece[] {
  const pieces: Piece[] = []
  for (let day = from; day <= to; ) {
    const next = by === 'day' ? day + 1 : monthStart(day, 1)
    const key = formatDay(day).slice(0, by === 'day' ? 10 : 7)
    pieces.push({ key, from: day, to: Math.min(next - 1, to) })
    day = next
  }
  return pieces
}

/** The piece with which one is compared: a whole month with the one before it, a part of one with the same days of it. */
export function pieceBefore({ from, to }: Span, by: 'month' | 'day'): Span {
  if (by === 'day') return { from: from - 1, to: from - 1 }
  const start = monthStart(from, -1)
  const last = monthStart(from) - 1
  const whole = to + 1 === monthStart(from, 1)
  return { from: start + from - monthStart(from), to: whole ? last : Math.min(start + to - monthStart(from), last) }
}

/** Today, as a day. */
export const today = (now: number): number => dayNumber(now)
