import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'
import { unknownPlace } from '../dry-run.ts'

/**
 * Says of months of the log that have left the database, where a search reaches into them: they are in no list and in no number.
 * @param from its beginning, where it has one
 */
export async function noteArchived(ctx: Context, from: string | number | undefined): Promise<void> {
  const list = await (await ctx.client('log')).archives({}, { signal: ctx.signal }).catch((error: unknown) => {
    if (error instanceof ApiError && (error.code === 'NO_PERMISSION' || unknownPlace(error))) return null
    throw error
  })
  // a back end of others answers what it likes
  const reached = (Array.isArray(list) ? list : []).filter(
    ({ month }) => from === undefined || (month ?? '') >= String(from).slice(0, 7),
  )
  const [newest] = reached
  const oldest = reached.at(-1)
  if (!newest || !oldest) return
  const rows = reached.reduce((sum, { count }) => sum + Number(count), 0).toLocaleString('en-US')
  const months = newest === oldest ? `${newest.month}` : `${oldest.month} 至 ${newest.month}`
  ctx.note(
    `${months} 的 ${rows} 条日志已归档，不在其中：在服务器数据目录的 log-archive（${newest.file}${reached.length > 1 ? ` 等 ${reached.length} 个文件` : ''}），用 xzx log verify 文件 核对`,
  )
}
