import { Refused } from '../core/errors.ts'
import { asStaff, type Ctx } from './context.ts'
import { networkOf } from './http/network.ts'

const keptFor = 24 * 3600_000

/** Whose an answer is: a person's or a visitor's, also after they signed in anew, a script token's, or a stranger's at their network; none of them sees what another was told. */
function holderOf({ who, call }: Ctx): string {
  if (!who) return `stranger ${networkOf(call.address)}`
  if (who.kind === 'visitor') return `visitor ${who.peopleId}`
  return who.kind === 'person' ? who.kind : `${who.kind} ${who.sessionId}`
}

/** What a key stands for, and whose it is. */
const keyedBy = (ctx: Ctx, input: unknown, part: string) => ({
  key: `${holderOf(ctx)} ${ctx.call.requestKey}${part}`,
  userId: asStaff(ctx.who)?.userId ?? 0,
  mine: { call: ctx.call.name, input: ctx.parts.secret.lookup(JSON.stringify(input) ?? '') },
})

/** Whether the very same write was done already under its key: what comes now is a repeat, and another call under that key is none. */
export async function isRepeat(ctx: Ctx, input: unknown): Promise<boolean> {
  if (ctx.call.requestKey === '') return false
  const { key, userId, mine } = keyedBy(ctx, input, '')
  const kept = await ctx.db
    .selectFrom('requestKey')
    .select(['call', 'input'])
    .where('key', '=', key)
    .where('userId', '=', userId)
    .where('at', '>=', ctx.now - keptFor)
    .executeTakeFirst()
  return kept?.call === mine.call && kept.input === mine.input
}

/**
 * What was promised did not come about after the commit: a repeat under the same key is done anew, and not told of a success.
 * In a transaction of its own.
 */
export async function forgetKey(ctx: Ctx, db: Ctx['db']): Promise<void> {
  if (ctx.call.requestKey === '') return
  const { key, userId } = keyedBy(ctx, null, '')
  await db.deleteFrom('requestKey').where('key', '=', key).where('userId', '=', userId).execute()
}

/**
 * Does a write once per key: a caller whose answer was lost repeats it with the same `x-request-key` and gets the first answer.
 * Who may call was judged before. The key is kept in the write's own transaction, for a day; the answer, which may hold a token or personal data, is encrypted.
 * @param input what the key stands for: the call's input, or a part's
 * @param part names one of several transactions of the same call
 * @throws Refused CONFLICT when the key was used for another call, or for the same one with another input
 */
export async function onceByKey<T>(ctx: Ctx, input: unknown, work: () => Promise<T>, part = ''): Promise<T> {
  if (ctx.call.requestKey === '') return work()
  const { key, userId, mine } = keyedBy(ctx, input, part)
  const { secret } = ctx.parts
  await ctx.db
    .deleteFrom('requestKey')
    .where('key', '=', key)
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
