import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { interWorking as contract } from '../../../core/contract/interWorking.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { openSession } from '../../access/session.ts'
import type { Ctx } from '../../context.ts'
import { seen } from './rows.ts'

const lastsMs = 2 * 3600_000
/** A program that asks for one with each push has no more than this many; the oldest end. */
const tokensMost = 100

/** The tokens of a partner but for the newest. */
async function endOld({ db }: Ctx, partnerId: number): Promise<void> {
  const kept = db
    .selectFrom('session')
    .select('id')
    .where('kind', '=', 'partner')
    .where('partnerId', '=', partnerId)
    .orderBy('id', 'desc')
    .limit(tokensMost)
  await db
    .deleteFrom('session')
    .where('kind', '=', 'partner')
    .where('partnerId', '=', partnerId)
    .where('id', 'not in', kept)
    .execute()
}

/** Exchanges key and secret for a token. What was wrong is not said; of a key that there is the log tells the try. */
export async function exchange(ctx: Ctx, { key, secret }: Parsed<typeof contract.getInterWorkingToken>) {
  const answer = await ctx.transaction(async (inner) => {
    const { db, parts, now, call } = inner
    const row = await db.selectFrom('partner').selectAll().where('key', '=', key).executeTakeFirst()
    const wrong = parts.secret.mark('partner', secret) !== row?.secretHash
    if (!row) return null
    const as = { userId: null, account: '', name: row.name }
    if (wrong || row.state !== 0) {
      inner.record({ kind: 'login', ids: [row.id], as, result: wrong ? '接入密钥不对' : '已停用' })
      return null
    }
    const { id: partnerId, name } = row
    const more = { idleMs: 0, lastsMs, address: call.address, name, partnerId }
    const { token } = await openSession(db, parts.secret, { kind: 'partner', userId: 0, now, ...more })
    await endOld(inner, partnerId)
    await seen(inner, partnerId)
    inner.record({ kind: 'login', ids: [partnerId], as })
    return { token, expiresAt: formatTime(now + lastsMs), expiresIn: lastsMs / 1000 }
  })
  if (!answer) throw new Refused('LOGIN_FAILED', '接入标识或接入密钥不对，或已停用')
  return answer
}
