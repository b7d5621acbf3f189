import type { Selectable } from 'kysely'
import type { States } from '../../core/domain/states.ts'
import { Refused } from '../../core/errors.ts'
import { asStaff, type Change, type Ctx } from '../context.ts'
import type { Columns, RowOf, Table } from '../db/table.ts'
import { historyOf } from '../rows/history.ts'
import type { AnyDb } from '../rows/list.ts'
import { refuseStale } from '../rows/stale.ts'

/** What every letter keeps of where it stands. */
interface Standing {
  readonly id: number
  readonly state: number
  readonly version: number
  readonly updatedAt: number
  readonly updatedBy: number | null
}

interface Made<R> {
  readonly reason?: string | null
  readonly version?: number | null | undefined
  readonly along?: Partial<R>
  /** What the history says of fields beside it: `true` of what is written along, or of what was there before it alone. */
  readonly told?: true | Partial<R> | undefined
}

const noneOf = (told: object) => Object.fromEntries(Object.keys(told).map((name) => [name, null]))

/**
 * Moves and notes of what citizens send, where other rows are written together with them: they are taken back by another move, and not by undoing.
 * @param need the row in the caller's sight
 */
export function stepsFor<C extends Columns, S extends number, M extends string>(
  table: Table<C>,
  flow: States<S, M>,
  need: (ctx: Ctx, id: number) => Promise<Selectable<RowOf<C>>>,
) {
  type R = Selectable<RowOf<C>> & Standing
  const { noun } = flow
  const history = historyOf(flow.area)
  const loose = (ctx: Ctx) => ctx.db as unknown as AnyDb
  const write = (ctx: Ctx, row: R, change: object) =>
    loose(ctx)
      .updateTable(table.name)
      .set({
        ...change,
        version: row.version + 1,
        updatedAt: ctx.now,
        updatedBy: asStaff(ctx.who)?.userId ?? null,
      })
      .where('id', '=', row.id)
      .execute()

  /** The state to which a move leads, by the table of moves. @throws Refused BAD_STATE, STALE */
  async function targetOf(ctx: Ctx, row: R, move: M, version?: number | null): Promise<S> {
    await refuseStale(ctx, row, version, noun)
    const at = row.state as S
    const to = flow.target(move, at)
    if (to === null || to === 'deleted') throw new Refused('BAD_STATE', flow.illegal(move, at))
    return to
  }

  return {
    targetOf,

    /** A row within the caller's sight, held until the transaction ends, whoever may change it. */
    async held(ctx: Ctx, id: number): Promise<R> {
      const seen = (await need(ctx, id)) as R
      if (ctx.dialect !== 'postgres') return seen
      const query = loose(ctx).selectFrom(table.name).selectAll().where('id', '=', seen.id)
      const row = await query.where('deletedAt', 'is', null).forUpdate().executeTakeFirst()
      if (!row) throw new Refused('NOT_FOUND', `${noun} ${id} 不存在或无权操作`)
      return row as unknown as R
    },

    /** A move that is done together with rows beside it. The row is held. */
    async made(
      ctx: Ctx,
      row: R,
      move: M,
      { reason = null, version, along = {} as Partial<R>, told }: Made<R> = {},
    ): Promise<S> {
      const to = await targetOf(ctx, row, move, version)
      const { says } = flow.moves[move]
      await write(ctx, row, { ...along, state: to, reason: flow.needsReason(move) ? reason : null })
      const was = Object.fromEntries(Object.keys(along).map((name) => [name, row[name as keyof R]]))
      const both = told === true ? { before: was, after: along } : told && { before: told, after: noneOf(told) }
      const step = { act: says, status: to, reason, ...both }
      await history.keep(ctx, [{ id: row.id, no: row.version + 1, step }])
      ctx.record({
        ids: [row.id],
        before: { state: row.state },
        after: { state: to },
        result: reason ? `${says}；理由：${reason}` : says,
      })
      return to
    },

    /** Something that is kept of it beside its moves. @param told what changed stands in the history and in the log as well; or what was there and is no more, in the history */
    async note(
      ctx: Ctx,
      row: R,
      act: string,
      change: Partial<R>,
      reason: string | null = null,
      told?: true | Partial<R>,
    ): Promise<void> {
      await write(ctx, row, change)
      const was = Object.fromEntries(Object.keys(change).map((name) => [name, row[name as keyof R]]))
      const both = told === true && { before: was, after: change }
      const gone = told && told !== true && { before: told, after: noneOf(told) }
      const step = { act, status: row.state, reason, ...both, ...gone }
      await history.keep(ctx, [{ id: row.id, no: row.version + 1, step }])
      ctx.record({ ids: [row.id], result: reason && told ? `${act}；理由：${reason}` : act, ...both })
    },

    /** Something that was done beside it, in a row of its own: it stands in its history as well. @param change what the log says of it */
    async beside(ctx: Ctx, row: R, act: string, reason: string | null, change: Change): Promise<void> {
      await write(ctx, row, {})
      await history.keep(ctx, [{ id: row.id, no: row.version + 1, step: { act, status: row.state, reason } }])
      ctx.record({ ids: [row.id], ...change })
    },
  }
}
