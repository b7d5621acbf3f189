import type { Endpoint } from '../core/contract/endpoint.ts'
import { tellsOnce } from '../core/contract/once.ts'
import { Refused } from '../core/errors.ts'
import { type DoneBy, doneBy, isStill } from './access/done-by.ts'
import { asStaff, type Call, type Ctx, type Who } from './context.ts'
import { networkOf } from './http/network.ts'

const keptFor = 24 * 3600_000

/** Whose an answer is: a person's or a visitor's, also after they signed in anew, a script token's, or a stranger's at their network; none of them sees what another was told. */
function holderOf({ who, call }: Ctx, { anywhere }: Sent): string {
  // whoever knows both a form's key and all that was typed into it has sent it: a phone that left its Wi-Fi sends it again
  if (!who) return anywhere ? 'stranger' : `stranger ${networkOf(call.address)}`
  if (who.kind === 'visitor') return `visitor ${who.peopleId}`
  return who.kind === 'person' ? who.kind : `${who.kind} ${who.sessionId}`
}

/**
 * The key under which a call keeps its answer; '': it keeps none, and is done anew. A secret that is told once is told again to the same
 * sign-in alone: whoever signs in later, in whatever way, was not told it.
 */
export function keptUnder(e: Endpoint, { requestKey }: Call, who: Who | null): string {
  if (requestKey === '' || e.anew) return ''
  return who && tellsOnce(e) ? `${requestKey} ${who.sessionId}` : requestKey
}

/** What is kept of a write: its answer, and by which right it was done. */
interface Kept {
  readonly by: DoneBy | null
  readonly answer: unknown
}
/** An older version kept the answer alone. */
const keptIn = (text: string): Kept => {
  const kept = JSON.parse(text) as Kept | null
  return kept && Object.hasOwn(kept, 'by') && Object.hasOwn(kept, 'answer') ? kept : { by: null, answer: kept }
}

/** What was sent under a key. */
interface Sent {
  /** One of several transactions of the same call. */
  readonly part?: string
  /** A stranger's key holds wherever they are. */
  readonly anywhere?: boolean
}

/**
 * What a repeat must have alike. The captcha is none of it: one that was used up, or drawn anew while nobody knew whether the first had come
 * through, makes no other letter of it.
 */
export function sameness({ guard }: Endpoint, input: unknown): readonly [input: unknown, sent: Sent] {
  if (!guard?.captcha) return [input, {}]
  const { [guard.captcha.id]: _, [guard.captcha.typed]: __, ...same } = input as Readonly<Record<string, unknown>>
  return [same, { anywhere: true }]
}

const otherContent = () => new Refused('CONFLICT', '请求标识（x-request-key）已用于另一次提交，请换一个')

/** Whether something was refused because something else was done under its key. */
export const isOtherContent = (error: unknown): boolean =>
  error instanceof Refused && error.message === otherContent().message

/** What a key stands for, and whose it is. */
const keyedBy = (ctx: Ctx, input: unknown, sent: Sent) => ({
  key: `${holderOf(ctx, sent)} ${ctx.call.requestKey}${sent.part ?? ''}`,
  userId: asStaff(ctx.who)?.userId ?? 0,
  mine: { call: ctx.call.name, input: ctx.parts.secret.lookup(JSON.stringify(input) ?? '') },
})

/**
 * Whether the very same write was done already under its key: what comes now is a repeat.
 * @throws Refused CONFLICT where something else was done under it, before a captcha is used up for that
 */
export async function isRepeat(ctx: Ctx, input: unknown, sent: Sent = {}): Promise<boolean> {
  if (ctx.call.requestKey === '') return false
  const { key, userId, mine } = keyedBy(ctx, input, sent)
  const kept = await ctx.db
    .selectFrom('requestKey')
    .select(['call', 'input'])
    .where('key', '=', key)
    .where('userId', '=', userId)
    .where('at', '>=', ctx.now - keptFor)
    .executeTakeFirst()
  if (!kept) return false
  if (kept.call === mine.call && kept.input === mine.input) return true
  throw otherContent()
}

/** By which it is known, before its answer is, that a write under a key goes on; null: it has none. */
export function underWayMark(ctx: Ctx, input: unknown, sent: Sent = {}): string | null {
  if (ctx.call.requestKey === '') return null
  const { key, mine } = keyedBy(ctx, input, sent)
  return ctx.parts.secret.mark('guard', 'under way', key, mine.call, mine.input)
}

/**
 * What was promised did not come about after the commit: a repeat under the same key is done anew, and not told of a success.
 * In a transaction of its own.
 */
export async function forgetKey(ctx: Ctx, db: Ctx['db']): Promise<void> {
  if (ctx.call.requestKey === '') return
  // a stranger's may hold at one network or anywhere, by the guard of its call
  const kept = [{}, { anywhere: true }].map((sent) => keyedBy(ctx, null, sent))
  await db
    .deleteFrom('requestKey')
    .where(
      'key',
      'in',
      kept.map(({ key }) => key),
    )
    .where('userId', '=', kept[0]?.userId ?? 0)
    .execute()
}

/**
 * Does a write once per key: a caller whose answer was lost repeats it with the same `x-request-key` and gets the first answer.
 * Who may call was judged before, and no answer is given to who has less of the call's right than when it was done. The key is kept in the write's own transaction, for a day; the answer, which may hold a token, is encrypted.
 * @param input what the key stands for: the call's input, or a part's
 * @throws Refused CONFLICT when the key was used for another call, or for the same one with another input; BAD_STATE when the caller's right is less now
 */
export async function onceByKey<T>(ctx: Ctx, input: unknown, work: () => Promise<T>, sent: Sent = {}): Promise<T> {
  if (ctx.call.requestKey === '') return work()
  const { key, userId, mine } = keyedBy(ctx, input, sent)
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
    if (kept.call !== mine.call || kept.input !== mine.input) throw otherContent()
    const { by, answer } = keptIn(secret.decrypt(kept.answer))
    if (!isStill(by, doneBy(ctx)))
      throw new Refused('BAD_STATE', '这次提交已经办理过；此后您的权限有变，不再给出当时的答复，请到列表中查看结果')
    return answer as T
  }
  // before the work, which may be about the caller's own rights
  const by = doneBy(ctx)
  const value = await work()
  await ctx.db
    .updateTable('requestKey')
    .set({ answer: secret.encrypt(JSON.stringify({ by, answer: value ?? null } satisfies Kept)) })
    .where('key', '=', key)
    .where('userId', '=', userId)
    .execute()
  return value
}
