import type { Context } from '../context.ts'
import { type Found, good, remark } from './found.ts'
import { looked } from './looked.ts'

/** The years of the calendar that must be known by now: this one, and from October on the next. */
export async function workday(ctx: Context): Promise<Found> {
  const list = await looked(ctx, 'workday', '工作日历')
  if (!Array.isArray(list)) return list
  const missing = list.filter(({ pressing }) => Number(pressing) === 1)
  if (missing.length === 0) return good('正常')
  return remark(
    missing.map(({ missing: says }) => says).join('；'),
    '国务院办公厅公布安排后，用 xzx workday import 导入通知原文，或在「工作日历」中设置',
  )
}
