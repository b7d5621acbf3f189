import type { Maker } from '../maker.ts'

/** When an approved article goes online, and when it is to go off again. */
export async function up(make: Maker): Promise<void> {
  await make.add('article', { offlineTime: 'time?', scheduledAt: 'time?' })
  // few of many have one: a minute's look at the clock reads those alone
  for (const time of ['offlineTime', 'scheduledAt']) await make.index('article', [time], { there: time })
}
