import type { Parsed } from '../../../core/contract/endpoint.ts'
import { mailLike } from '../../../core/contract/mail/rows.ts'
import type { mail as contract } from '../../../core/contract/mail.ts'
import { deadlineOf, extended } from '../../../core/domain/deadline.ts'
import {
  type MailMove,
  mailAskWithin,
  mailExtendMax,
  mailFlow,
  repliedStates,
  runningStates,
} from '../../../core/domain/mail-states.ts'
import { dayNumber, formatDate, formatDay } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { mail as table } from '../../db/tables/mail.ts'
import { dayGiven } from '../../letters/day-given.ts'
import { eachWhyOf } from '../../letters/each-why.ts'
import { among, anyOf, like as holding, test } from '../../rows/condition.ts'
import { filesFor } from '../../rows/files.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { refuseAtOnce, refuseStale } from '../../rows/stale.ts'
import { calendarHeld, calendarNow } from '../../workdays/calendar.ts'
import { counted, explained } from '../../workdays/explained.ts'
import { explainedOver, keptCalendar } from '../../workdays/kept.ts'
import { clockOf, countedSays, dueOf, ownClock, type Timed } from './clock.ts'
import { forumOf } from './forum.ts'
import { extensionGone, forgetJoined, joinedAnew } from './joined.ts'
import { countDoubles, doublesOf, noteLeft } from './left.ts'
import { isAlong, isOfEarlier, isOpen, type Letter, letters, made, note, withSaid } from './letters.ts'
import { draftOf } from './open.ts'

/** What the office does with a letter beside the table of its moves. */

/** A letter with its files, what each department says, and how it would stand on the site. */
export async function whole(ctx: Ctx, id: number) {
  const row = await letters.need(ctx, id)
  const [[shown], depts, [attached], merged, doubles, draft] = await Promise.all([
    letters.shown(ctx, [row]).then((rows) => withSaid(ctx, rows)),
    forumOf(ctx, id),
    filesFor(ctx, [{ field: 'files', to: 'mail' }], [id]),
    doublesOf(ctx, id),
    countDoubles(ctx, id),
    draftOf(ctx, row),
  ])
  const { openTitle: title, openContent: content, openReply: reply } = row
  const by = await timedBy(ctx, row)
  const calendar = await calendarNow(ctx)
  return {
    ...(shown as NonNullable<typeof shown>),
    ...{ files: attached?.files ?? [], depts, merged, draft },
    // why another letter was given more time is not said here
    counted: countedSays(calendar, by, by === row ? row.extendReason : null),
    extensionGone: isOpen(by) || by.state === 3 ? await extensionGone(ctx, calendar, by) : null,
    ratingOfEarlier: isOfEarlier(row) ? (1 as const) : (0 as const),
    ...{ mergedCount: doubles.n, mergedWaiting: doubles.waiting },
    published: title === null ? null : { title, content, reply },
  }
}

/** Gives a letter more time, once, while it has some; anew where a letter that came into it since has taken that away. */
export async function extend(ctx: Ctx, { id, version, days, reason }: Parsed<typeof contract.extend>) {
  const row = await letters.need(ctx, id, { lock: true })
  await refuseStale(ctx, row, version, '信件')
  if (!isOpen(row)) throw new Refused('BAD_STATE', '这封信现在没有期限在计，不能延长')
  const calendar = await calendarHeld(ctx)
  const gone = await extensionGone(ctx, calendar, row)
  if (row.extendDays !== null && gone === null)
    throw new Refused(
      'BAD_STATE',
      `答复期限已延长过 ${row.extendDays} 个工作日，只能延长一次，最多 ${mailExtendMax} 个工作日`,
    )
  counted(() => extended(calendar, clockOf(calendar, row), { n: days, day: dayNumber(ctx.now) }))
  const more = { extendDays: days, extendedAt: ctx.now, extendReason: reason }
  const anew = await joinedAnew(ctx, row, more)
  // its own time, without what it was given before, may end no later than that of who came into it
  if (gone !== null && row.due !== null && Number(anew.due) <= row.due)
    throw new Refused(
      'BAD_INPUT',
      `延长（days）：原延长的 ${row.extendDays} 个工作日不再计入，改为延长 ${days} 个工作日，期限并不晚于现在的 ${formatDate(row.due)}，请填写更多的天数`,
    )
  await note(ctx, row, '延长期限', anew, reason)
  return whole(ctx, id)
}

