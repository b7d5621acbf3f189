import type { Kysely } from 'kysely'
import { besided } from '../../core/domain/log-things.ts'
import type { Schema } from '../db/tables.ts'

/** Script tokens that end for good with what is done to whom they belong: jobs at night fail without them. */

/** More are not named. */
const namedMost = 100

/** A script token that is still good. */
export interface Token {
  readonly id: number
  readonly userId: number
  readonly name: string
  readonly owner: string
}

/** The script tokens of some people that are still good; null: of everybody. */
export async function tokensOf(db: Kysely<Schema>, userIds: readonly number[] | null, now: number): Promise<Token[]> {
  if (userIds?.length === 0) return []
  const found = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id', 'session.userId', 'session.name', 'user.name as owner'])
    .where('session.kind', '=', 'script')
    .where('session.expiresAt', '>', now)
    .$if(userIds !== null, (query) => query.where('session.userId', 'in', [...(userIds ?? [])]))
    .orderBy('session.id')
    .execute()
  return found.map(({ name, ...of }) => ({ ...of, name: name ?? '' }))
}

/** Those of some tokens that are there no more. */
export async function endedOf(db: Kysely<Schema>, tokens: readonly Token[]): Promise<Token[]> {
  if (tokens.length === 0) return []
  const left = await db.selectFrom('session').select('id').where('kind', '=', 'script').execute()
  const there = new Set(left.map(({ id }) => id))
  return tokens.filter(({ id }) => !there.has(id))
}

/** What the log keeps of tokens that ended: their names, and whose they were. */
export const toldOf = (tokens: readonly Token[]) =>
  tokens.length === 0 ? {} : { scriptTokens: tokens.slice(0, namedMost).map(({ name, owner }) => besided(name, owner)) }
