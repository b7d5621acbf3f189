import type { Kysely } from 'kysely'
import { formatTime, parseTime } from '../../core/domain/time.ts'
import type { Schema } from '../db/tables.ts'
import { numbersCall } from '../log.ts'
import type { Key } from '../secret.ts'
import { logBase } from './base.ts'

const day = 86_400_000
const year = 366 * day
/** A gap in the log that is longer may be a clock that was set: it makes no row older. A shorter one is made up for by the same span on top. */
const trusted = 7 * day
/** No setting, and no row that somebody wrote into the table of settings, goes below it. */
const leastYears = 1

/** A month of the log that may be archived, or several that one file has to hold. */
export interface Month {
  /** The last one: `2025-01`. */
  readonly month: string
  readonly firstId: number
  readonly lastId: number
  readonly count: number
}

/** What is due, and why nothing more is. */
export interface Plan {
  readonly months: readonly Month[]
  /** In words; null: there is nothing that is old enough by the clock. */
  readonly held: string | null
}

const monthOf = (at: number) => formatTime(at).slice(0, 7)
/** When a month was over. */
function endOf(month: string): number {
  const [y = 0, m = 0] = month.split('-').map(Number)
  const next = m === 12 ? `${y + 1}-01` : `${y}-${String(m + 1).padStart(2, '0')}`
  return parseTime(`${next}-01 00:00:00`) ?? Number.POSITIVE_INFINITY
}

/** The last moment of what may be archived. @param years as set; less than one counts as one */
export const oldEnough = (now: number, years: number): number =>
  now - Math.max(leastYears, Number.isFinite(years) ? years : leastYears) * year - trusted

/** What counts of the time between two rows: backwards, too, so that a clock that goes back and forth gains nothing. */
const passed = (from: number, to: number) => (Math.abs(to - from) <= trusted ? to - from : 0)

interface Ended extends Month {
  /** How much time the log had seen go by at its last row. */
  readonly seen: number
}

/** Whether anything may be due, at a glance. */
export async function mayBeDue(db: Kysely<Schema>, key: Key, now: number, years: number): Promise<boolean> {
  const base = await logBase(db, key)
  const first = await db.selectFrom('log').select(['id', 'at']).orderBy('id').limit(1).executeTakeFirst()
  if (!first) return false
  return first.id <= (base?.lastId ?? 0) || endOf(monthOf(first.at)) <= oldEnough(now, years)
}

/**
 * The whole months that may leave the database, oldest first: each ends where the first row of a later month stands. A row is as old as its time says, and
 * as the log behind it has seen time go by, in gaps of a week at most: a clock that was set ahead makes nothing older.
 */
export async function planArchive(
  db: Kysely<Schema>,
  key: Key,
  { now, years }: { readonly now: number; readonly years: number },
): Promise<Plan> {
  const base = await logBase(db, key)
  const seal = await db
    .selectFrom('log')
    .select('id')
    .where('kind', '=', 'system')
    .where('call', '=', numbersCall)
    .executeTakeFirst()
  const until = oldEnough(now, years)
  const ended: Ended[] = []
  let month = ''
  let firstId = 0
  let count = 0
  let seen = 0
  let last: { id: number; at: number } | null = null
  for (let after = base?.lastId ?? 0; ; ) {
    const batch: { id: number; at: number }[] = await db
      .selectFrom('log')
      .select(['id', 'at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(5000)
      .execute()
    for (const row of batch) {
      const its = monthOf(row.at)
      // one that is dated back stands in the month in which it was written
      if (last && its > month) {
        // a print of all numbers before it is kept by that row
        if (!seal || seal.id <= last.id) {
          ended.push({ month, firstId, lastId: last.id, count, seen })
          count = 0
        }
      }
      if (its > month) month = its
      if (count === 0) firstId = row.id
      count += 1
      if (last) seen += passed(last.at, row.at)
      last = row
      after = row.id
    }
    if (batch.length === 0) break
  }
  if (last) seen += passed(last.at, now)
  const byClock = ended.filter((one) => endOf(one.month) <= until)
  const due = byClock.filter((one) => seen - one.seen >= now - until)
  const held =
    due.length < byClock.length
      ? `${byClock[due.length]?.month} 的日志按本机时间已够期限，但其后的日志没有经历这么久（时间可能被调过，或服务停用过一周以上），暂不归档`
      : null
  return { months: due.map(({ seen: _, ...one }) => one), held }
}
