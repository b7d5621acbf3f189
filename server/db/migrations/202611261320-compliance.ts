import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'

/** 合规检查：久未答复的信件的索引，每天提醒一次. */
export async function up(make: Maker): Promise<void> {
  await make.index('mail', ['deletedAt', 'state', 'createdAt', 'type', 'deptId', 'repliedAt'])
  const now = Date.now()
  await (make.db as Kysely<Record<string, Record<string, unknown>>>)
    .insertInto('reminder')
    .values({
      ...{ name: '合规检查，每天一次', event: 'compliance', lead: null, receivers: 0, channel: 1 },
      ...{ enabled: 1, createdAt: now, updatedAt: now, version: 1 },
    })
    .execute()
}
