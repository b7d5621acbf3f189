import { Refused } from '../../../core/errors.ts'
import { refuseMightier } from '../../access/beyond.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { loadSettings } from '../../site/settings.ts'
import { rows } from './rows.ts'

/** An account and what everybody knows of its owner: name, department, the unit's names. */
export async function knownOf(ctx: Ctx, userId: number): Promise<{ account: string; names: string[] }> {
  const found = await ctx.db
    .selectFrom('user')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .select(['user.account', 'user.name', 'dept.name as deptName'])
    .where('user.id', '=', userId)
    .executeTakeFirst()
  if (!found) throw new Refused('NOT_FOUND', `用户 ${userId} 不存在或无权操作`)
  const settings = await loadSettings({ read: ctx.db })
  const names = [found.name, found.deptName ?? '', settings['site.name'], settings['site.fullName']]
  return { account: found.account, names }
}

/** How many script tokens of somebody are still good. */
export async function tokensLeft(ctx: Ctx, userId: number): Promise<number> {
  const left = ctx.db.selectFrom('session').select('id').where('userId', '=', userId).where('kind', '=', 'script')
  return (await left.where('expiresAt', '>', ctx.now).execute()).length
}

/** Ends somebody's sign-ins, and what devices know of them; script tokens end by an act of their own. */
export async function endSessions(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db.deleteFrom('device').where('userId', '=', userId).execute()
  await ctx.db.deleteFrom('session').where('userId', '=', userId).where('kind', '=', 'person').execute()
}

/**
 * Gives somebody else a password that they must change when they sign in next; whatever stands on the old one ends.
 * @returns how many of their script tokens are still good
 */
export async function setPassword(ctx: Ctx, userId: number, hash: string): Promise<number> {
  if (whoOf(ctx).userId === userId) throw new Refused('BAD_STATE', '修改自己的密码请用「修改密码」，要验证原密码')
  await rows.need(ctx, userId, { lock: true })
  await refuseMightier(ctx, userId, '重置其密码')
  await rows.change(ctx, userId, { password: hash, mustChange: 1 })
  await endSessions(ctx, userId)
  return tokensLeft(ctx, userId)
}
