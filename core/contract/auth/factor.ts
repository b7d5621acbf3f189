import { z } from 'zod'
import { yesNo } from '../../domain/enums.ts'
import { endpoint } from '../endpoint.ts'
import { within } from '../guard.ts'
import { chosen, count, filter, nothing, row, text, when } from '../shared.ts'

const ticket = text('登录凭据', 64, 1)
const code = text('动态口令', 20, 1)
const password = text('密码', 200, 1)
const recoveryCodes = z.array(z.string()).meta({ title: '恢复码', once: true })
const token = z.string().meta({ title: '令牌' })
const enrolment = row({ secret: z.string().meta({ title: '密钥' }), uri: z.string().meta({ title: '二维码内容' }) })

/** Another step of a sign-in: open to who has shown the right password, by the ticket that it was answered with. */
const step = {
  method: 'POST',
  send: 'body',
  own: true,
  effect: 'write',
  // a try that leaves no trace would be a guess that nobody counts
  rehearse: false,
  access: 'public',
  verb: false,
  guard: {
    says: '登录',
    limits: [
      { by: 'ticket', most: 20, withinMs: within.quarter },
      { by: 'address', most: 600, withinMs: within.quarter, unlessKnown: { field: 'ticket', as: 'step' } },
    ],
  },
} as const
/** What a person does with their own. */
const own = {
  method: 'POST',
  send: 'body',
  own: true,
  effect: 'write',
  rehearse: false,
  access: 'login',
  personOnly: true,
  verb: false,
} as const

/** The second factor: at sign-in, and one's own (docs/rules.md, Security). */
export const factorCalls = {
  factor: endpoint({
    ...step,
    path: '/x/auth/factor',
    input: z.object({ ticket, code, device: filter(text('设备凭据', 64)) }),
    output: token,
    open: '登录的第二步：密码正确后核对动态口令或恢复码，输错次数有限',
    says: '登录时核对动态口令或恢复码',
    tells: '登录时核对动态口令',
  }),
  factorEnrol: endpoint({
    ...step,
    path: '/x/auth/factor/enrol',
    input: z.object({ ticket }),
    output: enrolment,
    anew: true,
    open: '登录的第二步：须用动态口令而尚未绑定的人，凭登录答复的一次性凭据绑定',
    says: '登录时开始绑定动态口令',
    tells: '登录时开始绑定动态口令',
  }),
  factorEnrolled: endpoint({
    ...step,
    path: '/x/auth/factor/enrolled',
    input: z.object({ ticket, code }),
    output: row({ token, recoveryCodes }),
    open: '登录的第二步：以第一个动态口令完成绑定并登录',
    says: '登录时完成绑定动态口令，并完成登录',
    tells: '登录时绑定动态口令',
  }),
  factorState: endpoint({
    method: 'POST',
    path: '/x/auth/factor/state',
    send: 'none',
    own: true,
    input: nothing,
    output: row({
      on: chosen('已绑定动态口令', yesNo),
      must: chosen('必须使用', yesNo),
      since: when('绑定时间'),
      codesLeft: count('剩余恢复码', '个'),
    }),
    effect: 'read',
    repeat: true,
    access: 'login',
    personOnly: true,
    unbound: true,
    says: '本人的动态口令',
    verb: false,
  }),
  factorBegin: endpoint({
    ...own,
    unbound: true,
    path: '/x/auth/factor/begin',
    input: z.object({ password, code: filter(code) }),
    output: enrolment,
    anew: true,
    says: '开始绑定本人的动态口令；已有的在新的核对成功前仍然有效',
    tells: '开始绑定动态口令',
  }),
  factorConfirm: endpoint({
    ...own,
    unbound: true,
    path: '/x/auth/factor/confirm',
    input: z.object({ code }),
    output: row({ recoveryCodes }),
    says: '以第一个动态口令完成绑定',
    tells: '绑定动态口令',
  }),
  factorCodes: endpoint({
    ...own,
    path: '/x/auth/factor/codes',
    input: z.object({ password, code }),
    output: row({ recoveryCodes }),
    says: '重新生成恢复码，原有的作废',
    tells: '重新生成恢复码',
  }),
  factorOff: endpoint({
    ...own,
    path: '/x/auth/factor/off',
    input: z.object({ password, code }),
    output: row({ on: chosen('已绑定动态口令', yesNo) }),
    says: '停用本人的动态口令',
    tells: '停用动态口令',
  }),
}
