import type { States } from '../../core/domain/states.ts'
import type { Ctx } from '../context.ts'
import type { Table } from '../db/table.ts'
import { whileUnchanged } from '../pipeline.ts'
import { isTextTable } from '../search/row-texts.ts'
import { lookedUp } from './by-text.ts'
import type { Condition } from './condition.ts'
import { countEach } from './count-by.ts'

interface Given<I> {
  readonly states: Pick<States, 'words'>
  /** The columns in which states stand: a row counts once in the list of each. */
  readonly by: readonly string[]
  /** The conditions of the kind's list beside the state; the caller's scope first. */
  readonly where: (ctx: Ctx, input: I) => readonly Condition[] | Promise<readonly Condition[]>
  /** As for `countEach`. */
  readonly index?: string
}

/** The work of a kind's `counts`: how many rows the list of each state has, and how many there are. */
export function stateCounts<I>(table: Table, { states, by, where, index }: Given<I>) {
  const values = Object.keys(states.words).map(Number)
  return whileUnchanged(async (ctx: Ctx, input: I) => {
    const conditions = await lookedUp(ctx, table, await where(ctx, input))
    // until the full-text index knows all it costs seconds where texts are long, as the list does (docs/decisions/0013-lists-and-search.md)
    if (ctx.dialect === 'postgres' && !isTextTable(table.name) && conditions.some(({ wide }) => wide?.match))
      return { total: null, states: [] }
    const { total, each } = await countEach(ctx, table, { among: by, values, where: conditions, index })
    return { total, states: values.map((status, i) => ({ status, count: each[i] ?? 0 })) }
  })
}
