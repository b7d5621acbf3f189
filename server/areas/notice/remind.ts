import { escapeHtml } from '../../../core/domain/html.ts'
import { formatDate, formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import type { Table } from '../../db/table.ts'
import { notice as table } from '../../db/tables/notice.ts'
import { tellPeople } from '../../reminders/tell.ts'
import { deleteWith } from '../../rows/references.ts'
import { type Notice, notReadBy, refuseBeyondReach, sent } from './receivers.ts'

/**
 * Tells those who have not read a notice, or not confirmed one that asks for it, once a day; by one entry in their inbox.
 * @throws Refused BAD_STATE where it is not out, nobody is left, or they were told today; NO_PERMISSION beyond the caller's reach
 */
export async function remindOf(ctx: Ctx, row: Notice) {
  const { id, title, status, mustConfirm, sentAt, remindedAt } = row
  if (status !== sent) throw new Refused('BAD_STATE', `《${title}》没有发送，没有人需要提醒`)
  await refuseBeyondReach(ctx, row)
  if (remindedAt !== null && formatDate(remindedAt) === formatDate(ctx.now))
    throw new Refused('BAD_STATE', `《${title}》今天 ${formatTime(remindedAt).slice(11, 16)} 已提醒过，请明天再提醒`)
  const doing = mustConfirm === 1 ? '确认' : '阅读'
  const people = await notReadBy(ctx.db, row)
  if (people.length === 0) throw new Refused('BAD_STATE', `《${title}》已全部${doing}，没有人需要提醒`)
  await ctx.db.updateTable('notice').set({ remindedAt: ctx.now }).where('id', '=', id).execute()
  const when = formatTime(sentAt as number).slice(0, 16)
  await tellPeople(ctx, people, {
    remindsOf: id,
    title: `提醒：请${doing}通知《${title}》`,
    html: `<p>${escapeHtml(`通知《${title}》于 ${when} 发送，您还没有${doing}，请在「通知公告」中打开${doing}。`)}</p>`,
  })
  ctx.record({ ids: [id], after: { reminded: people.length } })
  return { id: String(id), reminded: people.length, says: `提醒还没有${doing}《${title}》的 ${people.length} 人` }
}

/** A notice that is out no longer is nothing to be reminded of: its reminders go, whoever has them. */
export async function forgetReminders(ctx: Ctx, noticeIds: readonly number[]): Promise<void> {
  if (noticeIds.length === 0) return
  const query = ctx.db
    .selectFrom('notice')
    .select('id')
    .where('remindsOf', 'in', [...noticeIds])
  const ids = (await query.execute()).map(({ id }) => id)
  if (ids.length === 0) return
  await deleteWith(ctx, table as unknown as Table, ids)
  await ctx.db.deleteFrom('notice').where('id', 'in', ids).execute()
}
