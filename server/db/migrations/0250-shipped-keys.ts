import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** What the shipped roles were given when a database was made, up to here. */
const given: Readonly<Record<string, readonly string[]>> = {
  auditor: [
    'article_accept',
    'article_acceptReject',
    'article_approve',
    'article_list',
    'article_reject',
    'article_takeDown',
    'article_update',
    'column_list',
    'file_uploadName',
    'generate_generateArticle',
    'generate_generateColumn',
    'generate_generateIndex',
    'home_deptDataCountExcel',
  ],
  staff: [
    'article_delete',
    'article_list',
    'article_saveRole',
    'article_update',
    'assignment_list',
    'assignment_replyDels',
    'assignment_replyEdit',
    'file_uploadName',
  ],
  readonly: ['article_list', 'column_list', 'log_list'],
}

/** Which keys the shipped roles were given: of a database that is there, those whose calls it knows. */
export async function up(make: Maker): Promise<void> {
  await make.table('shippedKey', { role: 'text', key: 'text' })
  await make.index('shippedKey', ['role', 'key'], { unique: true })
  for (const [role, keys] of Object.entries(given))
    for (const key of keys)
      await sql`insert into ${sql.table('shippedKey')} (${sql.ref('role')}, ${sql.ref('key')})
        select ${role}, alias from resource where alias = ${key}`.execute(make.db)
}
