import type { Kysely } from 'kysely'
import type { Answer, Area, Endpoint, Parsed } from '../core/contract/endpoint.ts'
import { permissionKey, shutToScripts } from '../core/contract/endpoint.ts'
import { repeatGuard } from '../core/contract/guard.ts'
import type { Rehearsed } from '../core/contract/rehearsal.ts'
import { documentOf } from '../core/contract/replies.ts'
import type { BulkResult } from '../core/contract/shared.ts'
import { ownIds } from '../core/contract/wire.ts'
import { type ErrorCode, errorCodes, fromElsewhere, isElsewhere, Refused } from '../core/errors.ts'
import { type GainsGuard, guardGains } from './access/gains.ts'
import { forgetUnderWay, passGuard } from './access/guard.ts'
import { inTurn } from './access/lockout.ts'
import { proofAsked } from './access/proof.ts'
import { type RightsWatch, watchRights } from './access/reveal.ts'
import { granting, holdRights, holdsKey } from './access/rights.ts'
import { asStaff, type Call, type Change, type Ctx, type Parts, type Staff, type Who } from './context.ts'
import { Kept } from './db/kept.ts'
import { type Counter, Standing } from './db/standing.ts'
import type { Schema } from './db/tables.ts'
import { validate } from './http/validate.ts'
import { appendLog } from './log.ts'
import { isUntold, keptOf } from './log-strangers.ts'
import { isRepeat, keptUnder, onceByKey, sameness, underWayMark } from './request-key.ts'
import { namesOf } from './rows/list.ts'
import { asRehearsal, pieceInTurn } from './work/rehearsals.ts'

/** A reply that is no envelope: a page, a picture, a file. */
export class FileReply {
  readonly type: string
  readonly body: string | Uint8Array | NodeJS.ReadableStream
  /** The name to save it under; none: shown in place. */
  readonly name: string | null
  readonly headers: Readonly<Record<string, string>>
  constructor(type: string, body: FileReply['body'], name: string | null = null, headers: FileReply['headers'] = {}) {
    this.type = type
    this.body = body
    this.name = name
    this.headers = headers
  }
}

/** A value that is in JSON already. */
export class InJson {
  readonly bytes: Uint8Array
  constructor(value: unknown) {
    this.bytes = Buffer.from(JSON.stringify(value ?? null))
  }
}

type Reply<E extends Endpoint> = Answer<E> | FileReply
/** What does an endpoint's work: gets the validated input, answers the value. */
export type Handler<E extends Endpoint = Endpoint> = ((ctx: Ctx, input: Parsed<E>) => Promise<Reply<E>> | Reply<E>) & {
  readonly own?: true
  readonly kept?: true
  readonly stands?: Counter
  readonly before?: (ctx: Ctx, input: Parsed<E>) => Promise<unknown>
  readonly unfit?: Unfit
  readonly fits?: (ctx: Ctx, input: Parsed<E>) => Promise<unknown>
}
/** Keeps what was sent though it does not fit, and why. */
type Unfit = (ctx: Ctx, given: Readonly<Record<string, unknown>>, refused: Refused) => Promise<void>
/** A handler for each call of an area. */
export type Handlers<A extends Area> = { readonly [K in keyof A]: Handler<A[K]> }

/** The handlers of an area: a missing, misspelt or wrongly typed one does not compile. */
export const implement = <A extends Area>(_area: A, handlers: Handlers<A>): Handlers<A> => handlers

/**
 * A handler that opens its transactions itself (bulk in chunks, sign-in, long runs): `ctx.db` reads,
 * `ctx.transaction` writes with a log row of its own.
 */
export const ownTransactions = <F extends (ctx: Ctx, input: never) => unknown>(
  handler: F,
): F & { readonly own: true } => Object.assign(handler, { own: true as const })

/**
 * A handler with work that takes long and needs no transaction: it comes first, on the reading connection, since all writers wait
 * for a transaction to end. The handler gets what it made.
 */
export const beforehand = <I, P, R>(before: (ctx: Ctx, input: I) => Promise<P>, handler: (ctx: Ctx, ready: P) => R) =>
  Object.assign(handler as unknown as (ctx: Ctx, input: I) => R, { before })

