import type { Parsed } from '../../../core/contract/endpoint.ts'
import { ownRow } from '../../../core/contract/interWorking/rows.ts'
import type { interWorking as contract } from '../../../core/contract/interWorking.ts'
import { formatTime, monthSpan } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { type Ctx, needPartner } from '../../context.ts'
import { interWorking as table } from '../../db/tables/interWorking.ts'
import { between, equal, like, test } from '../../rows/condition.ts'
import { countBy, dayMs, shanghaiMs } from '../../rows/count-by.ts'
import { pageRows } from '../../rows/list.ts'
import { presenterOf } from '../../rows/present.ts'
import { articlePath } from '../../site/addresses.ts'
import type { PushRow } from './ready.ts'

/** What a partner is told of what it pushed: of its own alone. */

const present = presenterOf(table, ownRow)
const mine = (ctx: Ctx) => test('partnerId', '=', needPartner(ctx).partnerId)
const listed = Object.keys(table.columns).filter((column) => !['letter', 'pushed', 'taken'].includes(column))

/** Which of some rows' articles and issues visitors read now. */
async function onlineOf({ db }: Ctx, rows: readonly PushRow[]) {
  const ids = (column: 'articleId' | 'bulletinId') => rows.flatMap((row) => row[column] ?? [])
  const of = async (name: 'article' | 'bulletin', some: readonly number[], status: number) => {
    if (some.length === 0) return new Set<number>()
    const found = await db
      .selectFrom(name)
      .select('id')
      .where('id', 'in', [...some])
      .where('status', '=', status)
      .where('deletedAt', 'is', null)
      .execute()
    return new Set(found.map(({ id }) => id))
  }
  return { articles: await of('article', ids('articleId'), 2), issues: await of('bulletin', ids('bulletinId'), 1) }
}

/** Pushes as their partner sees them. */
export async function shownToPartner(ctx: Ctx, rows: readonly PushRow[]) {
  const { articles, issues } = await onlineOf(ctx, rows)
  return rows.map((row) => {
    const read = row.articleId !== null && articles.has(row.articleId)
    const issue = row.bulletinId !== null && issues.has(row.bulletinId)
    const url = read ? `/site/${articlePath(row.articleId as number)}` : null
    return { ...present(row, ctx.parts.secret), online: read || issue ? 1 : 0, url }
  }) as never[]
}

async function listOf(
  ctx: Ctx,
  where: Parameters<typeof pageRows>[2]['where'],
  paging: Parameters<typeof pageRows>[2]['paging'],
) {
  const page = await pageRows<PushRow>(ctx, table as never, {
    ...{ columns: listed, where: [mine(ctx), ...where], paging },
    order: [
      ['pushedAt', 'desc'],
      ['id', 'desc'],
    ],
  })
  return { ...page, list: await shownToPartner(ctx, page.list) }
}

/** One thing of the caller's, by its kind and number there. */
export async function ownPush(ctx: Ctx, { source, kind }: Parsed<typeof contract.getInterWorking>) {
  const row = await ctx.db
    .selectFrom('interWorking')
    .selectAll()
    .where('partnerId', '=', needPartner(ctx).partnerId)
    .where('kind', '=', kind)
    .where('sourceId', '=', source)
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND', `没有推送过来源编号为 ${source} 的内容`)
  return (await shownToPartner(ctx, [row]))[0] as never
}

export const ownSearch = (ctx: Ctx, input: Parsed<typeof contract.getInterWorkingSearch>) => {
  const { title, kind, status, startTime, endTime, ...paging } = input
  const narrow = [...equal('kind', kind), ...equal('status', status), ...between('pushedAt', startTime, endTime)]
  return listOf(ctx, [...like('title', title), ...narrow], paging)
}

/** What was pushed in a month, by when it came last. */
export const ownMonth = (ctx: Ctx, { ym, kind, ...paging }: Parsed<typeof contract.monthList>) => {
  const { from, to } = monthSpan(ym)
  return listOf(ctx, [...equal('kind', kind), ...between('pushedAt', from, to)], paging)
}

/** The months in which the caller pushed something, the latest first, each with how much. */
export async function ownMonths(ctx: Ctx) {
  const days = await countBy(ctx, table, { by: ['status'], dayOf: 'pushedAt', where: [mine(ctx)] })
  const monthOf = (day: number) => formatTime(day * dayMs - shanghaiMs).slice(0, 7)
  const months = [...Map.groupBy(days, ({ day }) => monthOf(Number(day)))].sort(([a], [b]) => (a < b ? 1 : -1))
  return months.map(([ym, some]) => ({
    ym,
    count: some.reduce((sum, { n }) => sum + Number(n), 0),
    taken: some.reduce((sum, { n, status }) => sum + (status === 0 ? Number(n) : 0), 0),
  }))
}
