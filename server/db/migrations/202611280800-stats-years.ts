import { dropCounts, isThere, keepCounts, monthOf, yearOf } from '../kept-counts.ts'
import type { Maker } from '../maker.ts'

/**
 * 每年各部门、各撰稿人的文章和信件数，文章连同点击数：部门很多时，按部门统计多年的数只读这些，首尾不满一年的按月加减.
 * 按月的文章数重新记一遍，加上点击数.
 */
export async function up(make: Maker): Promise<void> {
  const [month, year] = [monthOf(make), yearOf(make)]
  const deletedAt = ['time?', isThere('deletedAt')] as const
  await dropCounts(make, { of: 'article', into: 'articleMonth' })
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
      deletedAt,
    },
    sums: ['hits'],
  })
  await keepCounts(make, {
    of: 'article',
    into: 'articleYear',
    groups: {
      year: ['int', year('publishTime')],
      deptId: ['ref?'],
      createdBy: ['ref?'],
      status: ['int'],
      deletedAt,
    },
    sums: ['hits'],
  })
  await keepCounts(make, {
    of: 'mail',
    into: 'mailYear',
    groups: { year: ['int', year('createdAt')], deptId: ['ref?'], state: ['int'], deletedAt },
  })
  if (make.dialect === 'sqlite') await readInOrder(make)
}

/** For SQLite, indexes that hold all that stands in their tables: what is read is read from them alone, in the order of departments or of months. */
async function readInOrder(make: Maker): Promise<void> {
  const indexes = {
    articleYear: ['deletedAt', 'deptId', 'status', 'createdBy', 'year', 'n', 'hits'],
    mailYear: ['deletedAt', 'deptId', 'state', 'year', 'n'],
    articleMonth: ['month', 'deptId', 'status', 'createdBy', 'columnId', 'newsType', 'deletedAt', 'n', 'hits'],
    mailMonth: ['month', 'deptId', 'state', 'type', 'deletedAt', 'n'],
  }
  for (const [table, columns] of Object.entries(indexes))
    await make.db.schema.createIndex(`${table}_read`).on(table).columns(columns).execute()
}
