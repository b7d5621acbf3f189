import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { proposal as contract } from '../../../core/contract/proposal.ts'
import { extended } from '../../../core/domain/deadline.ts'
import { dissatisfied, jointly, proposalMonths, proposalTimed } from '../../../core/domain/proposal-states.ts'
import { dayNumber } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { missingSays } from '../../../core/text.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { eachOf } from '../../rows/bulk.ts'
import { refuseStale } from '../../rows/stale.ts'
import { calendarHeld, calendarNow } from '../../workdays/calendar.ts'
import { counted, explained } from '../../workdays/explained.ts'
import { explainedOver } from '../../workdays/kept.ts'
import { depts, held, made, note, type Proposal, places, proposals, whole } from './cases.ts'
import { clockOf, dueOf } from './clock.ts'
import { nextNo } from './number.ts'

/** What is done with proposals beside the plain moves of their table. */

const refuse = (says: string): never => {
  throw new Refused('BAD_STATE', says)
}
type In<N extends keyof typeof contract> = Parsed<(typeof contract)[N]>

/** @throws Refused MISSING_PARAMETER where several members make a proposal and none beside its own is named */
export function refuseAlone(type: number, partners: string | null | undefined): void {
  if (type === jointly && !partners) throw new Refused('MISSING_PARAMETER', missingSays('联名人（partners）'))
}

/** A member's own proposal that nobody has looked at yet. */
export async function edit(ctx: Ctx, { id, version, ...given }: In<'edit'>) {
  const row = await proposals.need(ctx, id, { lock: true })
  await refuseStale(ctx, row, version, '提案')
  if (row.state !== 0) refuse('提案已审查，不能修改；要补充请与提案机构联系')
  const { type, class: about, openFlag, ...texts } = given
  const numbers = Object.entries({ type, class: about, openFlag }).filter(([, value]) => value !== undefined)
  const change = { ...texts, ...Object.fromEntries(numbers.map(([name, value]) => [name, Number(value)])) }
  refuseAlone(Number(type ?? row.type), texts.partners === undefined ? row.partners : texts.partners)
  const differing = Object.entries(change).filter(
    ([name, value]) => value !== undefined && value !== row[name as 'title'],
  )
  if (differing.length > 0) await note(ctx, row, '修改', Object.fromEntries(differing), null, true)
  return proposals.get(ctx, id)
}

/** Files proposals, each under a number of its own; one that had a number keeps it. */
export const file = (ctx: Ctx, { items }: In<'file'>) => {
  const byId = new Map(items.map((one) => [one.id, one]))
  return eachOf(ctx, [...byId.keys()], async (one, id) => {
    const row = await proposals.need(one, id, { lock: true })
    if (row.state === 1) return
    const no = row.no ?? (await nextNo(one.db, one.now))
    await made(one, row, 'file', { version: byId.get(id)?.version, along: { no, filedAt: one.now } })
  })
}

/** Clears the units' places for a second handling. @returns the proposal with all that they said the first time in its answer, which is kept */
async function beginAgain(ctx: Ctx, row: Proposal): Promise<Proposal> {
  const said = (await depts.placesOf(ctx, row.id)).filter(({ lead, content }) => lead === 0 && content !== null)
  await ctx.db.deleteFrom('proposalDept').where('proposalId', '=', row.id).execute()
  return {
    ...row,
    reply: [row.reply, ...said.map(({ deptName, content }) => `协办单位${deptName}：${content}`)].join('\n'),
  }
}

export async function forward(ctx: Ctx, { id, ...given }: In<'forward'>) {
  const row = await proposals.need(ctx, id, { lock: true })
  await depts.forward(ctx, row.state === 8 ? await beginAgain(ctx, row) : row, given)
  return whole(ctx, id)
}

/** What who leads says of the whole beside its answer: what it leaves out is as it said the last time, and never guessed. @throws Refused MISSING_PARAMETER */
function saidOfWhole(row: Proposal, given: Pick<In<'answer'>, 'outcome' | 'unitOpen'>) {
  const [outcome, unitOpen] = [given.outcome ?? row.outcome, given.unitOpen ?? row.unitOpen]
  if (outcome === null) throw new Refused('MISSING_PARAMETER', missingSays('办理结果（outcome）'))
  if (unitOpen === null) throw new Refused('MISSING_PARAMETER', missingSays('单位是否同意公开（unitOpen）'))
  return { outcome: Number(outcome), unitOpen: Number(unitOpen) }
}

/** What a unit says; that of who leads goes to the office once it says that it is done, with what came of it. */
export async function answer(ctx: Ctx, { id, deptId, version, done = 1, outcome, unitOpen, ...given }: In<'answer'>) {
  const row = (await held(ctx, id)) as Proposal
  await depts.refuseNotOpen(ctx, row, 'answer')
  const place = await depts.needPlace(ctx, row, depts.needDept(ctx, deptId, row))
  const content = given.content ?? place.content
  if (content === null) throw new Refused('MISSING_PARAMETER', missingSays('答复内容（content）'))
  const { ready, state } = await depts.say(ctx, place, { content, version, done: Number(done) })
  if (ready) {
    const said = { reply: content, ...saidOfWhole(row, { outcome, unitOpen }), answeredAt: ctx.now }
    await made(ctx, row, 'answer', { along: said })
  } else await depts.saidBeside(ctx, row, place, state)
  return places.get(ctx, place.id)
}

/** Gives units more months, once, while there is time. */
export async function extend(ctx: Ctx, { id, version, months, reason }: In<'extend'>) {
  const row = await proposals.need(ctx, id, { lock: true })
  await refuseStale(ctx, row, version, '提案')
  const clock = clockOf(row)
  if (!clock || !proposalTimed.includes(row.state)) return refuse('这件提案现在没有期限在计，不能延长')
  if (row.extendMonths !== null)
    return refuse(`答复期限已延长过 ${row.extendMonths} 个月，总共不超过 ${proposalMonths.most} 个月`)
  const calendar = await calendarHeld(ctx)
  counted(() => extended(calendar, clock, { n: months, day: dayNumber(ctx.now) }))
  const more = { extendMonths: months, extendedAt: ctx.now, extendReason: reason }
  await note(ctx, row, '延长期限', { ...more, due: dueOf(calendar, { ...row, ...more }) }, reason)
  return whole(ctx, id)
}

/** Each day of a proposal's time. */
export async function explain(ctx: Ctx, { id }: In<'explain'>) {
  const row = await proposals.need(ctx, id)
  const [calendar, clock] = [await calendarNow(ctx), clockOf(row)]
  if (!clock) return refuse('提案还没有交办，没有期限在计')
  const { due, deliveredAt: endedAt } = row
  return proposalTimed.includes(row.state)
    ? explained(calendar, clock, ctx.now)
    : explainedOver(calendar, clock, { countedBy: null, due, endedAt }, ctx.now)
}

/** The member's own judgement: who is not content the first time has it handled again; the second time closes it. */
export async function rate(ctx: Ctx, { id, version, rating, words }: In<'rate'>) {
  const row = await proposals.need(ctx, id, { lock: true })
  if (row.createdBy !== whoOf(ctx).userId) refuse('只有提出提案的委员本人可以评价')
  const again = Number(rating) === dissatisfied && row.round < 2
  const said = { rating: Number(rating), ratingWords: words || null, ratedAt: ctx.now }
  await made(ctx, row, again ? 'object' : 'rate', { version, reason: words || null, along: said, told: true })
  return whole(ctx, id)
}
