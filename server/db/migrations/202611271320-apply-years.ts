import { isThere, keepCounts, yearOf } from '../kept-counts.ts'
import type { Maker } from '../maker.ts'

/** 每年收到、答复的申请数，由数据库在变动时计数：年度报表不必逐件去数. */
export async function up(make: Maker): Promise<void> {
  const year = yearOf(make)
  await keepCounts(make, {
    of: 'apply',
    into: 'applyYear',
    groups: {
      receivedYear: ['int?', year('receivedAt')],
      answeredYear: ['int?', year('answeredAt')],
      applicant: ['int'],
      outcome: ['int?'],
      deletedAt: ['time?', isThere('deletedAt')],
    },
  })
}