/**
 * A public write whose input only rows can judge, which everybody may read: it is judged before its captcha is looked at, which then still
 * stands. The handler judges again.
 */
export const judgedFirst = <I, R>(fits: (ctx: Ctx, input: I) => Promise<unknown>, handler: (ctx: Ctx, input: I) => R) =>
  Object.assign(handler, { fits })

/**
 * A read that many ask for again and again, of which nothing but the caller, the input and the database decides: it is answered anew
 * only after something was written.
 */
export const whileUnchanged = <F extends (ctx: Ctx, input: never) => unknown>(
  handler: F,
): F & { readonly kept: true } => Object.assign(handler, { kept: true as const })

/**
 * A read that is the same for everybody who may ask, of which nothing but the input and what a counter tells of decides: it is answered anew,
 * and put into JSON anew, only after a change of that.
 */
export const whileStanding = <F extends (ctx: Ctx, input: never) => unknown>(
  counter: Counter,
  handler: F,
): F & { readonly stands: Counter } => Object.assign(handler, { stands: counter })

/** A write of which also what does not fit is kept, before it is refused: who sent it is a program, and somebody is to see what it sends. */
export const keepingUnfit = <F extends (ctx: Ctx, input: never) => unknown>(
  unfit: Unfit,
  handler: F,
): F & { readonly unfit: Unfit } => Object.assign(handler, { unfit })

/** Names the right, so that whoever asks an administrator for it can say what it is called. */
const lacking = (key: string) => new Refused('NO_PERMISSION', `${errorCodes.NO_PERMISSION.says}（${key}）`)

/** Whom a call is for that is not for the staff. */
const forOthers = {
  visitor: '这个接口供网站公众使用，请用手机号登录后再试',
  partner: '这个接口供互通的网站使用，请用互通令牌',
} as const

/** Who may call: throws NOT_SIGNED_IN, SESSION_OVER or NO_PERMISSION. Comes before anything of the request is judged. */
export function admit(e: Endpoint, key: string, who: Who | null, hadToken: boolean): void {
  if (e.access === 'public' && !e.keepsVisitor) return
  if (e.access === 'public' && (who || !hadToken)) return
  if (!who) throw new Refused(hadToken ? 'SESSION_OVER' : 'NOT_SIGNED_IN')
  const shut = who.kind === 'script' ? shutToScripts(e, key, who.rights.only ?? new Set()) : ''
  if (e.access === 'session' && shut === '') return
  if (e.access === 'visitor' || e.access === 'partner') {
    if (who.kind === e.access) return
    throw new Refused('NO_PERMISSION', forOthers[e.access])
  }
  if (who.kind === 'visitor' || who.kind === 'partner')
    throw new Refused('NO_PERMISSION', '这个接口供工作人员使用，请用工作人员的账号登录')
  if (key !== '' && !holdsKey(who.rights, key)) throw lacking(key)
  if (e.whole && granting(who.rights, key).every(({ depts }) => depts !== null))
    throw new Refused('NO_PERMISSION', '您只能看到其中一部分，不能使用这个接口；请由数据范围为全部的人员操作')
  if (shut !== '') throw new Refused('NO_PERMISSION', shut)
}

interface Work {
  readonly parts: Parts
  readonly call: Call
  readonly who: Who | null
  readonly now: number
  readonly afters: (() => Promise<void> | void)[]
  /** Of a rehearsal that may change what people may do. */
  readonly watch?: RightsWatch | null
  /** Of a change of rights by who may less than everything. */
  readonly gains?: GainsGuard | null
}

function contextOf(work: Work, db: Kysely<Schema>, changes: Change[], inside: boolean): Ctx {
  const { parts, call, who, now, afters } = work
  const ctx: Ctx = {
    who,
    call,
    parts,
    db,
    now,
    dialect: parts.db.dialect,
    record: (change) => void changes.push(change),
    after: (later) => void afters.push(later),
    transaction: (inner, about) =>
      inside ? inner(ctx) : call.dry ? undone(work, inner, about) : inTransaction(work, inner, about),
  }
  return ctx
}

