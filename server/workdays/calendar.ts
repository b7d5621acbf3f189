import type { Kysely } from 'kysely'
import { type ShippedYear, shippedYears } from '../../core/domain/workday-shipped.ts'
import { Calendar, type CalendarYear, type SetDay } from '../../core/domain/workdays.ts'
import type { Ctx, Parts } from '../context.ts'
import type { Schema } from '../db/tables.ts'

const counterName = 'workday'
const doneName = 'workdayDone'

interface Known {
  readonly version: number
  readonly calendar: Calendar
}
const known = new WeakMap<Parts, Known>()

/** A year as it ships. */
export const shippedYear = (year: number): ShippedYear | undefined => shippedYears.find((one) => one.year === year)

/** What stands in the place of what ships. */
export async function ownYears(db: Kysely<Schema>): Promise<CalendarYear[]> {
  const rows = await db.selectFrom('workday').select(['year', 'days']).execute()
  return rows.map(({ year, days }) => ({ year, days: JSON.parse(days) as SetDay[] }))
}

const countOf = async (db: Kysely<Schema>, name: string): Promise<number> =>
  (await db.selectFrom('counter').select('value').where('name', '=', name).executeTakeFirst())?.value ?? 0

/** The calendar as it stands within a transaction that may yet be undone: nobody else is to count by it. */
export async function calendarWritten(db: Kysely<Schema>): Promise<Calendar> {
  const own = await ownYears(db)
  const set = new Set(own.map(({ year }) => year))
  return new Calendar([...shippedYears.filter(({ year }) => !set.has(year)), ...own])
}

async function laidOut(db: Kysely<Schema>, parts: Parts, version: number): Promise<Calendar> {
  const there = known.get(parts)
  if (there?.version === version) return there.calendar
  const calendar = await calendarWritten(db)
  known.set(parts, { version, calendar })
  return calendar
}

/**
 * The calendar that holds now. It is laid out once in each process, and again when somebody has changed it: a count in the database says so.
 * @param db of the transaction that asks, or any
 */
export const calendarNow = async ({ db, parts }: Pick<Ctx, 'db' | 'parts'>): Promise<Calendar> =>
  laidOut(db, parts, await countOf(db, counterName))

/** The same for who writes by it a deadline that a later change is to find: nobody changes the calendar before the transaction ends. */
export async function calendarHeld({ db, parts, dialect }: Pick<Ctx, 'db' | 'parts' | 'dialect'>): Promise<Calendar> {
  const query = db.selectFrom('counter').select('value').where('name', '=', counterName)
  const row = await (dialect === 'postgres' ? query.forShare() : query).executeTakeFirst()
  return laidOut(db, parts, row?.value ?? 0)
}

/** Who changes the calendar waits for who changes it, or writes a deadline by it, at the same moment. */
export async function holdCalendar({ db, dialect }: Pick<Ctx, 'db' | 'dialect'>): Promise<void> {
  const query = db.selectFrom('counter').select('value').where('name', '=', counterName)
  if (dialect === 'postgres') await query.forUpdate().execute()
}

/** The calendar is no longer what it was. */
export async function calendarChanged(db: Kysely<Schema>): Promise<void> {
  await db
    .updateTable('counter')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', counterName)
    .execute()
}

/** The change up to which deadlines were not counted anew yet; null: they were. */
export async function changeToCount(db: Kysely<Schema>): Promise<number | null> {
  const [version, done] = [await countOf(db, counterName), await countOf(db, doneName)]
  return version > done ? version : null
}

/** All deadlines are counted by the calendar of this change. */
export async function changeCounted(db: Kysely<Schema>, version: number): Promise<void> {
  await db
    .updateTable('counter')
    .set({ value: version })
    .where('name', '=', doneName)
    .where('value', '<', version)
    .execute()
}
