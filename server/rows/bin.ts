import type { BulkResult } from '../../core/contract/shared.ts'
import { Refused } from '../../core/errors.ts'
import { breather } from '../breather.ts'
import { type Ctx, whoOf } from '../context.ts'
import type { Table } from '../db/table.ts'
import { already, fail, inChunks } from './bulk.ts'
import { type Condition, notEmpty } from './condition.ts'
import { heldRows } from './held.ts'
import { type History, historyOf } from './history.ts'
import type { AnyDb } from './list.ts'

/** A row that may lie in its kind's recycle bin. */
interface Binned {
  readonly id: number
  readonly version: number
  readonly deletedAt: number | null
}

interface Bin<R extends Binned> {
  readonly table: Table
  /** The kind, in the shared history. */
  readonly kind: string
  readonly noun: string
  /** The id's name in items; `id` by default. */
  readonly idField?: string
  /** The column of its state; `status` by default. */
  readonly stated?: string
  readonly history?: History
  /** What of the bin the caller knows of, beside their reach. */
  readonly within?: (ctx: Ctx) => readonly Condition[]
  /** Rows within the caller's reach, held; `also`: those that are out of the bin too. */
  readonly read?: (ctx: Ctx, ids: readonly number[], also: boolean) => Promise<ReadonlyMap<number, R>>
  /** What else must hold before a row comes back or goes for good. @throws Refused where it does not: of that row nothing is done */
  readonly guard?: (ctx: Ctx, row: R, doing: BinAct) => Promise<void>
  /** What else there is to do where a row comes back. */
  readonly returned?: (ctx: Ctx, row: R) => Promise<void>
  /** Deletes a row for good with what is its own, and tells the log. */
  readonly forget: (ctx: Ctx, row: R) => Promise<void>
}

/** What is done with a row of the bin, in words. */
export type BinAct = '恢复' | '彻底删除'

/** What is done with the recycle bin of a kind: rows come back as they were, or go for good. Both are to be wrapped in `ownTransactions`. */
export function binOf<R extends Binned>({
  table,
  kind,
  noun,
  idField = 'id',
  stated = 'status',
  within = () => [],
  guard = async () => undefined,
  returned = async () => undefined,
  forget,
  ...more
}: Bin<R>) {
  const { history = historyOf(kind) } = more
  const loose = (ctx: Ctx) => ctx.db as unknown as AnyDb
  const idOf = (item: object) => Number((item as Readonly<Record<string, unknown>>)[idField])
  const read =
    more.read ??
    ((ctx: Ctx, ids: readonly number[], also: boolean) =>
      heldRows<R>(ctx, table, ids, ...(also ? [] : [notEmpty('deletedAt')]), ...within(ctx)))

  /** One step for each row of the bin; one that is to come back and is out of it already counts as done. */
  const over =
    (step: (ctx: Ctx, row: R) => Promise<void>, doing: BinAct) => (ctx: Ctx, input: { items: readonly object[] }) =>
      inChunks(ctx, input.items, async (inner, chunk) => {
        const result: BulkResult = { done: [], failed: [] }
        // a row that is named twice is one
        const ids = [...new Set(chunk.map(idOf))]
        const rows = await read(inner, ids, doing === '恢复')
        const breathe = breather()
        for (const id of ids) {
          await breathe()
          const row = rows.get(id)
          if (row?.deletedAt === null) already(result, id)
          else if (row) {
            try {
              await guard(inner, row, doing)
            } catch (error) {
              fail(result, id, error)
              continue
            }
            await step(inner, row)
            result.done.push(String(id))
          } else fail(result, id, new Refused('NOT_FOUND', `回收站中没有${noun} ${id}，或无权操作`))
        }
        return result
      })

  const back = async (ctx: Ctx, row: R): Promise<void> => {
    const no = row.version + 1
    await loose(ctx)
      .updateTable(table.name)
      .set({ deletedAt: null, deletedBy: null, version: no, updatedBy: whoOf(ctx).userId, updatedAt: ctx.now })
      .where('id', '=', row.id)
      .execute()
    const status = Number((row as Readonly<Record<string, unknown>>)[stated])
    await history.keep(ctx, [{ id: row.id, no, step: { act: '从回收站恢复', status } }])
    await returned(ctx, row)
    ctx.record({ ids: [row.id], after: { [stated]: status } })
  }

  return { restore: over(back, '恢复'), purge: over(forget, '彻底删除') }
}
