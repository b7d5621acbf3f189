import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  chosen,
  count,
  filter,
  id,
  ids,
  idText,
  int,
  nothing,
  oneLine,
  onlyId,
  row,
  text,
  when,
  words,
} from '../shared.ts'

const token = z.string().meta({ title: '令牌' })
const session = row({
  sessionId: idText('会话'),
  kind: words('种类'),
  name: words('名称'),
  keys: z.array(z.string()).nullable().meta({ title: '权限' }),
  createdAt: when('签发时间'),
  seenAt: when('最近使用'),
  expiresAt: when('到期时间'),
})

/** So many rights a script's token has at most. */
export const scriptKeysMost = 500

/** One's own sessions and script tokens, and showing once more who one is (docs/rules.md, Security). */
export const sessionCalls = {
  prove: endpoint({
    method: 'POST',
    path: '/x/auth/prove',
    send: 'body',
    own: true,
    input: z.object({ password: filter(text('密码', 200)), code: filter(text('动态口令', 20)) }),
    output: row({ provedUntil: when('多久内不再问') }),
    effect: 'write',
    // a try that leaves no trace would be a guess that nobody counts
    rehearse: false,
    access: 'login',
    personOnly: true,
    says: '重要操作前再次核对身份：绑定了动态口令的用动态口令，否则用密码',
    tells: '再次核对身份',
    verb: false,
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
    forScripts: true,
    says: '当前会话的种类和到期时间',
  }),
  sessions: endpoint({
    method: 'POST',
    path: '/x/auth/sessions',
    send: 'none',
    own: true,
    input: nothing,
    output: z.array(
      row({
        sessionId: idText('会话'),
        current: chosen('本次登录', { 1: '是', 0: '否' }),
        address: words('登录地址'),
        device: words('浏览器和设备'),
        createdAt: when('登录时间'),
        seenAt: when('最近使用'),
        expiresAt: when('到期时间'),
      }),
    ),
    effect: 'read',
    repeat: true,
    access: 'login',
    personOnly: true,
    says: '本人在各处的登录',
  }),
  sessionsEnd: endpoint({
    method: 'POST',
    path: '/x/auth/sessions/end',
    send: 'body',
    own: true,
    input: z.object({ ids: filter(ids('会话', 200)) }),
    output: row({ ended: count('结束的登录') }),
    effect: 'write',
    access: 'login',
    personOnly: true,
    about: 'session',
    says: '结束本人在别处的登录；不写编号则结束其他全部',
    tells: '结束本人在别处的登录',
  }),
  scriptKeys: endpoint({
    method: 'POST',
    path: '/x/auth/script/keys',
    send: 'none',
    own: true,
    input: nothing,
    output: row({
      rights: z
        .array(
          row({
            key: z.string().meta({ title: '键' }),
            says: z.string().meta({ title: '权限' }),
            under: words('菜单'),
          }),
        )
        .meta({ title: '权限' }),
      daysMost: count('最长有效', '天'),
    }),
    effect: 'read',
    repeat: true,
    access: 'login',
    personOnly: true,
    says: '可以交给脚本令牌的权限：本人持有、脚本也能用的；和令牌最长有效几天',
    verb: false,
  }),
  scriptAdd: endpoint({
    method: 'POST',
    path: '/x/auth/script/add',
    send: 'body',
    own: true,
    input: z.object({
      name: oneLine('名称', 100),
      keys: z
        .array(text('权限', 100, 1), { error: ({ code }) => (code === 'invalid_type' ? '应为权限的列表' : undefined) })
        .min(1, '至少要有一项权限')
        .max(scriptKeysMost, `最多 ${scriptKeysMost} 项权限`)
        .meta({ title: '权限' }),
      days: int('有效期', 1, 366, '天').nullish(),
    }),
    output: row({ ...session.shape, token: token.meta({ ...token.meta(), once: true }) }),
    effect: 'write',
    access: 'login',
    personOnly: true,
    proof: true,
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
    about: 'session',
    says: '停用脚本令牌',
  }),
}
