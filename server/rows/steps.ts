import { metaOf, type Shaped, wordFor } from '../../core/contract/meta.ts'
import type { States } from '../../core/domain/states.ts'
import { formatTime } from '../../core/domain/time.ts'
import type { Ctx } from '../context.ts'
import type { Table } from '../db/table.ts'
import { history as historyTable } from '../db/tables/history.ts'
import { equal, test } from './condition.ts'
import type { HistoryRow } from './history.ts'
import { type PageOf, type Paging, pageRows } from './list.ts'
import type { ReplyRow } from './present.ts'
import { namedFields, namesFor, titleIn } from './references.ts'
import { rowsOf } from './rows-of.ts'

type Loose = Readonly<Record<string, unknown>>

/**
 * The steps of a kind's rows as replies show them.
 * @param row the contract's row: what the fields are called
 */
export function stepsOf(table: Table, { area }: Pick<States, 'area'>, row: ReplyRow) {
  const seen = rowsOf(table, { reply: row, logged: [] })
  // told once somebody asks: the table that is named may be declared later than this
  let fields: ReturnType<typeof namedFields> | undefined
  const shown = (field: string, value: unknown) => {
    if (value === null || value === undefined) return null
    if (table.columns[field]?.kind === 'time' && typeof value === 'number') return formatTime(value)
    const schema = row.shape[field]
    const { words } = schema ? metaOf(schema as unknown as Shaped) : {}
    return (words && wordFor(words, String(value))) ?? value
  }

  /** Changed values by their columns; of a reference the name. */
  const toldOf = async (ctx: Ctx, values: readonly Loose[]): Promise<Loose[]> => {
    fields ??= namedFields(table, row)
    const names = fields
    const named = await namesFor(ctx, names, values)
    const nameIn = (i: number, column: string) => named[i]?.[names.find((one) => one.column === column)?.field ?? '']
    return values.map((one, i) =>
      Object.fromEntries(
        Object.entries(one).map(([column, value]) => [column, nameIn(i, column) ?? shown(column, value)]),
      ),
    )
  }

  /** Steps with what each changed. */
  const show = async (ctx: Ctx, steps: readonly HistoryRow[]) => {
    const values = steps.flatMap(({ before, after }) =>
      [before, after].map((text) => JSON.parse(text ?? '{}') as Loose),
    )
    const told = await toldOf(ctx, values)
    return steps.map(({ id, no, act, status, reason, byName, at }, i) => {
      const [was = {}, is = {}] = told.slice(2 * i, 2 * i + 2)
      // what was written along with it as it stood already is no change
      const changed = Object.keys(is)
        .map((field) => ({ field, title: titleIn(row, field), before: was[field] ?? null, after: is[field] ?? null }))
        .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
      return { id: String(id), no, act, status, reason, byName, at: formatTime(at), changed }
    })
  }

  /** What was done to a row, the newest first, to whoever may see the row. */
  const history = async (ctx: Ctx, input: Paging & { readonly id: number }): Promise<PageOf<object>> => {
    await seen.need(ctx, input.id)
    const page = await pageRows<HistoryRow>(ctx, historyTable, {
      columns: Object.keys(historyTable.columns),
      where: [test('kind', '=', area), ...equal('rowId', input.id)],
      paging: input,
      order: [['no', 'desc']],
    })
    const { total, pageNumber, pageSize } = page
    // counted from the first one that is kept: a row may have had versions before it
    const first = total - (pageNumber - 1) * pageSize
    const list = await show(ctx, page.list)
    return {
      ...page,
      list: input.withTotal === 0 || input.afterId ? list : list.map((step, i) => ({ ...step, no: first - i })),
    }
  }
  return { show, history }
}