/** Ends a transaction without keeping anything of it; carries the answer out. */
class Undone extends Error {
  readonly value: unknown
  constructor(value: unknown) {
    super('undone')
    this.value = value
  }
}

/** The input after the work that comes before the transaction. */
async function readyFor(handler: Handler, work: Work, input: unknown): Promise<unknown> {
  return handler.before ? handler.before(contextOf(work, work.parts.db.read, [], false), input) : input
}

/** Does work in a transaction of which nothing is kept: no row of the log, nothing for after the commit. */
async function undone<T>(work: Work, inner: (ctx: Ctx) => Promise<T>, about?: readonly number[]): Promise<T> {
  let compare: (() => Promise<void>) | undefined
  try {
    return await work.parts.db.transaction(async (trx) => {
      const ctx = contextOf(work, trx, [], true)
      await holdRights(trx, ctx.dialect, work.call.name)
      const value = await inner(ctx)
      await work.gains?.refuse(ctx, about)
      compare = await work.watch?.note(trx, about)
      throw new Undone(value)
    })
  } catch (thrown) {
    if (!(thrown instanceof Undone)) throw thrown
    await compare?.()
    return thrown.value as T
  }
}

/**
 * Does the work and undoes it: what is answered or refused is what the call itself would answer or refuse. Each transaction that a
 * handler opens itself is undone by itself, so that the others who write wait for none of them longer than for the call.
 */
async function rehearse(handler: Handler, work: Work, input: unknown): Promise<unknown> {
  if (handler.own) return handler(contextOf(work, work.parts.db.read, [], false), input)
  const ready = await readyFor(handler, work, input)
  return (await pieceInTurn(work, () => undone(work, async (ctx) => handler(ctx, ready)))).value
}

/** One transaction with its log rows inside: the work and what the log says of it stand or fall together. */
async function inTransaction<T>(work: Work, inner: (ctx: Ctx) => Promise<T>, about?: readonly number[]): Promise<T> {
  const { parts, call, who, now } = work
  const done = await parts.db.transaction(async (trx) => {
    const changes: Change[] = []
    const ctx = contextOf(work, trx, changes, true)
    await holdRights(trx, ctx.dialect, call.name)
    const value = await inner(ctx)
    await work.gains?.refuse(ctx, about)
    for (const change of changes) {
      const made = { ...call, ...change.call }
      const address = isUntold(made.name, !who) ? '' : made.address
      const told = keptOf(made.name, change)
      await appendLog(trx, parts.secret.log, { call: { ...made, address }, who, now, change: told })
    }
    return value
  })
  parts.search.changed()
  return done
}

/** What leaves the system as a file is told by the log, in the handler's words where it has some. */
async function exported(handler: Handler, work: Work, input: unknown): Promise<unknown> {
  const changes: Change[] = []
  const value = await handler(contextOf(work, work.parts.db.read, changes, false), input)
  await inTransaction(work, async (ctx) => {
    for (const change of changes.length > 0 ? changes : [{}]) ctx.record(change)
  })
  return value
}

/** So many things a refusal names at most. */
const refusedMost = 100

/**
 * What a call was to be about, where its input names rows of its own kind.
 * @param area the call's own, where it is about another kind: its word for these may be shorter
 */
export function idsIn(about: string, input: unknown, area = about): number[] {
  if (typeof input !== 'object' || input === null) return []
  const given = input as Readonly<Record<string, unknown>>
  const items = Array.isArray(given.items) ? given.items.map((one) => (one as { id?: unknown } | null)?.id) : []
  const one = [...ownIds(about), ...(area === about ? [] : ownIds(area))]
    .map((field) => given[field])
    .filter((id) => Number.isSafeInteger(id))
  const many = ['ids', `${about}Ids`].flatMap((field) => (Array.isArray(given[field]) ? given[field] : []))
  // where one thing is named, the others are what is done with it
  const found = (one.length > 0 ? one : [...many, ...items]).filter((id) => Number.isSafeInteger(id)) as number[]
  return [...new Set(found)].slice(0, refusedMost)
}

/** What stands in the row of a change that was refused for want of the right. */
const withoutRight = '没有权限'

