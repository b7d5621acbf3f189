import { type Endpoint, mayReveal } from '../core/contract/endpoint.ts'
import type { Revealed } from '../core/contract/reveal.ts'
import { ApiError } from '../core/errors.ts'
import { revealedTogether, revealLines } from '../core/reveal-lines.ts'
import type { Context } from './context.ts'
import { tried } from './dry-run.ts'
import { cleanLine } from './output/clean.ts'
import { confirm, type Question } from './questions.ts'

/**
 * Says, before it is done, who could see or do what by a change of rights: each of its calls is tried first. `--yes` is told too, unless
 * nobody listens (`-q`); a dry run says it by itself.
 * @param refused hears of a call that is refused, and is not to be sent any more; where nobody listens the refusal is thrown
 * @param apart each call is about other people: what all of them come to is said once
 * @returns whether it is to be asked about: rights change by it, or this back end cannot tell
 */
export async function tellRevealed(
  ctx: Context,
  e: Endpoint,
  inputs: readonly object[],
  refused: (error: ApiError, input: object) => void = (error) => {
    throw error
  },
  apart = false,
): Promise<boolean> {
  const { yes, quiet, dryRun } = ctx.flags
  if (!e.reveals || dryRun || (yes && quiet)) return false
  const via = await ctx.transport()
  let asks = false
  const seen: Revealed[] = []
  for (const input of inputs.filter((one) => mayReveal(e, one))) {
    const found = await tried(via, e, input).catch((thrown: unknown) => {
      if (!(thrown instanceof ApiError) || thrown.kind !== 'refused') throw thrown
      refused(thrown, input)
      return { lines: [], reveals: null }
    })
    if (apart && found?.reveals) seen.push(found.reveals)
    else for (const line of found?.lines ?? []) ctx.note(line)
    if (found === null || found.lines.length > 0) asks = true
  }
  if (seen.length > 0) for (const line of revealLines(revealedTogether(seen))) ctx.note(cleanLine(line))
  return asks
}

/** Asks about what gives or takes rights, when it would; nobody there to be asked, it is not done without `--yes`. @throws as `confirm` */
export async function confirmRevealed(ctx: Context, e: Endpoint, input: object, question: Question): Promise<void> {
  if (await tellRevealed(ctx, e, [input])) await confirm(ctx, question)
}
