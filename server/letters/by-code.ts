import { timingSafeEqual } from 'node:crypto'
import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import type { AnyDb } from '../rows/list.ts'
import { plainCode } from './code.ts'

/** What shows that a letter is the caller's own. */
export interface Key {
  readonly code: string
  readonly phone: string
}

const same = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/**
 * What a citizen sent, by its code and their phone. A code that is nobody's, and one whose phone is another, take the same way and get the
 * same answer. @param noun how that answer names it: 「没有这封信」
 * @throws Refused NOT_FOUND
 */
export async function rowByCode<R extends { readonly phoneHash: string }>(
  ctx: Ctx,
  table: string,
  noun: string,
  { code, phone }: Key,
  lock = false,
): Promise<R> {
  const { secret } = ctx.parts
  const [codeHash, phoneHash] = [secret.lookup(plainCode(code)), secret.lookup(phone)]
  const db = ctx.db as unknown as AnyDb
  const query = db.selectFrom(table).selectAll().where('codeHash', '=', codeHash).where('deletedAt', 'is', null)
  const found = await (lock && ctx.dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
  const row = found as unknown as R | undefined
  const fits = same(row?.phoneHash ?? secret.lookup(''), phoneHash)
  if (!row || !fits) throw new Refused('NOT_FOUND', `没有${noun}，请核对查询码和手机号`)
  return row
}
