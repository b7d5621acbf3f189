import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { confirm } from '../questions.ts'
import { onData, sourceFrom } from '../server-data.ts'

/** Records on the server's own machine that its database was set back deliberately. */
export async function accept(ctx: Context, flags: { data?: string; reason?: string }): Promise<number> {
  const reason = flags.reason?.trim()
  if (!reason) throw usage('缺少 --reason', '说明为什么恢复、由谁决定，例如 --reason 磁盘故障，恢复昨夜的快照')
  const source = sourceFrom(ctx.world, flags)
  const dry = ctx.flags.dryRun === true
  if (!dry)
    await confirm(ctx, { text: `将在 ${source.data} 的操作日志中记录：数据库被恢复为旧的、或锚点缺失的原因`, count: 1 })
  const { acceptLog } = await import('../../server/log-accept.ts')
  const made = await onData('NO_DATA', () => acceptLog({ ...source, reason, now: ctx.world.now(), dry }))
  if (!made) {
    ctx.note('日志与锚点相符，没有需要记录的')
    return exit.ok
  }
  if (dry) {
    ctx.note(`试运行，没有记录；核对的结果是：${made.found.warning ?? made.found.says}`)
    return exit.ok
  }
  ctx.note(`已记录为第 ${made.id} 号日志`)
  if (made.found.whole) return exit.ok
  throw new CliError(exit.refused, '日志仍不完整', {
    code: 'LOG_BROKEN',
    why: made.found.says,
    hint: '这不是恢复造成的，请保留现场核查',
  })
}