interface Tried {
  readonly result: string
  readonly grave: boolean
  readonly aim?: object
  /** Nothing the caller reaches was there: numbers that somebody walks use up nothing of what tells of deeds. */
  readonly away?: boolean
}

/**
 * Writes down that a change was refused; so many rows a time, for each caller and all together.
 * @param who strangers and visitors all share one allowance
 * @param ids what it was to be done to, as far as that is known
 */
async function recordRefusal(
  parts: Parts,
  call: Call,
  who: Who | null,
  ids: readonly number[],
  { result, grave, aim, away }: Tried,
): Promise<void> {
  const now = parts.now()
  const { refusals } = parts
  const one = asStaff(who)
  const passedOver = !one
    ? refusals.strangers.take('', now)
    : grave && away
      ? refusals.staff.take(`${one.userId} away`, now)
      : grave
        ? refusals.grave.take(String(one.userId), now, `${call.name} ${ids.slice(0, 3).join()}`)
        : refusals.staff.take(String(one.userId), now)
  if (passedOver === null) return
  const change: Change = {
    result,
    ...(ids.length > 0 && { ids }),
    ...((passedOver > 0 || aim) && { after: { ...aim, ...(passedOver > 0 && { passedOver }) } }),
  }
  await parts.db.transaction((trx) => appendLog(trx, parts.secret.log, { call, who, now, change }))
}

/** The rows of its own kind that a call was to be about. */
function thingsIn({ about }: Endpoint, { name }: Call, input: unknown): number[] {
  const area = name.split('.')[0] as string
  return idsIn(about ?? area, input, area)
}
/** How our command line calls itself. */
const commandLine = /^xzx\b/

const isDeletion = /^(?:del|dels|purge|clear|remove)/i

/** What can't be undone, gives rights, or deletes: that somebody tried it is told also where the state of things refused it. */
const isGrave = ({ effect, proof, foretells }: Endpoint, { name }: Call, input: unknown): boolean =>
  effect === 'write' &&
  (proof === true ||
    (typeof proof === 'function' && input !== undefined && proof(input as never)) ||
    foretells !== undefined ||
    name.endsWith('.reveal') ||
    isDeletion.test(name.slice(name.indexOf('.') + 1)))

/** Also what is out of the caller's reach: whoever walks all numbers is told of. */
const byState: readonly string[] = ['BAD_STATE', 'CONFLICT', 'NOT_FOUND'] satisfies ErrorCode[]
/** So long a reason of a refusal is kept. */
const reasonMost = 300
/** More reasons of one call are not told. */
const reasonsMost = 3

/** How a refusal stands in the log; null: it is none that is told. */
function refusedSays(codes: ReadonlySet<string>, reasons: readonly string[], grave: boolean): string | null {
  if (codes.has('NO_PERMISSION')) return withoutRight
  if (!grave || !byState.some((code) => codes.has(code))) return null
  const some = [...new Set(reasons)].slice(0, reasonsMost).join('；')
  return `没有执行：${some.length > reasonMost ? `${some.slice(0, reasonMost - 1)}…` : some}`
}

/** Whether a refusal may have to be told at all: most are not, and cost nothing. */
export const mayBeTold = ({ effect }: Endpoint, { code }: Refused): boolean =>
  code === 'NO_PERMISSION' || (effect === 'write' && byState.includes(code))

/** How one refusal stands in the log; null: it is none that is told. */
const toldOf = (refused: Refused, grave: boolean): string | null =>
  isElsewhere(refused) ? fromElsewhere : refusedSays(new Set([refused.code]), [refused.message], grave)

/** Why something was refused, as the log tells it. */
export const refusalSays = (refused: Refused): string => toldOf(refused, true) ?? withoutRight

/** What a refused change of rights was to give, or where somebody was to go: as the row of one that is done has it. */
async function aimOf({ db }: Parts, { reveals }: Endpoint, input: unknown): Promise<object | undefined> {
  const { roleId, deptId } = (reveals ? (input ?? {}) : {}) as Readonly<Record<string, unknown>>
  const nameIn = async (table: 'role' | 'dept', id: unknown) =>
    Number.isSafeInteger(id) ? (await namesOf(db.read, table, 'name', [id as number])).get(id as number) : undefined
  const [role, dept] = [await nameIn('role', roleId), await nameIn('dept', deptId)]
  return role || dept ? { ...(role && { role }), ...(dept && { dept }) } : undefined
}

