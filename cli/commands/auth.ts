import { uses } from '../flags.ts'
import { dataFlag } from '../server-data.ts'
import { verb } from '../verb.ts'

const session = () => import('./auth-session.ts')

/** Signing in and out, and the sessions of scripts. */
export const verbs = [
  verb<{ user?: string }>({
    name: 'login',
    says: '登录，以后的命令即以这个账号运行',
    flags: [{ flag: '--user <用户名>', says: '用户名；不写则提问' }, dataFlag],
    knows: [...uses.server, 'passwordStdin'],
    makesProfile: true,
    notDry: '密码对不对，只有真的登录才知道',
    examples: [
      'xzx auth login --server http://127.0.0.1:8080 --user admin',
      'printf %s "$PASSWORD" | xzx auth login --user admin --password-stdin',
    ],
    run: async (ctx, { flags }) => (await import('./auth-login.ts')).login(ctx, flags),
  }),
  verb({
    name: 'status',
    says: '是否已登录、账号、到期时间；没有登录时退出码为 4',
    knows: [...uses.server, ...uses.output],
    run: async (ctx) => (await session()).status(ctx),
  }),
  verb({
    name: 'logout',
    says: '退出登录，这次登录在服务器上随即作废',
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
  verb({
    name: 'factor',
    says: '本人的动态口令：不写动作为查看，on 绑定，codes 重新生成恢复码，off 停用',
    args: '[动作]',
    knows: [...uses.server, 'format'],
    formats: ['table', 'json'],
    notDry: '密码和口令对不对，只有真的核对才知道',
    examples: ['xzx auth factor', 'xzx auth factor on'],
    run: async (ctx, { args }) => (await import('./auth-factor.ts')).factor(ctx, args),
  }),
  verb<{ others?: true }>({
    name: 'sessions',
    says: '本人在各处的登录：不写动作为列出，end 结束别处的',
    args: '[动作] [编号…]',
    knows: [...uses.server, ...uses.output],
    flags: [{ flag: '--others', says: 'end 时结束其他全部登录' }],
    examples: ['xzx auth sessions', 'xzx auth sessions end 12', 'xzx auth sessions end --others'],
    run: async (ctx, { args, flags }) =>
      (await import('./auth-sessions.ts')).sessions(ctx, args, flags.others === true),
  }),
  verb<{ name?: string; keys?: string; days?: string }>({
    name: 'token',
    says: '脚本令牌（定时任务用，不需要密码）：不写动作为签发，list 列出，revoke 停用',
    args: '[动作] [编号]',
    knows: [...uses.server, ...uses.output],
    flags: [
      { flag: '--name <名称>', says: '用途，例如 夜间任务' },
      {
        flag: '--keys <权限>',
        says: '只给这些权限，用逗号隔开，例如 article_list,generate_generateIndex；xzx api 接口 --help 列出接口所需的权限',
      },
      { flag: '--days <天数>', says: '有效天数，默认一年' },
    ],
    examples: [
      'xzx auth token --name 夜间任务 --keys generate_generateIndex --days 90',
      'xzx auth token list',
      'xzx auth token revoke 12',
    ],
    run: async (ctx, { args, flags }) => (await import('./auth-token.ts')).token(ctx, args, flags),
  }),
  verb<{ account?: string; address?: string; phone?: string }>({
    name: 'unlock',
    says: '解除因多次输错密码而锁定的账号或地址，或短信验证码用完次数的手机号（须有权限）',
    knows: [...uses.server],
    flags: [
      { flag: '--account <用户名>', says: '解除这个账号在各处的锁定' },
      { flag: '--address <IP>', says: '解除这个地址上各账号的锁定；与 --account 同用时只解除这个账号在这个地址的' },
      { flag: '--phone <手机号>', says: '让这个手机号可以重新获取短信验证码' },
    ],
    examples: ['xzx auth unlock --account lixiaoyan', 'xzx auth unlock --address 10.1.2.3'],
    run: async (ctx, { flags }) => (await import('./auth-unlock.ts')).unlock(ctx, flags),
  }),
]
