import { randomInt, randomUUID } from 'node:crypto'
import type { Ctx } from '../context.ts'

/** Codes that show that a phone is somebody's: six digits, one use, five minutes; the tries at one are limited by the call's guard. */

const lastsMs = 5 * 60_000

/** The code belongs to phone, use and request alike: who has another's `codeId`, or a code for another phone, has nothing. */
const markOf = ({ parts }: Ctx, codeId: string, phone: string, use: string, code: string) =>
  parts.secret.mark('phone code', codeId, phone, use, code)

/** Makes a code, in the caller's transaction. Codes that others asked for stay as they are: nobody takes the one away that is on its way. */
export async function newPhoneCode(
  ctx: Ctx,
  phone: string,
  use: string,
  codeId: string = randomUUID(),
): Promise<{ codeId: string; code: string }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await ctx.db
    .insertInto('phoneCode')
    .values({ codeId, answer: markOf(ctx, codeId, phone, use, code), expiresAt: ctx.now + lastsMs })
    .execute()
  return { codeId, code }
}

/** Whether a code of this number was sent and may still be shown. */
export async function isSent({ db, now }: Ctx, codeId: string): Promise<boolean> {
  const sent = db.selectFrom('phoneCode').select('codeId').where('codeId', '=', codeId).where('expiresAt', '>', now)
  return (await sent.executeTakeFirst()) !== undefined
}

/** Uses a code up, in the caller's transaction; one that does not fit stays for the next try. @returns whether it fits */
export async function spendPhoneCode(ctx: Ctx, codeId: string, phone: string, use: string, code: string) {
  const used = await ctx.db
    .deleteFrom('phoneCode')
    .where('codeId', '=', codeId)
    .where('answer', '=', markOf(ctx, codeId, phone, use, code.trim()))
    .where('expiresAt', '>', ctx.now)
    .returning('codeId')
    .executeTakeFirst()
  return used !== undefined
}
