import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import type { Columns, Table } from '../db/table.ts'
import { networkOf } from '../http/network.ts'
import { allHold, type Condition, equal } from './condition.ts'
import type { AnyDb } from './list.ts'

/** What is counted: a row that visitors can see, in one of its columns. */
export interface Visited<C extends Columns> {
  readonly table: Table<C>
  readonly id: number
  /** The counter. */
  readonly column: keyof C & string
  /** What makes it open to visitors. */
  readonly open: readonly Condition[]
}

/** Counts who looks at a row or follows it, each once a day, so many of a network. @throws Refused NOT_FOUND where it is not open to visitors */
export const countVisit = <C extends Columns>(ctx: Ctx, visited: Visited<C>): Promise<number> =>
  ctx.parts.work.visitors.run(networkOf(ctx.call.address), () => count(ctx, visited))

async function count<C extends Columns>(ctx: Ctx, visited: Visited<C>): Promise<number> {
  const { table, id, column, open } = visited
  const where = allHold([...equal('id', id), ...open])
  const { address, agent } = ctx.call
  const found = (row: Record<string, unknown> | undefined) => {
    if (!row) throw new Refused('NOT_FOUND')
    return Number(row[column])
  }
  const takeBack = ctx.parts.visits.take({ address, agent, thing: `${table.name} ${id}`, now: ctx.now })
  if (!takeBack) {
    const read = ctx.parts.db.read as unknown as AnyDb
    return found(await read.selectFrom(table.name).select(column).where(where).executeTakeFirst())
  }
  try {
    // in a transaction, so that many visitors share a flush and staff need not wait behind each of them
    return await ctx.transaction(async ({ db }) => {
      const more = (db as unknown as AnyDb)
        .updateTable(table.name)
        .set((eb) => ({ [column]: eb(column as string, '+', 1 as never) }))
        .where(where)
        .returning(column)
      return found(await more.executeTakeFirst())
    })
  } catch (error) {
    takeBack()
    throw error
  }
}
