import { forumRow } from '../../../core/contract/mail/rows.ts'
import { scopeOf } from '../../access/scope.ts'
import type { Ctx } from '../../context.ts'
import { mailForum as table } from '../../db/tables/mail.ts'
import { allHold, test } from '../../rows/condition.ts'
import { rowsOf } from '../../rows/rows-of.ts'

export const forum = rowsOf(table, {
  reply: forumRow,
  logged: ['mailId', 'deptId', 'lead', 'state'],
  order: [
    ['lead', 'desc'],
    ['id', 'asc'],
  ],
})

/** What each department says of a letter, as far as the caller may read that; who leads comes first. */
export async function forumOf(ctx: Ctx, mailId: number) {
  const rows = await ctx.db
    .selectFrom('mailForum')
    .selectAll()
    .where(allHold([...scopeOf(ctx, table as never, 'mail_list'), test('mailId', '=', mailId)]))
    .orderBy('lead', 'desc')
    .orderBy('id')
    .execute()
  return forum.shown(ctx, rows)
}
