import type { Ctx } from '../context.ts'
import { saysOf } from '../db/table.ts'
import type { AnyDb } from '../rows/list.ts'
import { refuseAtOnce, type Versioned } from '../rows/stale.ts'
import { refuseStopped } from './depts.ts'

type Table = Parameters<typeof refuseStopped>[1]

/** What is asked: which one, in which version, and to which department. */
interface Given {
  readonly id: number
  readonly version?: number | null | undefined
  readonly deptId: number
}

/** Gives one to the department that is to answer it. @param ways how the area reads its rows, moves them and shows them */
export const forwardBy =
  <R extends Versioned & { readonly deptId: number | null }, A>(
    table: Table,
    ways: {
      need(ctx: Ctx, id: number, how: { readonly lock: true }): Promise<R>
      step(ctx: Ctx, row: R, move: 'forward', how: Pick<Given, 'version'>, set: Pick<Given, 'deptId'>): Promise<unknown>
      shown(ctx: Ctx, rows: R[]): Promise<readonly A[]>
    },
  ) =>
  async (ctx: Ctx, { id, version, deptId }: Given): Promise<A> => {
    const row = await ways.need(ctx, id, { lock: true })
    if (deptId !== row.deptId) {
      // another clerk has just handed it to somebody else
      if (row.deptId !== null) await refuseAtOnce(ctx, row, version, saysOf(table))
      await refuseStopped(ctx, table, [deptId])
      await ways.step(ctx, row, 'forward', { version }, { deptId })
    }
    // who has handed it on may reach it no more, and is answered all the same
    const db = ctx.db as unknown as AnyDb
    const now = await db.selectFrom(table.name).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return (await ways.shown(ctx, [now as unknown as R]))[0] as A
  }
