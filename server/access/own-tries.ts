import { within } from '../../core/contract/guard.ts'
import { Refused } from '../../core/errors.ts'
import { type Ctx, whoOf } from '../context.ts'
import { type Held, hold, take, waitFor } from './guard.ts'

/**
 * Who is signed in and shows again who they are has five tries in a quarter of an hour; then the session ends. They are the session's own: a
 * stolen token buys no more guesses than that, and keeps the owner from no sign-in.
 */
const most = 5

const limitOf = (ctx: Ctx): Held => ({
  ...{ by: 'session', most, withinMs: within.quarter },
  mark: ctx.parts.secret.mark('guard', 'own tries', whoOf(ctx).sessionId),
})

/** The line in which the tries of a session stand. */
export const ownTurn = (ctx: Ctx): string[] => [`session ${whoOf(ctx).sessionId}`]

const ended = () => new Refused('SESSION_OVER', `输错 ${most} 次，本次登录已结束，请重新登录`)

/** Of tries that stood in line, those after the last are not looked at. @throws Refused SESSION_OVER */
export async function refuseEnded(ctx: Ctx): Promise<void> {
  const mine = ctx.db.selectFrom('session').select('id').where('id', '=', whoOf(ctx).sessionId)
  if (!(await mine.executeTakeFirst())) throw ended()
}

/**
 * Counts a wrong try, in the caller's transaction, which is to be committed.
 * @param says what was wrong
 * @returns what to refuse with, afterwards
 */
export async function wrongOwn(ctx: Ctx, says: string): Promise<Refused> {
  const limit = limitOf(ctx)
  await hold(ctx, [limit])
  await take(ctx, [limit])
  if ((await waitFor(ctx.db, limit, ctx.now)) === 0) return new Refused('LOGIN_FAILED', says)
  await ctx.db.deleteFrom('session').where('id', '=', whoOf(ctx).sessionId).execute()
  return ended()
}
