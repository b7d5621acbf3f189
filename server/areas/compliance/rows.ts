import type { Ctx } from '../../context.ts'
import { allHold, type Condition } from '../../rows/condition.ts'
import type { AnyDb } from '../../rows/list.ts'
import { readWhere } from '../../rows/read-where.ts'

/** The same caller, by the key of a list. */
export const asListed = (ctx: Ctx, key: string): Ctx => ({ ...ctx, call: { ...ctx.call, key } })

/** How many rows there are: by an index, so that it is done at once where everybody is answered. */
export async function countWhere(ctx: Ctx, table: string, where: readonly Condition[]): Promise<number> {
  const [row] = await readWhere<{ n: number }>(ctx.db, `compliance ${table}`, where, [], (slots) =>
    (ctx.db as unknown as AnyDb)
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where(allHold(slots)),
  )
  return Number(row?.n ?? 0)
}
