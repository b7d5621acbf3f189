import type { apply as contract } from '../../../core/contract/apply.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { lapsedOutcome, outcomeOf } from '../../../core/domain/apply-outcomes.ts'
import {
  type ApplyChannel,
  type ApplyMove,
  type ApplyState,
  applyChannels,
  applyDays,
  applyFlow,
  draftStates,
  openApplyStates,
  startsOf,
} from '../../../core/domain/apply-states.ts'
import { type Extension, extended } from '../../../core/domain/deadline.ts'
import { dayNumber, formatDay } from '../../../core/domain/time.ts'
import { addWorkingDays, type Calendar } from '../../../core/domain/workdays.ts'
import { Refused } from '../../../core/errors.ts'
import { missingSays } from '../../../core/text.ts'
import { holdsKey } from '../../access/rights.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { dayGiven } from '../../letters/day-given.ts'
import type { Place } from '../../letters/depts.ts'
import { eachWhyOf } from '../../letters/each-why.ts'
import { attach, filesFor, keptFiles } from '../../rows/files.ts'
import { refuseStale } from '../../rows/stale.ts'
import { calendarHeld, calendarNow } from '../../workdays/calendar.ts'
import { counted } from '../../workdays/explained.ts'
import { keepAlso } from '../attachment.ts'
import { type Case, cases, held, made, note, withSaid } from './cases.ts'
import { clockOf, daysOf, dueOf, suppliesUntil, thirdUntil } from './clock.ts'
import { answerFiles } from './files.ts'
import { draftOf } from './open.ts'
import { servedPapers } from './papers.ts'
import { depts, placeRows, placesOf } from './places.ts'

/** What office and departments do with a request beside the table of its moves. */

/** The last day on which what is missing may be asked for (30). */
const clarifyUntil = (calendar: Calendar, receivedAt: number): number =>
  addWorkingDays(calendar, dayNumber(receivedAt), applyDays.clarify)

/** Until when that may still be done. */
function clarifying(ctx: Ctx, calendar: Calendar, row: Case) {
  const open = row.receivedAt !== null && row.askedAt === null && [1, 2].includes(row.state)
  const until = open ? clarifyUntil(calendar, row.receivedAt as number) : null
  const may = until !== null && dayNumber(ctx.now) <= until
  return { clarifyUntil: until === null ? null : formatDay(until), mayClarify: may ? (1 as const) : (0 as const) }
}

/** A request with its files, what each department says, and how it would stand on the site. */
export async function whole(ctx: Ctx, id: number) {
  const row = await cases.need(ctx, id)
  const [[shown], places, [attached], calendar, earlierFiles] = await Promise.all([
    cases.shown(ctx, [row]).then((rows) => withSaid(ctx, rows)),
    placesOf(ctx, id),
    filesFor(ctx, [{ field: 'files', to: 'apply' }], [id]),
    calendarNow(ctx),
    keptFiles(ctx, 'apply', id),
  ])
  return {
    ...(shown as NonNullable<typeof shown>),
    earlierFiles,
    starts: applyChannels[row.channel as ApplyChannel].starts,
    article: row.outcome === null ? null : (outcomeOf(row.outcome)?.article ?? null),
    ...clarifying(ctx, calendar, row),
    thirdUntil: row.thirdAt === null ? null : formatDay(thirdUntil(calendar, row.thirdAt)),
    files: attached?.files ?? [],
    depts: places,
    draft: draftOf(ctx, row),
  }
}

/** A request held to be changed, where its clock runs. @throws Refused STALE, BAD_STATE */
async function running(ctx: Ctx, id: number, version: number | null | undefined, doing: string) {
  const row = await cases.need(ctx, id, { lock: true })
  await refuseStale(ctx, row, version, '申请')
  if (!openApplyStates.includes(row.state))
    throw new Refused(
      'BAD_STATE',
      `申请现为「${applyFlow.words[row.state as ApplyState]}」，没有期限在计，不能${doing}`,
    )
  return { row, calendar: await calendarHeld(ctx) }
}

/** What a change of what the deadline follows from makes of it. */
const anew = (calendar: Calendar, row: Case, more: Partial<Case>): Partial<Case> => ({
  ...more,
  due: dueOf(calendar, { ...row, ...more }),
})

