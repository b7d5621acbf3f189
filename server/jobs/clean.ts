import type { Kysely } from 'kysely'
import type { Parts } from '../context.ts'
import type { Schema } from '../db/tables.ts'
import { plainReason } from '../full-disk.ts'
import { type JobOutcome, type JobWatch, nothingToDo } from './jobs.ts'

const hour = 3600_000
const day = 24 * hour

/** Rows that are over: what people call them, and those that are, by their ids. */
interface Cleaner {
  readonly says: string
  readonly unit: string
  /** Some of those that are over; the oldest first where there is an order. */
  some(db: Kysely<Schema>, now: number, most: number): Promise<readonly (string | number)[]>
  drop(db: Kysely<Schema>, ids: readonly (string | number)[]): Promise<unknown>
}

/** So many in one transaction: more would keep everybody waiting. */
const atOnce = 500

/**
 * @param key the column that names a row
 * @param column the time by which a row is over
 * @param keptFor so long after it
 */
function olderThan(
  table: 'session' | 'captcha' | 'phoneCode' | 'guardUse' | 'knownPlace' | 'signIn' | 'device' | 'requestKey' | 'job',
  key: string,
  column: string,
  keptFor: number,
  says: string,
  unit: string,
): Cleaner {
  // one code for tables of different columns
  const loose = (db: Kysely<Schema>) => db as unknown as Kysely<Record<string, Record<string, string | number | null>>>
  return {
    says,
    unit,
    async some(db, now, most) {
      const over = loose(db)
        .selectFrom(table)
        .select(key)
        .where(column, '<=', now - keptFor)
        .limit(most)
      return (await over.execute()).map((row) => row[key] as string | number)
    },
    drop: (db, ids) => loose(db).deleteFrom(table).where(key, 'in', ids).execute(),
  }
}

/** What is cleaned away: the list to extend. */
export const cleaners: readonly Cleaner[] = [
  olderThan('session', 'id', 'expiresAt', 0, '过期的登录', '个'),
  olderThan('captcha', 'codeId', 'expiresAt', 0, '过期的验证码', '个'),
  olderThan('phoneCode', 'codeId', 'expiresAt', 0, '过期的短信验证码', '个'),
  olderThan('guardUse', 'id', 'until', 0, '过期的次数限制', '条'),
  olderThan('knownPlace', 'mark', 'until', 0, '过期的常用登录地', '个'),
  olderThan('signIn', 'id', 'at', day, '一天前的登录记录', '条'),
  olderThan('device', 'id', 'seenAt', 180 * day, '半年没有登录过的设备', '个'),
  olderThan('requestKey', 'key', 'at', day, '一天前的请求标识', '个'),
  olderThan('job', 'id', 'endedAt', 30 * day, '30 天前的任务记录', '条'),
]

async function clean({ db, now }: Parts, { some, drop }: Cleaner, watch: JobWatch): Promise<number> {
  for (let count = 0; ; ) {
    const ids = watch.stopped() ? [] : await some(db.read, now(), atOnce)
    if (ids.length > 0) await db.transaction((trx) => drop(trx, ids))
    count += ids.length
    if (ids.length < atOnce) return count
  }
}

/** Cleans away all that is over. What cannot be cleaned is said, and keeps nothing else from it. */
export async function cleanAll(parts: Parts, watch: JobWatch): Promise<JobOutcome> {
  const did: string[] = []
  const wrong: string[] = []
  for (const [i, one] of cleaners.entries()) {
    watch.progress(i, cleaners.length)
    try {
      const count = await clean(parts, one, watch)
      if (count > 0) did.push(`${one.says} ${count} ${one.unit}`)
    } catch (error) {
      wrong.push(`${one.says}未能清理（${plainReason(error)}）`)
    }
  }
  watch.progress(cleaners.length, cleaners.length)
  const says = [...wrong, ...(did.length > 0 ? [`已清理${did.join('、')}`] : [])].join('；')
  if (wrong.length > 0) return { state: 'failed', says }
  if (watch.stopped()) return { state: 'cancelled', says: says || '没有要做的' }
  return did.length > 0 ? { state: 'done', says } : nothingToDo
}
