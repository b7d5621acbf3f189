import { auth } from '../../core/contract/auth.ts'
import { checkIds } from '../bulk/ids.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { columnsOf } from '../output/columns.ts'
import { checkFields, writeList } from '../output/write.ts'
import { confirm } from '../questions.ts'
import { didYouMean } from '../suggest.ts'

const shape = {
  columns: columnsOf(auth.sessions.output),
  usual: ['sessionId', 'current', 'device', 'address', 'createdAt', 'seenAt', 'expiresAt'],
  idField: 'sessionId',
  titleField: 'address',
}

async function end(ctx: Context, ids: readonly string[], others: boolean): Promise<void> {
  if (others === ids.length > 0)
    throw usage(
      others ? '编号和 --others 只能用其一' : '缺少编号',
      '运行 xzx auth sessions 查看编号，或加 --others 结束其他全部',
    )
  const calls = await ctx.client('auth')
  const there = (await calls.sessions()).filter(({ current }) => current === 0)
  const ending = others ? there.map(({ sessionId }) => sessionId) : [...checkIds(ids)]
  const missing = ending.filter((id) => !there.some(({ sessionId }) => sessionId === id))
  if (missing.length > 0)
    throw new CliError(exit.refused, `没有这处登录：${missing.join('、')}`, {
      code: 'NOT_FOUND',
      hint: '运行 xzx auth sessions 查看；本次登录用 xzx auth logout',
    })
  if (ending.length === 0) return ctx.note('没有别处的登录')
  await confirm(ctx, { text: `将结束本人在别处的 ${ending.length} 处登录`, count: ending.length })
  const { ended } = await calls.sessionsEnd({ ids: ending })
  ctx.note(ctx.flags.dryRun ? `试运行，没有结束：将结束 ${ended} 处登录` : `已结束 ${ended} 处登录`)
}

/** Lists where one is signed in, or ends what is elsewhere. */
export async function sessions(ctx: Context, args: readonly string[], others: boolean): Promise<void> {
  const [name, ...ids] = args
  if (name === undefined) {
    if (others) throw usage('--others 只用于 end', 'xzx auth sessions end --others')
    checkFields(ctx, shape)
    return writeList(ctx, shape, await (await ctx.client('auth')).sessions())
  }
  if (name !== 'end') throw usage(`没有动作 ${name}${didYouMean(name, ['end'])}`, '可用：end')
  await end(ctx, ids, others)
}
