import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/**
 * What the site's pages need is found without looking at every article: those that are marked for a place on the front page, those with a
 * cover, and the few that only lead elsewhere and have no page.
 */
export async function up({ db }: Maker): Promise<void> {
  await db.schema
    .createIndex('article_marked')
    .on('article')
    .columns(['publishTime', 'id', 'status', 'essayList'])
    .where(sql.ref('deletedAt'), 'is', null)
    .where(sql.ref('essayList'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('article_covered')
    .on('article')
    .columns(['publishTime', 'id', 'status', 'essayList'])
    .where(sql.ref('deletedAt'), 'is', null)
    .where(sql.ref('coverImage'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('article_link')
    .on('article')
    .column('id')
    .where(sql.ref('categoryType'), '=', sql.lit('URL'))
    .execute()
}
