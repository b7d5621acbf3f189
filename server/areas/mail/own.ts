import { type MailState, mailMerged, mailRatings, mailStates } from '../../../core/domain/mail-states.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { type Key, rowByCode } from '../../letters/by-code.ts'
import { extensionSays } from '../../letters/extension.ts'
import { namesOf } from '../../rows/list.ts'
import { calendarNow } from '../../workdays/calendar.ts'
import { extensionOf, provisionalOf, type Timed, timedColumns } from './clock.ts'
import { extensionGone } from './joined.ts'
import { isOfEarlier, isReplied, type Letter, note, online } from './letters.ts'
import { supplied } from './work.ts'

/** What whoever wrote a letter does with it, by its code and their phone. */

/** What was put among spam is told as refused. */
const spamState = 9
const refused = 7
/** Nobody answers these. */
const refusedStates: readonly number[] = [refused, spamState]
/** The state of a letter as its writer is told of it. */
const told = (state: number): number => (state === spamState ? refused : state)
const toldWord = (state: number): string => mailStates[told(state) as MailState]

const needOwn = (ctx: Ctx, key: Key, lock = false) => rowByCode<Letter>(ctx, 'mail', '这封信', key, lock)

/** What may be shown of how a letter stands: of another one no more than everybody may read. */
interface Shown {
  readonly replied: boolean
  readonly deptId: number | null
  readonly due: number | null
  /** What the time follows from. */
  readonly timed: (Timed & { readonly id: number }) | null
  readonly reply: string | null
  readonly repliedAt: number | null
  /** What is public of the letter that it was merged into, beside an answer of its own. */
  readonly public?: { readonly reply: string | null; readonly repliedAt: number | null; readonly deptId: number | null }
}

/** One that was taken up into another: what the office wrote for it, and the other's answer as it stands on the site. */
async function ofMerged(ctx: Ctx, own: Letter): Promise<Shown> {
  const none = { replied: false, deptId: null, due: null, timed: null, reply: null, repliedAt: null }
  if (own.leftAt !== null) return { ...none, due: own.due, timed: own }
  const into = await ctx.db
    .selectFrom('mail')
    .select(['id', 'state', 'deptId', 'due', 'openReply', 'repliedAt'])
    .select([...timedColumns])
    .where('id', '=', own.mergedInto)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (own.reply !== null) {
    const { reply, repliedAt } = own
    const both = into?.state === online && { public: { ...into, reply: into.openReply } }
    return { ...none, replied: true, reply, repliedAt, ...both }
  }
  if (!into) return none
  const { state, deptId, due, openReply, repliedAt, ...timed } = into
  if (state === online) return { ...none, replied: true, deptId, reply: openReply, repliedAt }
  return isReplied(state) ? none : { ...none, due, timed }
}

function ofOwn(own: Letter): Shown {
  const { state, deptId, due, reply, repliedAt } = own
  const replied = isReplied(state)
  return replied
    ? { replied, deptId, due: null, timed: null, reply, repliedAt }
    : {
        replied,
        deptId: null,
        due: refusedStates.includes(state) ? null : due,
        timed: own,
        reply: null,
        repliedAt: null,
      }
}

/** What is said to whoever wrote, beside the state. */
function saysOf(row: Letter & { readonly openAlso: boolean }): string | null {
  if (row.state === 3) return `请补充：${row.reason ?? ''}`
  if (row.state === spamState) return '不予受理：与信箱无关的内容'
  if (row.state === refused) return `不予受理：${row.reason ?? ''}`
  if (row.state !== mailMerged) return null
  if (row.reply !== null)
    return row.openAlso
      ? '已另行答复您；与您反映同一问题的来信现已公开答复，一并列出'
      : '与您反映的同一问题的来信一并办理，已另行答复您'
  // nothing of the other one: not even which end it had
  return row.leftAt === null
    ? '与您反映的同一问题的来信一并办理'
    : '与您反映同一问题的来信已经了结，没有公开的答复；信箱的管理部门将另行答复您'
}

/** What came of their complaint. */
function complaintSays({
  complainedAt,
  complaintDoneAt,
  complaintResult,
  restartAt,
  repliedAt,
}: Letter): string | null {
  if (complainedAt === null) return null
  const anew = restartAt !== null && restartAt >= complainedAt && repliedAt === null
  if (complaintDoneAt === null && anew) return '您已投诉，来信正在重新办理。'
  if (complaintDoneAt === null) return '您已投诉，将由信箱的管理部门处理。'
  return complaintResult ? `您的投诉已处理：${complaintResult}` : '您的投诉已处理。'
}

/** More time, told while it is waited for: of the letter in which one stands only what was given since it went there, and not why. */
function extensionTo(own: Letter, timed: Timed): string | null {
  const more = extensionOf(timed)
  if (more === null) return null
  const isOwn = own.state !== mailMerged || own.leftAt !== null
  if (!isOwn && (own.joinsAt === null || more.at <= own.joinsAt)) return null
  return extensionSays(more.days, more.at, isOwn ? own.extendReason : null)
}

const may = (yes: boolean) => (yes ? (1 as const) : (0 as const))
const time = (at: number | null) => (at === null ? null : formatTime(at))

