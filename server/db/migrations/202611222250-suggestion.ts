import type { Maker } from '../maker.ts'

/** 建议. */
export async function up(make: Maker): Promise<void> {
  await make.table('suggestion', {
    id: 'id',
    title: 'text',
    name: 'personal?',
    phone: 'personal?',
    shownName: 'text?',
    phoneHash: 'text?',
    peopleId: 'ref?',
    status: 'int',
    reason: 'text?',
    deptId: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    deletedAt: 'time?',
    deletedBy: 'ref?',
    repliedBy: 'ref?',
    repliedAt: 'time?',
    publishedAt: 'time?',
    content: 'text',
    reply: 'text?',
  })
  for (const columns of [
    ['deletedAt', 'createdAt', 'id'],
    ['deletedAt', 'updatedAt', 'id'],
    ['deletedAt', 'repliedAt', 'id'],
    ['deletedAt', 'status', 'createdAt', 'id'],
    ['status', 'deletedAt', 'publishedAt', 'id'],
    ['deptId', 'deletedAt', 'createdAt', 'id'],
    ['phoneHash'],
    ['peopleId', 'id'],
  ])
    await make.index('suggestion', columns)
}
