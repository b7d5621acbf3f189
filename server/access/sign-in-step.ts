import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import { newToken } from '../secret.ts'

/**
 * A sign-in that has shown the right password and wants something more before it is one. The ticket stands for what was shown, for ten
 * minutes and once; it opens nothing else, and the database holds only a mark of it.
 */
export type Step = 'factor' | 'password' | 'enrol'

const lastsMs = 10 * 60_000

const over = () => new Refused('LOGIN_FAILED', '登录已超时，请重新登录')

/** @returns the ticket */
export async function newStep({ db, now, parts }: Ctx, userId: number, does: Step): Promise<string> {
  const ticket = newToken()
  const ticketHash = parts.secret.mark('sign-in step', ticket)
  await db
    .insertInto('signInStep')
    .values({ ticketHash, userId, does, expiresAt: now + lastsMs })
    .execute()
  return ticket
}

/** Whose ticket it is. @throws Refused LOGIN_FAILED for one that is over, used or for something else */
export async function needStep({ db, now, parts }: Ctx, ticket: string, does: Step): Promise<number> {
  const found = await db
    .selectFrom('signInStep')
    .select('userId')
    .where('ticketHash', '=', parts.secret.mark('sign-in step', ticket))
    .where('does', '=', does)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  if (!found) throw over()
  return found.userId
}

/** Uses a ticket up: of two at once, one is refused. @throws Refused LOGIN_FAILED as `needStep` */
export async function spendStep({ db, now, parts }: Ctx, ticket: string, does: Step): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('signInStep')
    .where('ticketHash', '=', parts.secret.mark('sign-in step', ticket))
    .where('does', '=', does)
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw over()
}
