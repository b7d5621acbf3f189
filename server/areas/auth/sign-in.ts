import type { auth as contract } from '../../../core/contract/auth.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { Refused } from '../../../core/errors.ts'
import { deviceOf } from '../../access/device.ts'
import { countSignIn, inTurn, refuseLocked, type Try, turnOf } from '../../access/lockout.ts'
import { checkPassword, hashPassword } from '../../access/password.ts'
import { openSession } from '../../access/session.ts'
import { needStep, newStep, spendStep } from '../../access/sign-in-step.ts'
import { expiryOf, keepPast, policyOf, refuseUnfit, refuseUsed } from '../../access/unfit-password.ts'
import type { Ctx } from '../../context.ts'
import { networkOf } from '../../http/network.ts'
import { sessionSpan } from '../../settings.ts'
import { endSessions } from '../user/password.ts'
import { recordLocked, userOf } from './tries.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly device?: string | undefined
}

/** @throws Refused where the console that one would sign in to is switched off */
async function refuseShut({ db, call }: Ctx): Promise<void> {
  const app = await db
    .selectFrom('app')
    .select(['name', 'enabled'])
    .where('appKey', '=', call.appKey)
    .executeTakeFirst()
  if (app?.enabled === 0) throw new Refused('NO_PERMISSION', `「${app.name}」已停用，暂时不能登录，请联系管理员`)
}

/** @param shown the caller answered a captcha; who did, or sits at a known device, does not stand behind those who try by program */
export async function signIn(ctx: Ctx, { username, password, device }: Credentials, shown: boolean): Promise<string> {
  const account = username.trim()
  await refuseShut(ctx)
  const deviceId = await deviceOf(ctx, account, device)
  const who: Try = { account, address: networkOf(ctx.call.address), deviceId }
  const { passwords, shownPasswords, strangersPasswords } = ctx.parts.work
  const line = deviceId !== null ? passwords : shown ? shownPasswords : strangersPasswords
  const caller = deviceId === null ? who.address : `device ${deviceId}`
  return line.run(
    caller,
    () => inTurn(turnOf(who), () => attempt(ctx, who, password)),
    () => !ctx.call.gone(),
  )
}

/** Opens the session of a person who has shown all that is asked. */
async function enter(
  { db, now, parts }: Ctx,
  userId: number,
  { span, address }: { span: Awaited<ReturnType<typeof sessionSpan>>; address: string },
): Promise<string> {
  await db.updateTable('user').set({ lastLoginAt: now }).where('id', '=', userId).execute()
  return (await openSession(db, parts.secret, { kind: 'person', userId, now, ...span, address })).token
}

/** What is changed at sign-in: the ticket of a right password, and the password to come. */
interface Renewal {
  readonly userId: number
  readonly hash: string
  readonly ticket: string
}

/** Looks at the new password before anybody waits for a transaction. */
export async function beforeRenewal(
  ctx: Ctx,
  { ticket, newPassword }: Parsed<typeof contract.renew>,
): Promise<Renewal> {
  const userId = await needStep(ctx, ticket, 'password')
  await refuseUnfit(ctx, userId, newPassword)
  await refuseUsed(ctx, userId, newPassword)
  return { userId, hash: await hashPassword(newPassword), ticket }
}

/** Changes the password, ends what stood on the old one, and signs in. */
export async function renew(ctx: Ctx, { userId, hash, ticket }: Renewal): Promise<string> {
  await spendStep(ctx, ticket, 'password')
  const { db, now } = ctx
  await keepPast(ctx, userId)
  const user = await db
    .updateTable('user')
    .set((eb) => ({ password: hash, passwordAt: now, mustChange: 0, updatedAt: now, version: eb('version', '+', 1) }))
    .where('id', '=', userId)
    .where('state', '=', 0)
    .returning(['account', 'name'])
    .executeTakeFirst()
  if (!user) throw new Refused('LOGIN_FAILED')
  await endSessions(ctx, userId)
  ctx.record({ kind: 'login', ids: [userId], as: { userId, ...user }, result: '成功' })
  return enter(ctx, userId, { span: await sessionSpan(ctx.parts), address: ctx.call.address })
}

/** Checks account and password under the lock-out's limits and opens a session; every attempt is counted and logged. */
async function attempt(ctx: Ctx, who: Try, password: string): Promise<string> {
  const { parts, call } = ctx
  const { account } = who
  try {
    await refuseLocked(ctx, who)
  } catch (error) {
    await recordLocked(ctx, account)
    throw error
  }
  const user = await userOf(ctx, account)
  const right = await checkPassword(password, user?.password ?? null)
  const active = user && user.state === 0 && (user.deptState ?? 0) === 0 && (user.demo === 0 || parts.demo)
  const as = { userId: user?.id ?? null, account, name: user?.name ?? '' }
  const span = await sessionSpan(parts)
  const policy = await policyOf(ctx)
  const { lengthMin, kindsMin } = policy
  const over = (one: { passwordAt: number }) => (expiryOf(policy, one) ?? Number.POSITIVE_INFINITY) <= ctx.now
  const done = await ctx.transaction(async (inner) => {
    const ok = right && Boolean(active)
    await countSignIn(inner, who, ok)
    // a demo account is everybody's
    const expired = ok && user && user.demo === 0 && (user.mustChange === 1 || over(user))
    inner.record({ kind: 'login', as, result: expired ? '须先修改密码' : ok ? '成功' : '失败' })
    if (!ok || !user) return null
    if (expired) {
      const says =
        user.mustChange === 1
          ? '您的密码是别人设的，请改成只有自己知道的密码，改后即登录'
          : `密码已用满 ${policy.expireDays} 天，请修改，改后即登录`
      return { says, ticket: await newStep(inner, user.id, 'password') }
    }
    return { token: await enter(inner, user.id, { span, address: call.address }) }
  })
  if (done === null) throw new Refused('LOGIN_FAILED')
  if (done.token === undefined)
    throw new Refused('PASSWORD_EXPIRED', done.says, { ticket: done.ticket, policy: { lengthMin, kindsMin } })
  return done.token
}
