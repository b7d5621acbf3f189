import type { Maker } from '../maker.ts'

/** 信件数的更正. */
export async function up(make: Maker): Promise<void> {
  await make.table('mailCount', {
    id: 'id',
    deptId: 'ref',
    received: 'int?',
    replied: 'int?',
    opened: 'int?',
    reason: 'text',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
  })
  await make.index('mailCount', ['deptId'], { unique: true })
}
