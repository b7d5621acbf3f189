import { Refused } from '../../../core/errors.ts'
import type { Call, Ctx } from '../../context.ts'
import type { Verdict } from './words.ts'

type Items = { readonly items: readonly { readonly id: number }[] }

/**
 * Looks texts through before the transactions, which all writers wait for, and remembers what was found until the rows are published.
 * @param judge what is found in some rows
 */
export function judgingOf(judge: (ctx: Ctx, ids: readonly number[]) => Promise<ReadonlyMap<number, Verdict>>) {
  const verdicts = new WeakMap<Call, ReadonlyMap<number, Verdict>>()
  const notes = new WeakMap<object, readonly string[]>()
  return {
    /** The work of a call that publishes rows. */
    first:
      <I extends Items, R>(work: (ctx: Ctx, input: I) => R) =>
      async (ctx: Ctx, input: I): Promise<Awaited<R>> => {
        const ids = input.items.map(({ id }) => id)
        verdicts.set(ctx.call, await judge(ctx, ids))
        return await work(ctx, input)
      },
    /** A row that is about to be published. @throws Refused SENSITIVE_WORDS */
    check(ctx: Ctx, row: { readonly id: number }): void {
      const verdict = verdicts.get(ctx.call)?.get(row.id) ?? []
      if (verdict instanceof Refused) throw verdict
      notes.set(row, verdict)
    },
    /** What the log says of those that were published. */
    told: (decided: readonly { readonly row: object }[]): string[] =>
      decided.flatMap(({ row }) => notes.get(row) ?? []),
  }
}
