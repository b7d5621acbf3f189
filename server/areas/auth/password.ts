import type { auth as contract } from '../../../core/contract/auth.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { Refused } from '../../../core/errors.ts'
import { deviceOf } from '../../access/device.ts'
import { countSignIn, inTurn, refuseLocked, type Try, turnOf } from '../../access/lockout.ts'
import { checkPassword, hashPassword, markOfPasswords } from '../../access/password.ts'
import { keepPast, refuseUnfit, refuseUsed } from '../../access/unfit-password.ts'
import { type Ctx, type Staff, whoOf } from '../../context.ts'
import { networkOf } from '../../http/network.ts'
import { onceByKey } from '../../request-key.ts'
import { tokensLeft } from '../user/password.ts'
import { recordLocked, userOf } from './tries.ts'

type Input = Parsed<typeof contract.password>

/** Ends whatever stands on the old password, but for the session that calls; devices fit no more by themselves, their rows go too. */
async function endOthers(ctx: Ctx, { userId, sessionId }: Staff, endTokens: boolean) {
  await ctx.db.deleteFrom('device').where('userId', '=', userId).execute()
  const others = (kind: Staff['kind']) =>
    ctx.db
      .deleteFrom('session')
      .where('userId', '=', userId)
      .where('kind', '=', kind)
      .where('id', '!=', sessionId)
      .returning('id')
      .execute()
  const sessionsEnded = (await others('person')).length
  const tokensEnded = endTokens ? (await others('script')).length : 0
  return { sessionsEnded, tokensEnded, tokensLeft: await tokensLeft(ctx, userId) }
}

const wrong = () => new Refused('LOGIN_FAILED', '原密码不正确')

/** What a key of the request stands for: all that was given, and of the passwords nothing that could be read. */
async function keyedInput({ call }: Ctx, { userId }: Staff, { oldPassword, newPassword, endTokens }: Input) {
  const salt = `password ${userId} ${call.requestKey}`
  return { endTokens, passwords: call.requestKey && (await markOfPasswords([oldPassword, newPassword], salt)) }
}

/** The old password is asked for as at sign-in, with the same limits: whoever sits down at a desk that was left alone may not try on. */
async function attempt(ctx: Ctx, input: Input, tried: Try) {
  const who = whoOf(ctx)
  try {
    await refuseLocked(ctx, tried)
  } catch (error) {
    await recordLocked(ctx, who.account)
    throw error
  }
  const user = await userOf(ctx, { account: who.account })
  const right = await checkPassword(input.oldPassword, user?.password ?? null)
  // asked only of who has shown the old one
  if (right) await refuseUsed(ctx, who.userId, input.newPassword)
  const password = right ? await hashPassword(input.newPassword) : ''
  const keyed = await keyedInput(ctx, who, input)
  try {
    return await ctx.transaction((inner) =>
      // a repeat, because the answer was lost, no longer has the right old password
      onceByKey(inner, keyed, async () => {
        if (!right || !user) throw wrong()
        await keepPast(inner, who.userId)
        const { numUpdatedRows } = await inner.db
          .updateTable('user')
          .set({ password, passwordAt: ctx.now, mustChange: 0, updatedAt: ctx.now })
          .where('id', '=', who.userId)
          // two changes at once: the second has proved a password that is no more
          .where('password', '=', user.password)
          .executeTakeFirst()
        if (Number(numUpdatedRows) === 0) throw wrong()
        const ended = await endOthers(inner, who, input.endTokens === true)
        inner.record({ kind: 'login', ids: [who.userId], result: '成功', after: ended })
        return ended
      }),
    )
  } catch (error) {
    // a key that was used is no way to try passwords on
    if (error instanceof Refused && (error.code === 'LOGIN_FAILED' || (error.code === 'CONFLICT' && !right)))
      await ctx.transaction(async (inner) => {
        await countSignIn(inner, tried, false)
        inner.record({ kind: 'login', result: '失败' })
      })
    throw error
  }
}

/** Gives the caller another password. @throws Refused LOGIN_FAILED for a wrong old one, BAD_INPUT for a new one that won't do */
export async function changePassword(ctx: Ctx, input: Input) {
  const who = whoOf(ctx)
  await refuseUnfit(ctx, who.userId, input.newPassword)
  const deviceId = await deviceOf(ctx, who.account, input.device)
  const tried: Try = { account: who.account, address: networkOf(ctx.call.address), deviceId }
  const { passwords } = ctx.parts.work
  return passwords.run(
    `user ${who.userId}`,
    () => inTurn(turnOf(tried), () => attempt(ctx, input, tried)),
    () => !ctx.call.gone(),
  )
}
