import type { Context } from '../context.ts'
import { type Found, good, remark } from './found.ts'
import { looked } from './looked.ts'

/** What somebody has set and has no effect as the server runs; what is as it came is nobody's mistake. */
export async function setting(ctx: Context): Promise<Found> {
  const list = await looked(ctx, 'setting', '站点设置')
  if (!Array.isArray(list)) return list
  // a server of before does not tell
  const idle = list.filter(({ idle, value, usual, fixedBy }) => idle && (value !== usual || fixedBy))
  if (idle.length === 0) return good('正常')
  return remark(
    idle.map(({ title, idle }) => `${title}不起作用：${idle}`).join('；'),
    '照说明处理，或用 xzx setting reset 恢复默认值',
  )
}
