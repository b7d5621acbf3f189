import type { auth as contract } from '../../../core/contract/auth.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { Refused } from '../../../core/errors.ts'
import { factorState } from '../../access/factor.ts'
import { inTurn } from '../../access/lockout.ts'
import { ownTurn, refuseEnded, wrongOwn } from '../../access/own-tries.ts'
import { checkPassword, hashPassword, markOfPasswords } from '../../access/password.ts'
import { noteProved } from '../../access/proof.ts'
import { keepPast, refuseUnfit, refuseUsed } from '../../access/unfit-password.ts'
import { type Ctx, type Staff, whoOf } from '../../context.ts'
import { onceByKey } from '../../request-key.ts'
import { tokensLeft } from '../user/password.ts'
import { userOf } from './tries.ts'

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

/** The old password is asked for with few tries: whoever sits down at a desk that was left alone may not try on. */
async function attempt(ctx: Ctx, input: Input) {
  const who = whoOf(ctx)
  await refuseEnded(ctx)
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
          .set({ password, passwordAt: ctx.now, ownPassword: 1, mustChange: 0, updatedAt: ctx.now })
          .where('id', '=', who.userId)
          // two changes at once: the second has proved a password that is no more
          .where('password', '=', user.password)
          .executeTakeFirst()
        if (Number(numUpdatedRows) === 0) throw wrong()
        // who has a code has shown less than that
        if (!(await factorState(inner, who.userId))) await noteProved(inner)
        const ended = await endOthers(inner, who, input.endTokens === true)
        inner.record({ kind: 'login', ids: [who.userId], result: '成功', after: ended })
        return ended
      }),
    )
  } catch (error) {
    // a key that was used is no way to try passwords on
    if (error instanceof Refused && (error.code === 'LOGIN_FAILED' || (error.code === 'CONFLICT' && !right)))
      throw await ctx.transaction(async (inner) => {
        inner.record({ kind: 'login', result: '失败' })
        const refused = await wrongOwn(inner, error.message)
        return refused.code === 'SESSION_OVER' ? refused : error
      })
    throw error
  }
}

/** Gives the caller another password. @throws Refused LOGIN_FAILED for a wrong old one, BAD_INPUT for a new one that won't do */
export async function changePassword(ctx: Ctx, input: Input) {
  const who = whoOf(ctx)
  await refuseUnfit(ctx, who.userId, input.newPassword)
  const { passwords } = ctx.parts.work
  return passwords.run(
    `user ${who.userId}`,
    () => inTurn(ownTurn(ctx), () => attempt(ctx, input)),
    () => !ctx.call.gone(),
  )
}
