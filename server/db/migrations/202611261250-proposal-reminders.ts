import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'

const shipped = [
  { name: '提案到期前十个工作日', event: 'proposalDue', lead: 10 },
  { name: '提案逾期，每天一次', event: 'proposalOverdue', lead: null },
] as const

/** 提案临近期限和逾期的提醒. */
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
