import { type Endpoint, mayReveal } from '../core/contract/endpoint.ts'
import { ApiError } from '../core/errors.ts'
import type { Context } from './context.ts'
import { tried } from './dry-run.ts'
import { canAsk } from './questions.ts'

/**
 * Says, before somebody is asked about it, who could see or do what by a change of rights: each of its calls is tried first.
 * Who is not asked is told nothing here; a dry run says it by itself.
 * @param refused hears of a call that would be refused; where nobody listens the refusal is thrown
 * @returns whether rights change by it; null: nobody is asked, or this back end cannot tell
 */
export async function tellRevealed(
  ctx: Context,
  e: Endpoint,
  inputs: readonly object[],
  refused: (error: ApiError) => void = (error) => {
    throw error
  },
): Promise<boolean | null> {
  if (!e.reveals || ctx.flags.yes || ctx.flags.dryRun || !canAsk(ctx)) return null
  const via = await ctx.transport()
  let told: boolean | null = null
  for (const input of inputs.filter((one) => mayReveal(e, one))) {
    const found = await tried(via, e, input).catch((thrown: unknown) => {
      if (!(thrown instanceof ApiError) || thrown.kind !== 'refused') throw thrown
      refused(thrown)
      return null
    })
    if (!found) continue
    for (const line of found.lines) ctx.note(line)
    told = (told ?? false) || found.lines.length > 0
  }
  return told
}
