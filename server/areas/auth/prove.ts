import { Refused } from '../../../core/errors.ts'
import { factorState, judgeCode } from '../../access/factor.ts'
import { inTurn } from '../../access/lockout.ts'
import { ownTurn, refuseEnded, wrongOwn } from '../../access/own-tries.ts'
import { checkPassword } from '../../access/password.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { noteRecovery } from './recovery.ts'
import { userOf } from './tries.ts'

async function attempt(ctx: Ctx, password: string): Promise<void> {
  await refuseEnded(ctx)
  const user = await userOf(ctx, { id: whoOf(ctx).userId })
  if (await checkPassword(password, user?.password ?? null)) return
  throw await ctx.transaction(async (inner) => {
    inner.record({ kind: 'login', result: '失败' })
    return wrongOwn(inner, '密码不正确')
  })
}

/**
 * Has the caller show their password, with few tries: whoever sits down at a desk that was left alone may not try on. For handlers with
 * transactions of their own.
 * @throws Refused LOGIN_FAILED, SESSION_OVER
 */
export async function provePassword(ctx: Ctx, password: string): Promise<void> {
  await ctx.parts.work.passwords.run(
    `user ${whoOf(ctx).userId}`,
    () => inTurn(ownTurn(ctx), () => attempt(ctx, password)),
    () => !ctx.call.gone(),
  )
}

export const wrongCode = () =>
  new Refused('LOGIN_FAILED', '动态口令或恢复码不正确，或已用过：动态口令请等下一个再试，恢复码请逐字核对')

/** Shows the code that one has; where there is none nothing is asked. Wrong ones stay counted, whatever follows. */
export async function showCode(ctx: Ctx, code: string | undefined): Promise<void> {
  const { userId } = whoOf(ctx)
  if (!(await factorState(ctx, userId))) return
  if (!code) throw new Refused('SECOND_FACTOR', '请再输入现在的动态口令或恢复码')
  const refused = await inTurn(ownTurn(ctx), async () => {
    await refuseEnded(ctx)
    return ctx.transaction(async (inner) => {
      const right = await judgeCode(inner, userId, code)
      if (right === '恢复码') inner.record({ kind: 'login', ids: [userId], result: await noteRecovery(inner, userId) })
      return right === null ? wrongOwn(inner, wrongCode().message) : null
    })
  })
  if (refused) throw refused
}
