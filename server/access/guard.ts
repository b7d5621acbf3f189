import { type Kysely, sql } from 'kysely'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { isForOwnPages, type Limit, spanWords } from '../../core/contract/guard.ts'
import { Refused } from '../../core/errors.ts'
import { latest } from '../ahead.ts'
import { type Ctx, visitorOf } from '../context.ts'
import type { Schema } from '../db/tables.ts'
import { networkOf, widerOf } from '../http/network.ts'
import { plainCode } from '../letters/code.ts'
import { spendCaptcha } from './captcha.ts'
import { deviceOf } from './device.ts'
import { isKnownPlace } from './known-place.ts'
import { isSent } from './phone-code.ts'
import { isStep } from './sign-in-step.ts'

/**
 * What strangers meet before a call does anything (docs/decisions/0016-callers.md): captchas and limits, kept in the database, so that a
 * restart or a second process changes nothing.
 */

type Fields = Readonly<Record<string, unknown>>

/** A limit as it holds for this request: of what is counted, a mark of the key. */
export interface Held extends Limit {
  readonly mark: string
}

const callers = ['address', 'visitor', 'partner']

/** A field that was left out is nobody's: all who leave it out would share what one of them may. */
const isCounted = ({ by }: Limit, input: Fields): boolean =>
  callers.includes(by) || ![undefined, null, ''].includes(input[by] as string)

const known = { step: isStep, phoneCode: isSent } as const

/** What was given by us is under its own limits, not under those of whoever makes one up. */
const isExempt = async (ctx: Ctx, { unlessKnown }: Limit, input: Fields): Promise<boolean> =>
  unlessKnown !== undefined && known[unlessKnown.as](ctx, String(input[unlessKnown.field] ?? ''))

/** What is counted: a value in other spellings (blanks around it, capitals, full width) is the same one, as those who look it up take it. */
const counts = (value: unknown, as?: Limit['as']): string =>
  as === 'code'
    ? plainCode(String(value ?? ''))
    : String(value ?? '')
        .normalize('NFKC')
        .trim()
        .toLowerCase()

/** So many of its networks' shares an IPv6 /48 has in all: whoever owns one has 65,536 networks, and what is for everybody would be theirs. */
const widerShare = 8

/** A limit as it holds for a request; of an IPv6 network also what all networks of its owner may together, but for who counts apart. */
async function heldOf(ctx: Ctx, limit: Limit, input: Fields): Promise<Held[]> {
  const network = networkOf(ctx.call.address)
  const phone = limit.knownApart === undefined ? '' : String(input[limit.knownApart] ?? '')
  const known = phone !== '' && (await isKnownPlace(ctx, phone))
  const device =
    limit.deviceApart && (await deviceOf(ctx, input[limit.deviceApart.account], input[limit.deviceApart.device]))
  const partner = ctx.who?.kind === 'partner' ? String(ctx.who.partnerId) : network
  const own = { address: network, visitor: String(visitorOf(ctx)?.peopleId ?? network), partner }[limit.by]
  const apart = device ? ['device', String(device)] : known ? ['known', phone, network] : null
  const named = limit.by === 'address' ? [] : [counts(own ?? input[limit.by], limit.as)]
  const byNetwork = limit.by === 'address' || limit.perNetwork === true
  const counted = apart ?? (byNetwork ? [...named, network] : named)
  const heldBy = (by: string, most: number, some: readonly string[]): Held => ({
    ...{ ...limit, most },
    mark: ctx.parts.secret.mark('guard', limit.together ?? ctx.call.name, by, limit.withinMs, ...some),
  })
  const wider = byNetwork && !apart ? widerOf(network) : null
  return [
    heldBy(limit.by, limit.most, counted),
    ...(wider === null ? [] : [heldBy('wider', limit.most * widerShare, [...named, wider])]),
  ]
}

