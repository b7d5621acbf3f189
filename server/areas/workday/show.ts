import { formatDate, formatTime, parseDay } from '../../../core/domain/time.ts'
import { neededYears, type YearOrigin } from '../../../core/domain/workday-words.ts'
import { Calendar, provisionalSays, type SetDay, weekdayName } from '../../../core/domain/workdays.ts'
import type { Ctx } from '../../context.ts'
import { namesOf } from '../../rows/list.ts'
import { shippedYear } from '../../workdays/calendar.ts'

/** A year as it holds: what somebody has set, or what ships. */
export interface Held {
  readonly year: number
  readonly origin: YearOrigin
  readonly days: readonly SetDay[]
  readonly source: string | null
  readonly sourceUrl: string | null
  readonly version: number
  readonly updatedAt: number | null
  readonly updatedBy: number | null
}

/** What holds of a year where nobody has set anything. */
export function withoutOwn(year: number): Held {
  const shipped = shippedYear(year)
  return {
    ...{ year, origin: shipped ? 'shipped' : 'none', days: shipped?.days ?? [] },
    ...{ source: shipped?.source ?? null, sourceUrl: shipped?.sourceUrl ?? null },
    ...{ version: 0, updatedAt: null, updatedBy: null },
  }
}

/** Some years as they hold, in the order in which they are named. */
export async function heldYears(ctx: Pick<Ctx, 'db'>, years: readonly number[]): Promise<Held[]> {
  if (years.length === 0) return []
  const rows = await ctx.db
    .selectFrom('workday')
    .selectAll()
    .where('year', 'in', [...years])
    .execute()
  const own = new Map(rows.map((row) => [row.year, row]))
  return years.map((year) => {
    const row = own.get(year)
    return row ? { ...row, origin: 'own', days: JSON.parse(row.days) as SetDay[] } : withoutOwn(year)
  })
}

/** How many days of a year are worked, by itself. */
function workingOf({ year, days }: Held): number {
  const [first, last] = [parseDay(`${year}-01-01`) as number, parseDay(`${year}-12-31`) as number]
  return new Calendar([{ year, days }]).workedBetween(first - 1, last)
}

function rowOf(one: Held, today: string, names: ReadonlyMap<number, string>) {
  const { year, origin, days, source, sourceUrl, version, updatedAt, updatedBy } = one
  const missing = origin === 'none'
  return {
    ...{ year, origin, source, sourceUrl, version },
    off: days.filter(({ works }) => !works).length,
    worked: days.filter(({ works }) => works).length,
    working: workingOf(one),
    missing: missing ? provisionalSays([year]) : null,
    pressing: missing && neededYears(today).includes(year) ? (1 as const) : (0 as const),
    updatedAt: updatedAt === null ? null : formatTime(updatedAt),
    updatedName: (updatedBy !== null && names.get(updatedBy)) || null,
  }
}

/** Years as lists show them. */
export async function shown(ctx: Ctx, years: readonly number[]) {
  const held = await heldYears(ctx, years)
  const names = await namesOf(ctx.db, 'user', 'name', new Set(held.map(({ updatedBy }) => updatedBy)))
  return held.map((one) => rowOf(one, formatDate(ctx.now), names as ReadonlyMap<number, string>))
}

/** A year with its days. */
export async function whole(ctx: Ctx, year: number) {
  const [[row], [held]] = await Promise.all([shown(ctx, [year]), heldYears(ctx, [year])])
  const days = (held as Held).days.map(({ date, works, name }) => ({
    ...{ date, name, weekday: weekdayName(parseDay(date) as number) },
    works: works ? (1 as const) : (0 as const),
  }))
  return { ...(row as NonNullable<typeof row>), days }
}
