import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'

/** When those were reminded who have not read a notice, and the rule by which the server does it by itself; off until somebody wants it. */
export async function up(make: Maker): Promise<void> {
  const time = make.dialect === 'sqlite' ? 'integer' : 'bigint'
  await make.db.schema.alterTable('notice').addColumn('remindedAt', time).execute()
  const now = Date.now()
  await (make.db as Kysely<Record<string, Record<string, unknown>>>)
    .insertInto('reminder')
    .values({
      ...{ name: '通知发送两个工作日后还没有阅读', event: 'noticeUnread', lead: 2 },
      ...{ receivers: 0, channel: 1, enabled: 0, createdAt: now, updatedAt: now, version: 1 },
    })
    .execute()
}
