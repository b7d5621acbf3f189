import { randomUUID } from 'node:crypto'
import { asDrawn } from '../captcha/glyphs.ts'
import type { Ctx } from '../context.ts'
import { networkOf } from '../http/network.ts'

/** Captchas that were given out: one try each, right or wrong, within five minutes (docs/rules.md, Security). */

const lastsMs = 5 * 60_000
/** More than anybody draws who wants to sign in; anybody may ask for one. */
const most = 20_000

/** Answers are kept as a mark of the key and without case, so that a look into the table gives nothing. */
const markOf = ({ parts }: Ctx, text: string) => parts.secret.mark('captcha', text.trim().toLowerCase())

const fits = (ctx: Ctx, kept: { answer: string; expiresAt: number } | undefined, typed: string): boolean =>
  kept !== undefined &&
  kept.expiresAt > ctx.now &&
  [typed, asDrawn(typed)].some((text) => kept.answer === markOf(ctx, text))

/** Uses a captcha up, in the caller's transaction. @returns whether it was typed right */
export async function spendCaptcha(ctx: Ctx, codeId: string, typed: string): Promise<boolean> {
  const used = await ctx.db.deleteFrom('captcha').where('codeId', '=', codeId).returningAll().executeTakeFirst()
  return fits(ctx, used, typed)
}

/** Looks at a captcha that is to be used afterwards: typed right it stays, for who typed it knows it; typed wrong it is used up. */
export async function checkCaptcha(ctx: Ctx, codeId: string, typed: string): Promise<boolean> {
  const kept = await ctx.db.selectFrom('captcha').selectAll().where('codeId', '=', codeId).executeTakeFirst()
  if (fits(ctx, kept, typed)) return true
  if (kept) await ctx.db.deleteFrom('captcha').where('codeId', '=', codeId).execute()
  return false
}

/** Drops the oldest of too many; those that are over are cleaned away by the schedule. */
async function bound(db: Ctx['db']): Promise<void> {
  const oldest = db
    .selectFrom('captcha')
    .select('expiresAt')
    .orderBy('expiresAt', 'desc')
    .limit(1)
    .offset(most - 1)
  await db.deleteFrom('captcha').where('expiresAt', '<=', oldest).execute()
}

/** Draws a captcha and keeps what is to be typed. */
export async function newCaptcha(ctx: Ctx): Promise<{ codeId: string; png: Uint8Array }> {
  const { work, ports } = ctx.parts
  const { answer, png } = await work.captchas.run(networkOf(ctx.call.address), () => ports.captcha.make())
  const codeId = randomUUID()
  await ctx.transaction(async ({ db }) => {
    await bound(db)
    await db
      .insertInto('captcha')
      .values({ codeId, answer: markOf(ctx, answer), expiresAt: ctx.now + lastsMs })
      .execute()
  })
  return { codeId, png }
}
