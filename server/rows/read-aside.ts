import type { CompiledQuery } from 'kysely'
import { type Ctx, whoOf } from '../context.ts'

/** Reads what looks at all of a table: on SQLite beside the thread that answers everybody, in the staff's place. */
export async function readAside<R>(ctx: Ctx, rows: CompiledQuery<R>): Promise<readonly R[]> {
  if (ctx.dialect !== 'sqlite') return (await ctx.db.executeQuery<R>(rows as never)).rows
  const { list } = await ctx.parts.search.find(null, { rows, total: null }, String(whoOf(ctx).userId))
  return list as R[]
}
