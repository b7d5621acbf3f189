import type { Kysely } from 'kysely'
import { isAhead } from '../ahead.ts'
import type { Partner, Parts, Staff, Visitor, Who } from '../context.ts'
import { Kept } from '../db/kept.ts'
import type { Db } from '../db/open.ts'
import { prepared, type Slots } from '../db/prepared.ts'
import type { Schema } from '../db/tables.ts'
import { isFull } from '../full-disk.ts'
import { appendLog } from '../log.ts'
import { type Key, newToken, type Secret } from '../secret.ts'
import { sessionOfPass } from './pass.ts'
import { rolesOf } from './rights.ts'

const second = 1000
const minute = 60_000
/** Last seen is written so seldom, and yet often enough that nobody who is active idles out. */
const seenEvery = (idleMs: number) => (idleMs > 0 ? Math.min(minute, idleMs / 4) : minute)

const find = prepared((db, p: Slots<{ tokenHash: string }>) =>
  db
    .selectFrom('session')
    .leftJoin('user', 'user.id', 'session.userId')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .leftJoin('people', 'people.id', 'session.peopleId')
    .leftJoin('partner', 'partner.id', 'session.partnerId')
    .select((eb) => [
      'session.id',
      'session.kind',
      'session.keys',
      'session.name as token',
      'session.peopleId',
      'session.seenAt',
      'session.idleMs',
      'session.expiresAt',
      'session.createdAt',
      'session.provedAt',
      'session.seal',
      'session.userId',
      'user.id as staff',
      'user.account',
      'user.name',
      'user.deptId',
      'user.state',
      'user.demo',
      'dept.state as deptState',
      'people.id as visitor',
      'people.peopleState',
      'people.banEndTime',
      'session.partnerId',
      'partner.name as partnerName',
      'partner.state as partnerState',
      eb.selectFrom('counter').select('value').where('name', '=', 'access').as('access'),
      eb.selectFrom('setting').select('value').where('name', '=', 'signIn.nets').as('nets'),
      eb.selectFrom('setting').select('value').where('name', '=', 'signIn.factor').as('factorFor'),
      eb.selectFrom('userFactor').select('createdAt').whereRef('userFactor.userId', '=', 'user.id').as('boundAt'),
    ])
    .where('session.tokenHash', '=', p.tokenHash),
)

interface Sealed {
  readonly tokenHash: string
  readonly kind: string
  readonly userId: number
  readonly keys: string | null
  readonly peopleId: number | null
  readonly partnerId: number | null
  readonly createdAt: number
  readonly idleMs: number
  readonly expiresAt: number
  readonly provedAt: number | null
}

/** Whoever writes to the database without the key makes no session, and gives none of theirs to another, more rights or a later end. */
export const sealOf = (secret: Secret, s: Sealed) => {
  // what an older version sealed had none of them
  const more = [
    ...(s.peopleId === null ? [] : [s.peopleId]),
    ...(s.provedAt === null ? [] : ['proved', s.provedAt]),
    ...(s.partnerId === null ? [] : ['partner', s.partnerId]),
  ]
  return secret.mark('session row', s.tokenHash, s.kind, s.userId, s.keys, s.createdAt, s.idleMs, s.expiresAt, ...more)
}

const endedCall = 'auth.scriptDel'
/** Rows that a start writes, and a few more. */
const lookedAt = 50

/**
 * The tokens of scripts that the steps of a start have ended, by their names: jobs at night fail without them, and nobody
 * would look for that in the log.
 * @param since when the start began
 */
export async function endedSince(db: Db, since: number): Promise<string[]> {
  const rows = await db.read
    .selectFrom('log')
    .select(['at', 'kind', 'call', 'before'])
    .orderBy('id', 'desc')
    .limit(lookedAt)
    .execute()
  return rows
    .filter(({ at, kind, call }) => Number(at) >= since && kind === 'system' && call === endedCall)
    .flatMap(({ before }) => JSON.parse(before ?? '[]') as { name: string | null }[])
    .map(({ name }) => name ?? '')
}

/** Asked by every request of everybody. */
const sessions = new Kept<Awaited<ReturnType<typeof find>>[number] | undefined>(1000)
const sessionOf = ({ db, secret }: Parts, tokenHash: string) =>
  sessions.get(db, tokenHash, async () => {
    const [found] = await find(db.read, { tokenHash })
    return found && found.seal === sealOf(secret, { ...found, tokenHash }) ? found : undefined
  })

/** The bare token of an Authorization header; `Bearer ` is tolerated. */
export const bareToken = (header: string | undefined): string => (header ?? '').replace(/^Bearer\s+/i, '').trim()

