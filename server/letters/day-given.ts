import { dayNumber } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'

/**
 * A day that somebody says something came on: today where none is said.
 * @param after what it cannot come before, and when that was
 * @throws Refused BAD_INPUT for one to come, or before that
 */
export function dayGiven(
  ctx: Ctx,
  at: number | undefined,
  field: string,
  title: string,
  [what, notBefore]: readonly [what: string, notBefore: number | null] = ['', null],
): number {
  const refuse = (says: string): never => {
    throw new Refused('BAD_INPUT', `${title}（${field}）：${says}`)
  }
  if (at === undefined) return ctx.now
  if (dayNumber(at) > dayNumber(ctx.now)) refuse('不能晚于今天')
  if (notBefore !== null && dayNumber(at) < dayNumber(notBefore)) refuse(`不能早于${what}之日`)
  return at
}
