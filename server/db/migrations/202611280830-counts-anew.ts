import { dropCounts, isThere, keepCounts, monthOf } from '../kept-counts.ts'
import type { Maker } from '../maker.ts'
import { up as keepTally } from './202611271120-mail-rated.ts'
import { up as keepApplyYears } from './202611271320-apply-years.ts'
import { up as keepMonthsOfAll } from './202611280400-stats-months-of-all.ts'

/** PostgreSQL 上的各项计数按新的记法重新记一遍：此前每两百次保存就要把全表合并一次，一百万行时一次要二十秒. */
export async function up(make: Maker): Promise<void> {
  if (make.dialect === 'sqlite') return
  await keepTally(make)
  await dropCounts(make, { of: 'apply', into: 'applyYear' })
  await keepApplyYears(make)
  await dropCounts(make, { of: 'article', into: 'articleColumnMonth' })
  await dropCounts(make, { of: 'mail', into: 'mailTypeMonth' })
  await keepMonthsOfAll(make)
  const deletedAt = ['time?', isThere('deletedAt')] as const
  const others = [
    {
      ...{ of: 'mail', into: 'mailMonth' },
      groups: {
        month: ['int', monthOf(make)('createdAt')],
        deptId: ['ref?'],
        type: ['int'],
        state: ['int'],
        deletedAt,
      },
    },
    {
      ...{ of: 'article', into: 'articleCount' },
      groups: {
        columnId: ['ref'],
        deptId: ['ref?'],
        createdBy: ['ref?'],
        status: ['int'],
        reviewStatus: ['int?'],
        deletedAt,
      },
    },
  ] as const
  for (const kept of others) {
    await dropCounts(make, kept)
    await keepCounts(make, kept)
  }
}
