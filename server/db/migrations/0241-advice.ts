import type { Maker } from '../maker.ts'

/** 意见和答复. */
export async function up(make: Maker): Promise<void> {
  await make.table('advice', {
    id: 'id',
    title: 'text',
    proposer: 'text?',
    status: 'int',
    reason: 'text?',
    deptId: 'ref?',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    deletedAt: 'time?',
    deletedBy: 'ref?',
    resultTitle: 'text?',
    resultBy: 'ref?',
    resultAt: 'time?',
    content: 'text',
    resultContent: 'text?',
  })
  for (const columns of [
    ['deletedAt', 'createdAt', 'id'],
    ['deletedAt', 'updatedAt', 'id'],
    ['deletedAt', 'resultAt', 'id'],
    ['deletedAt', 'status', 'createdAt', 'id'],
    ['deptId', 'deletedAt', 'createdAt', 'id'],
    ['createdBy', 'deletedAt', 'createdAt', 'id'],
  ])
    await make.index('advice', columns)
}
