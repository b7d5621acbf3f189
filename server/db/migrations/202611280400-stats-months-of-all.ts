import { isThere, keepCounts, monthOf } from '../kept-counts.ts'
import type { Maker } from '../maker.ts'

/** 不分部门的每月文章和信件数：部门很多时，分部门的并不比文章和信件本身少多少. */
export async function up(make: Maker): Promise<void> {
  const month = monthOf(make)
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
