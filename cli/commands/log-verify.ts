import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { log } from '../../core/contract/log.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { withFile } from '../files/fault.ts'
import { textOf } from '../io.ts'
import { columnsOf } from '../output/columns.ts'
import { tellsSuccess, writeOne } from '../output/write.ts'

const most = 1000

/** What the flag brings: a line itself, or the newest lines of a file. */
async function anchorsFrom(ctx: Context, given: string | undefined): Promise<string[]> {
  if (given === undefined) return []
  if (given.trim().startsWith('{')) return [given.trim()]
  const file = resolve(ctx.world.cwd, given)
  const lines = textOf(await withFile(file, () => readFile(file)), file)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  if (lines.length === 0) throw usage(`${file} 中没有锚点`, '应为 xzx log anchor 输出的各行')
  if (lines.length > most) ctx.note(`${file} 有 ${lines.length} 个锚点，只对照最近的 ${most} 个`)
  return lines.slice(-most)
}

/** Checks the log; exit 1 when something was changed or is missing. */
export async function verify(ctx: Context, given: string | undefined): Promise<void> {
  const anchors = await anchorsFrom(ctx, given)
  const found = await (await ctx.client('log')).check(anchors.length > 0 ? { anchors } : {}, { signal: ctx.signal })
  const columns = columnsOf(log.check.output)
  if (tellsSuccess(ctx) || found.whole !== true)
    await writeOne(ctx, { columns, usual: columns.map((c) => c.field), idField: 'brokenAt' }, found)
  if (found.warning) ctx.note(`注意：${found.warning}`)
  if (found.whole !== true)
    throw new CliError(exit.refused, '操作日志不完整', {
      found: true,
      code: 'LOG_BROKEN',
      why: found.says || `断点在 ${found.brokenAt}`,
      hint: '保留现场，联系管理员核查',
    })
}
