import type { Selectable } from 'kysely'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { type report as contract, reportBrief, reportRow } from '../../../core/contract/report.ts'
import { reportAdopted, reportDraft, reportFlow, reportScored } from '../../../core/domain/report-states.ts'
import { monthSpan } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { type Ctx, whoOf } from '../../context.ts'
import type { RowOf } from '../../db/table.ts'
import { report as table } from '../../db/tables/report.ts'
import { anyOf, between, type Condition, equal, like, test } from '../../rows/condition.ts'
import { historyOf } from '../../rows/history.ts'
import type { AnyDb, Paging } from '../../rows/list.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { setting } from '../../settings.ts'
import { articlePath } from '../../site/addresses.ts'
import { loadSettings } from '../../site/settings.ts'

/** What units report: found and shown. */

export type Report = Selectable<RowOf<typeof table.columns>>

export const logged = ['title', 'columnId', 'status', 'deptId', 'points', 'extra', 'articleId'] as const
const order = [
  ['createdAt', 'desc'],
  ['id', 'desc'],
] as const
export const rows = rowsOf(table, { reply: reportRow, logged, order, history: reportFlow.area })
const briefs = rowsOf(table, { reply: reportBrief, logged, order })
export const history = historyOf(reportFlow.area)

type Span = Pick<Parsed<typeof contract.reportDeptList>, 'month' | 'startTime' | 'endTime'>

/** When it was handed in. */
export const handedIn = ({ month, startTime, endTime }: Span): Condition[] => {
  const { from, to } = month === undefined ? { from: undefined, to: undefined } : monthSpan(month)
  return [...between('submittedAt', from, to), ...between('submittedAt', startTime, endTime)]
}

export const mine = (ctx: Ctx): Condition => test('createdBy', '=', whoOf(ctx).userId)

/** A draft is its writer's own until it is handed in, with its files. */
export const noForeignDraft = (ctx: Ctx): Condition => anyOf([test('status', '!=', reportDraft), mine(ctx)])

/** What narrows lists and counts alike, beside the state. */
export const narrowed = (ctx: Ctx, input: Parsed<typeof contract.counts>): Condition[] => [
  noForeignDraft(ctx),
  ...like('title', input.title),
  ...equal('deptId', input.deptId),
  ...equal('columnId', input.columnId),
  ...equal('articleId', input.articleId),
  ...(Number(input.mine) === 1 ? [mine(ctx)] : []),
  ...handedIn(input),
]

/** Rows with what has become of the articles that they are. */
export async function withArticles<R extends { readonly articleId: string | null }>(ctx: Ctx, list: readonly R[]) {
  const ids = list.flatMap(({ articleId }) => (articleId === null ? [] : [Number(articleId)]))
  const found =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('article')
          .select(['id', 'title', 'status'])
          .where('id', 'in', ids)
          .where('deletedAt', 'is', null)
          .execute()
  const byId = new Map(found.map((one) => [String(one.id), one]))
  const base = found.length === 0 ? '' : (await loadSettings({ read: ctx.db }))['site.base'].replace(/\/$/, '')
  return list.map((row) => {
    const { id, title = null, status = null } = byId.get(row.articleId ?? '') ?? {}
    const articleUrl = id !== undefined && status === 2 ? `${base}/${articlePath(id)}` : null
    return { ...row, articleTitle: title, articleStatus: status, articleUrl }
  })
}

/** A row as it may be read. @throws Refused NOT_FOUND for somebody else's draft too */
export async function needRead(ctx: Ctx, id: number): Promise<Report> {
  const row = await rows.need(ctx, id)
  if (row.status === reportDraft && row.createdBy !== whoOf(ctx).userId)
    throw new Refused('NOT_FOUND', `报送信息 ${id} 不存在或无权操作`)
  return row
}

export const get = async (ctx: Ctx, id: number) => {
  const [row] = await withArticles(ctx, await rows.shown(ctx, [await needRead(ctx, id)]))
  return row as NonNullable<typeof row>
}

type Search = Parsed<typeof contract.list> & Paging
export async function list(ctx: Ctx, input: Search, ...where: readonly Condition[]) {
  const page = await briefs.page(ctx, input, ...narrowed(ctx, input), ...equal('status', input.status), ...where)
  return { ...page, list: await withArticles(ctx, page.list) }
}

/** What one in a state is worth, by the settings as they are now. */
async function worthOf(ctx: Ctx, status: number): Promise<number> {
  if (!reportScored.includes(status)) return 0
  const submitted = Number(await setting(ctx.db, 'report.submitPoints'))
  return status === reportAdopted ? submitted + Number(await setting(ctx.db, 'report.adoptPoints')) : submitted
}

/** Gives rows that came to a state their points anew. */
export async function scored(ctx: Ctx, ids: readonly number[], status: number): Promise<void> {
  if (ids.length === 0) return
  const worth = await worthOf(ctx, status)
  await (ctx.db as unknown as AnyDb)
    .updateTable('report')
    .set((eb) => ({ points: reportScored.includes(status) ? eb('extra', '+', worth) : 0 }))
    .where('id', 'in', [...ids])
    .execute()
}
