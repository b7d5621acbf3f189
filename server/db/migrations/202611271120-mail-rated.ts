import { dropCounts, isThere, keepCounts } from '../kept-counts.ts'
import type { Maker } from '../maker.ts'

/** 评价算在所评价的答复上：答复作废或重新作出以后，此前的评价不再计入. */
export async function up(make: Maker): Promise<void> {
  await dropCounts(make, { of: 'mail', into: 'mailTally' })
  await keepCounts(make, {
    of: 'mail',
    into: 'mailTally',
    groups: {
      deptId: ['ref?'],
      state: ['int'],
      rating: [
        'int?',
        (row) =>
          `case when ${row}."ratedAt" is not null and (${row}."repliedAt" is null or ${row}."ratedAt" < ${row}."repliedAt") then null else ${row}."rating" end`,
      ],
      late: ['int', (row) => `case when ${row}."repliedAt" > ${row}."due" then 1 else 0 end`],
      deletedAt: ['time?', isThere('deletedAt')],
    },
  })
}
