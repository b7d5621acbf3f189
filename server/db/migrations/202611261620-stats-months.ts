import { isThere, keepCounts, monthOf } from '../kept-counts.ts'
import type { Maker } from '../maker.ts'

/** 每月的文章和信件数，随每次改动由数据库自己记：多年的统计是一个短的合计，月份按北京时间，自公元元年数起. */
export async function up(make: Maker): Promise<void> {
  const month = monthOf(make)
  await keepCounts(make, {
    of: 'article',
    into: 'articleMonth',
    groups: {
      month: ['int', month('publishTime')],
      columnId: ['ref'],
      deptId: ['ref?'],
      createdBy: ['ref?'],
      status: ['int'],
      newsType: ['int?'],
      deletedAt: ['time?', isThere('deletedAt')],
    },
  })
  await keepCounts(make, {
    of: 'mail',
    into: 'mailMonth',
    groups: {
      month: ['int', month('createdAt')],
      deptId: ['ref?'],
      type: ['int'],
      state: ['int'],
      deletedAt: ['time?', isThere('deletedAt')],
    },
  })
}
