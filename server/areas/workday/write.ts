import { plainLine } from '../../../core/domain/unfit.ts'
import { type DayChange, dayChanges, setWords, yearFault } from '../../../core/domain/workday-read.ts'
import type { SetDay } from '../../../core/domain/workdays.ts'
import { Refused } from '../../../core/errors.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { withinPatience } from '../../jobs/jobs.ts'
import { jobOf, workOf } from '../../jobs/schedule.ts'
import { calendarChanged, holdCalendar } from '../../workdays/calendar.ts'
import { type Held, heldYears, withoutOwn } from './show.ts'

interface Given {
  readonly year: number
  readonly days: readonly SetDay[]
  readonly source?: string | null | undefined
  readonly sourceUrl?: string | null | undefined
  readonly version?: number | null | undefined
}

const told = (changes: readonly DayChange[]) =>
  changes.map(({ date, before, after }) => ({ date, before: setWords(before), after: setWords(after) }))
export type Told = ReturnType<typeof told>

/** What the log keeps of some changed days: 「2027-02-06」: 「春节上班」. */
const logged = (changes: Told, side: 'before' | 'after') =>
  Object.fromEntries(changes.map((one) => [one.date, one[side]]))

const title = (year: number) => `${year} 年`

/** The year as it is before a change; who changes one at the same moment waits here. @throws Refused STALE */
async function heldFor(ctx: Ctx, year: number, version: number | null | undefined): Promise<Held> {
  await holdCalendar(ctx)
  const [held] = (await heldYears(ctx, [year])) as [Held]
  if (version != null && version !== held.version)
    throw new Refused('STALE', `${year} 年的节假日安排已由他人修改，请刷新后再试`)
  return held
}

/** Tells the log and all processes. */
async function tell(ctx: Ctx, was: Held, is: Pick<Held, 'days' | 'source' | 'sourceUrl'>): Promise<Told> {
  const changes = told(dayChanges(was.days, is.days))
  await calendarChanged(ctx.db)
  const { source, sourceUrl } = was
  ctx.record({
    ids: [was.year],
    before: { source, sourceUrl, ...logged(changes, 'before') },
    after: { title: title(was.year), source: is.source, sourceUrl: is.sourceUrl, ...logged(changes, 'after') },
  })
  return changes
}

/** Sets all days of a year. @returns which days changed @throws Refused BAD_INPUT by the day that does not fit, STALE */
export async function write(ctx: Ctx, { year, version, ...given }: Given): Promise<Told> {
  const days = given.days
    .map((one) => ({ ...one, name: plainLine(one.name) }))
    .sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))
  const fault = yearFault(year, days)
  if (fault) throw new Refused('BAD_INPUT', `放假和上班的日子（days）：${fault}`)
  const was = await heldFor(ctx, year, version)
  const source = given.source === undefined ? was.source : given.source || null
  const sourceUrl = given.sourceUrl === undefined ? was.sourceUrl : given.sourceUrl || null
  const same = dayChanges(was.days, days).length === 0 && source === was.source && sourceUrl === was.sourceUrl
  if (same) return []
  const by = { updatedBy: whoOf(ctx).userId, updatedAt: ctx.now }
  const set = { source, sourceUrl, days: JSON.stringify(days), ...by }
  if (was.origin === 'own')
    await ctx.db
      .updateTable('workday')
      .set({ ...set, version: was.version + 1 })
      .where('year', '=', year)
      .execute()
  else
    await ctx.db
      .insertInto('workday')
      .values({ year, ...set, version: 1, createdBy: by.updatedBy, createdAt: ctx.now })
      .execute()
  return tell(ctx, was, { days, source, sourceUrl })
}

/** Takes away what somebody has set for a year. @throws Refused NOT_FOUND where nobody has, STALE */
export async function remove(ctx: Ctx, { year, version }: Pick<Given, 'year' | 'version'>): Promise<Told> {
  const was = await heldFor(ctx, year, version)
  if (was.origin !== 'own') throw new Refused('NOT_FOUND', `${year} 年没有自行设置的节假日安排`)
  await ctx.db.deleteFrom('workday').where('year', '=', year).execute()
  return tell(ctx, was, withoutOwn(year))
}

/**
 * Counts all open deadlines anew, and answers what came of it if that does not take long. Where another one does so at this moment,
 * or this process ends before it is done, the schedule makes up for it.
 */
export async function countAnew(ctx: Ctx) {
  const { parts } = ctx
  const { userId, name } = whoOf(ctx)
  const { jobs, db, schedule } = parts
  const id = await db
    .transaction((trx) => jobs.begin(trx, jobOf('deadlines', { id: userId, name })))
    .catch((error: unknown) => {
      if (error instanceof Refused && error.code === 'ALREADY_RUNNING') return null
      throw error
    })
  if (id === null) return { recount: '正在重新计算，稍后再算一次', jobId: null }
  const { done } = jobs.perform(id, workOf(parts, 'deadlines', schedule.tellOf('deadlines'), true))
  let recount = '正在重新计算期限'
  await withinPatience(
    done.then(({ says }) => {
      recount = says ?? recount
    }),
  )
  return { recount, jobId: String(id) }
}
