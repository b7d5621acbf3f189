import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { auth as contract } from '../../core/contract/auth.ts'
import { besided } from '../../core/domain/log-things.ts'
import { policyWords } from '../../core/domain/password-policy.ts'
import { masked } from '../../core/domain/personal.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { mightierAmong, reachesDept, refuseMightier } from '../access/beyond.ts'
import { checkCaptcha, newCaptcha } from '../access/captcha.ts'
import { deviceOf, keepDevice, refuseNewDevice } from '../access/device.ts'
import { dropFactor, forgetWrongCodes } from '../access/factor.ts'
import { forgetUses } from '../access/guard.ts'
import { failedAt, forgetFailures } from '../access/lockout.ts'
import { spendPhoneCode } from '../access/phone-code.ts'
import { openPlaces, placedBy } from '../access/places.ts'
import { expiryOf, policyOf } from '../access/unfit-password.ts'
import { type Ctx, whoOf } from '../context.ts'
import * as made from '../db/migrations/202611231600-factor.ts'
import * as places from '../db/migrations/202611231650-places.ts'
import * as proved from '../db/migrations/202611231930-proved.ts'
import * as ground from '../db/migrations/202611232010-step-ground.ts'
import * as device from '../db/migrations/202611232040-device-session.ts'
import * as lastSignIn from '../db/migrations/202611251300-last-sign-in.ts'
import * as accountLike from '../db/migrations/202611261510-account-like.ts'
import * as sessionDevice from '../db/migrations/202611261650-session-device.ts'
import * as captchaShare from '../db/migrations/202611270020-captcha-share.ts'
import * as ownPassword from '../db/migrations/202611271310-own-password.ts'
import { networkOf } from '../http/network.ts'
import { beforehand, FileReply, implement, ownTransactions } from '../pipeline.ts'
import type { Identity } from '../ports/identity.ts'
import { effective } from '../settings.ts'
import { factorHandlers } from './auth/factor.ts'
import { mobileCheck, mobileSend } from './auth/mobile.ts'
import { changePassword } from './auth/password.ts'
import { sessionHandlers } from './auth/sessions.ts'
import { type Credentials, renew, signIn } from './auth/sign-in.ts'
import { calledLike, countedAs, noSuchAccount, userOf } from './auth/tries.ts'
import { sendPhoneCode, signInVisitor, takeOver, whoElsewhere } from './auth/visitor.ts'
import { whyHandlers } from './auth/why.ts'
import { endSessions } from './user/password.ts'

/** Who calls; a script's token tells nobody who finds it its owner's phone. */
async function personOf(ctx: Ctx) {
  const who = whoOf(ctx)
  const phone = (text: string) => (who.kind === 'script' ? masked('phone', text) : text)
  const user = await ctx.db
    .selectFrom('user')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .leftJoin('session', (join) => join.on('session.id', '=', who.sessionId))
    .selectAll('user')
    .select(['dept.name as deptName', 'session.beforeAt', 'session.beforeFrom', 'session.beforeFailed'])
    .where('user.id', '=', who.userId)
    .executeTakeFirstOrThrow()
  return {
    userId: String(user.id),
    userAccount: user.account,
    name: user.name,
    deptId: user.deptId === null ? null : String(user.deptId),
    deptName: user.deptName,
    position: user.position,
    mobile: user.mobile === null ? null : phone(ctx.parts.secret.decrypt(user.mobile)),
    userType: user.userType,
    state: user.state,
    previousLoginAt: user.beforeAt === null ? null : formatTime(user.beforeAt),
    previousLoginFrom: user.beforeFrom,
    failedLogins: user.beforeFailed,
    roles: who.rights.roles.map((role) => ({
      roleId: String(role.roleId),
      name: role.name,
      dataScope: role.dataScope,
    })),
  }
}

export const migrations = {
  '202611231600-factor': made,
  '202611231650-places': places,
  '202611231930-proved': proved,
  '202611232010-step-ground': ground,
  '202611232040-device-session': device,
  '202611251300-last-sign-in': lastSignIn,
  '202611261510-account-like': accountLike,
  '202611271310-own-password': ownPassword,
  '202611261650-session-device': sessionDevice,
  '202611270020-captcha-share': captchaShare,
}

