import type { Maker } from '../maker.ts'

/** 问答、访问者的意见和评价. */
export async function up(make: Maker): Promise<void> {
  await make.table('questAnswer', {
    id: 'id',
    title: 'text',
    status: 'int',
    common: 'flag',
    satisfied: 'flag',
    deptId: 'ref?',
    ratedCount: 'int',
    satisfiedCount: 'int',
    reason: 'text?',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    deletedAt: 'time?',
    deletedBy: 'ref?',
    keywords: 'text?',
    content: 'text',
  })
  await make.index('questAnswer', ['deletedAt', 'status', 'createdAt', 'id'])
  await make.index('questAnswer', ['deptId', 'deletedAt', 'createdAt', 'id'])
  await make.table('questFeedback', {
    id: 'id',
    quest: 'text',
    answerId: 'ref?',
    helpful: 'flag',
    createdAt: 'time',
    remark: 'text?',
  })
  await make.index('questFeedback', ['createdAt', 'id'])
  await make.index('questFeedback', ['answerId'])
  await make.table('questRating', { answerId: 'ref', visitorHash: 'text', rating: 'int', createdAt: 'time' })
  await make.index('questRating', ['answerId', 'visitorHash'], { unique: true })
}
