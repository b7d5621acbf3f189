import type { auth as contract } from '../../../core/contract/auth.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { Refused } from '../../../core/errors.ts'
import { deviceOf } from '../../access/device.ts'
import { countSignIn, inTurn, refuseLocked, type Try, turnOf } from '../../access/lockout.ts'
import { checkPassword, hashPassword } from '../../access/password.ts'
import { needStep, spendStep } from '../../access/sign-in-step.ts'
import { keepPast, refuseUnfit, refuseUsed } from '../../access/unfit-password.ts'
import type { Ctx } from '../../context.ts'
import { networkOf } from '../../http/network.ts'
import { endSessions } from '../user/password.ts'
import { nextStep, stepUser, tokenOf } from './next-step.ts'
import { type Called, calledLike, countedAs, isActive, recordLocked, toldOf, userOf } from './tries.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly device?: string | undefined
}

/** @throws Refused where the console that one would sign in to is switched off */
export async function refuseShutApp({ db, call }: Ctx): Promise<void> {
  const app = await db
    .selectFrom('app')
    .select(['name', 'enabled'])
    .where('appKey', '=', call.appKey)
    .executeTakeFirst()
  if (app?.enabled === 0) throw new Refused('NO_PERMISSION', `「${app.name}」已停用，暂时不能登录，请联系管理员`)
}

/** @param shown the caller answered a captcha; who did, or sits at a known device, does not stand behind those who try by program */
export async function signIn(ctx: Ctx, { username, password, device }: Credentials, shown: boolean): Promise<string> {
  const typed = username.trim()
  await refuseShutApp(ctx)
  const deviceId = await deviceOf(ctx, typed, device)
  const owner = await calledLike(ctx, typed)
  const who: Try = { account: countedAs(ctx, typed, owner), address: networkOf(ctx.call.address), deviceId }
  const { passwords, shownPasswords, strangersPasswords } = ctx.parts.work
  const line = deviceId !== null ? passwords : shown ? shownPasswords : strangersPasswords
  const caller = deviceId === null ? who.address : `device ${deviceId}`
  return line.run(
    caller,
    () => inTurn(turnOf(who), () => attempt(ctx, who, { typed, owner, password })),
    () => !ctx.call.gone(),
  )
}

/** Sets the password that a sign-in waits for, ends what stood on the old one, and goes on. */
export async function renew(ctx: Ctx, { ticket, newPassword }: Parsed<typeof contract.renew>): Promise<string> {
  const userId = await needStep(ctx, ticket, 'password')
  // its work on hashes comes before anybody waits for the transaction
  await refuseUnfit(ctx, userId, newPassword)
  await refuseUsed(ctx, userId, newPassword)
  const hash = await hashPassword(newPassword)
  const outcome = await ctx.transaction(async (inner) => {
    await spendStep(inner, ticket, 'password')
    const user = await stepUser(inner, userId)
    await keepPast(inner, userId)
    await inner.db
      .updateTable('user')
      .set((eb) => ({
        ...{ password: hash, passwordAt: inner.now, ownPassword: 1, mustChange: 0, updatedAt: inner.now },
        version: eb('version', '+', 1),
      }))
      .where('id', '=', userId)
      .execute()
    await endSessions(inner, userId)
    return nextStep(inner, user, 'password')
  })
  return tokenOf(outcome)
}

/** Checks account and password under the lock-out's limits and opens a session; every attempt is counted and logged. */
async function attempt(
  ctx: Ctx,
  who: Try,
  { typed: account, owner, password }: { readonly typed: string; readonly owner: Called; readonly password: string },
): Promise<string> {
  try {
    await refuseLocked(ctx, who)
  } catch (error) {
    await recordLocked(ctx, owner)
    throw error
  }
  const user = await userOf(ctx, { account })
  const right = await checkPassword(password, user?.password ?? null)
  const active = user && isActive(ctx, user)
  const outcome = await ctx.transaction(async (inner) => {
    // what was looked at is what there is: another password may have come meanwhile
    const same = right && active && (await userOf(inner, { account }))?.password === user.password
    if (!same) {
      await countSignIn(inner, who, false)
      const as = { userId: user?.id ?? null, account: toldOf(owner), name: user?.name ?? '' }
      // who asked is told nothing of it
      const result = right && user && !active ? '失败：密码正确，但账号或其部门已停用' : '失败'
      inner.record({ kind: 'login', as, result })
      return null
    }
    const next = await nextStep(inner, user, null)
    // what is still to be shown may be guessed at: only a whole sign-in ends the row of failures
    if (!('refused' in next && next.step === 'factor')) await countSignIn(inner, who, true)
    return next
  })
  if (outcome === null) throw new Refused('LOGIN_FAILED')
  return tokenOf(outcome)
}
