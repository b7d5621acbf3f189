import { auth } from '../../core/contract/auth.ts'
import { checkIds } from '../bulk/ids.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { checkValue } from '../from-contract/check.ts'
import { givenLine } from '../output/clean.ts'
import { columnsOf } from '../output/columns.ts'
import { refuseUnseen, tellOnce } from '../output/once.ts'
import { checkFields, writeList, writeOne } from '../output/write.ts'
import { confirm } from '../questions.ts'
import { didYouMean } from '../suggest.ts'

interface Flags {
  readonly name?: string
  readonly keys?: string
  readonly days?: string
}

const shape = {
  columns: columnsOf(auth.scriptList.output),
  usual: ['sessionId', 'name', 'keys', 'createdAt', 'seenAt', 'expiresAt'],
  idField: 'sessionId',
  titleField: 'keys',
}

async function add(ctx: Context, { name, keys, days }: Flags): Promise<void> {
  if (!name) throw usage('缺少 --name', '给令牌一个用途，例如 --name 夜间任务')
  checkValue(auth.scriptAdd, 'days', '--days', days)
  checkValue(auth.scriptAdd, 'name', '--name', name)
  const list = keys?.split(/[,，\s]+/).filter(Boolean) ?? []
  if (list.length === 0)
    throw usage(
      '缺少 --keys',
      '只给所需的权限，例如 --keys article_list,generate_generateIndex；xzx api 接口 --help 列出接口所需的权限',
    )
  const columns = columnsOf(auth.scriptAdd.output)
  refuseUnseen(ctx, columns)
  const made = await (await ctx.client('auth')).scriptAdd({
    name,
    keys: list,
    ...(days && { days: Number(days) }),
  })
  if (ctx.flags.dryRun) {
    ctx.note(`试运行，没有签发：将签发脚本令牌「${name}」，有效期至 ${made.expiresAt}`)
    if (ctx.format === 'table') return
    return writeOne(ctx, shape, { ...made, sessionId: null, token: null })
  }
  if (ctx.format !== 'table')
    return tellOnce(ctx, columns, [made], () =>
      writeOne(ctx, { ...shape, columns, usual: [...shape.usual, 'token'] }, made),
    )
  await tellOnce(ctx, columns, [made], () => ctx.out(`${made.token}\n`))
  ctx.note(`令牌只显示这一次，有效期至 ${made.expiresAt}；在脚本中设为环境变量 XZX_TOKEN`)
}

/** A token by its number, or by what it is for. @throws CliError 2 for what several are for, and for a number that one is for; 1 for what none is */
async function tokenId(ctx: Context, word: string): Promise<string> {
  const all = await (await ctx.client('auth')).scriptList()
  const named = all.filter(({ name, sessionId }) => name === word && sessionId !== word)
  const list = named.map(({ sessionId, createdAt }) => `${sessionId}（${createdAt} 签发）`).join('、')
  if (/^\d{1,16}$/.test(word)) {
    if (named.length > 0) throw usage(`${word} 是一个编号，也是另一个令牌的用途`, `请先核对：${list}`)
    return checkIds([word])[0] ?? word
  }
  if (named.length > 1) throw usage(`有 ${named.length} 个脚本令牌叫 ${word}`, `请写编号：${list}`)
  const [one] = named
  if (one) return String(one.sessionId)
  throw new CliError(exit.refused, `没有脚本令牌 ${word}`, { code: 'NOT_FOUND', hint: '运行 xzx auth token list 查看' })
}

async function revoke(ctx: Context, words: readonly string[]): Promise<void> {
  const [word] = words
  if (!word) throw usage('缺少要停用的令牌编号或用途', '运行 xzx auth token list 查看')
  const id = await tokenId(ctx, word)
  await confirm(ctx, { text: `将停用脚本令牌 ${id}`, count: 1 })
  await (await ctx.client('auth')).scriptDel({ id })
  ctx.note(ctx.flags.dryRun ? `试运行，没有停用：将停用脚本令牌 ${id}` : `已停用 ${id}`)
}

const actions = {
  add,
  list: async (ctx: Context) => {
    const rows = await (await ctx.client('auth')).scriptList()
    // one that was never used was last seen when it was made
    await writeList(
      ctx,
      shape,
      rows.map((row) => ({ ...row, seenAt: row.seenAt === row.createdAt ? null : row.seenAt })),
    )
  },
  revoke: (ctx: Context, _flags: Flags, rest: readonly string[]) => revoke(ctx, rest),
} as const

/** What helps whoever typed a word too many. */
const spare: Readonly<Record<keyof typeof actions, string>> = {
  add: '用途写作 --name，例如 xzx auth token add --name 夜间任务 --keys generate_generateIndex',
  list: '列出不需要参数',
  revoke: '一次停用一个令牌',
}

/** Makes, lists or revokes the sessions of scripts. */
export async function token(ctx: Context, args: readonly string[], flags: Flags): Promise<void> {
  const [name = 'add', ...rest] = args
  if (!Object.hasOwn(actions, name))
    throw usage(`没有动作 ${name}${didYouMean(name, Object.keys(actions))}`, '可用：add、list、revoke')
  const takes = name === 'revoke' ? 1 : 0
  if (rest.length > takes)
    throw usage(`参数过多：${givenLine(rest.slice(takes).join(' '))}`, spare[name as keyof typeof actions])
  const stray = name === 'add' ? undefined : Object.keys(flags)[0]
  if (stray !== undefined) throw usage(`auth token ${name} 没有选项 --${stray}`, '它只用于签发')
  checkFields(ctx, name === 'add' ? { ...shape, columns: columnsOf(auth.scriptAdd.output) } : shape)
  await actions[name as keyof typeof actions](ctx, flags, rest)
}
