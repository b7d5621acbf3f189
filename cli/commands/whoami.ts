import { auth } from '../../core/contract/auth.ts'
import type { Output } from '../../core/contract/endpoint.ts'
import { dataScopes } from '../../core/domain/enums.ts'
import { lastSignInSays } from '../../core/domain/last-sign-in.ts'
import { ApiError } from '../../core/errors.ts'
import { checkIds } from '../bulk/ids.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { cleanLine } from '../output/clean.ts'
import { columnsOf } from '../output/columns.ts'
import { writeOne } from '../output/write.ts'
import { verb } from '../verb.ts'

const shape = {
  columns: columnsOf(auth.info.output),
  usual: ['userAccount', 'name', 'deptName', 'position', 'userType', 'state', 'roles'],
  idField: 'userId',
}
const whyShape = {
  columns: columnsOf(auth.why.output),
  usual: ['userName', 'right', 'key', 'may', 'row', 'reaches', 'says'],
  idField: 'userId',
}

type Answer = Output<typeof auth.why>

/** A role by which the right comes: whose rows it reaches, and whether the one that was asked about. */
function roleLine({ name, dataScope, depts, columns, reaches, says }: Answer['through'][number]): string {
  const range = `数据范围「${dataScopes[dataScope as keyof typeof dataScopes]}」（${depts}）${columns === null ? '' : `，栏目：${columns}`}`
  const row = reaches === null ? '' : `；${reaches === 1 ? '在范围内' : '不在范围内'}${says ? `（${says}）` : ''}`
  return `  角色「${name}」，${range}${row}`
}

async function why(ctx: Context, key: string, id: string | undefined, user: string | undefined): Promise<void> {
  const asked = { key, ...(id !== undefined && { id: checkIds([id])[0] ?? id }), ...(user !== undefined && { user }) }
  const answer = await (await ctx.client('auth')).why(asked)
  if (ctx.format !== 'table' || ctx.fields !== null) return writeOne(ctx, whyShape, answer)
  const lines = [answer.says ?? '', ...answer.through.map(roleLine)]
  await ctx.out(`${lines.map(cleanLine).join('\n')}\n`)
}

/** Says of a script's token what it is: it may less than its owner. A back end that does not know is no failure. */
async function tellToken(ctx: Context): Promise<void> {
  const session = await (await ctx.client('auth')).session().catch((thrown: unknown) => {
    if (thrown instanceof ApiError) return null
    throw thrown
  })
  if (!Array.isArray(session?.keys)) return
  const { name, keys, expiresAt } = session
  ctx.note(cleanLine(`用的是脚本令牌「${name ?? ''}」：只有 ${keys.length} 项权限，有效期至 ${expiresAt ?? ''}`))
}

/** Who the current session belongs to, and why they, or somebody else, may do something. */
export const verbs = [
  verb<{ why?: string; user?: string }>({
    name: '',
    says: '当前账号、部门和角色；--why 说明凭什么有（没有）一项权限',
    args: '[编号]',
    flags: [
      {
        flag: '--why <权限>',
        says: '凭什么能（不能）做：权限的键或名称，如 article_approve、发布文章；写出编号则连同那条记录',
      },
      { flag: '--user <账号>', says: '问的是谁，账号、姓名或编号；不写为本人（须有查看用户的权限）' },
    ],
    examples: ['xzx whoami', 'xzx whoami --why article_list', 'xzx whoami --why 修改文章 101 --user lixiaoyan'],
    knows: [...uses.server, ...uses.output],
    async run(ctx, { args: [id], flags }) {
      if (flags.why !== undefined) return why(ctx, flags.why, id, flags.user)
      if (id !== undefined || flags.user !== undefined)
        throw usage('编号和 --user 只用于 --why', '例如 xzx whoami --why article_list 101')
      const me = await (await ctx.client('auth')).info()
      await writeOne(ctx, shape, me)
      const before = lastSignInSays(me)
      if (before !== '') ctx.note(cleanLine(before))
      if (ctx.world.env.XZX_TOKEN) await tellToken(ctx)
    },
  }),
]
