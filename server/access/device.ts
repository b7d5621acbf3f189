import type { Kysely } from 'kysely'
import { Refused } from '../../core/errors.ts'
import { isAhead } from '../ahead.ts'
import { type Ctx, whoOf } from '../context.ts'
import type { Schema } from '../db/tables.ts'
import { newToken, type Secret } from '../secret.ts'

/** An account knows so many; of more, those that were not seen for longest are forgotten. */
const most = 20
const keptFor = 180 * 24 * 3600_000

/** The stored password is part of what is hashed: whoever changes it, and however, ends all devices by that. */
const hashOf = (key: Secret, device: string, password: string) => key.mark('device', device, password)

interface Owner {
  readonly id: number
  /** The stored hash. */
  readonly password: string
}

/**
 * The device that a secret stands for: it gives no right, only tries of its own (docs/decisions/0014-lock-out.md).
 * @returns its id; null where it is unknown, another account's, forgotten, or older than the password
 */
export async function knownDevice(
  db: Kysely<Schema>,
  key: Secret,
  owner: Owner | undefined,
  device: string | null | undefined,
  now: number,
): Promise<number | null> {
  if (!owner || !device) return null
  const found = await db
    .selectFrom('device')
    .select('id')
    .where('hash', '=', hashOf(key, device, owner.password))
    .where('userId', '=', owner.id)
    .where('seenAt', '>', now - keptFor)
    .executeTakeFirst()
  return found?.id ?? null
}

/** The device of an account by what a caller shows of the two; null where they know none. */
export async function deviceOf({ db, now, parts }: Ctx, account: unknown, device: unknown): Promise<number | null> {
  if (typeof account !== 'string' || typeof device !== 'string' || device === '') return null
  const owner = await db.selectFrom('user').select(['id', 'password']).where('account', '=', account).executeTakeFirst()
  return knownDevice(db, parts.secret, owner, device, now)
}

/** What one session may make: its own, and another after a change of the password. */
const mostOfSession = 2
const soonMs = 10 * 60_000

/**
 * A device has tries of its own at the password: it is made by who has just signed in, or shown who they are, and not by whoever has a token.
 * @throws Refused BAD_STATE, TOO_MANY
 */
export async function refuseNewDevice(ctx: Ctx, owner: Owner, device: string | null | undefined): Promise<void> {
  const { db, now, parts } = ctx
  if ((await knownDevice(db, parts.secret, owner, device, now)) !== null) return
  const { sessionId, provedAt } = whoOf(ctx)
  if (provedAt === null || isAhead(provedAt, now) || now - provedAt > soonMs)
    throw new Refused('BAD_STATE', '登录已有一段时间，不能再记住本设备；下次登录时会记住')
  const made = db.selectFrom('device').select('id').where('sessionId', '=', sessionId)
  if ((await made.execute()).length >= mostOfSession)
    throw new Refused('TOO_MANY', `一次登录最多记住 ${mostOfSession} 个设备，请在要记住的设备上登录`)
}

/** Makes the device known to its owner, or says that it was seen. @returns the secret that the device is to keep */
export async function keepDevice(
  trx: Kysely<Schema>,
  key: Secret,
  owner: Owner,
  device: string | null | undefined,
  now: number,
  sessionId: number,
): Promise<string> {
  const known = await knownDevice(trx, key, owner, device, now)
  if (known !== null && device) {
    await trx.updateTable('device').set({ seenAt: now }).where('id', '=', known).execute()
    return device
  }
  const made = newToken()
  await trx
    .insertInto('device')
    .values({ userId: owner.id, hash: hashOf(key, made, owner.password), createdAt: now, seenAt: now, sessionId })
    .execute()
  const beyond = await trx
    .selectFrom('device')
    .select('id')
    .where('userId', '=', owner.id)
    .orderBy('seenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .offset(most)
    .execute()
  if (beyond.length > 0)
    await trx
      .deleteFrom('device')
      .where(
        'id',
        'in',
        beyond.map(({ id }) => id),
      )
      .execute()
  return made
}
