import { describe, expect, it } from 'vitest'
import { type Clock, deadlineOf, extended, standingOf } from '../../core/domain/deadline.ts'
import { explain } from '../../core/domain/deadline-explain.ts'
import { formatDay, formatTime, parseDay } from '../../core/domain/time.ts'
import { shippedYears } from '../../core/domain/workday-shipped.ts'
import {
  addMonths,
  addWorkingDays,
  Calendar,
  provisionalSays,
  workingDaysAgo,
  workingDaysAhead,
  yearOf,
} from '../../core/domain/workdays.ts'

const calendar = new Calendar(shippedYears)
const day = (text: string) => parseDay(text) as number
const dueOf = (clock: Clock) => {
  const { due } = deadlineOf(calendar, clock)
  return due === null ? null : formatDay(due)
}

/** The same numbers each time. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Day by day, with nothing but the definition. */
function slowly(clock: Clock): { due: number | null; counted: number[] } {
  const restarts = clock.restarts ?? []
  const start = Math.max(clock.start, ...restarts.map((one) => one.day))
  const holds = (one: { day: number }) => restarts.length === 0 || one.day >= start
  const n = clock.n + (clock.extensions ?? []).filter(holds).reduce((sum, one) => sum + one.n, 0)
  const over = (one: { from: number; untilAnew?: boolean }) => one.untilAnew && restarts.length > 0 && start >= one.from
  const spans = (clock.suspensions ?? []).filter((one) => one.to !== null || !over(one))
  const need = clock.unit === 'months' ? addMonths(start, n) - start : n
  const counted: number[] = []
  let at = start
  while (counted.length < need) {
    at += 1
    if (spans.some(({ from, to }) => to === null && at >= from)) return { due: null, counted }
    if (spans.some(({ from, to }) => to !== null && at >= from && at <= to)) continue
    if (clock.unit === 'working' && !calendar.works(at)) continue
    counted.push(at)
  }
  const stands = (day: number) => spans.some(({ from, to }) => to !== null && day >= from && day <= to)
  if (clock.unit !== 'working' && clock.rolls !== false) while (!calendar.works(at) || stands(at)) at += 1
  return { due: spans.some(({ from, to }) => to === null && at >= from) ? null : at, counted }
}

function someClock(roll: (below: number) => number): Clock {
  const start = day('2023-06-01') + roll(1700)
  const unit = (['working', 'days', 'months'] as const)[roll(3)] as Clock['unit']
  const n = unit === 'months' ? 1 + roll(6) : 1 + roll(60)
  const near = () => start - 5 + roll(80)
  const span = () => {
    const from = near()
    return { from, to: from + roll(20) }
  }
  return {
    ...{ unit, n, start, rolls: roll(3) > 0 },
    extensions: Array.from({ length: roll(3) }, () => ({ n: 1 + roll(unit === 'months' ? 3 : 20), day: near() })),
    suspensions: [
      ...Array.from({ length: roll(4) }, span),
      ...(roll(8) === 0 ? [{ from: near(), to: null, untilAnew: roll(2) === 0 }] : []),
    ],
    restarts: roll(4) === 0 ? [{ day: start + roll(30) }] : [],
  }
}

