import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'

/** Limits of sign-in (docs/rules.md, Security): failures are counted in the database, so a restart or a second process changes nothing. */
const window = 15 * 60_000
const perAccount = 5
const perAddress = 20
const minute = 60_000
const successesPerMinute = 60
const keptFor = 24 * 3600_000

const waiting = new Map<string, Promise<unknown>>()

/**
 * Runs sign-ins of the same account, and of the same address, one after another: many at once must not all pass the limits
 * before the first of them is counted.
 */
export function inTurn<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
  const [key, ...rest] = keys
  if (key === undefined) return work()
  const mine = (waiting.get(key) ?? Promise.resolve()).then(
    () => inTurn(rest, work),
    () => inTurn(rest, work),
  )
  const done = mine
    .catch(() => {})
    .then(() => {
      if (waiting.get(key) === done) waiting.delete(key)
    })
  waiting.set(key, done)
  return mine
}

async function attempts(ctx: Ctx, column: 'account' | 'address', value: string, ok: 0 | 1, since: number) {
  const { n } = await ctx.db
    .selectFrom('signIn')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(column, '=', value)
    .where('ok', '=', ok)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Refuses a sign-in whose account or address failed too often, before the password is looked at. */
export async function refuseLocked(ctx: Ctx, account: string): Promise<void> {
  const since = ctx.now - window
  if ((await attempts(ctx, 'account', account, 0, since)) >= perAccount)
    throw new Refused('TOO_MANY', '登录失败次数过多，账号已锁定，请 15 分钟后再试或联系管理员解锁')
  if ((await attempts(ctx, 'address', ctx.call.address, 0, since)) >= perAddress)
    throw new Refused('TOO_MANY', '该地址登录失败次数过多，请 15 分钟后再试')
  if ((await attempts(ctx, 'account', account, 1, ctx.now - minute)) >= successesPerMinute)
    throw new Refused('TOO_MANY', '登录过于频繁，请稍后再试')
}

/** Counts an attempt; what is older than a day is dropped. */
export async function countSignIn(ctx: Ctx, account: string, ok: boolean): Promise<void> {
  const { address } = ctx.call
  await ctx.db
    .deleteFrom('signIn')
    .where('at', '<', ctx.now - keptFor)
    .execute()
  await ctx.db
    .insertInto('signIn')
    .values({ account, address, ok: ok ? 1 : 0, at: ctx.now })
    .execute()
}

/** Forgets an account's failures; answers how many there were. */
export async function forgetFailures(ctx: Ctx, account: string): Promise<number> {
  const gone = await ctx.db
    .deleteFrom('signIn')
    .where('account', '=', account)
    .where('ok', '=', 0)
    .returning('id')
    .execute()
  return gone.length
}