async function shownTo(ctx: Ctx, own: Letter) {
  const { replied, deptId, due, timed, reply, repliedAt, ...also } =
    own.state === mailMerged ? await ofMerged(ctx, own) : ofOwn(own)
  const open = also.public ?? null
  const names = await namesOf(
    ctx.db,
    'dept',
    'name',
    [deptId, open?.deptId].filter((one) => typeof one === 'number'),
  )
  const mine = isReplied(own.state)
  const counts = timed !== null && due !== null ? timed : null
  const calendar = await calendarNow(ctx)
  // of what counts no longer since another letter came in nobody is told as of a day that holds
  const extending = counts !== null && (await extensionGone(ctx, calendar, counts)) === null ? counts : null
  return {
    ...{ id: String(own.id), title: own.title, type: own.type, content: own.content, supplement: own.supplement },
    ...{
      createdAt: formatTime(own.createdAt),
      state: told(own.state),
      status: may(replied),
      says: saysOf({ ...own, openAlso: open !== null }),
    },
    due: time(due),
    dueSays: counts && provisionalOf(calendar, counts),
    extension: extending && extensionTo(own, extending),
    deptName: names.get(deptId ?? 0) ?? null,
    reply,
    repliedAt: time(repliedAt),
    openReply: open?.reply ?? null,
    openRepliedAt: time(open?.repliedAt ?? null),
    openDeptName: names.get(open?.deptId ?? 0) ?? null,
    rating: own.rating,
    ratingOfEarlier: may(isOfEarlier(own)),
    maySupplement: may(own.state === 3),
    mayRate: may(mine && !isImported(own) && (own.rating === null || isOfEarlier(own))),
    mayComplain: may(own.complainedAt === null && (mine || isLate(ctx, own))),
    complained: may(own.complainedAt !== null),
    complaintSays: complaintSays(own),
  }
}

const ratingSays = ({ rating, ratingWords }: Letter) =>
  [mailRatings[rating as keyof typeof mailRatings], ratingWords].filter(Boolean).join('：')
/** Whoever brought it in knows its code too: what is said by that of the answer is nobody's. */
const isImported = ({ sourceKey }: Letter): boolean => sourceKey !== null

const isLate = (ctx: Ctx, { due, state, leftAt }: Letter) =>
  due !== null && due < ctx.now && (leftAt !== null || ![...refusedStates, mailMerged].includes(state))

/** How a letter stands, to whoever wrote it. */
export const look = async (ctx: Ctx, key: Key) => shownTo(ctx, await needOwn(ctx, key))

const again = async (ctx: Ctx, { id }: Letter) =>
  shownTo(ctx, await ctx.db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

/** Says what was asked for: the time begins anew where it waited for that. */
export async function supplement(ctx: Ctx, { content, ...key }: Key & { readonly content: string }) {
  const row = await needOwn(ctx, key, true)
  if (row.state !== 3) throw new Refused('BAD_STATE', `来信现为「${toldWord(row.state)}」，没有要补充的`)
  await supplied(ctx, row, content, ctx.now)
  return again(ctx, row)
}

/** Says once of each answer what is thought of it. */
export async function rate(
  ctx: Ctx,
  {
    rating,
    words,
    repliedAt,
    ...key
  }: Key & {
    readonly rating: number
    readonly words?: string | null | undefined
    readonly repliedAt?: string | null | undefined
  },
) {
  const row = await needOwn(ctx, key, true)
  if (!isReplied(row.state)) throw new Refused('BAD_STATE', '来信还没有答复，答复后才能评价')
  if (isImported(row)) throw new Refused('BAD_STATE', '这封信是从旧系统导入的，不能凭查询码评价')
  if (repliedAt && repliedAt !== time(row.repliedAt))
    throw new Refused('STALE', '答复在您打开网页后改过，请先看新的答复，再评价')
  const earlier = isOfEarlier(row)
  if (row.rating !== null && !earlier) throw new Refused('BAD_STATE', '您已经评价过，每次答复只能评价一次')
  const said = { rating: Number(rating), ratedAt: ctx.now, ratingWords: words || null }
  const before = earlier ? `对此前的答复的评价是「${ratingSays(row)}」` : null
  await note(ctx, row, '来信人评价', said, before)
  return again(ctx, row)
}

/** Complains once: of an answer, or that there is none in time. */
export async function complain(ctx: Ctx, { content, ...key }: Key & { readonly content: string }) {
  const row = await needOwn(ctx, key, true)
  if (row.complainedAt !== null) throw new Refused('BAD_STATE', '您已经投诉过，只能投诉一次')
  if (refusedStates.includes(row.state))
    throw new Refused('BAD_STATE', `来信${toldWord(row.state)}，没有可以投诉的答复`)
  if (!isReplied(row.state) && !isLate(ctx, row))
    throw new Refused('BAD_STATE', `来信现为「${toldWord(row.state)}」，还在期限内，答复后或超期后才能投诉`)
  await note(ctx, row, '来信人投诉', { complainedAt: ctx.now, complaint: content })
  return again(ctx, row)
}
