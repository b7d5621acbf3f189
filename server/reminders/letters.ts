import type { Right } from '../../core/contract/rights.ts'
import { formatDate } from '../../core/domain/time.ts'
import { workingDaysAhead } from '../../core/domain/workdays.ts'
import { scopeOf } from '../access/scope.ts'
import { provisionalOf } from '../areas/mail/clock.ts'
import type { Parts } from '../context.ts'
import { mail } from '../db/tables/mail.ts'
import { breather } from '../rows/bulk.ts'
import { allHold } from '../rows/condition.ts'
import { calendarNow } from '../workdays/calendar.ts'
import { asOne, holdersOf } from './people.ts'

/** Letters whose time ends, or is over: for the departments that have them, and for the office where they wait for it. */

const day = 24 * 3600_000
/** What is late for longer is no news: it stands in the list of what is late. */
const newsFor = 30 * day
const most = 200

interface Told {
  readonly key: string
  readonly says: string
  readonly userId: number
}

const columns = [
  'mail.id',
  'mail.title',
  'mail.due',
  'mail.createdAt',
  'mail.limitDays',
  'mail.restartAt',
  'mail.extendDays',
  'mail.extendedAt',
  'mail.askedAt',
] as const

type Says = (title: string, day: string) => string
interface Span {
  readonly from: number
  readonly to: number
  /** What is told again every day has the day in its key. */
  readonly daily: boolean
}

/** What waits for the office, and who may do it. */
const ofOffice: readonly (readonly [state: number, key: Right])[] = [
  [0, 'mail_examine'],
  [1, 'mailForum_deptSave'],
  [4, 'mail_settle'],
]

async function lettersWithin(parts: Parts, { from, to, daily }: Span, says: Says): Promise<Told[]> {
  const { db, now } = parts
  const calendar = await calendarNow({ db: db.read, parts })
  const open = () =>
    db.read
      .selectFrom('mail')
      .select(columns)
      .where('mail.deletedAt', 'is', null)
      .where('mail.due', '>=', from)
      .where('mail.due', '<', to)
      .orderBy('mail.due')
      .limit(most)
  type Row = Awaited<ReturnType<ReturnType<typeof open>['execute']>>[number]
  const told = (row: Row, place: number | string, userId: number): Told => {
    const due = row.due as number
    const provisional = provisionalOf(calendar, row)
    return {
      key: `mail.${row.id}.${place}.${due}${daily ? `.${formatDate(now())}` : ''}`,
      says: `${says(row.title, formatDate(due))}${provisional ? `（${provisional}）` : ''}`,
      userId,
    }
  }
  const found: Told[] = []
  const atDepts = await open()
    .innerJoin('mailForum', 'mailForum.mailId', 'mail.id')
    .select('mailForum.deptId as place')
    .where('mail.state', '=', 2)
    .where('mailForum.state', '!=', 2)
    .limit(most * 5)
    .execute()
  const people = Map.groupBy(atDepts.length > 0 ? await holdersOf(db.read, 'mailForum_save') : [], (one) => one.deptId)
  for (const row of atDepts) for (const one of people.get(row.place) ?? []) found.push(told(row, row.place, one.id))
  const breathe = breather()
  for (const [state, key] of ofOffice) {
    if ((await open().where('mail.state', '=', state).limit(1).execute()).length === 0) continue
    for (const one of await holdersOf(db.read, key)) {
      await breathe()
      const scope = scopeOf(await asOne(parts, one), mail as never, key)
      const rows = await open()
        .where('mail.state', '=', state)
        .where(allHold([...scope]))
        .execute()
      for (const row of rows) found.push(told(row, 'office', one.id))
    }
  }
  return found
}

/** Those whose last day comes within so many working days; each is told once. */
export async function lettersDue(parts: Parts, days: number): Promise<Told[]> {
  const to = workingDaysAhead(await calendarNow({ db: parts.db.read, parts }), parts.now(), days) + 1
  const span = { from: parts.now(), to, daily: false }
  return lettersWithin(parts, span, (title, at) => `来信《${title}》${at} 到期，请及时办理`)
}

/** Those that are late: told once a day until they are answered. */
export const lettersOverdue = (parts: Parts): Promise<Told[]> =>
  lettersWithin(
    parts,
    { from: parts.now() - newsFor, to: parts.now(), daily: true },
    (title, at) => `来信《${title}》已于 ${at} 到期，还没有答复`,
  )
