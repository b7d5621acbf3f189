import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { report as contract } from '../../../core/contract/report.ts'
import type { Right } from '../../../core/contract/rights.ts'
import { may as holds } from '../../access/rights.ts'
import { columnsOf } from '../../access/scope.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { column } from '../../db/tables/column.ts'
import { namesOf } from '../../rows/list.ts'
import { readTree, upwards } from '../../rows/tree.ts'

/** What may be done with reports, each by its right. */
const actions: readonly { readonly action: string; readonly says: string; readonly key: Right }[] = [
  { action: 'add', says: '写报送信息', key: 'report_add' },
  { action: 'submit', says: '报送', key: 'report_submit' },
  { action: 'recall', says: '撤回报送', key: 'report_recall' },
  { action: 'delete', says: '删除草稿和被退回的', key: 'report_dels' },
  { action: 'pass', says: '审核通过', key: 'report_pass' },
  { action: 'sendBack', says: '退回', key: 'report_sendBack' },
  { action: 'adopt', says: '采用和加分', key: 'report_adopt' },
  { action: 'drop', says: '取消采用', key: 'report_drop' },
]

/** The columns into which the caller may report, in the site's order, and what they may do. */
export async function role(ctx: Ctx, { title }: Parsed<typeof contract.role>) {
  const { deptId, rights } = whoOf(ctx)
  const allowed = holds(rights, 'report_add') ? columnsOf(ctx, 'report_add') : new Set<number>()
  const tree = await readTree(ctx.db, column)
  const found = await ctx.db
    .selectFrom('column')
    .select(['id', 'title'])
    // a link has no pages in which anything could stand
    .where('type', '!=', 3)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const names = new Map(found.map((one) => [one.id, one.title]))
  const word = title?.toLowerCase()
  const above = (id: number) =>
    [...upwards(tree, id)]
      .filter((one) => one !== id)
      .flatMap((one) => names.get(one) ?? [])
      .reverse()
      .join(' / ')
  const depts = await namesOf(ctx.db, 'dept', 'name', [deptId ?? 0])
  return {
    ...{ deptId: deptId === null ? null : String(deptId), deptName: depts.get(deptId ?? 0) ?? null },
    columns: found
      .filter(({ id }) => allowed === null || allowed.has(id))
      .filter((one) => !word || one.title.toLowerCase().includes(word))
      .map(({ id, title }) => ({ columnId: String(id), columnName: title, path: above(id) || null })),
    actions: actions.filter(({ key }) => holds(rights, key)).map((one) => ({ ...one })),
  }
}
