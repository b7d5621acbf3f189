import { type Kysely, sql } from 'kysely'
import type { Maker } from '../maker.ts'

type AnyDb = Kysely<Record<string, Record<string, unknown>>>

/** Taking down has a right of its own: who could do it by rejecting holds it from now on. A new database gets its keys at its first start. */
async function giveTakeDown(db: AnyDb): Promise<void> {
  const reject = await db
    .selectFrom('resource')
    .select(['id', 'parentId', 'sort'])
    .where('alias', '=', 'article_reject')
    .executeTakeFirst()
  if (!reject) return
  const { parentId, sort } = reject
  const button = { alias: 'article_takeDown', name: '从网站撤下已发布的文章', type: 'Button', parentId, sort }
  const { id } = await db
    .insertInto('resource')
    .values({ ...button, url: null, icon: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const holders = await db.selectFrom('roleResource').select('roleId').where('resourceId', '=', reject.id).execute()
  for (const { roleId } of holders) await db.insertInto('roleResource').values({ roleId, resourceId: id }).execute()
  await sql`update counter set value = value + 1 where name = 'access'`.execute(db)
}

/**
 * An article whose writer gave no publication time gets that of its publication: `undated` says so. The times of those that were never
 * published and bear just the time of their first draft were not given by anybody. And a step of the history knows what takes it back.
 */
export async function up(make: Maker): Promise<void> {
  const flag = make.dialect === 'sqlite' ? 'integer' : 'smallint'
  await make.db.schema.alterTable('article').addColumn('undated', flag).execute()
  await make.db.schema.alterTable('revision').addColumn('undo', 'text').execute()
  const db = make.db as unknown as AnyDb
  await db
    .updateTable('article')
    .set({ undated: 1 })
    .whereRef('publishTime', '=', 'createdAt')
    .where('approvedAt', 'is', null)
    .where('status', '!=', 2)
    .execute()
  await giveTakeDown(db)
}
