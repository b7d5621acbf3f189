import type { Maker } from '../maker.ts'

/** PostgreSQL 不把“为空”看作相等，按时间排列的清单须有以时间开头的索引；SQLite 已有的索引即够用. */
export async function up(make: Maker): Promise<void> {
  if (make.dialect === 'postgres') await make.index('apply', ['createdAt', 'id'])
}
