import { escapeHtml } from '../../core/domain/html.ts'
import { bySms, inInbox, reminderEvents } from '../../core/domain/reminders.ts'
import { formatTime } from '../../core/domain/time.ts'
import type { Ctx, Parts } from '../context.ts'
import { plainReason } from '../full-disk.ts'
import { type JobOutcome, type JobWatch, nothingToDo } from '../jobs/jobs.ts'
import { sendSms } from '../ports/outbox.ts'
import { breathing, countOf, type Due, dueNow, type Line, linesOf, saidIn, uncounted } from './due.ts'
import { call } from './people.ts'
import { tellPeople } from './tell.ts'

/** Nobody is told at night. */
const hours = { from: 8, to: 20 } as const
/** No flood: so many short messages a person a day, and so many of all a run. */
const smsOfPerson = 2
const smsOfRun = 200
/** Of one event so many are named; the others are counted. */
const namedMax = 20

/** What a person is told, by events. */
function pageOf(lines: readonly Line[]): string {
  return [...Map.groupBy(saidIn(lines), ({ event }) => event)]
    .map(([event, some]) => {
      const named = some.filter(({ says }) => says !== null).slice(0, namedMax)
      const items = named.map(({ says }) => `<li>${escapeHtml(says ?? '')}</li>`)
      const left = countOf(some) - countOf(named)
      const more = left > 0 ? `<li>${uncounted(named.length, left)}</li>` : ''
      return `<p><strong>${reminderEvents[event].says}</strong></p><ul>${items.join('')}${more}</ul>`
    })
    .join('')
}

const smsText = (lines: readonly Line[]): string => {
  const counts = [...Map.groupBy(saidIn(lines), ({ event }) => event)]
  return `您有 ${countOf(saidIn(lines))} 件事需要处理：${counts
    .map(([event, some]) => `${reminderEvents[event].says} ${countOf(some)} 件`)
    .join('、')}。请登录系统查看。`
}

/** Writes down of what somebody is told; what another process has told them meanwhile is left out. */
async function fresh({ db, now }: Ctx, userId: number, lines: readonly Line[]): Promise<Line[]> {
  const kept: Line[] = []
  for (const line of lines) {
    const row = await db
      .insertInto('reminderSent')
      .values({ reminderId: line.ruleId, thing: line.key, userId, at: now })
      .onConflict((oc) => oc.columns(['reminderId', 'userId', 'thing']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row) kept.push(line)
  }
  return kept
}

const tell = (ctx: Ctx, userId: number, lines: readonly Line[]) =>
  tellPeople(ctx, [userId], { title: `提醒：${countOf(saidIn(lines))} 件事需要处理`, html: pageOf(lines) })

/** The phone to which another short message may go today; null: none, or enough for today. */
async function phoneFor({ db, parts, now }: Ctx, userId: number): Promise<string | null> {
  const user = await db.selectFrom('user').select(['mobile', 'mobileHash']).where('id', '=', userId).executeTakeFirst()
  if (!user?.mobile || !user.mobileHash) return null
  const phone = parts.secret.decrypt(user.mobile)
  const today = await db
    .selectFrom('sms')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('phoneHash', '=', parts.secret.lookup(phone))
    .where('kind', '=', 'reminder')
    .where('createdAt', '>', now - 24 * 3600_000)
    .executeTakeFirstOrThrow()
  return Number(today.n) >= smsOfPerson ? null : phone
}

interface Reminded {
  readonly told: boolean
  /** A short message went to them. */
  readonly texted: boolean
  /** One was to go, and none could: what it would have told stands in their inbox. */
  readonly instead: boolean
}

/** Tells one person all at once, in one transaction. */
async function remindOne(parts: Parts, due: Due, smsLeft: number): Promise<Reminded> {
  const afters: (() => Promise<void> | void)[] = []
  const done = await parts.db.transaction(async (trx) => {
    const ctx: Ctx = {
      ...{ who: null, call, parts, db: trx, now: parts.now(), dialect: parts.db.dialect, record: () => {} },
      ...{ after: (later) => void afters.push(later), transaction: (inner) => inner(ctx) },
    }
    const lines = await fresh(ctx, due.userId, linesOf(due))
    const texted = lines.filter(({ channel }) => bySms.includes(channel))
    const phone = texted.length > 0 && smsLeft > 0 ? await phoneFor(ctx, due.userId) : null
    // what no short message tells is told all the same: nobody hears of it twice
    const inside = phone ? lines.filter(({ channel }) => inInbox.includes(channel)) : lines
    if (inside.length > 0) await tell(ctx, due.userId, inside)
    if (phone) await sendSms(ctx, { phone, kind: 'reminder', text: smsText(texted) })
    return { told: lines.length > 0, texted: phone !== null, instead: texted.length > 0 && phone === null }
  })
  // what the gateway does not take stands in the outbox as failed, and is not tried again
  for (const later of afters) await Promise.resolve(later()).catch(() => {})
  return done
}

/** Reminds everybody of what is due, one message for each; what was told once is told no more. */
export async function remind(parts: Parts, watch: JobWatch): Promise<JobOutcome> {
  const hour = Number(formatTime(parts.now()).slice(11, 13))
  if (hour < hours.from || hour >= hours.to)
    return { ...nothingToDo, says: `${hours.from} 时至 ${hours.to} 时之间才发送提醒` }
  const due = await dueNow(parts, undefined, breathing())
  let [people, texts, instead] = [0, 0, 0]
  const wrong: string[] = []
  for (const [i, one] of due.entries()) {
    if (watch.stopped()) return { state: 'cancelled', says: `提醒了 ${people} 人` }
    try {
      const done = await remindOne(parts, one, smsOfRun - texts)
      if (done.told) people += 1
      if (done.texted) texts += 1
      if (done.instead) instead += 1
    } catch (error) {
      wrong.push(plainReason(error))
    }
    watch.progress(i + 1, due.length)
  }
  if (wrong.length > 0)
    return { state: 'failed', says: `${wrong.length} 人未能提醒（${wrong[0]}）；已提醒 ${people} 人` }
  if (people === 0) return nothingToDo
  const why = texts >= smsOfRun ? `已到每次 ${smsOfRun} 条短信的上限，或` : ''
  const others = instead > 0 ? `，${instead} 人${why}没有手机号、当天短信已够，改发站内通知` : ''
  return { state: 'done', says: `提醒了 ${people} 人${texts > 0 ? `，短信 ${texts} 条` : ''}${others}` }
}
