import type { Parsed } from '../../../core/contract/endpoint.ts'
import { mailLike } from '../../../core/contract/mail/rows.ts'
import type { mail as contract } from '../../../core/contract/mail.ts'
import { extended } from '../../../core/domain/deadline.ts'
import { type MailMove, mailExtendMax, mailFlow, repliedStates } from '../../../core/domain/mail-states.ts'
import { dayNumber } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { mail as table } from '../../db/tables/mail.ts'
import { eachOf } from '../../rows/bulk.ts'
import { among, anyOf, like as holding, test } from '../../rows/condition.ts'
import { filesFor } from '../../rows/files.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { refuseAtOnce, refuseStale } from '../../rows/stale.ts'
import { calendarHeld, calendarNow } from '../../workdays/calendar.ts'
import { counted, explained } from '../../workdays/explained.ts'
import { clockOf, dueOf, type Timed } from './clock.ts'
import { forumOf } from './forum.ts'
import { countDoubles, doublesOf, noteLeft } from './left.ts'
import { isOpen, type Letter, letters, made, note, withSaid } from './letters.ts'
import { draftOf } from './open.ts'

/** What the office does with a letter beside the table of its moves. */

/** A letter with its files, what each department says, and how it would stand on the site. */
export async function whole(ctx: Ctx, id: number) {
  const row = await letters.need(ctx, id)
  const [[shown], depts, [attached], merged, doubles] = await Promise.all([
    letters.shown(ctx, [row]).then((rows) => withSaid(ctx, rows)),
    forumOf(ctx, id),
    filesFor(ctx, [{ field: 'files', to: 'mail' }], [id]),
    doublesOf(ctx, id),
    countDoubles(ctx, id),
  ])
  const { openTitle: title, openContent: content, openReply: reply } = row
  return {
    ...(shown as NonNullable<typeof shown>),
    ...{ files: attached?.files ?? [], depts, merged, draft: draftOf(ctx, row) },
    ...{ mergedCount: doubles.n, mergedWaiting: doubles.waiting },
    published: title === null ? null : { title, content, reply },
  }
}

/** Gives a letter more time, once, while it has some. */
export async function extend(ctx: Ctx, { id, version, days, reason }: Parsed<typeof contract.extend>) {
  const row = await letters.need(ctx, id, { lock: true })
  await refuseStale(ctx, row, version, '信件')
  if (!isOpen(row)) throw new Refused('BAD_STATE', '这封信现在没有期限在计，不能延长')
  if (row.extendDays !== null)
    throw new Refused(
      'BAD_STATE',
      `答复期限已延长过 ${row.extendDays} 个工作日，只能延长一次，最多 ${mailExtendMax} 个工作日`,
    )
  const calendar = await calendarHeld(ctx)
  counted(() => extended(calendar, clockOf(row), { n: days, day: dayNumber(ctx.now) }))
  const more = { extendDays: days, extendedAt: ctx.now, extendReason: reason }
  await note(ctx, row, '延长期限', { ...more, due: dueOf(calendar, { ...row, ...more }) }, reason)
  return whole(ctx, id)
}

/** A letter with the columns that its time follows from set anew, and its deadline by them. */
export const timedAnew = async (ctx: Ctx, row: Letter, anew: Partial<Timed>) => ({
  ...anew,
  due: dueOf(await calendarHeld(ctx), { ...row, ...anew }),
})

/**
 * A move with letters, each by itself and with its reason, by which their time begins anew.
 * @param along what is written with it
 */
export const eachWhy =
  (
    move: MailMove,
    along: (ctx: Ctx, row: Letter) => Promise<Partial<Letter>>,
    after?: (ctx: Ctx, row: Letter) => Promise<void>,
  ) =>
  (ctx: Ctx, { items }: Parsed<typeof contract.reopen>) => {
    const byId = new Map(items.map((one) => [one.id, one]))
    return eachOf(ctx, [...byId.keys()], async (one, id) => {
      const { reason, version } = byId.get(id) ?? {}
      const row = await letters.need(one, id, { lock: true })
      if (!reason?.trim()) throw new Refused('BAD_INPUT', `理由（reason）：${mailFlow.moves[move].says}必须填写理由`)
      await made(one, row, move, { reason: reason.trim(), version, along: await along(one, row) })
      await after?.(one, row)
    })
  }

/** Takes a letter up again that was answered: its time begins anew. */
export const reopen = eachWhy(
  'reopen',
  async (ctx, row) => ({
    ...(await timedAnew(ctx, row, { restartAt: ctx.now, extendDays: null, extendedAt: null, askedAt: null })),
    repliedAt: null,
    // what was complained about is looked into anew
    ...(row.complainedAt !== null && { complaintDoneAt: row.complaintDoneAt ?? ctx.now }),
  }),
  (ctx, { id }) => noteLeft(ctx, [id]),
)

/** How a letter is to stand on the site; what is not given is written as it is, without what is personal. */
export async function draft(ctx: Ctx, { id, version, ...given }: Parsed<typeof contract.draft>) {
  const row = await letters.need(ctx, id, { lock: true })
  if (row.openTitle !== null) await refuseAtOnce(ctx, row, version, '信件')
  else await refuseStale(ctx, row, version, '信件')
  if (row.state === 6) throw new Refused('BAD_STATE', '信件已公开，请先撤下再修改公开稿')
  if (row.reply === null) throw new Refused('BAD_STATE', '还没有答复，答复后再写公开稿')
  const texts = { ...draftOf(ctx, row), ...given }
  const { title: openTitle, content: openContent, reply: openReply } = texts
  await note(ctx, row, '写公开稿', { openTitle, openContent, openReply })
  return whole(ctx, id)
}

/** Each day of a letter's time. */
export async function explain(ctx: Ctx, id: number) {
  return explained(await calendarNow(ctx), clockOf(await letters.need(ctx, id)), ctx.now)
}

const likely = rowsOf(table, {
  reply: mailLike,
  logged: [],
  order: [
    ['repliedAt', 'desc'],
    ['id', 'desc'],
  ],
})
const told = 5
const looked = 100

/** Pieces of two signs, by which two titles are held against each other. */
const pieces = (text: string): string[] => {
  const signs = [...text.replace(/[^\p{L}\p{N}]/gu, '')]
  return [...new Set(signs.slice(0, -1).map((sign, i) => `${sign}${signs[i + 1]}`))].slice(0, 12)
}

/** Answered letters whose titles have most in common with this one's. */
export async function like(ctx: Ctx, id: number) {
  const row = await letters.need(ctx, id)
  const asked = pieces(row.title)
  if (asked.length === 0) return []
  const where = [
    among('state', [...repliedStates]),
    test('id', '!=', id),
    anyOf(asked.flatMap((one) => holding('title', one))),
  ]
  const { list } = await likely.page(ctx, { pageSize: looked, withTotal: 0 }, ...where)
  const shared = (title: string | null) => asked.filter((one) => title?.includes(one)).length
  return list
    .map((one) => ({ one, n: shared(one.title) }))
    .sort((a, b) => b.n - a.n)
    .slice(0, told)
    .map(({ one }) => one)
}
