import { Refused } from '../core/errors.ts'
import type { Ctx } from './context.ts'

const keptFor = 24 * 3600_000

/**
 * Does a write once per key: a caller whose answer was lost repeats it with the same `x-request-key` and gets the first answer.
 * The key is kept in the write's own transaction, for a day.
 * @param part names one of several transactions of the same call
 * @throws Refused CONFLICT when the key was used for another call
 */
export async function onceByKey<T>(ctx: Ctx, work: () => Promise<T>, part = ''): Promise<T> {
  const key = ctx.call.requestKey && ctx.call.requestKey + part
  const userId = ctx.who?.userId
  if (key === '' || userId === undefined) return work()
  await ctx.db
    .deleteFrom('requestKey')
    .where('at', '<', ctx.now - keptFor)
    .execute()
  const fresh = await ctx.db
    .insertInto('requestKey')
    .values({ key, userId, call: ctx.call.name, answer: 'null', at: ctx.now })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  if (Number(fresh.numInsertedOrUpdatedRows ?? 0) === 0) {
    const kept = await ctx.db
      .selectFrom('requestKey')
      .selectAll()
      .where('key', '=', key)
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    if (kept.call !== ctx.call.name)
      throw new Refused('CONFLICT', '请求标识（x-request-key）已用于另一个操作，请换一个')
    return JSON.parse(kept.answer) as T
  }
  const value = await work()
  await ctx.db
    .updateTable('requestKey')
    .set({ answer: JSON.stringify(value ?? null) })
    .where('key', '=', key)
    .where('userId', '=', userId)
    .execute()
  return value
}
