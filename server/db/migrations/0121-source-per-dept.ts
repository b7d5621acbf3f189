import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** An address of origin stands once in each department, no longer once in all: who met another's was told of an article they may not see. */
export async function up({ db }: Maker): Promise<void> {
  await db.schema.dropIndex('article_sourceUrl').execute()
  const dept = sql`coalesce(${sql.ref('deptId')}, 0)`
  await sql`create unique index ${sql.id('article_source')} on ${sql.table('article')} (${sql.ref('sourceUrl')}, (${dept}))`.execute(
    db,
  )
}
