import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import '../db/tables/factor.ts'
import { newToken } from '../secret.ts'

/**
 * A sign-in that has shown the right password and wants something more before it is one. The ticket stands for what was shown, for ten
 * minutes and once; it opens nothing else, and the database holds only a mark of it. It is over as soon as the account has another
 * password or another second factor: whoever changed that has shown more, and no half-finished sign-in of before goes past them.
 */
export type Step = 'factor' | 'password' | 'enrol'

const lastsMs = 10 * 60_000

const over = () => new Refused('LOGIN_FAILED', '登录已超时，请重新登录')

/** What a ticket stands on. In a transaction nobody changes it meanwhile. */
async function groundOf({ db, parts, dialect }: Ctx, userId: number): Promise<string> {
  const user = db.selectFrom('user').select('password').where('id', '=', userId)
  const held = await (dialect === 'postgres' && db.isTransaction ? user.forUpdate() : user).executeTakeFirst()
  const factor = await db.selectFrom('userFactor').select('secret').where('userId', '=', userId).executeTakeFirst()
  return parts.secret.mark('sign-in ground', userId, held?.password ?? '', factor?.secret ?? '')
}

/** @returns the ticket */
export async function newStep(ctx: Ctx, userId: number, does: Step): Promise<string> {
  const { db, now, parts } = ctx
  const ticket = newToken()
  const ticketHash = parts.secret.mark('sign-in step', ticket)
  const ground = await groundOf(ctx, userId)
  await db
    .insertInto('signInStep')
    .values({ ticketHash, userId, does, ground, expiresAt: now + lastsMs })
    .execute()
  return ticket
}

/** Whether it is the ticket of a sign-in that goes on, at whatever step. */
export async function isStep({ db, now, parts }: Ctx, ticket: string): Promise<boolean> {
  const mark = parts.secret.mark('sign-in step', ticket)
  const found = db.selectFrom('signInStep').select('userId').where('ticketHash', '=', mark).where('expiresAt', '>', now)
  return (await found.executeTakeFirst()) !== undefined
}

/** Whose ticket it is. @throws Refused LOGIN_FAILED for one that is over, used or for something else */
export async function needStep(ctx: Ctx, ticket: string, does: Step): Promise<number> {
  const { db, now, parts } = ctx
  const found = await db
    .selectFrom('signInStep')
    .select(['userId', 'ground'])
    .where('ticketHash', '=', parts.secret.mark('sign-in step', ticket))
    .where('does', '=', does)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  if (!found || found.ground !== (await groundOf(ctx, found.userId))) throw over()
  return found.userId
}

/**
 * Uses a ticket up, in the transaction that does what it is for, and before that: of two at once, of one sign-in or of two, one is refused.
 * @throws Refused LOGIN_FAILED as `needStep`
 */
export async function spendStep(ctx: Ctx, ticket: string, does: Step): Promise<number> {
  const userId = await needStep(ctx, ticket, does)
  const { numDeletedRows } = await ctx.db
    .deleteFrom('signInStep')
    .where('ticketHash', '=', ctx.parts.secret.mark('sign-in step', ticket))
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw over()
  return userId
}