export async function forward(ctx: Ctx, { id, ...given }: Parsed<typeof contract.forward>) {
  await depts.forward(ctx, await cases.need(ctx, id, { lock: true }), given)
  return whole(ctx, id)
}

export const giveBack = (ctx: Ctx, { ids, remarks, deptId }: Parsed<typeof contract.giveBack>) =>
  depts.giveBack(ctx, ids, { remarks, deptId, move: 'giveBack', held })

/** The office answers by itself what it has handed to nobody, and what nobody supplied in time. */
async function ownPlace(ctx: Ctx, row: Case, deptId: number, outcome: number | undefined): Promise<Place> {
  const isAsked = row.state === 3
  if (!holdsKey(whoOf(ctx).rights, 'apply_forward')) {
    const why = isAsked ? '待申请人补正，逾期不补正的由受理机构答复' : await depts.whyReturned(ctx, row, 'answer')
    throw new Refused('BAD_STATE', why ?? '它还没有转给部门')
  }
  if (isAsked) {
    if (outcome !== lapsedOutcome) throw new Refused('BAD_STATE', applyFlow.illegal('answer', 3))
    if (row.suppliesUntil !== null && ctx.now <= row.suppliesUntil)
      throw new Refused('BAD_STATE', `补正期限到 ${formatDay(dayNumber(row.suppliesUntil))}，还没有届满`)
  }
  return depts.leadAlone(ctx, row.id, deptId)
}

/** What a department says; that of who leads goes to the office once it says that it is done. */
export async function answer(ctx: Ctx, input: Parsed<typeof contract.answer>) {
  const { id, deptId, version, files, done = 1, ...given } = input
  const row = await held(ctx, id)
  const said = given.outcome === undefined ? undefined : Number(given.outcome)
  const dept = depts.needDept(ctx, deptId, row)
  const alone = row.state === 3 || row.state === 1
  if (!alone) await depts.refuseNotOpen(ctx, row, 'answer')
  // given back to be written anew, it is still that answer
  if (said === lapsedOutcome && row.state !== 3 && row.outcome !== lapsedOutcome)
    throw new Refused('BAD_STATE', '只有告知补正后逾期没有补正的，才能这样答复')
  const place = alone ? await ownPlace(ctx, row, dept, said) : await depts.needPlace(ctx, row, dept)
  const outcome = said ?? (place as Place & { outcome: number | null }).outcome
  const content = given.content ?? place.content
  if (content === null) throw new Refused('MISSING_PARAMETER', missingSays('答复内容（content）'))
  if (place.lead === 1 && Number(done) === 1 && outcome === null)
    throw new Refused('MISSING_PARAMETER', missingSays('办理结果（outcome）'))
  const { ready, state } = await depts.say(ctx, place, { content, version, done: Number(done) })
  await ctx.db.updateTable('applyDept').set({ outcome }).where('id', '=', place.id).execute()
  if (files) await attach(ctx, 'applyDept', place.id, files)
  if (ready)
    await made(ctx, row, 'answer', {
      along: {
        answer: content,
        outcome,
        answeredBy: whoOf(ctx).userId,
        deptId: dept,
        openTitle: null,
        openAnswer: null,
      },
    })
  else await depts.saidBeside(ctx, row, place, state)
  return placeRows.get(ctx, place.id)
}

/** What goes with a draft, why it may, and what of it stays in the history: it may have been handed in, and given back or taken up again. */
function discarded({ answer, outcome }: Case) {
  const drop = { answer: null, outcome: null }
  if (answer !== null) return { drop, says: '曾提交，退回重办后删去', told: { answer, outcome } }
  if (outcome !== null) return { drop, says: '重新答复的稿；原答复及其附件已留存', told: true as const }
  return { drop: {}, says: '没有提交过', told: true as const }
}