/** Who only reads needs no room: on a full disk the session is as old as it is, and goes on until it is over. */
async function noteSeen({ db }: Parts, id: number, seenAt: number): Promise<void> {
  try {
    await db.write.updateTable('session').set({ seenAt }).where('id', '=', id).execute()
  } catch (error) {
    if (!isFull(error)) throw error
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof sessionOf>>>

/** Frozen until a time, or for good. */
export const isBanned = (
  { peopleState, banEndTime }: { readonly peopleState: number | null; readonly banEndTime: number | null },
  now: number,
): boolean => peopleState === 1 && (banEndTime === null || banEndTime > now)

/** The visitor whose session it is, while they are there and may come. */
function visitorIn(found: Found, now: number): Visitor | null {
  if (found.visitor === null || isBanned(found, now)) return null
  return { sessionId: found.id, kind: 'visitor', peopleId: found.visitor }
}

/** Neither they nor their department are stopped; a demo account comes only where there is a demo. */
export const mayCome = (
  { demo }: Pick<Parts, 'demo'>,
  user: { readonly state: number | null; readonly deptState: number | null; readonly demo: number | null },
): boolean => user.state === 0 && (user.deptState ?? 0) === 0 && (user.demo !== 1 || demo)

/** Whoever of the staff a session belongs to, while user, department and demo mode allow it. */
async function staffIn(parts: Parts, found: Found): Promise<Staff | null> {
  const { staff: userId, account, name } = found
  if (userId === null || account === null || name === null || !mayCome(parts, found)) return null
  const access = found.access ?? 0
  const roles = await rolesOf(parts.db.read, { id: userId, deptId: found.deptId }, access)
  const only = found.kind === 'script' ? new Set(JSON.parse(found.keys ?? '[]') as string[]) : null
  const kind = found.kind as Staff['kind']
  const places = [found.nets ?? '', ...roles.map(({ nets }) => nets)].filter(Boolean)
  const must = found.factorFor === 'all' || roles.some(({ factor }) => factor)
  return {
    sessionId: found.id,
    kind,
    userId,
    account,
    name,
    deptId: found.deptId,
    rights: { roles, only },
    places,
    provedAt: found.provedAt,
    token: kind === 'script' ? found.token : null,
    unbound: kind === 'person' && must && found.boundAt === null,
    access,
  }
}

/** The program of another site whose token it is, while it may come. */
function partnerIn({ id, partnerId, partnerName, partnerState }: Found): Partner | null {
  if (partnerId === null || partnerName === null || partnerState !== 0) return null
  return { sessionId: id, kind: 'partner', partnerId, name: partnerName }
}

function whoIs(parts: Parts, found: Found, now: number): Promise<Who | null> | Who | null {
  if (found.kind === 'visitor') return visitorIn(found, now)
  return found.kind === 'partner' ? partnerIn(found) : staffIn(parts, found)
}

/**
 * Who a token stands for.
 * @returns null when it is unknown or over, or whoever it stands for may no longer come
 */
export async function whoHas(parts: Parts, token: string, now: number): Promise<Who | null> {
  if (token === '' || token.length > 200) return null
  return whoIn(parts, parts.secret.mark('session', token), now)
}

/** Who a pass stands for: the editor's is a call of theirs, which a picture's is not. @returns null as of a token */
export async function whoHasPass(
  parts: Parts,
  use: 'editor pass' | 'picture pass',
  pass: string,
  now: number,
): Promise<Who | null> {
  const id = pass.length > 200 ? null : sessionOfPass(parts, use, pass)
  if (id === null) return null
  const found = await parts.db.read.selectFrom('session').select('tokenHash').where('id', '=', id).executeTakeFirst()
  return found ? whoIn(parts, found.tokenHash, now, use === 'editor pass') : null
}

async function whoIn(parts: Parts, tokenHash: string, now: number, seen = true): Promise<Who | null> {
  const found = await sessionOf(parts, tokenHash)
  if (!found || found.expiresAt <= now || isAhead(found.createdAt, now)) return null
  if (found.idleMs > 0 && found.seenAt + found.idleMs <= now) return null
  const who = await whoIs(parts, found, now)
  // a token that was never used shows it: its first use is told apart from when it was made
  const first = found.kind === 'script' && found.seenAt === found.createdAt
  if (who && seen && (first || Math.abs(now - found.seenAt) >= seenEvery(found.idleMs)))
    await noteSeen(parts, found.id, first ? Math.max(now, found.createdAt + second) : now)
  return who
}

/** Opens a session and answers its row with the token, which is stored only as a mark of the key. */
export async function openSession(
  trx: Kysely<Schema>,
  secret: Secret,
  s: {
    kind: Who['kind']
    /** Of the staff; 0 of others'. */
    userId: number
    peopleId?: number
    partnerId?: number
    now: number
    idleMs: number
    lastsMs: number
    address: string
    device?: string | null
    name?: string
    keys?: readonly string[] | null
    /** The sign-in before this one. */
    before?: { readonly at: number | null; readonly from: string | null; readonly failed: number | null }
  },
) {
  const token = newToken()
  const sealed = {
    tokenHash: secret.mark('session', token),
    kind: s.kind,
    userId: s.userId,
    keys: s.keys ? JSON.stringify(s.keys) : null,
    peopleId: s.peopleId ?? null,
    partnerId: s.partnerId ?? null,
    createdAt: s.now,
    idleMs: s.idleMs,
    expiresAt: s.now + s.lastsMs,
    provedAt: s.kind === 'person' ? s.now : null,
  }
  const row = await trx
    .insertInto('session')
    .values({
      ...{
        ...sealed,
        seal: sealOf(secret, sealed),
        name: s.name ?? null,
        address: s.address,
        device: s.device ?? null,
        seenAt: s.now,
      },
      ...(s.before && { beforeAt: s.before.at, beforeFrom: s.before.from, beforeFailed: s.before.failed ?? 0 }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { token, row }
}

/**
 * Ends script tokens that hold no named keys: an earlier version let them have all of their maker's. At each start, for a
 * backup may bring one back.
 */
export async function endUnnamedTokens(db: Db, logKey: Key, now: number): Promise<void> {
  const without = () =>
    db.read.selectFrom('session').select('id').where('kind', '=', 'script').where('keys', 'is', null)
  if ((await without().limit(1).execute()).length === 0) return
  await db.transaction(async (trx) => {
    const gone = await trx
      .deleteFrom('session')
      .where('kind', '=', 'script')
      .where('keys', 'is', null)
      .returning(['id', 'name', 'userId'])
      .execute()
    const call = { name: endedCall, says: '停用没有指明权限的脚本令牌', address: '本机', requestId: '' }
    const change = { kind: 'system' as const, ids: gone.map(({ id }) => id), before: gone }
    await appendLog(trx, logKey, { call, who: null, now, change })
  })
}
