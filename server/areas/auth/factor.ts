import type { factorCalls } from '../../../core/contract/auth/factor.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { deviceOf } from '../../access/device.ts'
import {
  beginFactor,
  confirmFactor,
  dropFactor,
  type Enrolment,
  factorState,
  judgeCode,
  mustHaveFactor,
  newRecoveryCodes,
} from '../../access/factor.ts'
import { countSignIn } from '../../access/lockout.ts'
import { noteProved } from '../../access/proof.ts'
import { needStep, spendStep } from '../../access/sign-in-step.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { networkOf } from '../../http/network.ts'
import { ownTransactions } from '../../pipeline.ts'
import { nextStep, stepUser, tokenOf } from './next-step.ts'
import { provePassword, showCode, wrongCode } from './prove.ts'
import { noteRecovery } from './recovery.ts'

type Input<K extends keyof typeof factorCalls> = Parsed<(typeof factorCalls)[K]>

/** At sign-in: the code, under limits of its own and those of sign-in. */
async function factor(ctx: Ctx, { ticket, code, device }: Input<'factor'>): Promise<string> {
  const userId = await needStep(ctx, ticket, 'factor')
  const { account } = await stepUser(ctx, userId)
  const deviceId = await deviceOf(ctx, account, device)
  const tried = { account, address: networkOf(ctx.call.address), deviceId }
  const outcome = await ctx.transaction(async (inner) => {
    const user = await stepUser(inner, userId)
    const right = await judgeCode(inner, userId, code)
    await countSignIn(inner, tried, right !== null)
    if (right === null) {
      inner.record({ kind: 'login', as: { userId, account, name: user.name }, result: '动态口令错误' })
      return null
    }
    await spendStep(inner, ticket, 'factor')
    return nextStep(inner, user, 'factor', right === '恢复码' ? await noteRecovery(inner, userId) : '')
  })
  if (outcome === null) throw wrongCode()
  return tokenOf(outcome)
}

/** At sign-in, of somebody who must have one: what is to be scanned. */
async function factorEnrol(ctx: Ctx, { ticket }: Input<'factorEnrol'>): Promise<Enrolment> {
  const user = await stepUser(ctx, await needStep(ctx, ticket, 'enrol'))
  return beginFactor(ctx, user)
}

async function factorEnrolled(ctx: Ctx, { ticket, code }: Input<'factorEnrolled'>) {
  const userId = await spendStep(ctx, ticket, 'enrol')
  const user = await stepUser(ctx, userId)
  const recoveryCodes = await confirmFactor(ctx, userId, code)
  if (recoveryCodes === null) throw new Refused('LOGIN_FAILED', '动态口令不正确，请核对手机的时间后再试')
  return { token: tokenOf(await nextStep(ctx, user, 'enrol')), recoveryCodes }
}

async function state(ctx: Ctx) {
  const { userId } = whoOf(ctx)
  const found = await factorState(ctx, userId)
  return {
    on: found ? 1 : 0,
    must: (await mustHaveFactor(ctx, userId)) ? 1 : 0,
    since: found ? formatTime(found.since) : null,
    codesLeft: found?.codesLeft ?? null,
  }
}

/** What needs password and code: both are shown, and counted where they are wrong, before anything is changed. */
const proved = <T>(work: (ctx: Ctx) => Promise<T>) =>
  ownTransactions(async (ctx: Ctx, { password, code }: { password: string; code?: string | undefined }): Promise<T> => {
    await provePassword(ctx, password)
    await showCode(ctx, code)
    return ctx.transaction(async (inner) => {
      await noteProved(inner)
      return work(inner)
    })
  })

/** @throws Refused BAD_STATE: a demo account is everybody's, and bound by nobody who needn't */
async function refuseDemo(ctx: Ctx): Promise<void> {
  const { userId } = whoOf(ctx)
  const me = ctx.db.selectFrom('user').select('demo').where('id', '=', userId)
  if ((await me.executeTakeFirstOrThrow()).demo === 1 && !(await mustHaveFactor(ctx, userId)))
    throw new Refused('BAD_STATE', '演示账号是大家共用的，不能绑定动态口令')
}

export const factorHandlers = {
  factor: ownTransactions(factor),
  factorEnrol,
  factorEnrolled,
  factorState: state,
  factorBegin: proved(async (ctx) => {
    await refuseDemo(ctx)
    const { userId, account } = whoOf(ctx)
    ctx.record({ kind: 'login', ids: [userId] })
    return beginFactor(ctx, { id: userId, account })
  }),
  factorConfirm: async (ctx: Ctx, { code }: Input<'factorConfirm'>) => {
    const { userId } = whoOf(ctx)
    const recoveryCodes = await confirmFactor(ctx, userId, code)
    if (recoveryCodes === null) throw new Refused('LOGIN_FAILED', '动态口令不正确，请核对手机的时间后再试')
    ctx.record({ kind: 'login', ids: [userId] })
    return { recoveryCodes }
  },
  factorCodes: proved(async (ctx) => {
    const { userId } = whoOf(ctx)
    if (!(await factorState(ctx, userId))) throw new Refused('BAD_STATE', '尚未绑定动态口令')
    ctx.record({ kind: 'login', ids: [userId] })
    return { recoveryCodes: await newRecoveryCodes(ctx, userId) }
  }),
  factorOff: proved(async (ctx) => {
    const { userId } = whoOf(ctx)
    if (await mustHaveFactor(ctx, userId))
      throw new Refused('BAD_STATE', '您的账号须用动态口令登录，不能停用；换手机请重新绑定')
    if (await dropFactor(ctx, userId)) ctx.record({ kind: 'login', ids: [userId] })
    return { on: 0 }
  }),
}
