import { type Endpoint, mayReveal } from '../core/contract/endpoint.ts'
import { ApiError } from '../core/errors.ts'
import type { Context } from './context.ts'
import { tried } from './dry-run.ts'
import { confirm, type Question } from './questions.ts'

/**
 * Says, before it is done, who could see or do what by a change of rights: each of its calls is tried first. `--yes` is told too, unless
 * nobody listens (`-q`); a dry run says it by itself.
 * @param refused hears of a call that is refused, and is not to be sent any more; where nobody listens the refusal is thrown
 * @returns whether it is to be asked about: rights change by it, or this back end cannot tell
 */
export async function tellRevealed(
  ctx: Context,
  e: Endpoint,
  inputs: readonly object[],
  refused: (error: ApiError, input: object) => void = (error) => {
    throw error
  },
): Promise<boolean> {
  const { yes, quiet, dryRun } = ctx.flags
  if (!e.reveals || dryRun || (yes && quiet)) return false
  const via = await ctx.transport()
  let asks = false
  for (const input of inputs.filter((one) => mayReveal(e, one))) {
    const found = await tried(via, e, input).catch((thrown: unknown) => {
      if (!(thrown instanceof ApiError) || thrown.kind !== 'refused') throw thrown
      refused(thrown, input)
      return { lines: [] }
    })
    for (const line of found?.lines ?? []) ctx.note(line)
    if (found === null || found.lines.length > 0) asks = true
  }
  return asks
}

/** Asks about what gives or takes rights, when it would; nobody there to be asked, it is not done without `--yes`. @throws as `confirm` */
export async function confirmRevealed(ctx: Context, e: Endpoint, input: object, question: Question): Promise<void> {
  if (await tellRevealed(ctx, e, [input])) await confirm(ctx, question)
}
