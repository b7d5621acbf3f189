import { isThere, keepCounts, yearOf } from '../kept-counts.ts'
import type { Maker } from '../maker.ts'

/** 每年各部门的文章和信件数：部门很多时，按部门统计多年的数只读这些，首尾不满一年的按月加减；按月的数加上按月份先后的索引. */
export async function up(make: Maker): Promise<void> {
  const year = yearOf(make)
  await keepCounts(make, {
    of: 'article',
    into: 'articleDeptYear',
    groups: {
      year: ['int', year('publishTime')],
      deptId: ['ref?'],
      status: ['int'],
      deletedAt: ['time?', isThere('deletedAt')],
    },
  })
  await keepCounts(make, {
    of: 'mail',
    into: 'mailDeptYear',
    groups: {
      year: ['int', year('createdAt')],
      deptId: ['ref?'],
      state: ['int'],
      deletedAt: ['time?', isThere('deletedAt')],
    },
  })
  // each holds all that stands in its table: what is read is read from it alone, in the order of departments or of months
  const indexes = {
    articleDeptYear: ['deletedAt', 'deptId', 'status', 'year', 'n'],
    mailDeptYear: ['deletedAt', 'deptId', 'state', 'year', 'n'],
    articleMonth: ['month', 'deptId', 'status', 'createdBy', 'columnId', 'newsType', 'deletedAt', 'n'],
    mailMonth: ['month', 'deptId', 'state', 'type', 'deletedAt', 'n'],
  }
  for (const [table, columns] of Object.entries(indexes))
    await make.db.schema.createIndex(`${table}_read`).on(table).columns(columns).execute()
}
