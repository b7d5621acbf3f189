import { Refused } from '../../../core/errors.ts'
import { refuseMightier, type Those } from '../../access/beyond.ts'
import { keepPast, policyOf } from '../../access/unfit-password.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { rows } from './rows.ts'

/** How many script tokens of somebody are still good. */
export async function tokensLeft(ctx: Ctx, userId: number): Promise<number> {
  const left = ctx.db.selectFrom('session').select('id').where('userId', '=', userId).where('kind', '=', 'script')
  return (await left.where('expiresAt', '>', ctx.now).execute()).length
}

/**
 * Ends somebody's sign-ins, those that wait for a step too, and what devices know of them.
 * @param tokens `end`: their script tokens too, for good; else these end by an act of their own
 */
export async function endSessions(ctx: Ctx, userId: number, tokens: 'end' | 'keep' = 'keep'): Promise<void> {
  await ctx.db.deleteFrom('device').where('userId', '=', userId).execute()
  await ctx.db.deleteFrom('signInStep').where('userId', '=', userId).execute()
  const theirs = ctx.db.deleteFrom('session').where('userId', '=', userId)
  await (tokens === 'end' ? theirs : theirs.where('kind', '=', 'person')).execute()
}

/** Ends the sign-ins and script tokens of several people at once, for good. @param those narrows the rows of `user` */
export async function endSessionsAmong(ctx: Ctx, those: Those): Promise<void> {
  const users = those(ctx.db.selectFrom('user').select('user.id'))
  await ctx.db.deleteFrom('device').where('userId', 'in', users).execute()
  await ctx.db.deleteFrom('signInStep').where('userId', 'in', users).execute()
  await ctx.db.deleteFrom('session').where('userId', 'in', users).execute()
}

/** Ends somebody's sign-ins, but for the session that calls where it is their own. */
export async function endOtherSessions(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db.deleteFrom('device').where('userId', '=', userId).execute()
  const others = ctx.db.deleteFrom('session').where('userId', '=', userId).where('kind', '=', 'person')
  await others.where('id', '!=', whoOf(ctx).sessionId).execute()
}

/**
 * Gives somebody else a password, which they must change when they sign in next where the policy says so; whatever stands on the old one ends.
 * @returns how many of their script tokens are still good
 */
export async function setPassword(ctx: Ctx, userId: number, hash: string): Promise<number> {
  if (whoOf(ctx).userId === userId) throw new Refused('BAD_STATE', '修改自己的密码请用「修改密码」，要验证原密码')
  await rows.need(ctx, userId, { lock: true })
  await refuseMightier(ctx, userId, '重置其密码')
  await keepPast(ctx, userId)
  const { firstChange } = await policyOf(ctx)
  await rows.change(ctx, userId, {
    password: hash,
    passwordAt: ctx.now,
    ownPassword: 0,
    mustChange: firstChange ? 1 : 0,
  })
  await endSessions(ctx, userId)
  return tokensLeft(ctx, userId)
}
