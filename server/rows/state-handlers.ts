import type { Selectable } from 'kysely'
import type { States } from '../../core/domain/states.ts'
import { scopeOf } from '../access/scope.ts'
import type { Ctx } from '../context.ts'
import type { Columns, RowOf, Table } from '../db/table.ts'
import { ownTransactions } from '../pipeline.ts'
import { isTextTable } from '../search/row-texts.ts'
import { type BinAct, binOf } from './bin.ts'
import { type Condition, isEmpty, like } from './condition.ts'
import { stateCounts } from './count-states.ts'
import type { Asked, Flow, Movable } from './flow.ts'
import { dropHistory, type HistoryRow } from './history.ts'
import type { Paging } from './list.ts'
import { moverOf } from './moves.ts'
import type { ReplyRow } from './present.ts'
import { deleteWith, refuseUsed } from './references.ts'
import { rowsOf } from './rows-of.ts'
import { stepsOf } from './steps.ts'
import { textHandlers } from './texts.ts'

type Loose = Readonly<Record<string, unknown>>

interface Given<C extends Columns, S extends number, M extends string>
  extends Omit<Flow<Selectable<RowOf<C>> & Movable, S, M, Asked & { readonly id: number }, HistoryRow>, 'table'> {
  /** The contract's row: what its fields are called in the history. */
  readonly row: ReplyRow
  /** The contract's row of the recycle bin. */
  readonly binned: { readonly shape: { readonly list: { readonly element: ReplyRow } } }
  /** The conditions of its list beside the state, for the counts of the states. */
  readonly narrowed: (ctx: Ctx, input: never) => readonly Condition[] | Promise<readonly Condition[]>
  /** As for `rowsOf`. */
  readonly logged: readonly (keyof C & string)[]
  /** Rows of its recycle bin with what replies say of them beside what is stored, as those of its list have it. */
  readonly withSaid?: (ctx: Ctx, shown: readonly never[]) => Promise<readonly object[]>
  /** What of its recycle bin the caller knows of; all that is within reach where nothing is said. */
  readonly inBin?: (ctx: Ctx) => readonly Condition[]
  /** What else must hold before a row of the recycle bin comes back or goes for good. */
  readonly binGuard?: (ctx: Ctx, row: Selectable<RowOf<C>>, doing: BinAct) => Promise<void>
  /** What else there is to do where a row of the recycle bin comes back. */
  readonly returned?: (ctx: Ctx, row: Selectable<RowOf<C>>) => Promise<void>
  /** The work of the calls that write the parts of its text (`texts` of its table), by the calls' names. */
  readonly writes: Parameters<typeof textHandlers>[1]['writes']
}

/**
 * The work of the calls that every kind has that goes through states (`stateCalls` in core/contract/moves.ts), and its moves.
 * The table has `status` (or what `columns` calls so), `reason`, `version`, `updatedAt`, `updatedBy`, `deletedAt` and `deletedBy`.
 */
export function stateHandlers<C extends Columns, S extends number, M extends string>(
  table: Table<C>,
  { row, binned, narrowed, logged, writes, withSaid, inBin = () => [], binGuard, returned, ...flow }: Given<C, S, M>,
) {
  type R = Selectable<RowOf<C>> & Movable
  const plain = table as unknown as Table
  const indexed = isTextTable(table.name) ? 'full text' : undefined
  const { area, noun } = flow.states
  const { move, step, undo } = moverOf<R, S, M, Asked & { readonly id: number }, HistoryRow>({ ...flow, table: plain })
  const reply = binned.shape.list.element
  const stated = flow.columns?.status ?? 'status'
  const bin = rowsOf(table, { reply, logged, order: [['deletedAt', 'desc']], bin: true })
  const { history } = stepsOf(plain, flow.states, row)
  const texts = textHandlers(plain, { states: flow.states as unknown as States, row, writes })

  const { restore, purge } = binOf<R & { readonly deletedAt: number | null }>({
    table: plain,
    kind: area,
    noun,
    stated,
    within: inBin,
    ...(binGuard && { guard: binGuard }),
    ...(returned && { returned }),
    async forget(ctx, row) {
      await refuseUsed(ctx, plain, row)
      const along = await deleteWith(ctx, plain, [row.id])
      await dropHistory(ctx, area, [row.id])
      await ctx.db
        .deleteFrom(table.name as never)
        .where('id' as never, '=', row.id as never)
        .execute()
      const kept = Object.fromEntries(logged.map((name) => [name, (row as Loose)[name]]))
      ctx.record({ ids: [row.id], before: { ...kept, ...(along.length > 0 && { along }) } })
    },
  })

  return {
    move,
    /** Into the recycle bin; to be wrapped in `ownTransactions`. */
    toBin: (ctx: Ctx, ids: readonly number[]) => move('delete' as M)(ctx, { items: ids.map((id) => ({ id })) }),
    step: step as (
      ctx: Ctx,
      row: Selectable<RowOf<C>>,
      asked: M,
      item: Asked,
      along?: Partial<Selectable<RowOf<C>>>,
    ) => Promise<void>,
    /** The work of the calls themselves. */
    handlers: {
      counts: stateCounts(plain, {
        states: flow.states,
        by: [stated],
        where: async (ctx: Ctx, input: never) => [
          ...scopeOf(ctx, plain),
          isEmpty('deletedAt'),
          ...(await narrowed(ctx, input)),
        ],
      }) as never,
      history: history as never,
      revision: texts.revision as never,
      restore: texts.restore as never,
      undo: ownTransactions(undo) as never,
      binList: (async (ctx: Ctx, input: Paging & { readonly title?: string }) => {
        const page = await bin.page(ctx, input, ...inBin(ctx), ...like('title', input.title, indexed))
        return withSaid ? { ...page, list: await withSaid(ctx, page.list as never) } : page
      }) as never,
      binRestore: ownTransactions(restore) as never,
      binPurge: ownTransactions(purge) as never,
    },
  }
}
