import { expect, test } from 'vitest'
import {
  daysYearBefore,
  pieceBefore,
  piecesOf,
  type Span,
  spanBefore,
  spanYearBefore,
  together,
  usualSpan,
  wholeYears,
} from '../../core/domain/statistic-span.ts'
import { growth, growthSays } from '../../core/domain/statistics.ts'
import { formatDay, parseDay } from '../../core/domain/time.ts'

const span = (from: string, to: string): Span => ({ from: parseDay(from) as number, to: parseDay(to) as number })
const says = ({ from, to }: Span) => `${formatDay(from)} ${formatDay(to)}`

test.each([
  ['2026-11-01', '2026-11-30', '2026-10-01 2026-10-31', '2025-11-01 2025-11-30'],
  ['2026-01-01', '2026-03-31', '2025-10-01 2025-12-31', '2025-01-01 2025-03-31'],
  ['2026-01-01', '2026-12-31', '2025-01-01 2025-12-31', '2025-01-01 2025-12-31'],
  ['2026-11-10', '2026-11-19', '2026-10-31 2026-11-09', '2025-11-10 2025-11-19'],
  ['2024-02-29', '2024-02-29', '2024-02-28 2024-02-28', '2023-02-28 2023-02-28'],
  // whole months stay whole, also where February has another length
  ['2025-02-01', '2025-02-28', '2025-01-01 2025-01-31', '2024-02-01 2024-02-29'],
])('%s to %s is compared with %s and %s', (from, to, before, yearBefore) => {
  expect([says(spanBefore(span(from, to))), says(spanYearBefore(span(from, to)))]).toEqual([before, yearBefore])
})

test('what the months of a span are compared with is what the span is; of days each is compared once', () => {
  const length = ({ from, to }: Span) => to - from + 1
  for (const [from, to] of [
    ['2025-01-15', '2025-02-28'],
    ['2024-01-15', '2024-02-29'],
    ['2025-02-10', '2025-03-05'],
    ['2024-02-28', '2024-03-01'],
    ['2024-02-29', '2024-12-31'],
    ['2023-11-03', '2025-02-28'],
  ] as const) {
    const all = span(from, to)
    const months = piecesOf(all, 'month').map(spanYearBefore)
    expect(together(months).map(says)).toEqual([says(spanYearBefore(all))])
    const days = piecesOf(all, 'day')
      .map(daysYearBefore)
      .filter((one) => length(one) > 0)
    for (const some of [months, days])
      expect(some.reduce((sum, one) => sum + length(one), 0)).toBe(
        together(some).reduce((sum, one) => sum + length(one), 0),
      )
  }
})

test('months of a span, the first and the last in part; each with the same days of the one before', () => {
  const pieces = piecesOf(span('2026-01-15', '2026-03-31'), 'month')
  expect(pieces.map((piece) => [piece.key, says(piece), says(pieceBefore(piece, 'month'))])).toEqual([
    ['2026-01', '2026-01-15 2026-01-31', '2025-12-15 2025-12-31'],
    ['2026-02', '2026-02-01 2026-02-28', '2026-01-01 2026-01-31'],
    ['2026-03', '2026-03-01 2026-03-31', '2026-02-01 2026-02-28'],
  ])
  expect(says(pieceBefore(span('2026-03-01', '2026-03-30'), 'month'))).toBe('2026-02-01 2026-02-28')
  expect(piecesOf(span('2026-02-28', '2026-03-01'), 'day').map(({ key }) => key)).toEqual(['2026-02-28', '2026-03-01'])
})

test('where nobody says from when', () => {
  const to = parseDay('2026-11-26') as number
  expect((['year', 'months', 'days'] as const).map((kind) => says(usualSpan(kind, to)))).toEqual([
    '2026-01-01 2026-11-26',
    '2025-12-01 2026-11-26',
    '2026-10-28 2026-11-26',
  ])
})

test('how much more in words', () => {
  expect([growth(9, 8), growth(9, 0), growth(9, null), growth(0, 4)]).toEqual([12.5, null, null, -100])
  expect([growthSays(9, 8), growthSays(9, 0), growthSays(9, null), growthSays(4, 4), growthSays(3, 4)]).toEqual([
    '+12.5%',
    '新增',
    '—',
    '持平',
    '-25%',
  ])
})

test('months are told by years, and by at most half a year of months at each end', () => {
  const each = ({ from, to }: Span) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
  for (let from = 24_000; from < 24_013; from += 1)
    for (let to = from; to < from + 40; to += 1) {
      const { years, more, less } = wholeYears({ from, to })
      const found = new Map<number, number>()
      const add = (months: readonly number[], by: number) => {
        for (const month of months) found.set(month, (found.get(month) ?? 0) + by)
      }
      add(
        years.flatMap(each).flatMap((year) => each({ from: year * 12, to: year * 12 + 11 })),
        1,
      )
      add(more.flatMap(each), 1)
      add(less.flatMap(each), -1)
      const told = [...found].flatMap(([month, n]) => (n === 0 ? [] : [[month, n]])).sort(([a = 0], [b = 0]) => a - b)
      expect(told, `${from} ${to}`).toEqual(each({ from, to }).map((month) => [month, 1]))
      expect([...more, ...less].flatMap(each).length).toBeLessThanOrEqual(12)
    }
})
