import { uses } from '../flags.ts'
import { verb } from '../verb.ts'

const session = () => import('./auth-session.ts')

/** Signing in and out, and the sessions of scripts. */
export const verbs = [
  verb<{ user?: string }>({
    name: 'login',
    says: '登录，令牌保存到当前配置',
    flags: [{ flag: '--user <用户名>', says: '用户名' }],
    knows: [...uses.server, 'passwordStdin'],
    notDry: '密码对不对，只有真的登录才知道',
    examples: [
      'xzx auth login --server http://127.0.0.1:8080 --user admin',
      'printf %s "$PASSWORD" | xzx auth login --user admin --password-stdin',
    ],
    run: async (ctx, { flags }) => (await import('./auth-login.ts')).login(ctx, flags.user),
  }),
  verb({
    name: 'status',
    says: '登录是否有效；无效时退出码为 4',
    knows: [...uses.server, ...uses.output],
    run: async (ctx) => (await session()).status(ctx),
  }),
  verb({
    name: 'logout',
    says: '退出登录，服务器端同时作废',
    knows: [...uses.server],
    run: async (ctx) => (await session()).logout(ctx),
  }),
  verb<{ endTokens?: true }>({
    name: 'password',
    says: '修改本人的密码，其他地方的登录随即结束',
    flags: [{ flag: '--end-tokens', says: '同时停用本人签发的脚本令牌' }],
    knows: [...uses.server, 'passwordStdin'],
    notDry: '原密码对不对，只有真的修改才知道',
    examples: ['xzx auth password', `printf '%s\\n%s\\n' "$OLD" "$NEW" | xzx auth password --password-stdin`],
    run: async (ctx, { flags }) => (await import('./auth-password.ts')).password(ctx, flags.endTokens === true),
  }),
  verb<{ name?: string; keys?: string; days?: string }>({
    name: 'token',
    says: '脚本令牌：签发（默认）、list 列出、revoke 吊销',
    args: '[action] [id]',
    knows: [...uses.server, ...uses.output],
    flags: [
      { flag: '--name <名称>', says: '用途，例如 夜间任务' },
      { flag: '--keys <权限>', says: '只给这些权限，用逗号隔开，例如 article_list,generate_generateIndex' },
      { flag: '--days <天数>', says: '有效天数，默认一年' },
    ],
    examples: [
      'xzx auth token --name 夜间任务 --keys generate_generateIndex --days 90',
      'xzx auth token list',
      'xzx auth token revoke 12',
    ],
    run: async (ctx, { args, flags }) => (await import('./auth-token.ts')).token(ctx, args, flags),
  }),
  verb<{ account?: string; address?: string }>({
    name: 'unlock',
    says: '解除账号或地址的登录锁定',
    knows: [...uses.server],
    flags: [
      { flag: '--account <用户名>', says: '该账号在各处的登录失败不再计' },
      { flag: '--address <IP>', says: '该地址的登录失败不再计；与 --account 同用时只解除两者同时符合的' },
    ],
    examples: ['xzx auth unlock --account lixiaoyan', 'xzx auth unlock --address 10.1.2.3'],
    run: async (ctx, { flags }) => (await import('./auth-unlock.ts')).unlock(ctx, flags),
  }),
]
