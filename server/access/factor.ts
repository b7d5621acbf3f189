import { randomInt } from 'node:crypto'
import { within } from '../../core/contract/guard.ts'
import { Refused } from '../../core/errors.ts'
import { latest } from '../ahead.ts'
import type { Ctx } from '../context.ts'
import '../db/tables/factor.ts'
import { setting } from '../settings.ts'
import { type Held, hold, take, waitFor } from './guard.ts'

/**
 * The second factor of a sign-in: codes of six digits that change each half minute (TOTP, RFC 6238), and ten recovery codes for who has
 * lost what shows them (docs/decisions/0026-second-factor.md).
 */

const periodMs = 30_000
/** Clocks are off by half a minute, and typing takes its time. */
const windowSteps = 1
const pendingMs = 10 * 60_000
const recoveryCount = 10
const recoveryLength = 10
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const otpauth = () => import('otpauth')

async function totpOf(secret: string, more: { label?: string; issuer?: string } = {}) {
  const { Secret, TOTP } = await otpauth()
  return new TOTP({ ...more, secret: Secret.fromBase32(secret), digits: 6, period: periodMs / 1000 })
}

/** What a phone shows; all else is taken for a recovery code. */
const isShort = (code: string) => /^\d{6}$/.test(code)

/** The half minute for which a code is right; null: for none around now. */
async function stepOf(secret: string, code: string, now: number): Promise<number | null> {
  if (!isShort(code)) return null
  const totp = await totpOf(secret)
  const delta = totp.validate({ token: code, timestamp: now, window: windowSteps })
  return delta === null ? null : Math.floor(now / periodMs) + delta
}

const factorOf = (ctx: Ctx, userId: number) =>
  ctx.db.selectFrom('userFactor').selectAll().where('userId', '=', userId).executeTakeFirst()

/** Since when somebody has a second factor, and how many recovery codes are left; null: they have none. */
export async function factorState(ctx: Ctx, userId: number): Promise<{ since: number; codesLeft: number } | null> {
  const found = await factorOf(ctx, userId)
  if (!found) return null
  const left = ctx.db.selectFrom('recoveryCode').select((eb) => eb.fn.countAll<number>().as('n'))
  const { n } = await left.where('userId', '=', userId).executeTakeFirstOrThrow()
  return { since: found.createdAt, codesLeft: Number(n) }
}

/** Whether somebody has to have one: all do, or one of their roles wants it. */
export async function mustHaveFactor({ db }: Ctx, userId: number): Promise<boolean> {
  if ((await setting(db, 'signIn.factor')) === 'all') return true
  const wanting = db
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .select('role.id')
    .where('userRole.userId', '=', userId)
    .where('role.enabled', '=', 1)
    .where('role.factor', '=', 1)
  return (await wanting.limit(1).executeTakeFirst()) !== undefined
}

/** What is scanned or typed into the app that shows the codes. */
export interface Enrolment {
  readonly secret: string
  readonly uri: string
}

/** Begins one for somebody, in place of what was begun before; the one that they have stays until this one has shown a code. */
export async function beginFactor(ctx: Ctx, user: { id: number; account: string }): Promise<Enrolment> {
  const { Secret } = await otpauth()
  const secret = new Secret({ size: 20 }).base32
  const issuer = (await setting(ctx.db, 'site.name')).replaceAll(':', '')
  const totp = await totpOf(secret, { issuer, label: user.account })
  await ctx.db.deleteFrom('factorPending').where('userId', '=', user.id).execute()
  await ctx.db
    .insertInto('factorPending')
    .values({ userId: user.id, secret: ctx.parts.secret.encrypt(secret), expiresAt: ctx.now + pendingMs })
    .execute()
  return { secret, uri: totp.toString() }
}

const markOf = ({ parts }: Ctx, userId: number, code: string) => parts.secret.mark('recovery code', userId, code)

/** New recovery codes; those of before are good no more. */
export async function newRecoveryCodes(ctx: Ctx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCount }, () =>
    Array.from({ length: recoveryLength }, () => letters[randomInt(letters.length)]).join(''),
  )
  await ctx.db.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await ctx.db
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ userId, codeHash: markOf(ctx, userId, code) })))
    .execute()
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/** As it is meant: an input method may write figures and letters full width. */
const plainOf = (code: string) => code.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '')

/**
 * Makes what was begun somebody's second factor, once its code is right.
 * @returns recovery codes; null: the code is wrong
 * @throws Refused BAD_STATE where nothing was begun, or too long ago
 */
