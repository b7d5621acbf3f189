import { chunksOf } from '../../core/chunks.ts'
import type { States } from '../../core/domain/states.ts'
import { asStaff, type Ctx } from '../context.ts'
import { historyOf } from '../rows/history.ts'
import type { AnyDb } from '../rows/list.ts'

/** A double that stands in another one. */
export interface Follower {
  readonly id: number
  readonly version: number
  readonly state: number
}

/** So many rows are written by one statement. */
const atOnce = 500

/**
 * Doubles that go along with the one in which they stand (`mergedInto`), where that is merged itself, and come out with it again; the history
 * of each tells of it.
 * @param act what the history calls it
 */
export function alongOf<S extends number, M extends string>(table: string, flow: States<S, M>, act: string) {
  const history = historyOf(flow.area)
  const loose = (ctx: Ctx) => ctx.db as unknown as AnyDb
  const merge = flow.moves['merge' as M].says

  return {
    /** Lets all that stand in one go into another one, or some of them. */
    async goAlong(ctx: Ctx, from: number, into: number, some?: readonly Follower[]): Promise<void> {
      const query = loose(ctx).selectFrom(table).select(['id', 'version', 'state']).where('mergedInto', '=', from)
      const rows = some ?? ((await query.execute()) as unknown as Follower[])
      const step = { act, before: { mergedInto: from }, after: { mergedInto: into } }
      for (const part of chunksOf(rows, atOnce)) {
        const ids = part.map(({ id }) => id)
        await loose(ctx)
          .updateTable(table)
          .set((eb) => ({
            ...{ mergedInto: into, version: eb('version', '+', 1) },
            ...{ updatedAt: ctx.now, updatedBy: asStaff(ctx.who)?.userId ?? null },
          }))
          .where('id', 'in', ids)
          .execute()
        await history.keep(
          ctx,
          part.map(({ id, version, state }) => ({ id, no: version + 1, step: { ...step, status: state } })),
        )
      }
    },

    /** Those that stand in one and came there with another one: since they were merged themselves they had been in that. */
    async cameWith(ctx: Ctx, id: number, into: number): Promise<Follower[]> {
      const steps = (await loose(ctx)
        .selectFrom('history')
        .innerJoin(table, `${table}.id`, 'history.rowId')
        .where('history.kind', '=', flow.area)
        .where(`${table}.mergedInto`, '=', into)
        .where('history.act', 'in', [merge, act])
        .select([`${table}.id`, `${table}.version`, `${table}.state`, 'history.act', 'history.before'])
        .orderBy('history.no')
        .execute()) as unknown as readonly (Follower & { readonly act: string; readonly before: string | null })[]
      const found = new Map<number, Follower>()
      for (const { act: done, before, ...row } of steps) {
        if (done !== act) found.delete(row.id)
        else if ((JSON.parse(before ?? '{}') as { mergedInto?: number }).mergedInto === id) found.set(row.id, row)
      }
      return [...found.values()]
    },
  }
}
