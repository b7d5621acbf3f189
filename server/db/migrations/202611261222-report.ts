import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'

/** 报送信息. */
export async function up(make: Maker): Promise<void> {
  await make.table('report', {
    ...{ id: 'id', title: 'text', columnId: 'ref?', author: 'text?', status: 'int', reason: 'text?', deptId: 'ref?' },
    ...{ points: 'int', extra: 'int', submittedAt: 'time?', judgedBy: 'ref?', judgedAt: 'time?' },
    ...{ articleId: 'ref?', adoptedAt: 'time?', createdBy: 'ref?', createdAt: 'time', updatedBy: 'ref?' },
    ...{ updatedAt: 'time', version: 'int', deletedAt: 'time?', deletedBy: 'ref?', content: 'text' },
  })
  for (const columns of [
    ['deletedAt', 'createdAt', 'id'],
    ['deletedAt', 'status', 'createdAt', 'id'],
    ['deletedAt', 'submittedAt', 'deptId', 'status', 'points'],
    ['deptId', 'deletedAt', 'createdAt', 'id'],
    ['createdBy', 'deletedAt', 'createdAt', 'id'],
    ['columnId'],
    ['articleId'],
  ])
    await make.index('report', columns)
  // the console of its own has come with it
  const db = make.db as Kysely<{ app: { appKey: string; loginPage: string | null } }>
  await db
    .updateTable('app')
    .set({ loginPage: '/web/report/' })
    .where('appKey', '=', 'reportSite')
    .where('loginPage', 'is', null)
    .execute()
}