/** A letter with the columns that its time follows from set anew, and its deadline by them. */
export const timedAnew = async <T extends Partial<Timed>>(ctx: Ctx, row: Letter, anew: T) => ({
  ...anew,
  due: dueOf(await calendarHeld(ctx), { ...row, ...anew }),
})

/** A move with letters, each by itself and with its reason, by which their time begins anew. */
export const eachWhy = eachWhyOf<Letter, MailMove>({ flow: mailFlow, need: letters.need, made })

/** Takes a letter up again that was answered: its time begins anew, and what its writer and visitors could read stays in its history. */
export const reopen = eachWhy('reopen', {
  along: async (ctx, row) => ({
    ...(await timedAnew(ctx, row, {
      ...{ restartAt: ctx.now, extendDays: null, extendedAt: null, askedAt: null },
      ...{ joinedFrom: null, joinedDays: null },
    })),
    repliedAt: null,
  }),
  told: ({ reply, repliedAt, publishedAt, openReply }) => ({
    ...{ reply, repliedAt },
    ...(publishedAt !== null && openReply !== reply && { openReply }),
  }),
  async after(ctx, { id }) {
    await forgetJoined(ctx, id)
    await noteLeft(ctx, [id])
  },
})

/** How a letter is to stand on the site; what is not given is written as it is, without what is personal. */
export async function draft(ctx: Ctx, { id, version, ...given }: Parsed<typeof contract.draft>) {
  const row = await letters.need(ctx, id, { lock: true })
  if (row.openTitle !== null) await refuseAtOnce(ctx, row, version, '信件')
  else await refuseStale(ctx, row, version, '信件')
  if (row.state === 6) throw new Refused('BAD_STATE', '信件已公开，请先撤下再修改公开稿')
  if (row.reply === null) throw new Refused('BAD_STATE', '还没有答复，答复后再写公开稿')
  const texts = { ...(await draftOf(ctx, row)), ...given }
  const { title: openTitle, content: openContent, reply: openReply } = texts
  await note(ctx, row, '写公开稿', { openTitle, openContent, openReply })
  return whole(ctx, id)
}

/** The letter by whose time one is answered: another one where it stands in that. */
async function timedBy(ctx: Ctx, row: Letter): Promise<Letter> {
  if (!isAlong(row) || row.mergedInto === null) return row
  return (await ctx.db.selectFrom('mail').selectAll().where('id', '=', row.mergedInto).executeTakeFirst()) ?? row
}

/** Each day of a letter's time, and of one that is over as it stood then. */
export async function explain(ctx: Ctx, id: number) {
  const row = await timedBy(ctx, await letters.need(ctx, id))
  const calendar = await calendarNow(ctx)
  const clock = clockOf(calendar, row)
  if (isOpen(row) || row.state === 3) return explained(calendar, clock, ctx.now)
  const { countedBy, due, repliedAt: endedAt } = row
  return explainedOver(calendar, clock, { countedBy, due, endedAt }, ctx.now)
}

/** What is over keeps by which calendar its time was counted. */
export async function keepCounting(ctx: Ctx, rows: readonly Letter[]): Promise<void> {
  if (rows.length === 0) return
  const calendar = await calendarHeld(ctx)
  for (const row of rows) {
    const countedBy = keptCalendar(calendar, clockOf(calendar, row), ctx.now)
    await ctx.db.updateTable('mail').set({ countedBy }).where('id', '=', row.id).execute()
  }
}

