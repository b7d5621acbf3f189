import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'

const shipped = [
  { name: '来信到期前一天', event: 'mailDue', lead: 1 },
  { name: '来信逾期，每天一次', event: 'mailOverdue', lead: null },
] as const

/** 来信临近期限和逾期的提醒. */
export async function up(make: Maker): Promise<void> {
  const now = Date.now()
  await (make.db as Kysely<Record<string, Record<string, unknown>>>)
    .insertInto('reminder')
    .values(
      shipped.map((one) => ({
        ...{ ...one, receivers: 0, channel: 1, enabled: 1, createdAt: now, updatedAt: now, version: 1 },
      })),
    )
    .execute()
}
