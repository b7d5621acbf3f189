import { exportSays } from '../../core/text.ts'
import type { Context } from '../context.ts'

/**
 * What left the system is told by its log; the file is there already, so that a log which cannot be reached is only said.
 * @param result how much it was
 * @param detail the kind of file
 */
export async function tellExported(ctx: Context, name: string, result: string, detail: string): Promise<void> {
  try {
    await (await ctx.client('log')).systemLogSave({ says: exportSays(name), result, detail })
  } catch (error) {
    if (ctx.signal.aborted) throw ctx.signal.reason
    ctx.warn(`注意：没能把这次导出记入操作日志：${(error as Error).message}`)
  }
}