export async function confirmFactor(ctx: Ctx, userId: number, code: string): Promise<string[] | null> {
  const begun = await ctx.db
    .selectFrom('factorPending')
    .select('secret')
    .where('userId', '=', userId)
    .where('expiresAt', '>', ctx.now)
    .executeTakeFirst()
  if (!begun) throw new Refused('BAD_STATE', '绑定已超时，请重新开始')
  const lastStep = await stepOf(ctx.parts.secret.decrypt(begun.secret), plainOf(code), ctx.now)
  if (lastStep === null) return null
  await dropFactor(ctx, userId)
  await ctx.db.insertInto('userFactor').values({ userId, secret: begun.secret, lastStep, createdAt: ctx.now }).execute()
  return newRecoveryCodes(ctx, userId)
}

/** Takes the second factor from somebody, with all codes. @returns whether there was one */
export async function dropFactor({ db }: Ctx, userId: number): Promise<boolean> {
  await db.deleteFrom('factorPending').where('userId', '=', userId).execute()
  await db.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  const { numDeletedRows } = await db.deleteFrom('userFactor').where('userId', '=', userId).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Uses a code up, in the caller's transaction: each is good once. @returns what it was; null: wrong */
async function spendCode(ctx: Ctx, userId: number, typed: string): Promise<'动态口令' | '恢复码' | null> {
  const code = plainOf(typed)
  if (!isShort(code)) {
    const used = ctx.db.deleteFrom('recoveryCode').where('userId', '=', userId)
    const { numDeletedRows } = await used.where('codeHash', '=', markOf(ctx, userId, code)).executeTakeFirstOrThrow()
    return numDeletedRows > 0n ? '恢复码' : null
  }
  const found = await factorOf(ctx, userId)
  const step = found ? await stepOf(ctx.parts.secret.decrypt(found.secret), code, ctx.now) : null
  if (step === null) return null
  const { numUpdatedRows } = await ctx.db
    .updateTable('userFactor')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n ? '动态口令' : null
}

/** Ten wrong codes an hour, from wherever: only who has shown the password gets to try at all. */
const limitOf = ({ parts }: Ctx, userId: number): Held => ({
  ...{ by: 'user', most: 10, withinMs: within.hour },
  mark: parts.secret.mark('factor', userId),
})

/**
 * Judges a code in the caller's transaction, which is to be committed also where it is wrong: wrong ones are counted.
 * @returns what it was; null: wrong
 * @throws Refused TOO_MANY for a code of six digits after ten wrong ones within an hour
 */
export async function judgeCode(ctx: Ctx, userId: number, code: string) {
  const limit = limitOf(ctx, userId)
  await hold(ctx, [limit])
  // nobody guesses a recovery code: who has lost the phone is not kept out by whoever guessed at what it shows
  const wait = isShort(plainOf(code)) ? await waitFor(ctx.db, limit, ctx.now) : 0
  if (wait > 0) throw new Refused('TOO_MANY', `动态口令输错次数过多，请 ${Math.ceil(wait / 60_000)} 分钟后再试`)
  const right = await spendCode(ctx, userId, code)
  if (right === null) await take(ctx, [limit])
  return right
}

/** More people who failed lately are not looked at one by one. */
const lockedMost = 2000

/** Until when codes of six digits are refused, of those whose are. */
export async function wrongCodeLocks(ctx: Ctx): Promise<ReadonlyMap<number, number>> {
  const failed = await ctx.db
    .selectFrom('userFactor')
    .innerJoin('user', 'user.id', 'userFactor.userId')
    .select('user.id')
    .where('user.failedLogins', '>', 0)
    .orderBy('user.id')
    .limit(lockedMost)
    .execute()
  const limits = new Map(failed.map(({ id }) => [limitOf(ctx, id).mark, id]))
  if (limits.size === 0) return new Map()
  const { most, withinMs } = limitOf(ctx, 0)
  const uses = await ctx.db
    .selectFrom('guardUse')
    .select(['mark', 'at'])
    .where('mark', 'in', [...limits.keys()])
    .where('at', '>', ctx.now - withinMs)
    .where('at', '<=', latest(ctx.now))
    .orderBy('at', 'desc')
    .execute()
  return new Map(
    [...Map.groupBy(uses, ({ mark }) => mark)].flatMap(([mark, some]) => {
      const deciding = some[most - 1]
      return deciding ? [[limits.get(mark) as number, Number(deciding.at) + withinMs] as const] : []
    }),
  )
}

/** Forgets the wrong codes of somebody. @returns how many there were */
export async function forgetWrongCodes(ctx: Ctx, userId: number): Promise<number> {
  const gone = ctx.db.deleteFrom('guardUse').where('mark', '=', limitOf(ctx, userId).mark)
  return Number((await gone.executeTakeFirstOrThrow()).numDeletedRows)
}
