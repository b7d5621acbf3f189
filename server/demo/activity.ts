import type { Insertable } from 'kysely'
import type { Schema } from '../db/tables.ts'
import type { DemoPlace } from './place.ts'
import { day } from './place.ts'

/** What the demo's periodicals and special topics have in common. */

type Status = 1 | 2 | 3 | 4 | 5

/** Who does it: one writes and submits, another one publishes. */
export async function handsOf({ trx, users }: DemoPlace) {
  const ids = [users.get('fushen'), users.get('shenhe')] as [number, number]
  const found = await trx.selectFrom('user').select(['id', 'name']).where('id', 'in', ids).execute()
  const nameOf = (id: number) => found.find((one) => one.id === id)?.name ?? ''
  return { writer: { byId: ids[0], byName: nameOf(ids[0]) }, auditor: { byId: ids[1], byName: nameOf(ids[1]) } }
}
export type Hands = Awaited<ReturnType<typeof handsOf>>

/** How one came to be where it is. */
export const wayOf = (status: Status, at: number, { writer }: Hands) => ({
  ...{
    status,
    version: status === 3 ? 1 : 3,
    createdBy: writer.byId,
    createdAt: at,
    updatedBy: writer.byId,
    updatedAt: at,
  },
  ...(status !== 3 && { submittedBy: writer.byId, submittedAt: at + day / 4 }),
  ...((status === 5 || status === 1) && { publishedAt: at + day / 2 }),
})

/** Writes the steps of that way into its history. */
export async function keepWay(
  { trx }: DemoPlace,
  {
    kind,
    rowId,
    status,
    at,
    reason = null,
  }: { kind: string; rowId: number; status: Status; at: number; reason?: string | null },
  { writer, auditor }: Hands,
): Promise<void> {
  const steps: (Pick<Insertable<Schema['history']>, 'act' | 'status' | 'at' | 'byId' | 'byName'> & {
    reason?: string | null
  })[] = [
    { act: '新增', status: 3, at, ...writer },
    ...(status === 3 ? [] : [{ act: '提交审核', status: 4, at: at + day / 4, ...writer }]),
    ...(status === 5 || status === 1 ? [{ act: '发布', status: 5, at: at + day / 2, ...auditor }] : []),
    ...(status === 2 ? [{ act: '驳回', status: 2, reason, at: at + day / 2, ...auditor }] : []),
    ...(status === 1 ? [{ act: '下架', status: 1, reason, at: at + day, ...auditor }] : []),
  ]
  await trx
    .insertInto('history')
    .values(steps.map((step, i) => ({ kind, rowId, no: i + 1, reason: null, ...step })))
    .execute()
}

/** The newest published articles of a column of the county. */
export const newestOf = ({ trx, columns }: DemoPlace, column: string, count: number) =>
  trx
    .selectFrom('article')
    .select(['id', 'title'])
    .where('columnId', '=', columns.get(column) ?? 0)
    .where('status', '=', 2)
    .where('deletedAt', 'is', null)
    .orderBy('publishTime', 'desc')
    .limit(count)
    .execute()
