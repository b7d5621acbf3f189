import { dayNumber, formatDate } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { sendSms } from '../../ports/outbox.ts'
import { setting } from '../../settings.ts'
import { cases, note, numberOf } from './cases.ts'

/** So many people of a department are told at most. */
const most = 5

/** Tells the leading department by short message that a request waits, once a day. */
export async function remind(ctx: Ctx, id: number) {
  const row = await cases.need(ctx, id, { lock: true })
  if (row.state !== 2 || row.deptId === null) throw new Refused('BAD_STATE', '它不在部门办理，没有可以催办的部门')
  if (row.remindedAt !== null && dayNumber(row.remindedAt) === dayNumber(ctx.now))
    throw new Refused('BAD_STATE', '今天已经催办过，一件申请一天只催办一次')
  const people = await ctx.db
    .selectFrom('user')
    .select('mobile')
    .where('deptId', '=', row.deptId)
    .where('mobile', 'is not', null)
    .where('state', '=', 0)
    .orderBy('id')
    .limit(most)
    .execute()
  if (people.length === 0) throw new Refused('BAD_STATE', '主办部门没有人登记手机号，不能发短信催办')
  const signature = await setting(ctx.db, 'sms.signature')
  const until = row.due === null ? '' : `，答复期限到 ${formatDate(row.due)}`
  const text = `【${signature}】依申请公开${numberOf(row)}由贵部门主办${until}，请尽快办理。`
  for (const { mobile } of people)
    if (mobile) await sendSms(ctx, { phone: ctx.parts.secret.decrypt(mobile), kind: 'reminder', text })
  await note(ctx, row, '短信催办', { remindedAt: ctx.now })
  return { id: String(id) }
}