describe('the calendar', () => {
  it('knows the notices that ship', () => {
    for (const [date, works] of [
      ['2026-09-20', true],
      ['2026-09-25', false],
      ['2026-10-10', true],
      ['2026-10-08', true],
      ['2025-01-26', true],
      ['2025-10-08', false],
      ['2024-02-09', true],
      ['2024-02-18', true],
      ['2027-01-01', true],
    ] as const)
      expect([date, calendar.works(day(date))]).toEqual([date, works])
    const count = (year: number) => calendar.workedBetween(day(`${year - 1}-12-31`), day(`${year}-12-31`))
    expect([2024, 2025, 2026].map(count)).toEqual([251, 248, 248])
  })

  it('counts working days as a walk over every day does, both ways', () => {
    const roll = dice(7)
    for (let i = 0; i < 3000; i++) {
      const from = day('2023-01-01') + roll(2500)
      const n = 1 + roll(400)
      let [at, left] = [from, n]
      while (left > 0) left -= calendar.works(++at) ? 1 : 0
      expect(addWorkingDays(calendar, from, n)).toBe(at)
      expect(calendar.workedBetween(from, at)).toBe(n)
      let back = from
      for (let left = n; left > 0; ) left -= calendar.works(--back) ? 1 : 0
      expect(addWorkingDays(calendar, from, -n)).toBe(back)
    }
  })

  it('ends a month that is shorter with its last day', () => {
    const later = (text: string, n: number) => formatDay(addMonths(day(text), n))
    expect(later('2026-01-31', 1)).toBe('2026-02-28')
    expect(later('2024-01-31', 1)).toBe('2024-02-29')
    expect(later('2026-11-30', 3)).toBe('2027-02-28')
    expect(later('2026-02-28', 1)).toBe('2026-03-28')
  })

  it('takes none, refuses what is no number, and reckons days of Shanghai by the clock', () => {
    const at = day('2026-11-21')
    expect([0, 1, -1].map((n) => formatDay(addWorkingDays(calendar, at, n)))).toEqual([
      ...['2026-11-21', '2026-11-23', '2026-11-20'],
    ])
    for (const n of [Number.NaN, 0.5, Number.POSITIVE_INFINITY])
      expect(() => addWorkingDays(calendar, at, n)).toThrow('天数应为整数')
    expect(() => addWorkingDays(calendar, at, -1e15)).toThrow(RangeError)
    // Friday 23:30 in Shanghai, when it is still Friday's afternoon in Greenwich
    const late = Date.parse('2026-11-20T15:30:00Z')
    expect(formatTime(workingDaysAhead(calendar, late, 1))).toBe('2026-11-23 23:59:59')
    expect(formatTime(workingDaysAgo(calendar, late, 1))).toBe('2026-11-19 23:30:00')
    const saturday = Date.parse('2026-11-21T02:00:00Z')
    expect(formatTime(workingDaysAgo(calendar, saturday, 1))).toBe('2026-11-19 10:00:00')
    expect(formatTime(workingDaysAgo(calendar, saturday + 2 * 86_400_000, 1))).toBe('2026-11-20 10:00:00')
  })

  it('refuses years beyond those that can be counted in, and does not walk for ever', () => {
    expect(() => addWorkingDays(calendar, day('2199-12-01'), 100)).toThrow(RangeError)
    expect(() => deadlineOf(calendar, { unit: 'working', n: 1e9, start: day('2026-01-01') })).toThrow('期限应为')
    const upsideDown = [{ from: day('2026-01-05'), to: day('2026-01-04') }]
    expect(() =>
      deadlineOf(calendar, { unit: 'days', n: 3, start: day('2026-01-01'), suspensions: upsideDown }),
    ).toThrow('结束不能早于开始')
  })

  it('lets the notice of a later year speak of the December before it', () => {
    const two = new Calendar([
      { year: 2023, days: [{ date: '2022-12-31', works: false, name: '元旦' }] },
      { year: 2022, days: [{ date: '2022-12-31', works: true, name: '元旦' }] },
    ])
    expect(two.works(day('2022-12-31'))).toBe(false)
  })
})

