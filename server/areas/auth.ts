import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { auth as contract } from '../../core/contract/auth.ts'
import { policyWords } from '../../core/domain/password-policy.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { checkCaptcha, newCaptcha } from '../access/captcha.ts'
import { keepDevice } from '../access/device.ts'
import { dropFactor, forgetWrongCodes } from '../access/factor.ts'
import { forgetUses } from '../access/guard.ts'
import { forgetFailures } from '../access/lockout.ts'
import { spendPhoneCode } from '../access/phone-code.ts'
import { openPlaces } from '../access/places.ts'
import { holdsKey } from '../access/rights.ts'
import { openSession } from '../access/session.ts'
import { expiryOf, policyOf } from '../access/unfit-password.ts'
import { type Ctx, whoOf } from '../context.ts'
import * as made from '../db/migrations/202611231600-factor.ts'
import * as places from '../db/migrations/202611231650-places.ts'
import { networkOf } from '../http/network.ts'
import { beforehand, FileReply, implement, ownTransactions } from '../pipeline.ts'
import type { Identity } from '../ports/identity.ts'
import { effective, setting } from '../settings.ts'
import { factorHandlers } from './auth/factor.ts'
import { mobileCheck, mobileSend } from './auth/mobile.ts'
import { changePassword } from './auth/password.ts'
import { type Credentials, renew, signIn } from './auth/sign-in.ts'
import { userOf } from './auth/tries.ts'
import { sendPhoneCode, signInVisitor, takeOver, whoElsewhere } from './auth/visitor.ts'

const day = 24 * 3600_000

/** More than anybody has scripts; each is a row for up to a year. */
const scriptsMax = 100

/** The caller's script tokens that are not over, the newest first. */
const scriptsOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('session')
    .selectAll()
    .where('userId', '=', whoOf(ctx).userId)
    .where('kind', '=', 'script')
    .where('expiresAt', '>', ctx.now)
    .orderBy('id', 'desc')
    .execute()

/** The caller's own sign-ins that are not over. */
const personsOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('session')
    .where('userId', '=', whoOf(ctx).userId)
    .where('kind', '=', 'person')
    .where('expiresAt', '>', ctx.now)
    .where((eb) => eb.or([eb('idleMs', '=', 0), eb(eb('seenAt', '+', eb.ref('idleMs')), '>', ctx.now)]))

async function personOf(ctx: Ctx) {
  const who = whoOf(ctx)
  const user = await ctx.db
    .selectFrom('user')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .selectAll('user')
    .select('dept.name as deptName')
    .where('user.id', '=', who.userId)
    .executeTakeFirstOrThrow()
  return {
    userId: String(user.id),
    userAccount: user.account,
    name: user.name,
    deptId: user.deptId === null ? null : String(user.deptId),
    deptName: user.deptName,
    position: user.position,
    mobile: user.mobile === null ? null : ctx.parts.secret.decrypt(user.mobile),
    userType: user.userType,
    state: user.state,
    roles: who.rights.roles.map((role) => ({
      roleId: String(role.roleId),
      name: role.name,
      dataScope: role.dataScope,
    })),
  }
}

interface SessionRow {
  readonly id: number
  readonly kind: string
  readonly name: string | null
  readonly keys: string | null
  readonly createdAt: number
  readonly seenAt: number
  readonly expiresAt: number
}
const present = (s: SessionRow) => ({
  sessionId: String(s.id),
  kind: s.kind,
  name: s.name,
  keys: s.keys === null ? null : (JSON.parse(s.keys) as string[]),
  createdAt: formatTime(s.createdAt),
  seenAt: formatTime(s.seenAt),
  expiresAt: formatTime(s.expiresAt),
})

/** A key that opens nothing would be found out by the script, at night: the administrator's role holds whatever it is called. */
async function refuseUnknownKeys(ctx: Ctx, keys: readonly string[]): Promise<void> {
  const rows = await ctx.db.selectFrom('resource').select('alias').where('alias', 'in', keys).execute()
  const known = new Set(rows.map(({ alias }) => alias))
  const unknown = keys.filter((key) => !known.has(key))
  if (unknown.length > 0)
    throw new Refused('BAD_INPUT', `权限（keys）：没有 ${unknown.join('、')}，名称见 xzx api 或接口文档`)
}

