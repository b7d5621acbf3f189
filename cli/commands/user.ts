import { uses } from '../flags.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { dataFlag } from '../server-data.ts'
import { verb } from '../verb.ts'

/** What the contract says of users, and the way back for who is shut out. */
export const verbs = [
  ...(await areaVerbs('user')).verbs,
  verb<{ data?: string; factor?: true; nets?: true }>({
    name: 'unlock',
    says: '被锁在外面时，在服务器本机上解除账号的登录限制（不需要登录，须能读取密钥文件）',
    args: '[账号]',
    knows: [...uses.server, 'format'],
    notDry: '服务器不对没有登录的人试运行；不加 --factor、--nets 时只清除登录失败的记录',
    flags: [
      dataFlag,
      { flag: '--factor', says: '同时解除该账号的动态口令，下次登录后可以重新绑定' },
      { flag: '--nets', says: '同时取消登录地址的限制：站点设置中的，和该账号所属角色的' },
    ],
    examples: [
      'xzx user unlock admin --data /var/lib/xzx',
      'xzx user unlock admin --data /var/lib/xzx --factor --nets',
    ],
    run: async (ctx, { args, flags }) => (await import('./user-unlock.ts')).unlock(ctx, args, flags),
  }),
]
