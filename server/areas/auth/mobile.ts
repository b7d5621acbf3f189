import { randomUUID } from 'node:crypto'
import type { auth as contract } from '../../../core/contract/auth.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { Refused } from '../../../core/errors.ts'
import { spendPhoneCode } from '../../access/phone-code.ts'
import type { Ctx } from '../../context.ts'
import { setting } from '../../settings.ts'
import { nextStep, tokenOf } from './next-step.ts'
import { activeUser } from './tries.ts'
import { sendPhoneCode } from './visitor.ts'

/** Whoever reads the outbox would be in: codes are not kept only where a gateway takes them. @throws Refused NO_PERMISSION */
async function refuseShut({ db, parts }: Ctx): Promise<void> {
  if ((await setting(db, 'signIn.mobile')) !== '1') throw new Refused('NO_PERMISSION', '没有开放短信登录，请用密码登录')
  if (parts.ports.sms.missing !== null)
    throw new Refused('NO_PERMISSION', '没有接通短信网关，短信登录暂不能用，请用密码登录')
}

/** The phone of an account that may sign in by it; null: there is none. A demo account is everybody's, and its phone nobody's. */
async function phoneOf(ctx: Ctx, name: string) {
  const user = await activeUser(ctx, { account: name.trim() })
  if (!user || user.demo === 1) return null
  const { mobile } = await ctx.db
    .selectFrom('user')
    .select('mobile')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  return mobile === null ? null : { user, phone: ctx.parts.secret.decrypt(mobile) }
}

/** Sends a code to the phone of an account; where there is no such account or phone, the answer is the same (but for a gateway that fails: that is said). */
export async function mobileSend(ctx: Ctx, { name }: Parsed<typeof contract.mobileSend>): Promise<{ codeId: string }> {
  await refuseShut(ctx)
  const found = await phoneOf(ctx, name)
  return found ? sendPhoneCode(ctx, found.phone, 'staff') : { codeId: randomUUID() }
}

/** Signs in by the code, in place of the password; what a sign-in asks for beside it stays. */
export async function mobileCheck(
  ctx: Ctx,
  { name, phoneCode, codeId }: Parsed<typeof contract.mobileCheck>,
): Promise<string> {
  await refuseShut(ctx)
  const outcome = await ctx.transaction(async (inner) => {
    const found = await phoneOf(inner, name)
    const right = found && (await spendPhoneCode(inner, codeId, found.phone, 'staff', phoneCode))
    if (!right) {
      inner.record({ kind: 'login', as: { userId: null, account: name.trim(), name: '' }, result: '失败' })
      return null
    }
    return nextStep(inner, found.user, null)
  })
  if (outcome === null) throw new Refused('CAPTCHA_WRONG')
  return tokenOf(outcome)
}