/** Throws away an answer that is not handed in: for who wrote it, and for the office. */
export async function discard(ctx: Ctx, { id, deptId, version }: Parsed<typeof contract.discard>) {
  const row = await held(ctx, id)
  if (!draftStates.includes(row.state))
    throw new Refused('BAD_STATE', applyFlow.illegal('answer', row.state as ApplyState))
  const place = await depts.needPlace(ctx, row, depts.needDept(ctx, deptId, row))
  const { rights, userId } = whoOf(ctx)
  if (place.state === 1 && place.updatedBy !== userId && !holdsKey(rights, 'apply_forward'))
    throw new Refused('NO_PERMISSION', '只能删去自己写的答复稿，其他人写的请由办公室删去')
  await depts.discard(ctx, row, place, version)
  await ctx.db.updateTable('applyDept').set({ outcome: null }).where('id', '=', place.id).execute()
  await attach(ctx, 'applyDept', place.id, [])
  const { drop, says, told } = discarded(row)
  await note(ctx, row, '删去答复稿', drop, `${place.deptName}的答复稿，${says}`, told)
  return whole(ctx, id)
}

/** Asks the applicant once for what is missing, within seven working days of the receipt (30). */
export async function clarify(
  ctx: Ctx,
  { id, version, content, days = applyDays.supply }: Parsed<typeof contract.clarify>,
) {
  const { row, calendar } = await running(ctx, id, version, '告知补正')
  if (row.askedAt !== null) throw new Refused('BAD_STATE', '已经告知过补正，须补正的内容应当一次性告知')
  const last = clarifyUntil(calendar, row.receivedAt as number)
  if (dayNumber(ctx.now) > last)
    throw new Refused(
      'BAD_STATE',
      `应在收到申请之日起 ${applyDays.clarify} 个工作日内告知补正，已于 ${formatDay(last)} 届满`,
    )
  const asked = { askedAt: ctx.now, supplyDays: days, suppliesUntil: null }
  const until = suppliesUntil(calendar, asked)
  const along = anew(calendar, row, { ...asked, clarify: content, suppliesUntil: until })
  await made(ctx, row, 'clarify', { reason: content, along })
  return whole(ctx, id)
}

/** What was missing has come: the time begins anew. */
export async function supplied(ctx: Ctx, row: Case, content: string, at: number): Promise<void> {
  // before its time is counted anew: of one that was asked nothing no day begins it
  const state = row.state as ApplyState
  if (applyFlow.target('supplement', state) === null)
    throw new Refused('BAD_STATE', applyFlow.illegal('supplement', state))
  const whole = row.supplement ? `${row.supplement}\n${content}` : content
  const more = { restartAt: at, supplement: whole, extendDays: null, extendedAt: null, extendReason: null }
  await made(ctx, row, 'supplement', { along: anew(await calendarHeld(ctx), row, more) })
}

export async function supplement(ctx: Ctx, { id, version, content, at }: Parsed<typeof contract.supplement>) {
  const row = await cases.need(ctx, id, { lock: true })
  await refuseStale(ctx, row, version, '申请')
  await supplied(ctx, row, content, dayGiven(ctx, at, 'at', '收到补正之日', ['告知补正', row.askedAt]))
  return whole(ctx, id)
}

/** Gives a request more time, once, while it has some; the applicant reads the notice (33). */
export async function extend(ctx: Ctx, { id, version, days, reason }: Parsed<typeof contract.extend>) {
  const { row, calendar } = await running(ctx, id, version, '延长')
  if (row.extendDays !== null)
    throw new Refused(
      'BAD_STATE',
      `答复期限已延长过 ${row.extendDays} 个工作日，只能延长一次，最多 ${applyDays.extendMax} 个工作日`,
    )
  const extension: Extension = { n: days, day: dayNumber(ctx.now) }
  const clock = clockOf(calendar, row)
  if (clock) counted(() => extended(calendar, clock, extension))
  const more = { extendDays: days, extendedAt: ctx.now, extendReason: reason }
  await note(ctx, row, '延长期限，告知申请人', anew(calendar, row, more), reason)
  return whole(ctx, id)
}

