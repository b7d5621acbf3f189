import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { networkOf } from '../../http/network.ts'

/** How often an article has been read, without the caller. */
async function hitsOf(ctx: Ctx, articleId: number) {
  const row = await ctx.parts.db.read
    .selectFrom('article')
    .select('hits')
    .where('id', '=', articleId)
    .where('status', '=', 2)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return { hits: row.hits }
}

/** One more in a transaction, so that many visitors share a flush and staff need not wait behind each of them. */
const oneMore = (ctx: Ctx, articleId: number) =>
  ctx.transaction(async (inner) => {
    const row = await inner.db
      .updateTable('article')
      .set((eb) => ({ hits: eb('hits', '+', 1) }))
      .where('id', '=', articleId)
      .where('status', '=', 2)
      .where('deletedAt', 'is', null)
      .returning('hits')
      .executeTakeFirst()
    if (!row) throw new Refused('NOT_FOUND')
    return { hits: row.hits }
  })

/** Counts a reader of an article, each once a day. @throws Refused NOT_FOUND where it is not online */
export const countHit = (ctx: Ctx, articleId: number): Promise<{ hits: number }> =>
  ctx.parts.work.visitors.run(networkOf(ctx.call.address), () => count(ctx, articleId))

async function count(ctx: Ctx, articleId: number): Promise<{ hits: number }> {
  const { address, agent } = ctx.call
  const takeBack = ctx.parts.visits.take({ address, agent, articleId, now: ctx.now })
  if (!takeBack) return hitsOf(ctx, articleId)
  try {
    return await oneMore(ctx, articleId)
  } catch (error) {
    takeBack()
    throw error
  }
}
