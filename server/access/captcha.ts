import { randomUUID } from 'node:crypto'
import { asDrawn } from '../captcha/glyphs.ts'
import type { Ctx } from '../context.ts'
import { networkOf, widerOf } from '../http/network.ts'
import { allHold, type Condition, notEmpty, test } from '../rows/condition.ts'

/** Captchas that were given out: one try each, right or wrong, within five minutes (docs/rules.md, Security). */

const lastsMs = 5 * 60_000
/** More than anybody draws who wants to sign in; anybody may ask for one. */
const most = 50_000
/** So many of them may be one network's: a few that draw without end push out none but their own. */
const shareMost = 200

/** Answers are kept as a mark of the key and without case or width, so that a look into the table gives nothing. */
const markOf = ({ parts }: Ctx, text: string) =>
  parts.secret.mark('captcha', text.normalize('NFKC').trim().toLowerCase())

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

/** Whose they are among strangers': of an IPv6 address its owner's, who has many networks, and eight shares. */
function shareOf({ parts, call }: Ctx) {
  const network = networkOf(call.address)
  const wider = widerOf(network)
  return { share: parts.secret.mark('captcha', 'share', wider ?? network), kept: shareMost * (wider === null ? 1 : 8) }
}

/** Drops the oldest of too many; those that are over are cleaned away by the schedule. */
async function bound(db: Ctx['db'], those: Condition, kept: number): Promise<void> {
  const oldest = db
    .selectFrom('captcha')
    .select('expiresAt')
    .where(allHold([those]))
    .orderBy('expiresAt', 'desc')
    .limit(1)
    .offset(kept - 1)
  await db
    .deleteFrom('captcha')
    .where(allHold([those]))
    .where('expiresAt', '<=', oldest)
    .execute()
}

/**
 * Draws a captcha and keeps what is to be typed.
 * @param known it is for a device that an account knows, and has a limit of its own: it is in no share, and nobody's push it out
 */
export async function newCaptcha(ctx: Ctx, known = false): Promise<{ codeId: string; png: Uint8Array }> {
  const { work, ports } = ctx.parts
  const { answer, png } = await work.captchas.run(networkOf(ctx.call.address), () => ports.captcha.make())
  const codeId = randomUUID()
  const { share, kept } = shareOf(ctx)
  await ctx.transaction(async ({ db }) => {
    if (!known) {
      await bound(db, test('share', '=', share), kept)
      await bound(db, notEmpty('share'), most)
    }
    const row = { codeId, answer: markOf(ctx, answer), expiresAt: ctx.now + lastsMs, share: known ? null : share }
    await db.insertInto('captcha').values(row).execute()
  })
  return { codeId, png }
}
