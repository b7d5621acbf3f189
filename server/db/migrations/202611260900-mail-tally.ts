import { isThere, keepCounts } from '../kept-counts.ts'
import type { Maker } from '../maker.ts'

/** 各部门信件数，随每次改动由数据库自己记. */
export async function up(make: Maker): Promise<void> {
  await keepCounts(make, {
    of: 'mail',
    into: 'mailTally',
    groups: {
      deptId: ['ref?'],
      state: ['int'],
      rating: ['int?'],
      late: ['int', (row) => `case when ${row}."repliedAt" > ${row}."due" then 1 else 0 end`],
      deletedAt: ['time?', isThere('deletedAt')],
    },
  })
  await make.index('mail', ['deletedAt', 'state', 'due', 'deptId'])
}
