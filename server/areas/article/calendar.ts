import type { article as contract } from '../../../core/contract/article.ts'
import type { Output, Parsed } from '../../../core/contract/endpoint.ts'
import { formatTime, parseTime } from '../../../core/domain/time.ts'
import type { Ctx } from '../../context.ts'
import { allHold, amongRows, type Condition, notEmpty, test } from '../../rows/condition.ts'
import { namesOf } from '../../rows/list.ts'
import { reach } from './find.ts'

/** Not approved for a time to come: told by the few that are, which have an index of their own. */
export const unscheduled: Condition = amongRows('id', 'article', 'id', [notEmpty('scheduledAt')], 'not')

const most = 1000
type Entry = Output<typeof contract.calendar>[number]

/** The first moment of a month and of the next one, as `2026-11` names it. */
function spanOf(month: string): { from: number; to: number } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  const first = (of: string) => parseTime(`${of}-01 00:00:00`) as number
  return { from: first(month), to: first(next) }
}

/** What the clock does in a month with the articles that the caller sees. */
export async function calendar(ctx: Ctx, { month }: Parsed<typeof contract.calendar>): Promise<Entry[]> {
  const { from, to } = spanOf(month)
  const acts = [
    { act: 0 as const, time: 'scheduledAt' as const },
    { act: 1 as const, time: 'offlineTime' as const },
  ]
  const found = []
  for (const { act, time } of acts) {
    const where = [...reach(ctx), test(time, '>=', from), test(time, '<', to)]
    const rows = await ctx.db
      .selectFrom('article')
      .select(['id', 'title', 'columnId', 'status', time])
      .where(allHold(where))
      .orderBy(time)
      .limit(most)
      .execute()
    found.push(...rows.map((row) => ({ ...row, act, time: Number(row[time]) })))
  }
  const some = found.toSorted((a, b) => a.time - b.time || a.id - b.id).slice(0, most)
  const names = await namesOf(
    ctx.db,
    'column',
    'title',
    some.map(({ columnId }) => columnId),
  )
  return some.map(({ id, title, columnId, status, act, time }) => ({
    ...{ at: formatTime(time), act, articleId: String(id), title },
    ...{ columnName: names.get(columnId) ?? null, status: status as Entry['status'] },
  }))
}
