import { chunksOf } from '../../../core/chunks.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { mail as contract } from '../../../core/contract/mail.ts'
import { type MailState, mailFlow, mailMergedMost } from '../../../core/domain/mail-states.ts'
import { Refused } from '../../../core/errors.ts'
import { asStaff, type Ctx } from '../../context.ts'
import { refuseStale } from '../../rows/stale.ts'
import { countDoubles, noteLeft } from './left.ts'
import { history, type Letter, letters, made, note } from './letters.ts'
import { refuseOther } from './open.ts'
import { eachWhy, timedAnew, whole } from './work.ts'

/** Doubles: a letter is taken up into another one, and comes out of it again where that was a slip. */

const merged = 8
/** Why a letter in such a state takes up no other one. */
const closed: Readonly<Record<number, (row: Letter) => string>> = {
  7: () => '没有受理，不能把信并入它',
  8: ({ mergedInto }) => `已并入另一封信，请并入那一封（编号 ${mergedInto}）`,
  9: () => '在垃圾信件中，不能把信并入它',
}
/** So many rows are written by one statement. */
const atOnce = 500

/** What the history calls it where a letter goes along with the one that it was merged into. */
const along = '随并入的信件改为并入'

interface Follower {
  readonly id: number
  readonly version: number
  readonly state: number
}

/** Lets letters go from one into another one, told in the history of each. */
async function goAlong(ctx: Ctx, rows: readonly Follower[], from: number, into: number): Promise<void> {
  const step = { act: along, before: { mergedInto: from }, after: { mergedInto: into } }
  for (const some of chunksOf(rows, atOnce)) {
    await ctx.db
      .updateTable('mail')
      .set((eb) => ({
        ...{ mergedInto: into, version: eb('version', '+', 1) },
        ...{ updatedAt: ctx.now, updatedBy: asStaff(ctx.who)?.userId ?? null },
      }))
      .where(
        'id',
        'in',
        some.map(({ id }) => id),
      )
      .execute()
    await history.keep(
      ctx,
      some.map(({ id, version, state }) => ({ id, no: version + 1, step: { ...step, status: state } })),
    )
  }
}

/** Letters that stand in one and came there with another one: since they were merged themselves they had been in that. */
async function cameWith(ctx: Ctx, id: number, into: number): Promise<Follower[]> {
  const steps = await ctx.db
    .selectFrom('history')
    .innerJoin('mail', 'mail.id', 'history.rowId')
    .where('history.kind', '=', mailFlow.area)
    .where('mail.mergedInto', '=', into)
    .where('history.act', 'in', [mailFlow.moves.merge.says, along])
    .select(['mail.id', 'mail.version', 'mail.state', 'history.act', 'history.before'])
    .orderBy('history.no')
    .execute()
  const found = new Map<number, Follower>()
  for (const { act, before, ...row } of steps) {
    if (act !== along) found.delete(row.id)
    else if ((JSON.parse(before ?? '{}') as { mergedInto?: number }).mergedInto === id) found.set(row.id, row)
  }
  return [...found.values()]
}

/** What the history of the letter that others are merged into calls them. */
const told = ({ id, title }: Letter, more: number) =>
  `「${title}」（编号 ${id}）${more > 0 ? `和已并入它的 ${more} 封` : ''}`

/** Takes a double up into the letter that was there before: whoever wrote it reads of that one's answer what is public, or what the office writes to them. */
export async function merge(ctx: Ctx, { id, into, version, reason }: Parsed<typeof contract.merge>) {
  if (id === into) throw new Refused('BAD_STATE', '不能把信并入它自己')
  const target = await letters.need(ctx, into, { lock: true })
  const why = closed[target.state]?.(target)
  if (why) throw new Refused('BAD_STATE', `「${target.title}」${why}`)
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
    along: { mergedInto: into, reply: null, leftAt: null },
  })
  const query = ctx.db.selectFrom('mail').select(['id', 'version', 'state']).where('mergedInto', '=', id)
  await goAlong(ctx, await query.execute(), id, into)
  await noteLeft(ctx, [into])
  await note(ctx, target, '并入来信', {}, told(row, coming - 1))
  return whole(ctx, id)
}

/** Takes a letter out of the one that it was merged into, with those that had come there with it: it waits as one that has just come, and its time counts. */
export const unmerge = eachWhy(
  'unmerge',
  async (ctx, row) => ({
    ...(await timedAnew(ctx, row, { askedAt: null })),
    mergedInto: null,
    reply: null,
    leftAt: null,
  }),
  async (ctx, row) => {
    const { id, mergedInto } = row
    if (mergedInto === null) return
    const followers = await cameWith(ctx, id, mergedInto)
    await goAlong(ctx, followers, mergedInto, id)
    await noteLeft(ctx, [id])
    const query = ctx.db.selectFrom('mail').selectAll().where('id', '=', mergedInto)
    const target = await query.$if(ctx.dialect === 'postgres', (one) => one.forUpdate()).executeTakeFirst()
    if (target) await note(ctx, target, '取消并入的来信', {}, told(row, followers.length))
  },
)

/** Answers whoever wrote a letter that was taken up into another one: that one's answer may be about somebody else. */
export async function tellMerged(ctx: Ctx, { id, version, reply }: Parsed<typeof contract.tellMerged>) {
  const row = await letters.need(ctx, id, { lock: true })
  await refuseStale(ctx, row, version, '信件')
  if (row.state !== merged)
    throw new Refused(
      'BAD_STATE',
      `信件现为「${mailFlow.words[row.state as MailState]}」，只有已合并的信件可以另行回复`,
    )
  if (row.reply !== null && !version) throw new Refused('STALE', '已另行回复过，请核对后再改', { version: row.version })
  await refuseOther(ctx, row, reply)
  await note(ctx, row, '另行回复来信人', { reply, leftAt: null })
  return whole(ctx, id)
}
