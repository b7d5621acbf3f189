import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/**
 * PostgreSQL takes the order of an index only where its first columns are compared, which `is null` is not: lists of what is
 * not in the recycle bin get indexes of just those rows. SQLite uses the ones of 0001 as they are.
 */
export async function up(make: Maker): Promise<void> {
  if (make.dialect !== 'postgres') return
  for (const columns of [
    ['publishTime', 'id'],
    ['columnId', 'publishTime', 'id'],
  ])
    await make.db.schema
      .createIndex(`article_live_${columns.join('_')}`)
      .on('article')
      .columns(columns)
      .where(sql.ref('deletedAt'), 'is', null)
      .execute()
}
