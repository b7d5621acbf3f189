import type { Selectable } from 'kysely'
import { formatTime } from '../../core/domain/time.ts'
import { scopeOf } from '../access/scope.ts'
import type { Ctx } from '../context.ts'
import type { Columns, RowOf, Table } from '../db/table.ts'
import { history as historyTable } from '../db/tables/history.ts'
import { ownTransactions } from '../pipeline.ts'
import { binOf } from './bin.ts'
import { type Condition, equal, isEmpty, like, test } from './condition.ts'
import { countBy } from './count-by.ts'
import { dropHistory, type HistoryRow } from './history.ts'
import { type PageOf, type Paging, pageRows } from './list.ts'
import { type Asked, type Flow, type Movable, moverOf } from './moves.ts'
import type { ReplyRow } from './present.ts'
import { deleteWith, namedFields, namesFor, refuseUsed, titleIn } from './references.ts'
import { rowsOf } from './rows-of.ts'

type Loose = Readonly<Record<string, unknown>>

interface Given<C extends Columns, S extends number, M extends string>
  extends Omit<Flow<Selectable<RowOf<C>> & Movable, S, M, Asked & { readonly id: number }, HistoryRow>, 'table'> {
  /** The contract's row: what its fields are called in the history. */
  readonly row: ReplyRow
  /** The contract's row of the recycle bin. */
  readonly binned: { readonly shape: { readonly list: { readonly element: ReplyRow } } }
  /** The conditions of its list beside the state, for the counts of the states. */
  readonly narrowed: (ctx: Ctx, input: never) => readonly Condition[]
  /** As for `rowsOf`. */
  readonly logged: readonly (keyof C & string)[]
}

/**
 * The work of the calls that every kind has that goes through states (`stateCalls` in core/contract/moves.ts), and its moves.
 * The table has `status`, `reason`, `version`, `updatedAt`, `updatedBy`, `deletedAt` and `deletedBy`.
 */
export function stateHandlers<C extends Columns, S extends number, M extends string>(
  table: Table<C>,
  { row, binned, narrowed, logged, ...flow }: Given<C, S, M>,
) {
  type R = Selectable<RowOf<C>> & Movable
  const plain = table as unknown as Table
  const { area, noun } = flow.states
  const { move, step, undo } = moverOf<R, S, M, Asked & { readonly id: number }, HistoryRow>({ ...flow, table: plain })
  const reply = binned.shape.list.element
  const inBin = rowsOf(table, { reply, logged, order: [['deletedAt', 'desc']], bin: true })
  const seen = rowsOf(table, { reply, logged })
  // told once somebody asks: the table that is named may be declared later than this
  let fields: ReturnType<typeof namedFields> | undefined
  /** Changed values by their columns; of a reference the name. */
  const toldOf = async (ctx: Ctx, values: readonly Loose[]): Promise<Loose[]> => {
    fields ??= namedFields(plain, row)
    const names = fields
    const named = await namesFor(ctx, names, values)
    const nameIn = (i: number, column: string) => named[i]?.[names.find((one) => one.column === column)?.field ?? '']
    return values.map((one, i) =>
      Object.fromEntries(
        Object.entries(one).map(([column, value]) => [column, nameIn(i, column) ?? shown(column, value)]),
      ),
    )
  }
  const shown = (field: string, value: unknown) =>
    table.columns[field]?.kind === 'time' && typeof value === 'number' ? formatTime(value) : (value ?? null)

  const { restore, purge } = binOf<R & { readonly status: number; readonly deletedAt: number | null }>({
    table: plain,
    kind: area,
    noun,
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

  /** What was done to a row, the newest first, to whoever may see the row. */
  const history = async (ctx: Ctx, input: Paging & { readonly id: number }): Promise<PageOf<object>> => {
    await seen.need(ctx, input.id)
    const page = await pageRows<HistoryRow>(ctx, historyTable, {
      columns: Object.keys(historyTable.columns),
      where: [test('kind', '=', area), ...equal('rowId', input.id)],
      paging: input,
      order: [['no', 'desc']],
    })
    const values = page.list.flatMap(({ before, after }) =>
      [before, after].map((text) => JSON.parse(text ?? '{}') as Loose),
    )
    const told = await toldOf(ctx, values)
    return { ...page, list: page.list.map((step, i) => showStep(step, told[2 * i] ?? {}, told[2 * i + 1] ?? {})) }
  }
  const showStep = ({ id, no, act, status, reason, byName, at }: HistoryRow, was: Loose, is: Loose) => {
    const changed = Object.keys(is).map((field) => ({
      ...{ field, title: titleIn(row, field), before: was[field] ?? null, after: is[field] ?? null },
    }))
    return { id: String(id), no, act, status, reason, byName, at: formatTime(at), changed }
  }

  /** How many rows each state's list has, for whoever may see them. */
  const counts = async (ctx: Ctx, input: never) => {
    const where = [...scopeOf(ctx, plain, ctx.call.key, 'see'), isEmpty('deletedAt'), ...narrowed(ctx, input)]
    const found = await countBy(ctx, plain, { by: ['status'], where })
    const counted = new Map(found.map(({ status, n }) => [Number(status), n]))
    const states = Object.keys(flow.states.words).map((state) => ({
      status: Number(state),
      count: counted.get(Number(state)) ?? 0,
    }))
    return { total: states.reduce((sum, { count }) => sum + count, 0), states }
  }

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
      counts: counts as never,
      history: history as never,
      undo: ownTransactions(undo) as never,
      binList: ((ctx: Ctx, input: Paging & { readonly title?: string }) =>
        inBin.page(ctx, input, ...like('title', input.title))) as never,
      binRestore: ownTransactions(restore) as never,
      binPurge: ownTransactions(purge) as never,
    },
  }
}