describe('a deadline', () => {
  const start = day('2026-09-15')

  it('begins on the day after receipt and passes over holidays, and not over weekends that are worked', () => {
    expect(dueOf({ unit: 'working', n: 1, start: day('2026-09-18') })).toBe('2026-09-20')
    expect(dueOf({ unit: 'working', n: 20, start })).toBe('2026-10-19')
  })

  it('is longer by its extensions, and by the days that do not count', () => {
    const extended: Clock = { unit: 'working', n: 20, start, extensions: [{ n: 20, day: day('2026-10-10') }] }
    expect(dueOf(extended)).toBe('2026-11-16')
    const asked = { from: day('2026-09-21'), to: day('2026-09-24') }
    expect(dueOf({ unit: 'working', n: 20, start, suspensions: [asked] })).toBe('2026-10-23')
    // twice the same days are once
    expect(dueOf({ unit: 'working', n: 20, start, suspensions: [asked, asked] })).toBe('2026-10-23')
  })

  it('begins anew where what was missing came in, without what was before', () => {
    const clock: Clock = {
      ...{ unit: 'working', n: 20, start, restarts: [{ day: day('2026-10-12') }] },
      extensions: [{ n: 20, day: day('2026-09-20') }],
      suspensions: [{ from: day('2026-09-16'), to: null, untilAnew: true }],
    }
    expect(dueOf(clock)).toBe(dueOf({ unit: 'working', n: 20, start: day('2026-10-12') }))
  })

  it('begins anew within the time of a third party: that goes on not counting, ended or not', () => {
    const clock = (to: number | null): Clock => ({
      ...{ unit: 'working', n: 5, start, restarts: [{ day: day('2026-10-12') }] },
      suspensions: [{ from: day('2026-09-16'), to, why: '征求第三方意见' }],
    })
    expect(dueOf(clock(null))).toBeNull()
    // 13 to 16 October do not count
    expect(dueOf(clock(day('2026-10-16')))).toBe('2026-10-23')
    expect(dueOf(clock(day('2026-10-01')))).toBe('2026-10-19')
    const early = { ...clock(null), restarts: [{ day: start - 1 }] }
    expect(() => deadlineOf(calendar, early)).toThrow('重新起算的日期不能早于')
  })

  it('is extended until its last day, and not when it is over', () => {
    const clock: Clock = { unit: 'working', n: 5, start }
    const more = (text: string) => extended(calendar, clock, { n: 20, day: day(text) })
    expect(dueOf(clock)).toBe('2026-09-21')
    expect(dueOf(more('2026-09-21'))).toBe('2026-10-26')
    expect(() => more('2026-09-22')).toThrow('期限已于 2026-09-21 届满，届满后不能延长')
    expect(() => more('2026-09-14')).toThrow('不能早于起算之日 2026-09-15')
    expect(() => extended(calendar, clock, { n: 0, day: start })).toThrow('延长应为')
    const standing: Clock = { ...clock, suspensions: [{ from: day('2026-09-17'), to: null }] }
    expect(dueOf(extended(calendar, standing, { n: 2, day: day('2026-12-01') }))).toBeNull()
  })

  it('gives way beyond days that do not count, too', () => {
    const clock: Clock = {
      ...{ unit: 'days', n: 4, start: day('2026-11-03') },
      suspensions: [{ from: day('2026-11-09'), to: day('2026-11-10') }],
    }
    // Saturday 7th gives way to Monday 9th, on which it stands still
    expect(dueOf(clock)).toBe('2026-11-11')
  })

  it('has no last day while it stands still', () => {
    const clock: Clock = { unit: 'working', n: 5, start, suspensions: [{ from: day('2026-09-17'), to: null }] }
    expect(dueOf(clock)).toBeNull()
    expect(standingOf(calendar, clock, day('2026-12-01'))).toEqual({ used: 1, left: 4, late: 0 })
  })

  it('gives way from a day off to the next one that is worked, in days and months', () => {
    expect(dueOf({ unit: 'days', n: 15, start: day('2026-09-18') })).toBe('2026-10-08')
    expect(dueOf({ unit: 'days', n: 15, start: day('2026-09-18'), rolls: false })).toBe('2026-10-03')
    expect(dueOf({ unit: 'months', n: 1, start: day('2026-01-31') })).toBe('2026-02-28')
    expect(dueOf({ unit: 'months', n: 3, start: day('2026-11-30'), rolls: false })).toBe('2027-02-28')
  })

  it('says which years in it nobody has entered', () => {
    const { provisional } = deadlineOf(calendar, { unit: 'working', n: 20, start: day('2026-12-20') })
    expect(provisional).toEqual([2027])
    expect(provisionalSays(provisional)).toBe('2027 年节假日尚未导入，期限为暂定')
    expect(deadlineOf(calendar, { unit: 'days', n: 40, start: day('2026-12-20'), rolls: false }).provisional).toEqual(
      [],
    )
    expect(yearOf(day('2026-12-31'))).toBe(2026)
  })

  it('is what a slow recount comes to, and its explanation names the very days', () => {
    const roll = dice(2026)
    for (let i = 0; i < 2000; i++) {
      const clock = someClock(roll)
      const slow = slowly(clock)
      const told = JSON.stringify(clock)
      expect(deadlineOf(calendar, clock).due, told).toBe(slow.due)
      const today = clock.start + roll(120)
      const { days } = explain(calendar, clock, today)
      const counted = days.flatMap(({ number, date }) => (number === null ? [] : [date]))
      expect(counted, told).toEqual(slow.counted.map(formatDay))
      expect(
        days.flatMap(({ number }) => number ?? []),
        told,
      ).toEqual(counted.map((_, n) => n + 1))
      const { used } = standingOf(calendar, clock, today)
      expect(used, told).toBe(slow.counted.filter((one) => one <= today).length)
      if (slow.due !== null) expect(days.at(-1)?.date, told).toBe(formatDay(slow.due))
    }
  })

  it('explains each day by what it was', () => {
    const clock: Clock = {
      ...{ unit: 'working', n: 3, start: day('2026-09-18') },
      suspensions: [{ from: day('2026-09-21'), to: day('2026-09-22'), why: '征求第三方意见' }],
      extensions: [{ n: 1, day: day('2026-09-21'), why: '需要核实' }],
    }
    expect(
      explain(calendar, clock, day('2026-09-18')).days.map(({ date, role, why }) => `${date} ${role} ${why}`),
    ).toEqual([
      '2026-09-18 start 收到当日，不计',
      '2026-09-19 off 周六，周末',
      '2026-09-20 counted 周日，国庆节安排上班',
      '2026-09-21 suspended 期间暂停：征求第三方意见',
      '2026-09-22 suspended 期间暂停：征求第三方意见',
      '2026-09-23 counted 工作日',
      '2026-09-24 counted 工作日',
      '2026-09-25 off 中秋节放假',
      '2026-09-26 off 中秋节放假',
      '2026-09-27 off 中秋节放假',
      '2026-09-28 extended 工作日；延长的期限：需要核实',
    ])
  })
})
