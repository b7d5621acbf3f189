import { deadlineOf } from '../../../core/domain/deadline.ts'
import { mailMerged } from '../../../core/domain/mail-states.ts'
import { formatDate, momentOf } from '../../../core/domain/time.ts'
import type { Calendar } from '../../../core/domain/workdays.ts'
import type { Ctx } from '../../context.ts'
import { allHold, isEmpty, notEmpty, test } from '../../rows/condition.ts'
import { calendarHeld } from '../../workdays/calendar.ts'
import { clockOf, dueOf, extensionOf, ownClock, type Timed, timedColumns } from './clock.ts'
import { isOpen, type Letter } from './letters.ts'

/** The writers of letters that stand in one were promised a day too: the earliest holds for all. */

type Joined = Pick<Timed, 'joinedFrom' | 'joinedDays'>
const none: Joined = { joinedFrom: null, joinedDays: null }

type Extended = Pick<Letter, 'id' | 'extendDays' | 'extendedAt'>

/** The earliest time of those that stand in a letter and wait for its answer; more time that it was given since they came is theirs too (`extended`). */
async function earliest(ctx: Ctx, calendar: Calendar, { id, extendDays, extendedAt }: Extended) {
  const rows = await ctx.db
    .selectFrom('mail')
    .select(['id', 'joinsAt', ...timedColumns])
    .where(allHold([test('mergedInto', '=', id), test('state', '=', mailMerged), notEmpty('joinsAt')]))
    .where(allHold([isEmpty('reply'), isEmpty('leftAt'), isEmpty('deletedAt')]))
    .execute()
  const times = rows.flatMap(({ joinsAt, ...row }) => {
    const { start, due, total } = deadlineOf(calendar, ownClock(row))
    if (due === null) return []
    const extended = extendedAt !== null && extendedAt > Number(joinsAt)
    const days = total + (extended ? Number(extendDays) : 0)
    return [{ ends: calendar.addWorking(start, days), joinedFrom: momentOf(start), joinedDays: days, extended }]
  })
  const [first] = times.sort((a, b) => a.ends - b.ends)
  return first ?? null
}

/** The more time that a letter was given does not count, because it goes by the time of one that came into it since: what is said of that; null: it counts, or there is none. */
export async function extensionGone(ctx: Ctx, calendar: Calendar, row: Timed & Extended): Promise<string | null> {
  if (extensionOf(row) === null || clockOf(calendar, row).why === undefined) return null
  const first = await earliest(ctx, calendar, row)
  const due = dueOf(calendar, row)
  if (!first || first.extended || due === null) return null
  return `原延长的 ${row.extendDays} 个工作日不再计入，答复期限改为 ${formatDate(due)}`
}

/** What follows for the time of a letter from those that stand in it now, and from what is set along; of one that is over, nothing. */
export async function joinedAnew(ctx: Ctx, row: Letter, along: Partial<Letter> = {}): Promise<Partial<Letter>> {
  if (!isOpen(row) && row.state !== 3) return along
  const calendar = await calendarHeld(ctx)
  const first = await earliest(ctx, calendar, { ...row, ...along })
  const joined: Joined = first ? { joinedFrom: first.joinedFrom, joinedDays: first.joinedDays } : none
  const anew = { ...along, ...joined }
  return { ...anew, due: dueOf(calendar, { ...row, ...anew }) }
}

/** The time of a letter counted anew, where what stands in it has changed and no step of its own tells of that. */
export async function rejoin(ctx: Ctx, id: number): Promise<void> {
  const row = await ctx.db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()
  const anew = row ? await joinedAnew(ctx, row) : {}
  if (row && Object.keys(anew).length > 0) await ctx.db.updateTable('mail').set(anew).where('id', '=', id).execute()
}

/** Those that stand in a letter which is taken up again have no time of their own there any more. */
export const forgetJoined = (ctx: Ctx, id: number) =>
  ctx.db.updateTable('mail').set({ joinsAt: null }).where('mergedInto', '=', id).execute()