/** What a call's limit names a phone by. */
const phoneFields = ['mobile', 'phone'] as const

/**
 * The accounts with failures at an address that are out of the caller's reach, or whose owners have rights that the caller lacks: guesses at
 * these go on being counted.
 */
async function keptAt(ctx: Ctx, address: string): Promise<string[]> {
  const mightier = new Set(
    await mightierAmong(ctx, (users) => users.where('user.account', 'in', failedAt(ctx, address))),
  )
  const failed = ctx.db.selectFrom('user').select(['id', 'account', 'deptId'])
  const found = await failed.where('account', 'in', failedAt(ctx, address)).execute()
  return found.flatMap(({ id, account, deptId }) => (mightier.has(id) || !reachesDept(ctx, deptId) ? [account] : []))
}

export const auth = implement(contract, {
  // the captcha is the guard's
  login: ownTransactions((ctx: Ctx, input: Credentials) => signIn(ctx, input, true)),
  loginNoCode: ownTransactions(async (ctx: Ctx, input: Credentials) => {
    const loginNoCode = await effective(ctx.parts, 'signIn.noCode')
    if (loginNoCode === 'off') throw new Refused('NO_PERMISSION', '已关闭免验证码登录，请使用验证码登录')
    if (loginNoCode === 'loopback' && !ctx.call.near)
      throw new Refused(
        'NO_PERMISSION',
        '免验证码登录只对服务器本机开放，请使用验证码登录；在本机上请用能读取密钥文件的用户，以 xzx auth login --data 指明数据目录',
      )
    return signIn(ctx, input, false)
  }),
  code: async (ctx, { username, device }) => {
    const known = (await deviceOf(ctx, username, device)) !== null
    const { codeId, png } = await newCaptcha(ctx, known)
    if (ctx.call.wantsImage) return new FileReply('image/png', png, null, { 'x-code-id': codeId })
    return { codeId, image: `data:image/png;base64,${Buffer.from(png).toString('base64')}` }
  },
  checkCode: async (ctx, { codeId, verifyCode }) => {
    const right = await ctx.transaction((inner) => checkCaptcha(inner, codeId ?? '', verifyCode))
    if (!right) throw new Refused('CAPTCHA_WRONG')
    return true as const
  },
  phoneCode: (ctx, { mobile, verifyType }) => sendPhoneCode(ctx, mobile, verifyType),
  mobileSend,
  mobileCheck: ownTransactions(mobileCheck),
  mobileLogin: async (ctx, { peoplePhone, photoCode, codeId }) => {
    if (!(await spendPhoneCode(ctx, codeId, peoplePhone, 'login', photoCode))) throw new Refused('CAPTCHA_WRONG')
    return (await signInVisitor(ctx, peoplePhone)).token
  },
  checkLoginNoCode: beforehand(
    (ctx, input: { code: string; ticket: string }) => whoElsewhere(ctx, input.code, input.ticket),
    async (ctx: Ctx, told: Identity) => {
      const { token, peopleId } = await signInVisitor(ctx, told.phone, told)
      await takeOver(ctx, peopleId, told)
      return token
    },
  ),
  info: (ctx) => personOf(ctx),
  infoView: (ctx) => personOf(ctx),
  logout: async (ctx) => {
    await ctx.db
      .deleteFrom('session')
      .where('id', '=', ctx.who?.sessionId ?? 0)
      .execute()
    ctx.record({ kind: 'login' })
    return null
  },
  device: async (ctx, input) => {
    const { userId } = whoOf(ctx)
    const owner = await ctx.db
      .selectFrom('user')
      .select(['id', 'password'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    await refuseNewDevice(ctx, owner, input.device)
    const device = await keepDevice(ctx.db, ctx.parts.secret, owner, input.device, ctx.now, whoOf(ctx).sessionId)
    if (device !== input.device) ctx.record({ ids: [userId] })
    return { device }
  },
  password: ownTransactions(changePassword),
  passwordPolicy: async (ctx) => {
    const policy = await policyOf(ctx)
    const { lengthMin, kindsMin } = policy
    const own = ctx.db.selectFrom('user').select(['passwordAt', 'demo']).where('id', '=', whoOf(ctx).userId)
    const me = await own.executeTakeFirstOrThrow()
    // a demo account is everybody's
    const expires = me.demo === 1 ? null : expiryOf(policy, me)
    return {
      ...{ says: policyWords(policy), lengthMin, kindsMin },
      expiresAt: expires === null ? null : formatTime(expires),
    }
  },
  renew: ownTransactions(renew),
  ...factorHandlers,
  ...sessionHandlers,
  ...whyHandlers,
  rescue: async (ctx, { username, factor, nets }) => {
    // that it is asked on the machine itself is the guard's
    const user = await userOf(ctx, { account: username.trim() })
    if (!user) throw new Refused('NOT_FOUND', `没有账号 ${username}`)
    const released = (await forgetFailures(ctx, { account: user.account })) + (await forgetWrongCodes(ctx, user.id))
    const factorGone = factor === true && (await dropFactor(ctx, user.id))
    // whoever held the second factor is signed out, as by its reset
    if (factorGone) await endSessions(ctx, user.id)
    const netsGone = nets === true ? await openPlaces(ctx, user.id) : []
    const after = {
      released,
      ...(factorGone && { 动态口令: '已解除' }),
      ...(netsGone.length > 0 && { 登录地址不再限制: netsGone }),
    }
    const more = [
      ...(factorGone ? ['解除动态口令'] : []),
      ...(netsGone.length > 0 ? [`取消登录地址的限制（${netsGone.join('、')}），不只是对其本人`] : []),
    ]
    const says = [`在服务器本机上解除用户「${besided(user.name, user.account)}」的登录限制`, ...more].join('，并')
    ctx.record({ kind: 'system', says, ids: [user.id], as: { userId: null, account: '本机', name: '本机' }, after })
    return { released, factorGone: factorGone ? 1 : 0, netsGone, netsLeft: await placedBy(ctx, user.id) }
  },
  unlock: async (ctx, input) => {
    const typed = input.username?.trim()
    const address = input.address?.trim()
    const { phone } = input
    if (!typed && !address && !phone) throw new Refused('MISSING_PARAMETER', '请填写要解锁的用户名、IP 地址或手机号')
    const called = typed ? await calledLike(ctx, typed) : undefined
    // who is out of reach is to the caller as one who is not there
    const owner = called && reachesDept(ctx, called.deptId) ? called : undefined
    const account = typed && (owner?.account ?? countedAs(ctx, typed, owner))
    const of = { ...(account && { account }), ...(address && { address }) }
    if (owner) await refuseMightier(ctx, owner.id, '解除其登录限制')
    const kept = address && !owner ? await keptAt(ctx, address) : []
    let released = account || address ? await forgetFailures(ctx, of, kept) : 0
    if (account) {
      if (owner) released += await forgetWrongCodes(ctx, owner.id)
      // codes on the phone are counted by the account: a stranger may have used them up
      const name = owner?.account ?? (called ? '' : (typed ?? ''))
      released += await forgetUses(ctx, 'auth.mobileSend', contract.mobileSend, 'name', name)
    }
    // the visitors' limits too: of an address at every call that has one
    if (address)
      for (const [area, name, e] of eachEndpoint(await wholeContract()))
        released += await forgetUses(ctx, `${area}.${name}`, e, 'address', networkOf(address))
    // of a phone at each call that has some: whoever floods a phone keeps its owner from writing
    if (phone)
      for (const [area, name, e] of eachEndpoint(await wholeContract()))
        for (const by of phoneFields) released += await forgetUses(ctx, `${area}.${name}`, e, by, phone)
    ctx.record({
      ...(owner && { ids: [owner.id], says: `解除用户「${besided(owner.name, owner.account)}」的登录限制` }),
      after: { ...of, ...(typed && { account: owner?.account ?? noSuchAccount }), released },
    })
    return { released, kept: kept.length }
  },
})
