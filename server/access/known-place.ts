import type { Ctx } from '../context.ts'
import { networkOf } from '../http/network.ts'

/** Where somebody has signed in by a phone: what strangers do with that phone elsewhere, or with other phones here, is not counted there. */

const keptFor = 180 * 24 * 3600_000

const markOf = ({ parts, call }: Ctx, phone: string) => parts.secret.mark('place', phone, networkOf(call.address))

/** Whether somebody has signed in by this phone from where the caller is. */
export async function isKnownPlace(ctx: Ctx, phone: string): Promise<boolean> {
  const found = ctx.db.selectFrom('knownPlace').select('until').where('mark', '=', markOf(ctx, phone))
  return (await found.where('until', '>', ctx.now).executeTakeFirst()) !== undefined
}

/** Notes that somebody signed in, in the caller's transaction. */
export async function keepPlace(ctx: Ctx, phone: string): Promise<void> {
  const until = ctx.now + keptFor
  await ctx.db
    .insertInto('knownPlace')
    .values({ mark: markOf(ctx, phone), until })
    .onConflict((oc) => oc.column('mark').doUpdateSet({ until }))
    .execute()
}
