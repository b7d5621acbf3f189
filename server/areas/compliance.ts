import { compliance as contract } from '../../core/contract/compliance.ts'
import type { Parsed } from '../../core/contract/endpoint.ts'
import {
  type ColumnLine,
  type ComplianceLine,
  type ComplianceProfile,
  complianceLines,
  complianceLineWords,
  sourceSays,
  worstOf,
} from '../../core/domain/compliance.ts'
import { dayNumber, formatDay } from '../../core/domain/time.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/202611261320-compliance.ts'
import { pageIn } from '../letters/by-dept.ts'
import { implement } from '../pipeline.ts'
import { calendarNow } from '../workdays/calendar.ts'
import { listAt } from './compliance/addresses.ts'
import { columnClocks, ofLine } from './compliance/columns.ts'
import { measure } from './compliance/indicators.ts'
import { limitsNow } from './compliance/limits.ts'
import { yearly } from './compliance/yearly.ts'

/** Where its screen stands in the menu. */
export const entry = { under: 'content', name: '合规检查', url: 'content/compliance' } as const
export const migrations = { '202611261320-compliance': made }

const isOf = (profile: ComplianceProfile) => (line: ComplianceLine) =>
  (complianceLines[line].profiles as readonly string[]).includes(profile)

/** How the site stands, as far as the caller reaches. */
export async function check(ctx: Ctx, given?: ComplianceProfile) {
  const [limits, calendar] = [await limitsNow(ctx.db), await calendarNow(ctx)]
  const profile = given ?? (limits.text('compliance.profile') as ComplianceProfile)
  const today = dayNumber(ctx.now)
  const clocks = await columnClocks(ctx, limits)
  const { seen, unseen } = await measure({ ctx, limits, calendar, today, clocks }, isOf(profile))
  const lines = seen.map(({ name, call, query, ...one }) => ({
    ...{ name, says: complianceLineWords[name], source: sourceSays(name, profile), ...one, call, query },
    address: call && query ? listAt(call, query) : null,
  }))
  return {
    ...{ day: formatDay(today), profile, state: worstOf(lines.map(({ state }) => state)), lines },
    unseen: unseen.map((name) => ({ name, says: complianceLineWords[name] })),
  }
}

/** What is worst first: what has the least time left. */
const byNeed = (a: { left: number | null }, b: { left: number | null }) => (a.left ?? 1e9) - (b.left ?? 1e9)

async function list(ctx: Ctx, { title, group, state, line, ...paging }: Parsed<typeof contract.list>) {
  const all = await columnClocks(ctx, await limitsNow(ctx.db))
  const wanted = (line === undefined ? all : ofLine(all, line as ColumnLine)).filter(
    (one) =>
      (title === undefined || one.columnName.includes(title)) &&
      (group === undefined || one.group === group) &&
      (state === undefined || one.state === state),
  )
  return pageIn(wanted.toSorted(byNeed), paging)
}

export const compliance = implement(contract, {
  list,
  yearly: (ctx, { year }) => yearly(ctx, year),
  check: (ctx, { profile }) => check(ctx, profile as ComplianceProfile | undefined),
})
