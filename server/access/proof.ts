import type { Endpoint } from '../../core/contract/endpoint.ts'
import { isAhead } from '../ahead.ts'
import { asStaff, type Ctx, whoOf } from '../context.ts'
import { setting } from '../settings.ts'
import { factorState } from './factor.ts'
import { sealOf } from './session.ts'

/**
 * Showing again who one is, before what can't be undone, gives rights or hands out what is personal: whoever sits down at a desk that was
 * left alone, or has a token and nothing else, gets no further (docs/decisions/0028-proof.md).
 */

/** What somebody shows: the code that they have, or their password. */
export type Proof = 'password' | 'code'

const minute = 60_000
const lastsMs = async (ctx: Ctx) => Number(await setting(ctx.db, 'signIn.proofMinutes')) * minute

/** By what somebody shows who they are. */
export const proofOf = async (ctx: Ctx, userId: number): Promise<Proof> =>
  (await factorState(ctx, userId)) ? 'code' : 'password'

/** What the caller has to show before this is done; null: nothing, they did a short while ago, or are a script. */
export async function proofAsked(ctx: Ctx, { proof }: Endpoint, input: unknown): Promise<Proof | null> {
  const who = asStaff(ctx.who)
  if (who?.kind !== 'person' || !proof) return null
  if (proof !== true && !proof(input as never)) return null
  const { provedAt } = who
  if (provedAt !== null && !isAhead(provedAt, ctx.now) && ctx.now - provedAt < (await lastsMs(ctx))) return null
  return proofOf(ctx, who.userId)
}

/** Notes that the caller has shown who they are. @returns until when they are not asked again */
export async function noteProved(ctx: Ctx): Promise<number> {
  const { sessionId } = whoOf(ctx)
  const row = await ctx.db.selectFrom('session').selectAll().where('id', '=', sessionId).executeTakeFirstOrThrow()
  const proved = { ...row, provedAt: ctx.now }
  await ctx.db
    .updateTable('session')
    .set({ provedAt: ctx.now, seal: sealOf(ctx.parts.secret, proved) })
    .where('id', '=', sessionId)
    .execute()
  return ctx.now + (await lastsMs(ctx))
}