/** How long it is until one more is let through, in milliseconds; 0: now. */
export async function waitFor(db: Kysely<Schema>, { mark, most, withinMs }: Held, now: number): Promise<number> {
  const oldest = await db
    .selectFrom('guardUse')
    .select('at')
    .where('mark', '=', mark)
    .where('at', '>', now - withinMs)
    .where('at', '<=', latest(now))
    .orderBy('at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  return oldest ? Number(oldest.at) + withinMs - now : 0
}

/** The refusal of the limit that lasts longest; null: all let it through. */
async function refusalOf(
  db: Kysely<Schema>,
  says: string,
  limits: readonly Held[],
  now: number,
): Promise<Refused | null> {
  let longest = 0
  let words = ''
  for (const limit of limits) {
    const wait = await waitFor(db, limit, now)
    if (wait <= longest) continue
    longest = wait
    words = limit.says ?? `${says}过于频繁，请 ${spanWords(wait)}后再试`
  }
  return longest === 0 ? null : new Refused('TOO_MANY', words)
}

/** Any number that no other lock of this database uses. */
const lock = 7_301_003

/** On PostgreSQL, of two that come at once the second counts the first. */
export async function hold(ctx: Ctx, limits: readonly Held[]): Promise<void> {
  if (ctx.dialect !== 'postgres') return
  for (const mark of limits.map((one) => one.mark).sort())
    await sql`select pg_advisory_xact_lock(${sql.lit(lock)}, hashtext(${mark}))`.execute(ctx.db)
}

/** Counts one use of each. */
export async function take(ctx: Ctx, limits: readonly Held[]): Promise<void> {
  if (limits.length === 0) return
  const uses = limits.map(({ mark, withinMs }) => ({ mark, at: ctx.now, until: ctx.now + withinMs }))
  await ctx.db.insertInto('guardUse').values(uses).execute()
}

/** So long a write that met its guard may take until its answer is kept. */
const underWayMs = 30_000

/** Whether the same write is being done by a process that has not kept its answer yet. */
const isUnderWay = async (db: Kysely<Schema>, mark: string, now: number): Promise<boolean> =>
  (await waitFor(db, { by: 'request', mark, most: 1, withinMs: underWayMs }, now)) > 0

/** A write that was refused goes on no more. @throws what it was refused with */
export async function forgetUnderWay(ctx: Ctx, mark: string, refused: unknown): Promise<never> {
  await ctx.transaction((inner) => inner.db.deleteFrom('guardUse').where('mark', '=', mark).execute())
  throw refused
}

/**
 * Lets a request through, or refuses it. Who is over a limit uses up no captcha; a captcha that was typed wrong is used up and counts for
 * nothing else, so that nobody spends what belongs to another's phone without having answered one.
 * @param underWay the mark of the write under its key: of two that come at once to two processes the second finds its captcha used up by the first
 * @throws Refused TOO_MANY, CAPTCHA_WRONG
 */
export async function passGuard(ctx: Ctx, e: Endpoint, given: unknown, underWay: string | null = null): Promise<void> {
  const { guard } = e
  if (!guard) return
  if (isForOwnPages(e) && ctx.call.foreign) throw new Refused('NO_PERMISSION', `请在本网站的页面上${guard.says}`)
  if (guard.near !== undefined && !ctx.call.near) throw new Refused('NO_PERMISSION', guard.near)
  const input = given as Fields
  const limits: Held[] = []
  for (const limit of guard.limits ?? [])
    if (isCounted(limit, input) && !(await isExempt(ctx, limit, input)))
      limits.push(...(await heldOf(ctx, limit, input)))
  const early = await refusalOf(ctx.parts.db.read, guard.says, limits, ctx.now)
  if (early) throw early
  const { captcha } = guard
  if (!captcha && limits.length === 0) return
  // what it throws is thrown after the commit: a captcha that was used stays used
  const refused = await ctx.transaction(async (inner) => {
    const right =
      !captcha || (await spendCaptcha(inner, String(input[captcha.id] ?? ''), String(input[captcha.typed] ?? '')))
    if (!right)
      return underWay !== null && (await isUnderWay(inner.db, underWay, ctx.now))
        ? new Refused('TOO_MANY', '这次提交正在处理，请稍后再试')
        : new Refused('CAPTCHA_WRONG')
    await hold(inner, limits)
    const late = await refusalOf(inner.db, guard.says, limits, ctx.now)
    if (late) return late
    const goesOn =
      captcha && underWay !== null ? [{ by: 'request', mark: underWay, most: 1, withinMs: underWayMs }] : []
    await take(inner, [...limits, ...goesOn])
    return null
  })
  if (refused) throw refused
}

/** Forgets what was used of the limits of a call for one value of a field. @returns how much that was */
export async function forgetUses(ctx: Ctx, name: string, e: Endpoint, by: string, value: string): Promise<number> {
  const marks = (e.guard?.limits ?? [])
    .filter((limit) => limit.by === by)
    .map(({ withinMs, as, together }) =>
      ctx.parts.secret.mark('guard', together ?? name, by, withinMs, counts(value, as)),
    )
  if (marks.length === 0) return 0
  return (await ctx.db.deleteFrom('guardUse').where('mark', 'in', marks).returning('id').execute()).length
}
