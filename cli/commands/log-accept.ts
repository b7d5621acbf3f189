import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { confirm } from '../questions.ts'
import { onData, sourceFrom } from '../server-data.ts'

/** Records on the server's own machine that its database was set back deliberately; everything is checked before anything is asked or written. */
export async function accept(ctx: Context, flags: { data?: string; reason?: string }): Promise<number> {
  const reason = flags.reason?.trim()
  if (!reason) throw usage('缺少 --reason', '说明为什么恢复、由谁决定，例如 --reason 磁盘故障，恢复昨夜的快照')
  const source = sourceFrom(ctx.world, flags)
  const dry = ctx.flags.dryRun === true
  const { acceptLog } = await import('../../server/log-accept.ts')
  const agree = async ({ whole, warning, says }: { whole: boolean; warning: string | null; says: string }) => {
    ctx.note(`核对的结果：${whole ? warning : says}`)
    if (dry) return false
    await confirm(ctx, { text: `将在 ${source.data} 的操作日志中记录：${reason}；此后核对不再为此报错`, count: 1 })
    return true
  }
  const made = await onData('NO_DATA', () => acceptLog({ ...source, reason, now: ctx.world.now(), agree }))
  if (!made) {
    ctx.note('日志与锚点相符，没有需要记录的')
    return exit.ok
  }
  const { id, found, mends } = made
  if (!mends || (!found.whole && id > 0))
    throw new CliError(exit.refused, id > 0 ? '已记录，但日志仍不完整' : '日志不完整，没有记录', {
      code: 'LOG_BROKEN',
      why: found.says,
      hint: '这不是恢复造成的，请保留现场核查',
    })
  ctx.note(dry ? '试运行，没有记录' : `已记录为第 ${id} 号日志`)
  return exit.ok
}
