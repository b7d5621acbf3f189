import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'

/** Whether articles that left the site are gone from it; who may take down is told of what is left. */
export async function up(make: Maker): Promise<void> {
  await make.table('offSite', {
    id: 'id',
    articleId: 'ref',
    title: 'text',
    columnId: 'ref?',
    deptId: 'ref?',
    createdBy: 'ref?',
    offAt: 'time',
    at: 'time?',
    byId: 'ref?',
    state: 'int',
    found: 'int',
    print: 'text?',
    looked: 'json?',
    own: 'json?',
  })
  await make.index('offSite', ['articleId'])
  await make.index('offSite', ['state'])
  const now = Date.now()
  await (make.db as Kysely<Record<string, Record<string, unknown>>>)
    .insertInto('reminder')
    .values({
      ...{ name: '下架的文章在网站上还有残留', event: 'offSiteLeft', lead: null, receivers: 0, channel: 1, enabled: 1 },
      ...{ createdBy: null, createdAt: now, updatedBy: null, updatedAt: now, version: 1 },
    })
    .execute()
}
