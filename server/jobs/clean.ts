import type { Kysely } from 'kysely'
import { latest } from '../ahead.ts'
import { dropPushes } from '../areas/interWorking/drop.ts'
import { forgetVisitors } from '../areas/survey/clock.ts'
import { dropUnused } from '../attachments/unused.ts'
import type { Parts } from '../context.ts'
import type { Schema } from '../db/tables.ts'
import { dropExports } from '../exports/place.ts'
import { plainReason } from '../full-disk.ts'
import { dropLeft } from '../http/form.ts'
import { dropReminders } from '../reminders/drop.ts'
import { notesKeptFor } from '../search/feed.ts'
import { type JobOutcome, type JobWatch, nothingToDo } from './jobs.ts'

const hour = 3600_000
const day = 24 * hour

/** Something that is over: what people call it, and how it goes. */
interface Cleaner {
  readonly says: string
  readonly unit: string
  /** @returns how many went */
  clean(parts: Parts, watch: JobWatch): Promise<number>
}

/** So many in one transaction: more would keep everybody waiting. */
const atOnce = 500

type Cleaned =
  | 'session'
  | 'captcha'
  | 'signInStep'
  | 'phoneCode'
  | 'guardUse'
  | 'knownPlace'
  | 'signIn'
  | 'device'
  | 'requestKey'
  | 'job'
  | 'reminderSent'
  | 'auditPlan'
  | 'textChange'

/**
 * Rows that are over.
 * @param key the column that names a row
 * @param column the time by which a row is over
 * @param keptFor so long after it
 */
const olderThan = (
  table: Cleaned,
  key: string,
  column: string,
  keptFor: number,
  says: string,
  unit: string,
): Cleaner => ({
  says,
  unit,
  async clean({ db, now }, watch) {
    // one code for tables of different columns
    const loose = (one: Kysely<Schema>) =>
      one as unknown as Kysely<Record<string, Record<string, string | number | null>>>
    for (let count = 0; ; ) {
      const over = loose(db.read)
        .selectFrom(table)
        .select(key)
        .where(column, '<=', now() - keptFor)
        .limit(atOnce)
      const ids = watch.stopped() ? [] : (await over.execute()).map((row) => row[key] as string | number)
      if (ids.length > 0) await db.transaction((trx) => loose(trx).deleteFrom(table).where(key, 'in', ids).execute())
      count += ids.length
      if (ids.length < atOnce) return count
    }
  },
})

/** Sign-ins of when the clock was ahead, which no time would end; who was only seen then idles from now on. */
const signedInAhead: Cleaner = {
  says: '时钟超前时的登录',
  unit: '个',
  async clean({ db, now }) {
    const at = now()
    const ahead = db.read
      .selectFrom('session')
      .select('id')
      .where((eb) => eb.or([eb('createdAt', '>', latest(at)), eb('seenAt', '>', latest(at))]))
    if (!(await ahead.limit(1).executeTakeFirst())) return 0
    return db.transaction(async (trx) => {
      const gone = await trx.deleteFrom('session').where('createdAt', '>', latest(at)).returning('id').execute()
      await trx.updateTable('session').set({ seenAt: at }).where('seenAt', '>', latest(at)).execute()
      return gone.length
    })
  },
}

/** What is cleaned away: the list to extend. */
export const cleaners: readonly Cleaner[] = [
  olderThan('session', 'id', 'expiresAt', 0, '过期的登录', '个'),
  signedInAhead,
  olderThan('signInStep', 'id', 'expiresAt', 0, '没有完成的登录', '次'),
  olderThan('captcha', 'codeId', 'expiresAt', 0, '过期的验证码', '个'),
  olderThan('phoneCode', 'codeId', 'expiresAt', 0, '过期的短信验证码', '个'),
  olderThan('guardUse', 'id', 'until', 0, '过期的次数限制', '条'),
  olderThan('knownPlace', 'mark', 'until', 0, '过期的常用登录地', '个'),
  olderThan('signIn', 'id', 'at', day, '一天前的登录记录', '条'),
  olderThan('auditPlan', 'id', 'expiresAt', 30 * day, '过期的审核方案', '个'),
  olderThan('device', 'id', 'seenAt', 180 * day, '半年没有登录过的设备', '个'),
  olderThan('requestKey', 'key', 'at', day, '一天前的请求标识', '个'),
  olderThan('job', 'id', 'endedAt', 30 * day, '30 天前的任务记录', '条'),
  olderThan('textChange', 'id', 'at', notesKeptFor, '检索索引的变动记录', '条'),
  olderThan('reminderSent', 'id', 'at', 180 * day, '半年前的提醒记录', '条'),
  { says: '已结束问卷的设备标识', unit: '个', clean: forgetVisitors },
  { says: '三个月前的提醒', unit: '条', clean: dropReminders },
  { says: '退回已久的推送', unit: '条', clean: dropPushes },
  { says: '到期的导出文件', unit: '个', clean: dropExports },
  { says: '没有用到的附件', unit: '个', clean: dropUnused },
  { says: '没有传完的文件', unit: '个', clean: ({ dataDir }) => dropLeft(dataDir) },
]

/** Cleans away all that is over. What cannot be cleaned is said, and keeps nothing else from it. */
export async function cleanAll(parts: Parts, watch: JobWatch): Promise<JobOutcome> {
  const did: string[] = []
  const wrong: string[] = []
  for (const [i, one] of cleaners.entries()) {
    watch.progress(i, cleaners.length)
    try {
      const count = await one.clean(parts, watch)
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
