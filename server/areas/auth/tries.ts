import type { Ctx } from '../../context.ts'

/** What a sign-in has to know of an account. */
export const userOf = (ctx: Ctx, account: string) =>
  ctx.db
    .selectFrom('user')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .select([
      'user.id',
      'user.account',
      'user.name',
      'user.password',
      'user.state',
      'user.demo',
      'user.mustChange',
      'user.passwordAt',
      'dept.state as deptState',
    ])
    .where('account', '=', account)
    .executeTakeFirst()

/** A try that was not even looked at gets its row too, within the allowance of strangers. */
export async function recordLocked(ctx: Ctx, account: string): Promise<void> {
  const passedOver = ctx.parts.refusals.strangers.take(ctx.call.address, ctx.now)
  if (passedOver === null) return
  const as = { userId: null, account, name: '' }
  const change = { kind: 'login' as const, as, result: '已锁定', ...(passedOver > 0 && { after: { passedOver } }) }
  await ctx.transaction(async (inner) => inner.record(change))
}