export const migrations = { '202611231600-factor': made, '202611231650-places': places }

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
  code: async (ctx) => {
    const { codeId, png } = await newCaptcha(ctx)
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
      const { token, peopleId } = await signInVisitor(ctx, told.phone)
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
    const device = await keepDevice(ctx.db, ctx.parts.secret, owner, input.device, ctx.now)
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
  session: async (ctx) =>
    present(
      await ctx.db.selectFrom('session').selectAll().where('id', '=', whoOf(ctx).sessionId).executeTakeFirstOrThrow(),
    ),
  sessions: async (ctx) => {
    const { sessionId } = whoOf(ctx)
    return (await personsOf(ctx).selectAll().orderBy('seenAt', 'desc').execute()).map((row) => ({
      sessionId: String(row.id),
      current: row.id === sessionId ? 1 : 0,
      address: row.address,
      createdAt: formatTime(row.createdAt),
      seenAt: formatTime(row.seenAt),
      expiresAt: formatTime(row.expiresAt),
    }))
  },
  sessionsEnd: async (ctx, { ids }) => {
    const { sessionId } = whoOf(ctx)
    if (ids?.includes(sessionId)) throw new Refused('BAD_INPUT', '会话（ids）：本次登录请用「退出登录」')
    let ending = personsOf(ctx).select('id').where('id', '!=', sessionId)
    if (ids) ending = ending.where('id', 'in', ids)
    const gone = (await ending.execute()).map(({ id }) => id)
    if (gone.length > 0) await ctx.db.deleteFrom('session').where('id', 'in', gone).execute()
    ctx.record({ kind: 'login', ids: gone })
    return { ended: gone.length }
  },
  scriptAdd: async (ctx, input) => {
    const who = whoOf(ctx)
    const daysMost = Number(await setting(ctx.db, 'signIn.tokenDays'))
    if ((input.days ?? 0) > daysMost)
      throw new Refused('BAD_INPUT', `有效期（days）：最长 ${daysMost} 天（站点设置 › 登录）`)
    await refuseUnknownKeys(ctx, input.keys)
    const lacking = input.keys.filter((key) => !holdsKey(who.rights, key))
    if (lacking.length > 0) throw new Refused('NO_PERMISSION', `您没有这些权限，不能授予令牌：${lacking.join('、')}`)
    if ((await scriptsOf(ctx)).length >= scriptsMax)
      throw new Refused('BAD_STATE', `已有 ${scriptsMax} 个脚本令牌，请先停用不再使用的`)
    const { token, row } = await openSession(ctx.db, ctx.parts.secret, {
      kind: 'script',
      userId: who.userId,
      now: ctx.now,
      idleMs: 0,
      lastsMs: (input.days ?? daysMost) * day,
      address: ctx.call.address,
      name: input.name,
      keys: input.keys,
    })
    ctx.record({ ids: [row.id], after: { name: input.name, keys: input.keys } })
    return { ...present(row), token }
  },
  scriptList: async (ctx) => (await scriptsOf(ctx)).map(present),
  scriptDel: async (ctx, input) => {
    const gone = await ctx.db
      .deleteFrom('session')
      .where('id', '=', input.id)
      .where('userId', '=', whoOf(ctx).userId)
      .where('kind', '=', 'script')
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!gone) throw new Refused('NOT_FOUND', '令牌不存在或不属于您')
    ctx.record({ ids: [gone.id], before: { name: gone.name } })
    return { id: String(gone.id) }
  },
  rescue: async (ctx, { username, factor, nets }) => {
    if (!ctx.call.near)
      throw new Refused(
        'NO_PERMISSION',
        '只能在服务器本机上，由能读取密钥文件的用户运行：xzx user unlock 账号 --data 数据目录',
      )
    const user = await userOf(ctx, { account: username.trim() })
    if (!user) throw new Refused('NOT_FOUND', `没有账号 ${username}`)
    const released = (await forgetFailures(ctx, { account: user.account })) + (await forgetWrongCodes(ctx, user.id))
    const factorGone = factor === true && (await dropFactor(ctx, user.id))
    const netsGone = nets === true ? await openPlaces(ctx, user.id) : []
    const after = {
      released,
      ...(factorGone && { 动态口令: '已解除' }),
      ...(netsGone.length > 0 && { 登录地址不再限制: netsGone }),
    }
    ctx.record({ kind: 'system', ids: [user.id], as: { userId: null, account: '本机', name: '本机' }, after })
    return { released, factorGone: factorGone ? 1 : 0, netsGone }
  },
  unlock: async (ctx, input) => {
    const account = input.username?.trim()
    const address = input.address?.trim()
    const { phone } = input
    if (!account && !address && !phone) throw new Refused('MISSING_PARAMETER', '请填写要解锁的用户名、IP 地址或手机号')
    const of = { ...(account && { account }), ...(address && { address }) }
    let released = account || address ? await forgetFailures(ctx, of) : 0
    if (account) {
      const owner = await userOf(ctx, { account })
      if (owner) released += await forgetWrongCodes(ctx, owner.id)
    }
    // the visitors' limits too: of an address at every call that has one, of a phone at the call that sends codes
    if (address)
      for (const [area, name, e] of eachEndpoint(await wholeContract()))
        released += await forgetUses(ctx, `${area}.${name}`, e, 'address', networkOf(address))
    if (phone) released += await forgetUses(ctx, 'auth.phoneCode', contract.phoneCode, 'mobile', phone)
    ctx.record({ after: { ...of, released } })
    return { released }
  },
})
