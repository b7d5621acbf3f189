import { isThere, keepCounts } from '../kept-counts.ts'
import type { Maker } from '../maker.ts'
import type { Dialect } from '../open.ts'

/** The year of a moment in Asia/Shanghai; none of none. */
const yearIn = (dialect: Dialect, column: string) => (row: string) => {
  const seconds = `(${row}."${column}" + 28800000) / 1000`
  return dialect === 'sqlite'
    ? `cast(strftime('%Y', ${seconds}, 'unixepoch') as integer)`
    : `cast(extract(year from to_timestamp(${seconds}) at time zone 'UTC') as bigint)`
}

/** 每年收到、答复的申请数，由数据库在变动时计数：年度报表不必逐件去数. */
export async function up(make: Maker): Promise<void> {
  await keepCounts(make, {
    of: 'apply',
    into: 'applyYear',
    groups: {
      receivedYear: ['int?', yearIn(make.dialect, 'receivedAt')],
      answeredYear: ['int?', yearIn(make.dialect, 'answeredAt')],
      applicant: ['int'],
      outcome: ['int?'],
      deletedAt: ['time?', isThere('deletedAt')],
    },
  })
}
