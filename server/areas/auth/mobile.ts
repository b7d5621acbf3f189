import { randomUUID } from 'node:crypto'
import type { auth as contract } from '../../../core/contract/auth.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { Refused } from '../../../core/errors.ts'
import { noteFailed } from '../../access/lockout.ts'
import { newPhoneCode, spendPhoneCode } from '../../access/phone-code.ts'
import type { Ctx } from '../../context.ts'
import { apart, judgedFirst } from '../../pipeline.ts'
import { setting } from '../../settings.ts'
import { later } from '../../work/later.ts'
import { phoneIsTrusted } from '../user/mobile.ts'
import { nextStep, tokenOf } from './next-step.ts'
import { refuseShutApp } from './sign-in.ts'
import { activeUser, calledLike, toldOf } from './tries.ts'
import { sendPhoneCode } from './visitor.ts'

/** Whether it is switched on, and a gateway there: codes are kept where there is none, and whoever reads the outbox would be in. */
export const signsInByMobile = async ({ db, parts }: Pick<Ctx, 'db' | 'parts'>): Promise<boolean> =>
  parts.ports.sms.missing === null && (await setting(db, 'signIn.mobile')) === '1'

/** @throws Refused NO_PERMISSION */
async function refuseShut(ctx: Ctx): Promise<void> {
  await refuseShutApp(ctx)
  const { db, parts } = ctx
  if ((await setting(db, 'signIn.mobile')) !== '1') throw new Refused('NO_PERMISSION', '没有开放短信登录，请用密码登录')
  if (parts.ports.sms.missing !== null)
    throw new Refused('NO_PERMISSION', '没有接通短信网关，短信登录暂不能用，请用密码登录')
}

/** The phone of an account that may sign in by it; null: there is none. A demo account is everybody's, and its phone nobody's. */
async function phoneOf(ctx: Ctx, name: string) {
  const user = await activeUser(ctx, { account: name.trim() })
  if (!user || user.demo === 1) return null
  const row = await ctx.db
    .selectFrom('user')
    .select(['id', 'deptId', 'mobile', 'mobileBy'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  if (row.mobile === null || !(await phoneIsTrusted(ctx, row, row.mobileBy))) return null
  return { user, phone: ctx.parts.secret.decrypt(row.mobile) }
}

/** Nobody's: what is asked with it fits no code. */
const noPhone = ''

/** Makes the code of an account and sends it; where there is no such account or phone, the same is done but for the message. */
async function send(ctx: Ctx, name: string, codeId: string): Promise<void> {
  const found = await phoneOf(ctx, name)
  const as = {
    userId: found?.user.id ?? null,
    account: toldOf(await calledLike(ctx, name.trim())),
    name: found?.user.name ?? '',
  }
  if (found) return void (await sendPhoneCode(ctx, found.phone, 'staff', { codeId, as }))
  await newPhoneCode(ctx, noPhone, 'staff', codeId)
  ctx.record({
    kind: 'login',
    as,
    result: '没有发短信：没有这个账号，或没有可用的手机号',
  })
}

/**
 * Sends a code to the phone of an account, where that is open to anybody; a refusal for that uses up neither captcha nor limits. It goes out once the answer
 * has: that is the same, and comes as soon, whether there is such an account or phone, and whatever the gateway says. What became of the message
 * stands in the log.
 */
export const mobileSend = judgedFirst(refuseShut, async (ctx: Ctx, { name }: Parsed<typeof contract.mobileSend>) => {
  await refuseShut(ctx)
  const codeId = randomUUID()
  const { parts, call, who } = ctx
  ctx.after(() =>
    later(parts, async () => {
      try {
        await apart(parts, call, who, (inner) => send(inner, name, codeId))
      } catch (error) {
        // a gateway that fails is told by the log
        if (!(error instanceof Refused)) throw error
      }
    }),
  )
  return { codeId }
})

/** Signs in by the code, in place of the password; what a sign-in asks for beside it stays. */
export async function mobileCheck(
  ctx: Ctx,
  { name, phoneCode, codeId }: Parsed<typeof contract.mobileCheck>,
): Promise<string> {
  await refuseShut(ctx)
  const outcome = await ctx.transaction(async (inner) => {
    const found = await phoneOf(inner, name)
    const right = await spendPhoneCode(inner, codeId, found?.phone ?? noPhone, 'staff', phoneCode)
    if (!found || !right) {
      await noteFailed(inner, name.trim())
      const as = { userId: null, account: toldOf(await calledLike(inner, name.trim())), name: '' }
      inner.record({ kind: 'login', as, result: '失败' })
      return null
    }
    return nextStep(inner, found.user, null)
  })
  if (outcome === null) throw new Refused('CAPTCHA_WRONG')
  return tokenOf(outcome)
}
