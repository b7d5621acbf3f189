import type { Maker } from '../maker.ts'

/** Notices, to whom they go, and who has read them. */
export async function up(make: Maker): Promise<void> {
  await make.table('notice', {
    id: 'id',
    title: 'text',
    status: 'int',
    reason: 'text?',
    audience: 'int',
    mustConfirm: 'flag',
    isPublic: 'flag',
    auto: 'flag',
    sentAt: 'time?',
    sentBy: 'ref?',
    sentTo: 'int?',
    deptId: 'ref?',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    deletedAt: 'time?',
    deletedBy: 'ref?',
    version: 'int',
    content: 'text',
    seal: 'text',
  })
  await make.index('notice', ['auto', 'deletedAt', 'status', 'createdAt', 'id'])
  await make.index('notice', ['audience', 'status', 'sentAt'])
  await make.index('notice', ['isPublic', 'status', 'sentAt'])

  await make.table('noticeTo', { id: 'id', noticeId: 'ref', deptId: 'ref?', userId: 'ref?' })
  await make.index('noticeTo', ['noticeId'])
  await make.index('noticeTo', ['deptId', 'noticeId'])
  await make.index('noticeTo', ['userId', 'noticeId'])

  await make.table('noticeRead', { id: 'id', noticeId: 'ref', userId: 'ref', readAt: 'time', confirmedAt: 'time?' })
  await make.index('noticeRead', ['userId', 'noticeId'], { unique: true })
  await make.index('noticeRead', ['noticeId', 'userId'])
}
