import { mayCome } from '../../access/session.ts'
import type { Ctx } from '../../context.ts'

/** What a sign-in has to know of an account. */
export const userOf = (ctx: Ctx, by: { readonly account: string } | { readonly id: number }) => {
  const found = ctx.db
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
  return 'id' in by
    ? found.where('user.id', '=', by.id).executeTakeFirst()
    : found.where('account', '=', by.account).executeTakeFirst()
}
export type SignedUser = NonNullable<Awaited<ReturnType<typeof userOf>>>

/** An account by its name in capitals or small letters: what counts tries does not tell them apart. */
export const calledLike = ({ db }: Ctx, account: string) =>
  db
    .selectFrom('user')
    .select(['id', 'account', 'name', 'deptId'])
    .where((eb) => eb(eb.fn('lower', ['account']), '=', account.toLowerCase()))
    .executeTakeFirst()

/** Stands in the log for a name that no account has: it may be a password or a phone that came into the wrong box. */
export const noSuchAccount = '（没有这个账号）'

/** An account by whatever spelling; undefined: nobody is called so. */
export type Called = Awaited<ReturnType<typeof calledLike>>

/** What the log keeps of a name that was typed to sign in. */
export const toldOf = (owner: Called): string => owner?.account ?? noSuchAccount

/** By what tries are counted: the account's name however it was spelled, and else what tells it apart and cannot be read. */
export const countedAs = ({ parts }: Ctx, typed: string, owner: Called): string =>
  owner ? owner.account : `? ${parts.secret.mark('sign-in name', typed.toLowerCase())}`

/** Who may sign in: neither they nor their department are stopped; a demo account only where there is a demo. */
export const isActive = ({ parts }: Ctx, user: SignedUser): boolean => mayCome(parts, user)

/** An account that may sign in now; null: it is not there, or may not. */
export async function activeUser(ctx: Ctx, by: Parameters<typeof userOf>[1]): Promise<SignedUser | null> {
  const user = await userOf(ctx, by)
  return user && isActive(ctx, user) ? user : null
}

/** A try that was not even looked at gets its row too, within the allowance of strangers. */
export async function recordLocked(ctx: Ctx, owner: Called): Promise<void> {
  const passedOver = ctx.parts.refusals.strangers.take(ctx.call.address, ctx.now)
  if (passedOver === null) return
  const as = { userId: owner?.id ?? null, account: toldOf(owner), name: owner?.name ?? '' }
  const change = { kind: 'login' as const, as, result: '已锁定', ...(passedOver > 0 && { after: { passedOver } }) }
  await ctx.transaction(async (inner) => inner.record(change))
}
