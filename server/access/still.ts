import { Refused } from '../../core/errors.ts'
import { asStaff, type Ctx, type Parts, partsIn, type Staff } from '../context.ts'
import { holdsKey, rolesNow } from './rights.ts'
import { mayCome } from './session.ts'

/**
 * Somebody whose work goes on behind their call, with the rights that they have now: what is taken from them holds for the rest of it. That
 * they sign out meanwhile ends nothing.
 * @param key the right of the call that began it; empty: it needed none
 * @returns why they may no more, in words
 */
export async function stillMay(parts: Pick<Parts, 'db' | 'demo'>, who: Staff, key: string): Promise<Staff | string> {
  const { db } = parts
  const user = await db.read
    .selectFrom('user')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .select(['user.deptId', 'user.state', 'user.demo', 'dept.state as deptState'])
    .where('user.id', '=', who.userId)
    .executeTakeFirst()
  if (!user || !mayCome(parts, user)) return '发起人的账号或部门已停用'
  if (who.kind === 'script') {
    const token = await db.read.selectFrom('session').select('id').where('id', '=', who.sessionId).executeTakeFirst()
    if (!token) return '发起的脚本令牌已撤销'
  }
  const roles = await rolesNow(db.read, who.userId, user.deptId)
  const now: Staff = { ...who, deptId: user.deptId, rights: { ...who.rights, roles } }
  return key === '' || holdsKey(now.rights, key) ? now : '发起人已没有执行此操作的权限'
}

/** The same within a call that takes its time: what is taken from who called holds for what is still to be done. @throws Refused NO_PERMISSION */
export async function refuseNoMore(ctx: Ctx): Promise<void> {
  const who = asStaff(ctx.who)
  const now = who && (await stillMay(partsIn(ctx), who, ctx.call.key))
  if (typeof now === 'string') throw new Refused('NO_PERMISSION', `${now}，没有继续执行`)
}
