import type { States } from '../../core/domain/states.ts'
import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import { eachOf } from '../rows/bulk.ts'

interface Item {
  readonly id: number
  readonly reason?: string | null | undefined
  readonly version?: number | null | undefined
}

interface Steps<R, M extends string> {
  readonly flow: States<number, M>
  readonly need: (ctx: Ctx, id: number, options: { readonly lock: true }) => Promise<R>
  /** As `stepsFor` makes it. */
  readonly made: (
    ctx: Ctx,
    row: R,
    move: M,
    more: { reason: string; version: number | null | undefined; along: Partial<R>; told?: Partial<R> | undefined },
  ) => Promise<unknown>
}

interface Does<R> {
  /** What is written with it. */
  readonly along: (ctx: Ctx, row: R) => Promise<Partial<R>>
  /** What ends with it and is to be read in the history. */
  readonly told?: (row: R) => Partial<R>
  readonly after?: (ctx: Ctx, row: R) => Promise<void>
}

/**
 * Moves with some of what citizens send, each by itself and with its reason, that write more than its state, as where its time begins anew.
 * @returns makes such a move
 */
export const eachWhyOf =
  <R, M extends string>({ flow, need, made }: Steps<R, M>) =>
  (move: M, { along, told, after }: Does<R>) =>
  (ctx: Ctx, { items }: { readonly items: readonly Item[] }) => {
    const byId = new Map(items.map((one) => [one.id, one]))
    return eachOf(ctx, [...byId.keys()], async (one, id) => {
      const { reason, version } = byId.get(id) ?? {}
      const row = await need(one, id, { lock: true })
      if (!reason?.trim()) throw new Refused('BAD_INPUT', `理由（reason）：${flow.moves[move].says}必须填写理由`)
      await made(one, row, move, {
        ...{ reason: reason.trim(), version, along: await along(one, row) },
        ...(told && { told: told(row) }),
      })
      await after?.(one, row)
    })
  }
