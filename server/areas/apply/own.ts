import { outcomeOf } from '../../../core/domain/apply-outcomes.ts'
import { type ApplyState, applyFlow } from '../../../core/domain/apply-states.ts'
import { formatDate, formatTime } from '../../../core/domain/time.ts'
import type { Calendar } from '../../../core/domain/workdays.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { type Key, rowByCode } from '../../letters/by-code.ts'
import { extensionSays } from '../../letters/extension.ts'
import { setting } from '../../settings.ts'
import { calendarNow } from '../../workdays/calendar.ts'
import { type Case, isAnswered, numberOf } from './cases.ts'
import { provisionalOf, supplyProvisional } from './clock.ts'
import { filesToApplicant, fileToApplicant } from './files.ts'
import { remedyOf } from './remedy.ts'
import { supplied } from './work.ts'

/** What an applicant does with their request, by its code and their phone. */

const needOwn = (ctx: Ctx, key: Key, lock = false) => rowByCode<Case>(ctx, 'apply', '这件申请', key, lock)

/** What is said to the applicant, beside the state. */
function saysOf(calendar: Calendar, row: Case): string | null {
  if (row.state === 0) return '已收到，将与您联系确认；答复期限自双方确认之日起计算'
  if (row.state === 3) {
    const until = [
      row.suppliesUntil !== null && `最迟 ${formatDate(row.suppliesUntil)}`,
      supplyProvisional(calendar, row),
    ]
    const last = until.filter(Boolean).join('；')
    return `请补正：${row.clarify ?? ''}${last && `（${last}）`}`
  }
  if (row.state === 8) return `不予登记：${row.reason ?? ''}`
  if (row.thirdAt !== null && row.thirdBackAt === null && !isAnswered(row.state))
    return '正在征求第三方的意见，所需时间不计入答复期限'
  if (row.againAt !== null && !isAnswered(row.state)) return '原来的答复正在重新办理，答复期限重新计算'
  return null
}

const time = (at: number | null) => (at === null ? null : formatTime(at))

async function shownTo(ctx: Ctx, row: Case) {
  const done = isAnswered(row.state)
  const calendar = await calendarNow(ctx)
  const outcome = done && row.outcome !== null ? outcomeOf(row.outcome) : null
  const extension = row.extendDays ? extensionSays(row.extendDays, row.extendedAt ?? ctx.now, row.extendReason) : null
  return {
    ...{ id: String(row.id), no: numberOf(row), title: row.title, content: row.content, supplement: row.supplement },
    ...{ createdAt: formatTime(row.createdAt), receivedAt: time(row.receivedAt), state: row.state },
    ...{ says: saysOf(calendar, row), due: done ? null : time(row.due), extension },
    dueSays: done || row.due === null ? null : provisionalOf(calendar, row),
    outcome: done ? row.outcome : null,
    article: outcome?.article ?? null,
    answer: done ? row.answer : null,
    answeredAt: done ? time(row.answeredAt) : null,
    remedy: outcome ? remedyOf(outcome.group) : null,
    office: done ? await setting(ctx.db, 'apply.office') : null,
    files: await filesToApplicant(ctx, row),
    maySupplement: row.state === 3 ? (1 as const) : (0 as const),
  }
}

/** How a request stands, to the applicant. */
export const look = async (ctx: Ctx, key: Key) => shownTo(ctx, await needOwn(ctx, key))

/** A file of the answer. */
export const file = async (ctx: Ctx, { fileId, ...key }: Key & { readonly fileId: number }) =>
  fileToApplicant(ctx, await needOwn(ctx, key), fileId)

/** Supplies what was asked for: the time begins anew. */
export async function supplement(ctx: Ctx, { content, ...key }: Key & { readonly content: string }) {
  const row = await needOwn(ctx, key, true)
  if (row.state !== 3)
    throw new Refused('BAD_STATE', `申请现为「${applyFlow.words[row.state as ApplyState]}」，没有要补正的`)
  await supplied(ctx, row, content, ctx.now)
  return shownTo(ctx, await ctx.db.selectFrom('apply').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow())
}
