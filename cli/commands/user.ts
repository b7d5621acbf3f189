import { uses } from '../flags.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { dataFlag } from '../server-data.ts'
import { verb } from '../verb.ts'
import { resetPwdVerb } from './user-reset-pwd.ts'

/** What the contract says of users, and the way back for who is shut out. */
export const verbs = [
  ...(await areaVerbs('user')).verbs.map((made) => (made.name === 'reset-pwd' ? resetPwdVerb(made) : made)),
  verb<{ out?: string }>({
    name: 'import',
    says: '从电子表格或 CSV（- 为标准输入）批量新增用户，有一行不符合要求则都不新增；答复一次性密码，只显示这一次',
    args: '[文件]',
    knows: [...uses.server, ...uses.output],
    flags: [
      { flag: '--out <文件>', says: '把账号和一次性密码写到 CSV 文件（只有本用户能读，不能是已有的文件）；不写则输出' },
    ],
    examples: [
      'xzx user import 人员.xlsx --out 密码.csv',
      'xzx user import 人员.csv --dry-run',
      'xzx user import - --dry-run',
    ],
    run: async (ctx, { args, flags }) => (await import('./user-import.ts')).importUsers(ctx, args[0], flags.out),
  }),
  verb<{ out?: string }>({
    name: 'import-template',
    says: '取得批量新增用户的模板，附现有的部门和角色',
    knows: uses.server,
    flags: [{ flag: '--out <文件>', says: '写到这个文件；不写为 用户导入模板.xlsx' }],
    examples: ['xzx user import-template --out 用户.xlsx'],
    run: async (ctx, { flags }) => (await import('./user-import.ts')).importTemplate(ctx, flags.out),
  }),
  verb<{ data?: string; factor?: true; nets?: true }>({
    name: 'unlock',
    says: '被锁在外面时，在服务器本机上解除账号的登录限制（不需要登录，须能读取密钥文件）',
    args: '[账号]',
    knows: [...uses.server, 'format'],
    notDry: '服务器不对没有登录的人试运行；不加 --factor、--nets 时只清除登录失败的记录',
    flags: [
      dataFlag,
      { flag: '--factor', says: '同时解除该账号的动态口令，下次登录后可以重新绑定' },
      {
        flag: '--nets',
        says: '同时取消登录地址的限制：站点设置中对全体工作人员的，和该账号所属角色的（角色中的其他人也不再受限）',
      },
    ],
    examples: [
      'xzx user unlock admin --data /var/lib/xzx',
      'xzx user unlock admin --data /var/lib/xzx --server http://127.0.0.1:8081 --factor --nets',
    ],
    run: async (ctx, { args, flags }) => (await import('./user-unlock.ts')).unlock(ctx, args, flags),
  }),
]
