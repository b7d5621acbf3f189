import type { Maker } from '../maker.ts'

/** 公告. The indexes hold all that a list is narrowed by, the text is not read on the way. */
export async function up(make: Maker): Promise<void> {
  await make.table('announcement', {
    id: 'id',
    title: 'text',
    top: 'flag',
    startTime: 'time',
    endTime: 'time?',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    seal: 'text?',
    content: 'text',
  })
  await make.index('announcement', ['top', 'startTime', 'id', 'endTime'])
  await make.index('announcement', ['startTime', 'endTime', 'top'])
  await make.index('announcement', ['endTime', 'startTime', 'top'])
}
