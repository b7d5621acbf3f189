import { Refused } from '../core/errors.ts'
import type { Ctx, Who } from './context.ts'

const keptFor = 24 * 3600_000

/** Whose an answer is: a person's, also after they signed in anew, or a script token's; none of them sees what another was told. */
const holderOf = ({ kind, sessionId }: Who) => (kind === 'person' ? kind : `${kind} ${sessionId}`)

/**
 * Does a write once per key: a caller whose answer was lost repeats it with the same `x-request-key` and gets the first answer.
 * Who may call was judged before. The key is kept in the write's own transaction, for a day; the answer, which may hold a token or personal data, is encrypted.
 * @param input what the key stands for: the call's input, or a part's
 * @param part names one of several transactions of the same call
 * @throws Refused CONFLICT when the key was used for another call, or for the same one with another input
 */
export async function onceByKey<T>(ctx: Ctx, input: unknown, work: () => Promise<T>, part = ''): Promise<T> {
  const { who, call } = ctx
  if (call.requestKey === '' || !who) return work()
  const { userId } = who
  const key = `${holderOf(who)} ${call.requestKey}${part}`
  const { secret } = ctx.parts
  const mine = { call: ctx.call.name, input: secret.lookup(JSON.stringify(input) ?? '') }
  await ctx.db
    .deleteFrom('requestKey')
    .where('at', '<', ctx.now - keptFor)
    .execute()
  const fresh = await ctx.db
    .insertInto('requestKey')
    .values({ key, userId, ...mine, answer: '', at: ctx.now })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  if (Number(fresh.numInsertedOrUpdatedRows ?? 0) === 0) {
    const kept = await ctx.db
      .selectFrom('requestKey')
      .select(['call', 'input', 'answer'])
      .where('key', '=', key)
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    if (kept.call !== mine.call || kept.input !== mine.input)
      throw new Refused('CONFLICT', '请求标识（x-request-key）已用于另一次提交，请换一个')
    return JSON.parse(secret.decrypt(kept.answer)) as T
  }
  const value = await work()
  await ctx.db
    .updateTable('requestKey')
    .set({ answer: secret.encrypt(JSON.stringify(value ?? null)) })
    .where('key', '=', key)
    .where('userId', '=', userId)
    .execute()
  return value
}
