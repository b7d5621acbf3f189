import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'

const shipped = [
  { name: '建议到期前一天', event: 'suggestionDue', lead: 1 },
  { name: '建议逾期，每天一次', event: 'suggestionOverdue', lead: null },
] as const

/** 建议临近期限和逾期的提醒；没有设答复期限时无可提醒. */
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
