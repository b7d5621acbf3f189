import { z } from 'zod'
import { peopleState, userRoles } from '../domain/enums.ts'
import { endpoint } from './endpoint.ts'
import { chosen, filter, id, idText, int, nothing, onlyId, row, text, when, words } from './shared.ts'

const credentials = { username: text('用户名', 100), password: text('密码', 200) }
/** What `auth.device` gave; a sign-in from a device that is known is not locked by what others do. */
const device = filter(text('设备凭据', 64))
const token = z.string().meta({ title: '令牌' })

const person = row({
  userId: idText('用户'),
  userAccount: words('账号'),
  name: words('姓名'),
  deptId: idText('部门').nullable(),
  deptName: words('部门'),
  position: words('职务'),
  mobile: words('手机号'),
  userType: chosen('用户类型', userRoles),
  state: chosen('状态', peopleState),
  roles: z
    .array(row({ roleId: idText('角色'), name: words('角色'), dataScope: words('数据范围') }))
    .meta({ title: '角色' }),
})
const session = row({
  sessionId: idText('会话'),
  kind: words('种类'),
  name: words('名称'),
  keys: z.array(z.string()).nullable().meta({ title: '权限' }),
  createdAt: when('签发时间'),
  seenAt: when('最近使用'),
  expiresAt: when('到期时间'),
})

/** Sign-in, sessions, captcha (other-calls §7; docs/rules.md, Security). */
export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/user/login',
    send: 'query',
    confidential: true,
    input: z.object({ ...credentials, verifyCode: text('验证码', 20), codeId: filter(text('验证码编号', 64)), device }),
    output: token,
    effect: 'write',
    access: 'public',
    says: '用户名、密码和验证码登录',
    tells: '登录',
  }),
  loginNoCode: endpoint({
    method: 'POST',
    path: '/user/loginNoCode',
    send: 'query',
    confidential: true,
    input: z.object({ ...credentials, device }),
    output: token,
    effect: 'write',
    access: 'public',
    says: '用户名和密码登录',
    tells: '登录',
  }),
  code: endpoint({
    method: 'GET',
    path: '/suggest/code',
    send: 'none',
    input: nothing,
    output: row({ codeId: z.string().meta({ title: '验证码编号' }), image: z.string().meta({ title: '图片' }) }),
    effect: 'count',
    access: 'public',
    says: '取图片验证码',
  }),
  info: endpoint({
    method: 'POST',
    path: '/user/info',
    send: 'none',
    input: nothing,
    output: person,
    effect: 'read',
    repeat: true,
    access: 'login',
    says: '当前用户',
  }),
  infoView: endpoint({
    method: 'GET',
    path: '/user/info/view',
    send: 'none',
    input: nothing,
    output: person,
    effect: 'read',
    repeat: true,
    access: 'login',
    says: '当前用户的详细信息',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/people/logout',
    send: 'none',
    input: nothing,
    output: z.null(),
    effect: 'write',
    repeat: true,
    access: 'login',
    says: '退出登录',
  }),
  device: endpoint({
    method: 'POST',
    path: '/x/auth/device',
    send: 'body',
    own: true,
    input: z.object({ device }),
    output: row({ device: z.string().meta({ title: '设备凭据' }) }),
    effect: 'write',
    repeat: true,
    access: 'login',
    personOnly: true,
    says: '记住本设备，以后从这里登录不受他人登录失败的影响',
  }),
  password: endpoint({
    method: 'POST',
    path: '/x/auth/password',
    send: 'body',
    own: true,
    input: z.object({
      oldPassword: text('原密码', 200, 1),
      newPassword: text('新密码', 200, 1),
      endTokens: z.boolean().nullish().meta({ title: '同时停用脚本令牌' }),
      device,
    }),
    output: row({
      sessionsEnded: z.number().meta({ title: '结束的其他登录' }),
      tokensEnded: z.number().meta({ title: '停用的脚本令牌' }),
      tokensLeft: z.number().meta({ title: '仍有效的脚本令牌' }),
    }),
    effect: 'write',
    // a try that leaves no trace would be a guess at the password that nobody counts
    rehearse: false,
    access: 'login',
    personOnly: true,
    says: '修改本人的密码，其他地方的登录随即结束',
  }),
  session: endpoint({
    method: 'POST',
    path: '/x/auth/session',
    send: 'none',
    own: true,
    input: nothing,
    output: session,
    effect: 'read',
    repeat: true,
    access: 'login',
    says: '当前会话的种类和到期时间',
  }),
  scriptAdd: endpoint({
    method: 'POST',
    path: '/x/auth/script/add',
    send: 'body',
    own: true,
    input: z.object({
      name: text('名称', 100, 1),
      keys: z
        .array(text('权限', 100, 1), { error: '应为权限的列表' })
        .min(1, '至少要有一项权限')
        .max(200)
        .meta({ title: '权限' }),
      days: int('有效天数', 1, 366).nullish(),
    }),
    output: row({ ...session.shape, token }),
    effect: 'write',
    access: 'login',
    personOnly: true,
    says: '签发脚本令牌',
  }),
  scriptList: endpoint({
    method: 'POST',
    path: '/x/auth/script/list',
    send: 'none',
    own: true,
    input: nothing,
    output: z.array(session),
    effect: 'read',
    repeat: true,
    access: 'login',
    says: '本人的脚本令牌',
  }),
  scriptDel: endpoint({
    method: 'POST',
    path: '/x/auth/script/del',
    send: 'body',
    own: true,
    input: z.object({ id: id('会话') }),
    output: onlyId,
    effect: 'write',
    access: 'login',
    personOnly: true,
    says: '停用脚本令牌',
  }),
  unlock: endpoint({
    method: 'POST',
    path: '/x/auth/unlock',
    send: 'body',
    own: true,
    input: z.object({ username: filter(text('用户名', 100)), address: filter(text('IP 地址', 100)) }),
    output: row({ released: z.number() }),
    effect: 'write',
    access: 'granted',
    says: '解除账号或地址的登录锁定',
  }),
}
