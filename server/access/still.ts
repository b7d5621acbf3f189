import type { Parts, Staff } from '../context.ts'
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
