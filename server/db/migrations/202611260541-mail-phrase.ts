import type { Maker } from '../maker.ts'

/** 答复用语. */
export async function up(make: Maker): Promise<void> {
  await make.table('mailPhrase', {
    id: 'id',
    title: 'text',
    deptId: 'ref?',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedAt: 'time',
    version: 'int',
    content: 'text',
  })
  await make.index('mailPhrase', ['deptId'])
  await make.index('mailPhrase', ['createdBy'])
}