/** Asks a third party, whose time does not count, for no longer than fifteen working days (32, 33). */
export async function thirdParty(ctx: Ctx, { id, version, name, at }: Parsed<typeof contract.thirdParty>) {
  const { row, calendar } = await running(ctx, id, version, '征求第三方意见')
  if (row.thirdAt !== null) throw new Refused('BAD_STATE', `已经征求过「${row.thirdParty}」的意见`)
  const thirdAt = dayGiven(ctx, at, 'at', '第三方收到征求意见书之日', ['收到申请', row.restartAt ?? row.receivedAt])
  await note(ctx, row, '征求第三方意见', anew(calendar, row, { thirdParty: name, thirdAt }), name)
  return whole(ctx, id)
}

export async function thirdReply(ctx: Ctx, { id, version, opinion, at }: Parsed<typeof contract.thirdReply>) {
  const { row, calendar } = await running(ctx, id, version, '登记第三方意见')
  if (row.thirdAt === null) throw new Refused('BAD_STATE', '没有征求过第三方的意见')
  if (row.thirdBackAt !== null) throw new Refused('BAD_STATE', '第三方的意见已经登记')
  const thirdBackAt = dayGiven(ctx, at, 'at', '收到意见之日', ['第三方收到征求意见书', row.thirdAt])
  await note(ctx, row, '收到第三方意见', anew(calendar, row, { thirdBackAt, thirdOpinion: opinion }), opinion)
  return whole(ctx, id)
}

const undelivered = { deliveredAt: null, deliverWay: null, deliverNote: null }

/** Takes requests up again whose answer is to be another one: their time begins anew, and what was answered stays in the history. */
export const again = eachWhyOf<Case, ApplyMove>({ flow: applyFlow, need: cases.need, made })('again', {
  async along(ctx, row) {
    const more = { againAt: ctx.now, extendDays: null, extendedAt: null, extendReason: null }
    const answered = { answer: null, openTitle: null, openAnswer: null, countedBy: null }
    return { ...anew(await calendarHeld(ctx), row, more), ...answered, ...undelivered }
  },
  told: (row) => ({
    ...{ answer: row.answer, outcome: row.outcome, answeredAt: row.answeredAt },
    ...{ deliveredAt: row.deliveredAt, deliverWay: row.deliverWay, deliverNote: row.deliverNote },
    ...{ extendDays: row.extendDays, extendedAt: row.extendedAt, extendReason: row.extendReason },
    ...(row.publishedAt !== null && { openAnswer: row.openAnswer }),
  }),
  async after(ctx, row) {
    await keepAlso(ctx, 'apply', row.id, [...(await answerFiles(ctx, row)), ...(await servedPapers(ctx, row))])
    await depts.leadIs(ctx, [row.id], 1)
  },
})

/** Writes down how and when the answer came to the applicant; again where that was mistaken. */
export async function deliver(ctx: Ctx, { id, version, way, at, note: says }: Parsed<typeof contract.deliver>) {
  const row = await cases.need(ctx, id, { lock: true })
  const deliveredAt = dayGiven(ctx, at, 'at', '送达日期', ['答复', row.answeredAt])
  const along = { deliverWay: Number(way), deliveredAt, deliverNote: says || null }
  await made(ctx, row, 'deliver', { version, reason: says || null, along })
  return whole(ctx, id)
}

/** How a request is to stand on the site; what is not given is written as it is, without what is personal. */
export async function draft(ctx: Ctx, { id, version, ...given }: Parsed<typeof contract.draft>) {
  const row = await cases.need(ctx, id, { lock: true })
  await refuseStale(ctx, row, version, '申请')
  if (row.state === 7) throw new Refused('BAD_STATE', '申请已公开，请先撤下再修改公开稿')
  if (row.state !== 6) throw new Refused('BAD_STATE', '答复送达后再写公开稿')
  const { title: openTitle, answer: openAnswer } = { ...draftOf(ctx, row), ...given }
  await note(ctx, row, '写公开稿', { openTitle, openAnswer })
  return whole(ctx, id)
}

/** Each day of a request's time, of one that is answered as it stood then. @throws Refused BAD_STATE for one whose time has not begun */
export async function explain(ctx: Ctx, id: number) {
  const row = await cases.need(ctx, id)
  const days = daysOf(await calendarNow(ctx), row, ctx.now)
  if (!days) throw new Refused('BAD_STATE', '还没有与申请人确认收到申请，期限没有起算')
  return { ...days, startsBy: startsOf(row) }
}
