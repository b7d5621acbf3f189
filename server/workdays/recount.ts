import type { Ctx, Parts, Recount } from '../context.ts'
import { type JobOutcome, type JobWatch, nothingToDo } from '../jobs/jobs.ts'
import { calendarNow, calendarWritten, changeCounted, changeToCount } from './calendar.ts'

/** What an area's deadlines came to, in words. */
const saysOf = ({ says, unit }: Recount, changed: number): string => `${says} ${changed} ${unit}`

/** How many deadlines would change by the calendar that a rehearsal has written. */
export async function foretold(ctx: Ctx): Promise<string> {
  const calendar = await calendarWritten(ctx.db)
  const told: string[] = []
  for (const one of ctx.parts.deadlines) {
    const { changed, all } = await one.would(ctx, calendar)
    if (changed > 0) told.push(all ? saysOf(one, changed) : `${one.says}至少 ${changed} ${one.unit}`)
  }
  return told.length > 0 ? `期限将变：${told.join('、')}` : '没有期限因此改变'
}

/**
 * Counts all open deadlines anew where the calendar has changed since that was last done. What changes meanwhile is for the next time:
 * only the change that was read is noted as counted.
 */
export async function recount(parts: Parts, watch: JobWatch): Promise<JobOutcome> {
  const { db, deadlines } = parts
  const change = await changeToCount(db.read)
  if (change === null) return nothingToDo
  const calendar = await calendarNow({ db: db.read, parts })
  const changed: Record<string, number> = {}
  const told: string[] = []
  for (const [i, one] of deadlines.entries()) {
    if (watch.stopped()) return { state: 'cancelled', says: '已中断，稍后重新计算' }
    const n = await one.again(parts, calendar, watch)
    changed[one.area] = (changed[one.area] ?? 0) + n
    if (n > 0) told.push(saysOf(one, n))
    watch.progress(i + 1, deadlines.length)
  }
  if (watch.stopped()) return { state: 'cancelled', says: '已中断，稍后重新计算' }
  await changeCounted(db.write, change)
  const says = told.length > 0 ? `期限有变：${told.join('、')}` : '没有期限因此改变'
  return { state: 'done', says, receipt: { changed } }
}
