import { inTurn } from '../../access/lockout.ts'
import { granting, holdsKey } from '../../access/rights.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { Standing } from '../../db/standing.ts'

/**
 * Keeps what is made for callers who reach alike while nobody's rights, nor any department, change: who reaches everything gets what another
 * one was given, who reaches less what they were given themselves. Of many who ask at once the first has it made.
 * @param most so many bytes are kept @param beside keys that decide what is in it, too
 */
export function keptAlike<V>(most: number, sizeOf: (value: V) => number, beside: readonly string[] = []) {
  const kept = new Standing<V>(most, sizeOf)
  return (ctx: Ctx, make: () => Promise<V>): Promise<V> => {
    const { userId, rights } = whoOf(ctx)
    const { name, key } = ctx.call
    const everywhere = granting(rights, key).some(({ depts }) => depts === null)
    const held = beside.filter((one) => holdsKey(rights, one))
    const alike = `${name} ${everywhere ? 'all' : userId} ${held}`
    return inTurn([alike], () => kept.get(ctx, 'access', alike, make))
  }
}
