import { Refused } from '../../core/errors.ts'
import { latest } from '../ahead.ts'
import type { Ctx } from '../context.ts'
import { networkOf, widerOf } from '../http/network.ts'

/**
 * Limits of sign-in (docs/decisions/0014-lock-out.md): failures are counted in the database, so a restart or a second process
 * changes nothing.
 */
export const window = 15 * 60_000
/** Failures in a row of an account from one address, or from one device that it knows. */
export const tries = 5
/** So many a day at an account are each network's own: what others fail there makes nobody wait who hardly tried. */
const ownADay = 3
/** Beyond so many failures of an account from anywhere, or of an address with any account, each try has to wait longer. */
const slowFrom = { account: 50, address: 40 }
const slowestMs = 30_000
const perAddress = 100
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

/** Who tries to sign in, and from where. */
export interface Try {
  readonly account: string
  /** The network of the caller's address: of an IPv6 one its owner has 2^64. */
  readonly address: string
  /** A device that the account knows; its tries are counted apart, and nobody else's count for it. */
  readonly deviceId: number | null
}

/** The keys of those tries that are made one after another: nobody waits behind strangers on a device that is known. */
export const turnOf = ({ account, address, deviceId }: Try): readonly string[] =>
  deviceId === null ? [`account ${account}`, `address ${address}`] : [`device ${deviceId}`]

/** The tries of the last quarter of an hour that fit all that is given. */
function triesOf(ctx: Ctx, of: Partial<Try>, ok: 0 | 1) {
  let found = ctx.db
    .selectFrom('signIn')
    .where('ok', '=', ok)
    .where('at', '>', ctx.now - window)
    .where('at', '<=', latest(ctx.now))
  found = of.deviceId ? found.where('deviceId', '=', of.deviceId) : found.where('deviceId', 'is', null)
  if (of.account !== undefined) found = found.where('account', '=', of.account)
  if (of.address !== undefined) found = found.where('address', '=', of.address)
  return found
}

/** Those that failed: how many, and when the last was. @param afterId only later ones */
async function failures(ctx: Ctx, of: Partial<Try>, afterId = 0): Promise<{ count: number; last: number }> {
  const { count, last } = await triesOf(ctx, of, 0)
    .where('id', '>', afterId)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('at').as('last')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), last: Number(last ?? 0) }
}

/** The failures since the last success in the same place: who has the password mistyped it. */
async function failuresInARow(ctx: Ctx, of: Partial<Try>): Promise<number> {
  const success = await triesOf(ctx, of, 1)
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return (await failures(ctx, of, Number(success?.id ?? 0))).count
}

/** The wait grows from one second to half a minute; a try that comes too early is refused and does not count. */
function refuseHasty(ctx: Ctx, { count, last }: { count: number; last: number }, from: number): void {
  if (count < from) return
  const left = last + Math.min(1000 * 2 ** (count - from), slowestMs) - ctx.now
  if (left > 0) throw new Refused('TOO_MANY', `登录失败次数较多，请 ${Math.ceil(left / 1000)} 秒后再试`)
}

/** Of IPv6 the /48 counts here: whoever has one has 65,536 networks. */
async function hasOwnTries(ctx: Ctx, { account, address }: Pick<Try, 'account' | 'address'>): Promise<boolean> {
  const wider = widerOf(address)
  const failed = ctx.db
    .selectFrom('signIn')
    .select('id')
    .where('account', '=', account)
    .where('ok', '=', 0)
    .where('deviceId', 'is', null)
    .where('address', wider === null ? '=' : 'like', wider === null ? address : `${wider}%`)
    .where('at', '>', ctx.now - keptFor)
    .where('at', '<=', latest(ctx.now))
    .limit(ownADay)
  return (await failed.execute()).length < ownADay
}

async function refuseStrange(ctx: Ctx, { account, address }: Pick<Try, 'account' | 'address'>): Promise<void> {
  if ((await failuresInARow(ctx, { account, address })) >= tries)
    throw new Refused('TOO_MANY', '该账号在此处登录失败次数过多，请 15 分钟后再试或联系管理员解锁')
  const ofAddress = await failures(ctx, { address })
  if (ofAddress.count >= perAddress)
    throw new Refused('TOO_MANY', '该地址登录失败次数过多，请 15 分钟后再试或联系管理员解锁')
  refuseHasty(ctx, ofAddress, slowFrom.address)
  const ofAccount = await failures(ctx, { account })
  if (ofAccount.count >= slowFrom.account && !(await hasOwnTries(ctx, { account, address })))
    refuseHasty(ctx, ofAccount, slowFrom.account)
}

async function refuseTooOften(ctx: Ctx, account: string): Promise<void> {
  const { n } = await ctx.db
    .selectFrom('signIn')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account', '=', account)
    .where('ok', '=', 1)
    .where('at', '>', ctx.now - minute)
    .where('at', '<=', latest(ctx.now))
    .executeTakeFirstOrThrow()
  if (Number(n) >= successesPerMinute) throw new Refused('TOO_MANY', '登录过于频繁，请稍后再试')
}

/** Refuses a sign-in that failed too often, before the password is looked at. */
export async function refuseLocked(ctx: Ctx, who: Try): Promise<void> {
  if (who.deviceId === null) await refuseStrange(ctx, who)
  else if ((await failuresInARow(ctx, { deviceId: who.deviceId })) >= tries)
    throw new Refused('TOO_MANY', '登录失败次数过多，请 15 分钟后再试或联系管理员解锁')
  await refuseTooOften(ctx, who.account)
}

/** Counts a failure for the account's owner, who is told of it at the next sign-in. */
export const noteFailed = ({ db }: Ctx, account: string) =>
  db
    .updateTable('user')
    .set((eb) => ({ failedLogins: eb(eb.fn.coalesce('failedLogins', eb.lit(0)), '+', 1) }))
    .where('account', '=', account)
    .execute()

/** Counts an attempt. */
export async function countSignIn(ctx: Ctx, who: Try, ok: boolean): Promise<void> {
  if (!ok) await noteFailed(ctx, who.account)
  await ctx.db
    .insertInto('signIn')
    .values({ ...who, ok: ok ? 1 : 0, at: ctx.now })
    .execute()
}

/**
 * Forgets the failures that count: all of an account, wherever they came from, all of an address, whatever the account, or with both those of both.
 * @param but accounts of which those at an address stay
 * @returns how many there were
 */
export async function forgetFailures(
  ctx: Ctx,
  of: { account?: string; address?: string },
  but: readonly string[] = [],
): Promise<number> {
  let gone = ctx.db
    .deleteFrom('signIn')
    .where('ok', '=', 0)
    .where('at', '>', ctx.now - keptFor)
  if (of.account !== undefined) gone = gone.where('account', '=', of.account)
  if (of.address !== undefined) gone = gone.where('address', '=', networkOf(of.address))
  if (but.length > 0) gone = gone.where('account', 'not in', but)
  return (await gone.returning('id').execute()).length
}

/** The accounts, as they are called, of which failures at an address count. */
export const failedAt = ({ db }: Ctx, address: string) =>
  db.selectFrom('signIn').select('account').distinct().where('ok', '=', 0).where('address', '=', networkOf(address))
