import type { Maker } from '../maker.ts'

/** 信件，和各部门的办理. */
export async function up(make: Maker): Promise<void> {
  await make.table('mail', {
    id: 'id',
    title: 'text',
    type: 'int',
    name: 'personal?',
    phone: 'personal',
    phoneHash: 'text',
    code: 'personal',
    codeHash: 'text',
    shownName: 'text?',
    openFlag: 'int',
    state: 'int',
    reason: 'text?',
    deptId: 'ref?',
    due: 'time?',
    limitDays: 'int',
    restartAt: 'time?',
    extendDays: 'int?',
    extendedAt: 'time?',
    extendReason: 'text?',
    askedAt: 'time?',
    acceptedAt: 'time?',
    repliedAt: 'time?',
    repliedBy: 'ref?',
    publishedAt: 'time?',
    mergedInto: 'ref?',
    rating: 'int?',
    ratedAt: 'time?',
    complainedAt: 'time?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    deletedAt: 'time?',
    deletedBy: 'ref?',
    ratingWords: 'text?',
    complaint: 'text?',
    supplement: 'text?',
    openTitle: 'text?',
    content: 'text',
    reply: 'text?',
    openContent: 'text?',
    openReply: 'text?',
  })
  await make.index('mail', ['codeHash'], { unique: true })
  for (const columns of [
    ['deletedAt', 'createdAt', 'id'],
    ['deletedAt', 'updatedAt', 'id'],
    ['deletedAt', 'due', 'state'],
    ['deletedAt', 'repliedAt', 'id'],
    ['deletedAt', 'state', 'createdAt', 'id'],
    ['state', 'deletedAt', 'publishedAt', 'id'],
    ['deletedAt', 'deptId', 'state', 'type'],
    ['deptId', 'deletedAt', 'createdAt', 'id'],
    ['phoneHash'],
    ['mergedInto'],
  ])
    await make.index('mail', columns)
  await make.table('mailForum', {
    id: 'id',
    mailId: 'ref',
    deptId: 'ref',
    lead: 'int',
    state: 'int',
    remarks: 'text?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    content: 'text?',
  })
  await make.index('mailForum', ['mailId', 'deptId'], { unique: true })
  await make.index('mailForum', ['deptId', 'mailId'])
  await make.index('mailForum', ['deptId', 'state'])
}
