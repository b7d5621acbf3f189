import { visit as contract } from '../../core/contract/visit.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/0212-visit.ts'
import '../db/tables/visit.ts'
import { networkOf } from '../http/network.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { dayOf } from '../rows/count-by.ts'

export const migrations = { '0212-visit': made }
export const demo = () => import('../demo/visit.ts')

async function counts({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  const { total } = await db
    .selectFrom('visitDay')
    .select((eb) => eb.fn.sum<number | null>('n').as('total'))
    .executeTakeFirstOrThrow()
  const today = await db.selectFrom('visitDay').select('n').where('day', '=', dayOf(now)).executeTakeFirst()
  return { today: Number(today?.n ?? 0), total: Number(total ?? 0) }
}

/** One more today; many visitors share a flush. */
const oneMore = (ctx: Ctx) =>
  ctx.transaction(async (inner) => {
    await inner.db
      .insertInto('visitDay')
      .values({ day: dayOf(inner.now), n: 1 })
      .onConflict((oc) => oc.column('day').doUpdateSet((eb) => ({ n: eb('visitDay.n', '+', 1) })))
      .execute()
    return counts(inner)
  })

/** Counts a cookie once a day; so many of a network as sit behind one. */
async function hit(ctx: Ctx, cookie: string) {
  const { address } = ctx.call
  const takeBack = ctx.parts.visits.take({ address, agent: `cookie ${cookie}`, thing: 'site', now: ctx.now })
  if (!takeBack) return counts(ctx)
  try {
    return await oneMore(ctx)
  } catch (error) {
    takeBack()
    throw error
  }
}

export const visit = implement(contract, {
  hit: ownTransactions((ctx: Ctx, { cookie }: { cookie: string }) =>
    ctx.parts.work.visitors.run(networkOf(ctx.call.address), () => hit(ctx, cookie)),
  ),
})
