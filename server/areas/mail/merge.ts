import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { mail as contract } from '../../../core/contract/mail.ts'
import { type MailState, mailFlow, mailMerged, mailMergedMost } from '../../../core/domain/mail-states.ts'
import { Refused } from '../../../core/errors.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { alongOf } from '../../letters/along.ts'
import { refuseStale } from '../../rows/stale.ts'
import { calendarHeld } from '../../workdays/calendar.ts'
import { extensionGone, joinedAnew, rejoin } from './joined.ts'
import { countDoubles, noteLeft } from './left.ts'
import { type Letter, letters, made, note } from './letters.ts'
import { refuseOther, refuseTakenUp } from './open.ts'
import { eachWhy, timedAnew, whole } from './work.ts'

/** Doubles: a letter is taken up into another one, and comes out of it again where that was a slip. */

/** Why a letter in such a state takes up no other one. */
const closed: Readonly<Record<number, (row: Letter) => string>> = {
  // nobody who wrote would read anything there
  5: () => '已办结，没有公开的答复，并入后来信人得不到答复；请先公开它的答复，或重新办理它，再并入',
  7: () => '没有受理，不能把信并入它',
  8: ({ mergedInto }) => `已并入另一封信，请并入那一封（编号 ${mergedInto}）`,
  9: () => '在垃圾信件中，不能把信并入它',
}
const { goAlong, cameWith } = alongOf('mail', mailFlow, '随并入的信件改为并入')

/** What the history of the letter that others are merged into calls them. */
const told = ({ id, title }: Letter, more: number) =>
  `「${title}」（编号 ${id}）${more > 0 ? `和已并入它的 ${more} 封` : ''}`

const field = '并入的信件（into）：'

/** The letter that is to stay, held; what is wrong with its number is said of that. */
async function needTarget(ctx: Ctx, into: number): Promise<Letter> {
  try {
    return await letters.need(ctx, into, { lock: true })
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'NOT_FOUND') throw error
    throw new Refused('NOT_FOUND', `${field}${error.message}`)
  }
}

/** Takes a double up into the letter that was there before: whoever wrote it reads of that one's answer what is public, or what the office writes to them. */
export async function merge(ctx: Ctx, { id, into, version, reason }: Parsed<typeof contract.merge>) {
  if (id === into) throw new Refused('BAD_STATE', `${field}不能把信并入它自己`)
  const target = await needTarget(ctx, into)
  const why = closed[target.state]?.(target)
  if (why) throw new Refused('BAD_STATE', `${field}「${target.title}」${why}`)
  const row = await letters.need(ctx, id, { lock: true })
  const [there, coming] = [(await countDoubles(ctx, into)).n, (await countDoubles(ctx, id)).n + 1]
  if (there + coming > mailMergedMost)
    throw new Refused(
      'BAD_STATE',
      `一封信最多并入 ${mailMergedMost} 封，「${target.title}」已有 ${there} 封${coming > 1 ? `，这封连同并入它的共 ${coming} 封` : ''}；成批的广告等请用「移入垃圾信件」，其余请单独办理`,
    )
  // an answer that was sent back is nobody's to read; what the writer is to read is said anew (`tellMerged`)
  await made(ctx, row, 'merge', {
    reason: reason || null,
    version,
    along: {
      ...{ mergedInto: into, joinsAt: ctx.now, joinedFrom: null, joinedDays: null },
      ...{ reply: null, repliedAt: null, repliedBy: null, leftAt: null },
    },
  })
  await goAlong(ctx, id, into)
  await refuseTakenUp(ctx, target)
  await noteLeft(ctx, [into])
  const anew = await joinedAnew(ctx, target)
  const gone = await extensionGone(ctx, await calendarHeld(ctx), { ...target, ...anew })
  const says = [told(row, coming - 1), ...(anew.due !== target.due && gone ? [gone] : [])]
  await note(ctx, target, '并入来信', anew, says.join('；'))
  return whole(ctx, id)
}

/** Takes a letter out of the one that it was merged into, with those that had come there with it: it waits as one that has just come, and its time counts. */
export const unmerge = eachWhy('unmerge', {
  along: async (ctx, row) => ({
    ...(await timedAnew(ctx, row, { askedAt: null, leftAt: null })),
    ...{ mergedInto: null, joinsAt: null, reply: null, repliedAt: null, repliedBy: null },
  }),
  told: ({ reply, repliedAt }) => (reply === null ? {} : { reply, repliedAt }),
  async after(ctx, row) {
    const { id, mergedInto } = row
    if (mergedInto === null) return
    const followers = await cameWith(ctx, id, mergedInto)
    await goAlong(ctx, mergedInto, id, followers)
    await noteLeft(ctx, [id])
    if (followers.length > 0) await rejoin(ctx, id)
    const query = ctx.db.selectFrom('mail').selectAll().where('id', '=', mergedInto)
    const target = await query.$if(ctx.dialect === 'postgres', (one) => one.forUpdate()).executeTakeFirst()
    if (target) await note(ctx, target, '取消并入的来信', await joinedAnew(ctx, target), told(row, followers.length))
  },
})

/** Answers whoever wrote a letter that was taken up into another one: that one's answer may be about somebody else. */
export async function tellMerged(ctx: Ctx, { id, version, reply }: Parsed<typeof contract.tellMerged>) {
  const row = await letters.need(ctx, id, { lock: true })
  await refuseStale(ctx, row, version, '信件')
  if (row.state !== mailMerged)
    throw new Refused(
      'BAD_STATE',
      `信件现为「${mailFlow.words[row.state as MailState]}」，只有已合并的信件可以另行回复`,
    )
  if (row.reply !== null && !version) throw new Refused('STALE', '已另行回复过，请核对后再改', { version: row.version })
  await refuseOther(ctx, row, reply)
  await note(ctx, row, '另行回复来信人', { reply, repliedAt: ctx.now, repliedBy: whoOf(ctx).userId, leftAt: null })
  // they wait for it no longer
  if (row.mergedInto !== null) await rejoin(ctx, row.mergedInto)
  return whole(ctx, id)
}
