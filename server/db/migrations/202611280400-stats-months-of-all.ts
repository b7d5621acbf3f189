import { isThere, keepCounts } from '../kept-counts.ts'
import type { Maker } from '../maker.ts'

const shanghaiMs = 28_800_000

/** 不分部门的每月文章和信件数：部门很多时，分部门的并不比文章和信件本身少多少. */
export async function up(make: Maker): Promise<void> {
  const month = (column: string) => (row: string) => {
    const seconds = `(${row}."${column}" + ${shanghaiMs}) / 1000`
    return make.dialect === 'sqlite'
      ? `strftime('%Y', ${seconds}, 'unixepoch') * 12 + strftime('%m', ${seconds}, 'unixepoch') - 1`
      : `(extract(year from to_timestamp(${seconds}) at time zone 'UTC') * 12 + extract(month from to_timestamp(${seconds}) at time zone 'UTC') - 1)::bigint`
  }
  await keepCounts(make, {
    of: 'article',
    into: 'articleColumnMonth',
    groups: {
      month: ['int', month('publishTime')],
      columnId: ['ref'],
      status: ['int'],
      newsType: ['int?'],
      deletedAt: ['time?', isThere('deletedAt')],
    },
  })
  await keepCounts(make, {
    of: 'mail',
    into: 'mailTypeMonth',
    groups: {
      month: ['int', month('createdAt')],
      type: ['int'],
      state: ['int'],
      deletedAt: ['time?', isThere('deletedAt')],
    },
  })
}
