import { scopeOf } from '../access/scope.ts'
import type { Ctx } from '../context.ts'
import type { Table } from '../db/table.ts'
import { allHold, among, type Condition } from './condition.ts'
import type { AnyDb } from './list.ts'

/** Rows that are the caller's to change, by id; on PostgreSQL they are held, in one order for all, so that two lists never wait for each other. */
export async function heldRows<R extends { readonly id: number }>(
  ctx: Ctx,
  table: Table,
  ids: readonly number[],
  ...where: readonly Condition[]
): Promise<ReadonlyMap<number, R>> {
  const query = (ctx.db as unknown as AnyDb)
    .selectFrom(table.name)
    .selectAll()
    .where(allHold([among('id', ids), ...scopeOf(ctx, table, ctx.call.key, 'change'), ...where]))
    .orderBy('id')
  const rows = (await (ctx.dialect === 'postgres' ? query.forUpdate() : query).execute()) as unknown as R[]
  return new Map(rows.map((row) => [row.id, row]))
}

/** True where a row is the caller's to change by a right that need not be the call's own. */
export async function reaches(ctx: Ctx, table: Table, id: number, key: string): Promise<boolean> {
  const where = [among('id', [id]), ...scopeOf(ctx, table, key, 'change')]
  const query = (ctx.db as unknown as AnyDb).selectFrom(table.name).select('id').where(allHold(where))
  return (await query.executeTakeFirst()) !== undefined
}
