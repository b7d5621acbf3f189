import { Refused } from '../../../core/errors.ts'
import { factorState, judgeCode } from '../../access/factor.ts'
import { countSignIn, inTurn, refuseLocked, type Try, turnOf } from '../../access/lockout.ts'
import { checkPassword } from '../../access/password.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { networkOf } from '../../http/network.ts'
import { recordLocked, userOf } from './tries.ts'

async function attempt(ctx: Ctx, tried: Try, password: string): Promise<void> {
  try {
    await refuseLocked(ctx, tried)
  } catch (error) {
    await recordLocked(ctx, tried.account)
    throw error
  }
  const user = await userOf(ctx, { account: tried.account })
  if (await checkPassword(password, user?.password ?? null)) return
  await ctx.transaction(async (inner) => {
    await countSignIn(inner, tried, false)
    inner.record({ kind: 'login', result: '失败' })
  })
  throw new Refused('LOGIN_FAILED', '密码不正确')
}

/**
 * Has the caller show their password, as at sign-in and with the same limits: whoever sits down at a desk that was left alone may not
 * try on. For handlers with transactions of their own.
 * @throws Refused LOGIN_FAILED, TOO_MANY
 */
export async function provePassword(ctx: Ctx, password: string): Promise<void> {
  const { account, userId } = whoOf(ctx)
  const tried: Try = { account, address: networkOf(ctx.call.address), deviceId: null }
  await ctx.parts.work.passwords.run(
    `user ${userId}`,
    () => inTurn(turnOf(tried), () => attempt(ctx, tried, password)),
    () => !ctx.call.gone(),
  )
}

export const wrongCode = () => new Refused('LOGIN_FAILED', '动态口令不正确或已用过，请等下一个再试')

/** Shows the code that one has; where there is none nothing is asked. Wrong ones stay counted, whatever follows. */
export async function showCode(ctx: Ctx, code: string | undefined): Promise<void> {
  const { userId } = whoOf(ctx)
  if (!(await factorState(ctx, userId))) return
  if (!code) throw new Refused('SECOND_FACTOR', '请再输入现在的动态口令或恢复码')
  const right = await ctx.transaction((inner) => judgeCode(inner, userId, code))
  if (right === null) throw wrongCode()
}