/** What a call that was refused says itself of what it was for; of a row that is there, that row does. */
function sentFor(e: Endpoint, input: unknown, ids: readonly number[]): object | undefined {
  if (ids.length > 0 || !e.aims) return undefined
  const given = (input ?? {}) as Readonly<Record<string, unknown>>
  const told = e.aims.filter((field) => typeof given[field] === 'string' && given[field] !== '')
  return told.length > 0 ? Object.fromEntries(told.map((field) => [field, given[field]])) : undefined
}

/**
 * Writes down that a rehearsal was refused. What the console asks before a deletion, and does not do then, is told as the deletion would
 * have been told; who reads all the same by a rehearsal, and may not, is told as of a read. Our command line asks nothing so, but says where the
 * call itself was to follow (`ahead`): refused, that is an attempt at it, and what is none to be told is a rehearsal as any other.
 */
export async function recordRehearsed(
  parts: Parts,
  e: Endpoint,
  call: Call,
  who: Who | null,
  refused: Refused,
  input: unknown,
): Promise<void> {
  if (call.ahead && (await recordRefused(parts, e, { ...call, dry: false }, who, refused, input))) return
  const one = asStaff(who)
  const isOurs = commandLine.test(call.agent)
  if (refused.code === 'NO_PERMISSION' || one?.kind === 'script' || (isOurs && one && isGrave(e, call, input)))
    parts.uses.note(call, who, refusalSays(refused), parts.now(), thingsIn(e, call, input))
  // where rights may follow, the console sends the call itself behind its rehearsal
  else if (!isOurs && !e.reveals) await recordRefused(parts, e, { ...call, dry: false }, who, refused, input)
}

/** Writes down that a change was refused: for want of the right, and what is grave also by the state of things. @returns false: it is none that is told */
export async function recordRefused(
  parts: Parts,
  e: Endpoint,
  call: Call,
  who: Who | null,
  refused: Refused,
  input: unknown,
): Promise<boolean> {
  const { code } = refused
  // whoever walks the numbers of people is told of, whatever it was to be done to them
  const walks = code === 'NOT_FOUND' && e.reveals !== undefined
  const grave = asStaff(who) !== null && (walks || isGrave(e, call, input))
  const result = toldOf(refused, grave)
  if (result === null) return false
  const ids = thingsIn(e, call, input)
  const aim = { ...(grave && (await aimOf(parts, e, input))), ...(asStaff(who) && sentFor(e, input, ids)) }
  await recordRefusal(parts, call, who, ids, {
    ...{ result, grave, away: code === 'NOT_FOUND' },
    ...(Object.keys(aim).length > 0 && { aim }),
  })
  return true
}

/** The same of those items of a grave call over many that were refused; the others have their rows. */
export async function recordFailed(
  parts: Parts,
  e: Endpoint,
  call: Call,
  who: Who | null,
  input: unknown,
  value: unknown,
): Promise<void> {
  const { failed } = (value ?? {}) as Partial<BulkResult>
  if (call.dry || !Array.isArray(failed) || failed.length === 0) return
  if (!asStaff(who) || !isGrave(e, call, input)) return
  const groups = Map.groupBy(failed, ({ errorCode }) =>
    errorCode === 'NO_PERMISSION' ? 'right' : errorCode === 'NOT_FOUND' ? 'away' : 'state',
  )
  for (const [group, some] of groups) {
    const codes = new Set(some.map(({ errorCode }) => errorCode))
    const reasons = some.map(({ errorMsg }) => errorMsg)
    const result = refusedSays(codes, reasons, true)
    const ids = some.map(({ id }) => Number(id)).filter(Number.isSafeInteger)
    if (result === null) continue
    const tried = { result, grave: true, away: group === 'away' }
    await recordRefusal(parts, call, who, ids.slice(0, refusedMost), tried)
  }
}

