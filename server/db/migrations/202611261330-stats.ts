import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** 统计所用的索引：一段时间内的文章和信件，只读索引就能数完. */
export async function up(make: Maker): Promise<void> {
  await make.db.schema
    .createIndex('article_stats')
    .on('article')
    .columns(['publishTime', 'status', 'columnId', 'deptId', 'createdBy', 'newsType', 'hits', 'id'])
    .where(sql.ref('deletedAt'), 'is', null)
    .execute()
  await make.index('mail', ['deletedAt', 'createdAt', 'deptId', 'type', 'state'])
}
