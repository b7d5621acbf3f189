import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'

/** The two consoles, both open. */
const shipped = [
  { appKey: 'admin', name: '网站管理', loginPage: '/web/' },
  { appKey: 'reportSite', name: '信息报送', loginPage: null },
]

export async function up(make: Maker): Promise<void> {
  await make.table('app', {
    id: 'id',
    appKey: 'text',
    name: 'text',
    icon: 'text?',
    loginPage: 'text?',
    enabled: 'flag',
    updatedBy: 'ref?',
    updatedAt: 'time?',
    version: 'int',
  })
  await make.index('app', ['appKey'], { unique: true })
  const db = make.db as Kysely<{ app: Record<string, string | number | null> }>
  for (const one of shipped)
    await db
      .insertInto('app')
      .values({ ...one, icon: null, enabled: 1, updatedBy: null, updatedAt: null, version: 1 })
      .execute()
}