const answers = new Kept<unknown>(60)
/** So many bytes of answers that stand are kept: some of the longest there are. */
const standingBytes = 8 * 1024 * 1024
const standing = new Standing<InJson>(standingBytes, ({ bytes }) => bytes.length)

function read(handler: Handler, work: Work, input: unknown): unknown {
  const { parts, call, who } = work
  const ctx = contextOf(work, parts.db.read, [], false)
  const answer = () => handler(ctx, input)
  if (handler.stands) {
    const key = `${call.name} ${JSON.stringify(input)}`
    return standing.get(ctx, handler.stands, key, async () => new InJson(await answer()))
  }
  if (!handler.kept) return answer()
  return answers.get(parts.db, `${call.name} ${who?.sessionId ?? ''} ${JSON.stringify(input)}`, answer)
}

/**
 * The work of a call, behind its guard where it has one. What is sent again under its key meets no captcha a second time, and a limit for repeats alone; requests under the
 * same key come one after another, so that the second finds the first one's answer and not a captcha that is used up.
 */
async function commit(e: Endpoint, handler: Handler, work: Work, input: unknown): Promise<unknown> {
  const { requestKey } = work.call
  // what is looked at beforehand may refuse a repeat for what the write itself has made
  if (!e.guard && (requestKey === '' || !handler.before)) return done(e, handler, work, input)
  const outside = contextOf(work, work.parts.db.read, [], false)
  const behind = async () => {
    // what keeps no answer by the key does its work anew, and meets its guard anew
    const kept = e.effect === 'write' && !handler.own
    const repeat = kept && (await isRepeat(outside, ...sameness(e, input)))
    if (!repeat && handler.fits) await handler.fits(outside, input)
    const underWay = kept ? underWayMark(outside, ...sameness(e, input)) : null
    if (e.guard) await passGuard(outside, repeat ? { ...e, guard: repeatGuard(e.guard) } : e, input, underWay)
    const doing = done(e, handler, work, input, repeat)
    return underWay === null || !e.guard ? doing : doing.catch((error) => forgetUnderWay(outside, underWay, error))
  }
  return requestKey === '' ? behind() : inTurn([`request ${requestKey}`], behind)
}

async function done(e: Endpoint, handler: Handler, work: Work, input: unknown, repeat = false): Promise<unknown> {
  const { parts } = work
  if (handler.own) return handler(contextOf(work, parts.db.read, [], false), input)
  if (e.effect === 'write') {
    const ready = repeat ? undefined : await readyFor(handler, work, input)
    const [same, sent] = sameness(e, input)
    return inTransaction(work, (ctx) => onceByKey(ctx, same, async () => handler(ctx, ready), sent))
  }
  if (documentOf(e)?.kept) return exported(handler, work, input)
  if (e.effect === 'read') return read(handler, work, input)
  return handler(contextOf(work, parts.db.write, [], false), input)
}

/** What a rehearsal answers: the value, and what the change would reveal where it may be one of rights. */
async function tried(e: Endpoint, handler: Handler, work: Work, input: unknown): Promise<Rehearsed> {
  const { read } = work.parts.db
  const watch = await watchRights(read, e, input, work.now)
  const value = await rehearse(handler, { ...work, watch }, input)
  const reveals = await watch?.told(contextOf(work, read, [], false))
  return { rehearsed: true, value, ...(reveals && { reveals }) }
}

/** What says nothing of rights, nor of the state of things. */
const ofServer: readonly string[] = ['TOO_MANY', 'UNAVAILABLE', 'FAULT'] satisfies ErrorCode[]

/** A call, and what does its work. */
interface Act {
  readonly name: string
  readonly e: Endpoint
  readonly handler: Handler
}

/**
 * What a call would come to, done in somebody's place and undone: by the very checks of the call, and nothing of it is kept or told.
 * @param input validated @throws Refused as the call
 */
export async function tryOut(
  { parts, who: asker, call: asked, now }: Ctx,
  { name, e, handler }: Act,
  who: Staff,
  input: unknown,
): Promise<unknown> {
  const [area = '', own = ''] = name.split('.')
  const call: Call = { ...asked, name, key: permissionKey(area, own, e), says: e.says, requestKey: '', dry: true }
  const work: Work = { parts, call, who, now, afters: [], gains: await guardGains(parts.db.read, who, e, input) }
  return asRehearsal({ parts, call, who: asker }, () => rehearse(handler, work, input))
}