/** Whether the time of a letter waits for its writer who is asked now: while it runs, soon after its receipt, and once. */
export async function waitsFor(ctx: Ctx, row: Letter): Promise<boolean> {
  const calendar = await calendarHeld(ctx)
  const { start, due } = deadlineOf(calendar, ownClock(row))
  const today = dayNumber(ctx.now)
  const until = calendar.addWorking(start, mailAskWithin)
  return row.supplement === null && due !== null && today <= Math.min(due, until)
}

/** What was asked for has come, from its writer or to the office: the time begins anew where it waited for that. */
export async function supplied(ctx: Ctx, row: Letter, content: string, at: number): Promise<void> {
  const supplement = row.supplement ? `${row.supplement}\n${content}` : content
  const anew = { restartAt: at, askedAt: null, extendDays: null, extendedAt: null, extendReason: null }
  const along = row.askedAt === null ? {} : await timedAnew(ctx, row, anew)
  const day = dayNumber(at)
  const reason = day < dayNumber(ctx.now) ? `${formatDay(day)} 收到` : null
  await made(ctx, row, 'supplement', { reason, along: { supplement, ...along } })
}

/** When a writer was asked, also where the time did not wait for that. */
async function askedAt(ctx: Ctx, { id, askedAt }: Letter): Promise<number | null> {
  if (askedAt !== null) return askedAt
  const step = ctx.db.selectFrom('history').select('at').where('kind', '=', mailFlow.area).where('rowId', '=', id)
  const asked = await step.where('act', '=', mailFlow.moves.ask.says).orderBy('no', 'desc').limit(1).executeTakeFirst()
  return asked?.at ?? null
}

/** Writes down what a writer who was asked has said otherwise than on the site. */
export async function supplement(ctx: Ctx, { id, version, content, at }: Parsed<typeof contract.supplement>) {
  const row = await letters.need(ctx, id, { lock: true })
  await refuseStale(ctx, row, version, '信件')
  await supplied(ctx, row, content, dayGiven(ctx, at, 'at', '收到补充之日', ['要求补充', await askedAt(ctx, row)]))
  return whole(ctx, id)
}

const likely = rowsOf(table, { reply: mailLike, logged: [] })
/** Letters that one is held against: those that were answered, and those that somebody works on still. */
const alike = [
  { states: repliedStates, sortField: 'repliedAt', least: 1 },
  // one that is to be handled with it has more of its title than a word that many have
  { states: runningStates, sortField: 'createdAt', least: 2 },
] as const
const told = 5
const looked = 100

/** Pieces of two signs, by which two titles are held against each other. */
const pieces = (text: string): string[] => {
  const signs = [...text.replace(/[^\p{L}\p{N}]/gu, '')]
  return [...new Set(signs.slice(0, -1).map((sign, i) => `${sign}${signs[i + 1]}`))].slice(0, 12)
}

/** Letters whose titles have most in common with this one's: some that were answered, then some that are open. */
export async function like(ctx: Ctx, id: number) {
  const row = await letters.need(ctx, id)
  const asked = pieces(row.title)
  if (asked.length === 0) return []
  const shared = (title: string | null) => asked.filter((one) => title?.includes(one)).length
  const found = []
  for (const { states, sortField, least } of alike) {
    const where = [
      among('state', [...states]),
      test('id', '!=', id),
      anyOf(asked.flatMap((one) => holding('title', one))),
    ]
    const latest = { pageSize: looked, withTotal: 0, sortField, sortOrder: 'desc' } as const
    const { list } = await likely.page(ctx, latest, ...where)
    const most = list
      .map((one) => ({ one, n: shared(one.title) }))
      .filter(({ n }) => n >= Math.min(least, asked.length))
      .sort((a, b) => b.n - a.n)
    found.push(...most.slice(0, told).map(({ one }) => one))
  }
  return found
}
