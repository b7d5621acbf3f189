import type { Parsed } from '../../../core/contract/endpoint.ts'
import { pageRow, pagesMax } from '../../../core/contract/periodical/rows.ts'
import type { periodical as contract } from '../../../core/contract/periodical.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import type { Table } from '../../db/table.ts'
import { periodicalPage as table } from '../../db/tables/periodical.ts'
import { amongRows, equal, isEmpty, like } from '../../rows/condition.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { contentsOf } from '../published/contents.ts'
import { look } from '../published/words.ts'
import { issues } from './issues.ts'

/** The pages of an issue. Their state is the issue's, with which they are judged and go online. */

const order = [
  ['periodicalId', 'desc'],
  ['sort', 'asc'],
  ['id', 'asc'],
] as const
const rows = rowsOf(table, { reply: pageRow, logged: ['periodicalId', 'title', 'sortType'], order })
const work = contentsOf({
  ...{ noun: '版面', rows: table as unknown as Table, of: 'periodicalId', most: pagesMax },
  ...{ need: issues.needToGather, changed: issues.changed, told: ['title'] },
})

/** A page as it is stored. @throws Refused NOT_FOUND */
export const need = rows.need

/** Pages with the state of their issue. One query for all of them. */
async function withStatus<R extends { readonly periodicalId: string }>({ db }: Ctx, list: readonly R[]): Promise<R[]> {
  if (list.length === 0) return []
  const ids = list.map(({ periodicalId }) => Number(periodicalId))
  const found = await db.selectFrom('periodical').select(['id', 'status']).where('id', 'in', ids).execute()
  const states = new Map(found.map(({ id, status }) => [String(id), status]))
  return list.map((row) => ({ ...row, status: states.get(row.periodicalId) ?? null }))
}

/** One page of pages; those of issues in the recycle bin are not among them. */
export async function list(ctx: Ctx, input: Parsed<typeof contract.pageList>) {
  const { periodicalId, title, status, ...paging } = input
  const ofIssue = amongRows('periodicalId', 'periodical', 'id', [isEmpty('deletedAt'), ...equal('status', status)])
  const page = await rows.page(ctx, paging, ofIssue, ...equal('periodicalId', periodicalId), ...like('title', title))
  return { ...page, list: await withStatus(ctx, page.list) }
}

/** So many can be chosen from: of a county's periodical those of some years. */
const optionsMost = 2000

/** Pages by their names, with their issues: those of the latest first. */
export async function options({ db }: Ctx) {
  const found = await db
    .selectFrom('periodicalPage')
    .innerJoin('periodical', 'periodical.id', 'periodicalPage.periodicalId')
    .select(['periodicalPage.id', 'periodicalPage.title', 'periodical.title as issue'])
    .where('periodical.deletedAt', 'is', null)
    .orderBy('periodical.publishedOn', 'desc')
    .orderBy('periodical.id', 'desc')
    .orderBy('periodicalPage.sort')
    .orderBy('periodicalPage.id')
    .limit(optionsMost)
    .execute()
  return found.map(({ id, title, issue }) => ({ id: String(id), name: `${issue}·${title}` }))
}

export async function get(ctx: Ctx, id: number) {
  const row = await rows.get(ctx, id)
  await issues.need(ctx, Number(row.periodicalId))
  return (await withStatus(ctx, [row]))[0] as typeof row
}

/** Looks the name through, outside of the transaction that stores it. */
export const read = async <I extends { readonly title?: string | null | undefined }>(ctx: Ctx, input: I) => ({
  input,
  found: await look(ctx, { title: input.title }),
})
type Read<I extends { readonly title?: string | null | undefined }> = Awaited<ReturnType<typeof read<I>>>
type Save = Parsed<typeof contract.pageSaveOrUpdate>

async function add(ctx: Ctx, { input, found }: Read<Save>) {
  const { periodicalId = 0, title, sortType = 2 } = input
  if (!periodicalId) throw new Refused('MISSING_PARAMETER', '缺少所属期刊（periodicalId）')
  if (!title?.trim()) throw new Refused('MISSING_PARAMETER', '缺少版面名称（title）')
  const issue = await issues.needToChange(ctx, periodicalId)
  const sort = await work.placeIn(ctx, issue, 1)
  const { id } = await rows.add(ctx, { periodicalId, title, sortType, sort })
  issues.judge(ctx, issue, Number(id), title, found)
  await issues.changed(ctx, issue)
  return get(ctx, Number(id))
}

/** Changes what is given of a page. */
export async function edit(
  ctx: Ctx,
  { input, found }: Read<Parsed<typeof contract.pageEdit> & Partial<Pick<Save, 'periodicalId'>>>,
) {
  const { id, version, periodicalId, title, sortType } = input
  const row = await rows.need(ctx, id, { lock: true })
  const issue = await issues.needToChange(ctx, row.periodicalId)
  if ((periodicalId || row.periodicalId) !== row.periodicalId)
    throw new Refused('BAD_INPUT', '所属期刊（periodicalId）：版面不能移到另一期')
  if (title === null || title?.trim() === '') throw new Refused('BAD_INPUT', '版面名称（title）：请输入版面名称')
  issues.judge(ctx, issue, id, title ?? row.title, found)
  await rows.change(ctx, id, { ...(title && { title }), ...(sortType && { sortType }) }, version)
  await issues.changed(ctx, issue, true)
  return get(ctx, id)
}

/** The specification's one call for both. */
export const save = (ctx: Ctx, { input, found }: Read<Save>) =>
  input.id ? edit(ctx, { input: { ...input, id: input.id }, found }) : add(ctx, { input, found })

/** Deletes pages with what stands on them; chosen articles stay on the site. */
export const remove = (ctx: Ctx, ids: readonly number[]) =>
  rows.remove(ctx, ids, async (inner, row) => {
    await issues.changed(inner, await issues.needToGather(inner, row.periodicalId), true)
  })

/** Puts all pages of an issue into an order. */
export async function arrange(ctx: Ctx, { periodicalId, pageIds }: Parsed<typeof contract.pageArrange>) {
  await work.arrange(ctx, periodicalId, pageIds)
  return (await list(ctx, { periodicalId, pageSize: pagesMax } as never)).list
}