/**
 * Whether somebody would be refused a call for want of a right, found by trying it in their place.
 * @returns the refusal's words; null: it is not refused for that
 */
export async function refusedTo(ctx: Ctx, act: Act, who: Staff, input: unknown): Promise<string | null> {
  try {
    const value = await tryOut(ctx, act, who, input)
    const { failed = [] } = (value ?? {}) as Partial<BulkResult>
    return failed.find(({ errorCode }) => errorCode === 'NO_PERMISSION')?.errorMsg ?? null
  } catch (error) {
    if (!(error instanceof Refused) || ofServer.includes(error.code)) throw error
    return error.code === 'NO_PERMISSION' ? error.message : null
  }
}

/**
 * The input of a call, validated; what does not fit is kept where its handler keeps it, behind the call's guard.
 * @throws Refused as `validate`
 */
export async function judged(
  e: Endpoint,
  { unfit }: Handler,
  parts: Parts,
  call: Call,
  who: Who | null,
  given: Record<string, unknown>,
): Promise<unknown> {
  try {
    return validate(e, given)
  } catch (error) {
    if (unfit && error instanceof Refused && !call.dry) {
      const work: Work = { parts, call, who, now: parts.now(), afters: [] }
      await passGuard(contextOf(work, parts.db.read, [], false), e, given)
      await inTransaction(work, (ctx) => unfit(ctx, given, error))
    }
    throw error
  }
}

/** Does a call's work after it was admitted and validated, and what it left for after the commit. */
export async function perform(
  e: Endpoint,
  handler: Handler,
  parts: Parts,
  given: Call,
  who: Who | null,
  input: unknown,
): Promise<unknown> {
  const call = { ...given, requestKey: keptUnder(e, given, who) }
  const asked: Work = { parts, call, who, now: parts.now(), afters: [] }
  const prove = e.proof ? await proofAsked(contextOf(asked, parts.db.read, [], false), e, input) : null
  if (prove && !call.dry) throw new Refused('PROVE_AGAIN', undefined, { by: prove })
  const work: Work = { ...asked, gains: await guardGains(parts.db.read, who, e, input) }
  if (call.dry) return { ...(await asRehearsal(work, () => tried(e, handler, work, input))), ...(prove && { prove }) }
  const value = await commit(e, handler, work, input)
  for (const later of work.afters) await later()
  return value
}

/** Does in one transaction what no call waits for, with its log rows inside, and then what was left for after the commit. */
export async function apart<T>(parts: Parts, call: Call, who: Who | null, inner: (ctx: Ctx) => Promise<T>): Promise<T> {
  const work: Work = { parts, call, who, now: parts.now(), afters: [] }
  const value = await inTransaction(work, inner)
  for (const later of work.afters) await later()
  return value
}

/**
 * Does the work of another call inside this one's transaction: its caller needs the same rights, its input is judged by the same schema, and
 * the log tells it as if it had been called. What it would ask to be proved again, this call must ask.
 * @throws Refused as the call itself
 */
export async function within<A extends Area, K extends string & keyof A>(
  ctx: Ctx,
  area: { readonly name: string; readonly contract: A; readonly handlers: Handlers<A> },
  name: K,
  input: Record<string, unknown>,
): Promise<Answer<A[K]>> {
  const e = area.contract[name] as A[K]
  const call = { name: `${area.name}.${name}`, says: e.says, key: permissionKey(area.name, name, e) }
  admit(e, call.key, ctx.who, true)
  const handler = area.handlers[name] as Handler
  const inner: Ctx = {
    ...ctx,
    // sent twice, it is the outer call that answers what it answered; tried, it is the outer transaction that is undone
    call: { ...ctx.call, ...call, requestKey: '', dry: false },
    record: (change) => ctx.record({ ...change, call }),
    transaction: (work) => work(inner),
  }
  const judged = validate(e, input)
  const ready = handler.before ? await handler.before(inner, judged) : judged
  return (await handler(inner, ready)) as Answer<A[K]>
}
