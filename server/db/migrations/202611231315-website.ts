import type { Maker } from '../maker.ts'

/** Websites that are looked at. */
export async function up(make: Maker): Promise<void> {
  await make.table('website', {
    id: 'id',
    name: 'text',
    url: 'text',
    sort: 'int',
    enabled: 'flag',
    state: 'int',
    statusCode: 'int?',
    ms: 'int?',
    reason: 'text?',
    checkedAt: 'time?',
    changedAt: 'time?',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    remark: 'text?',
  })
  await make.index('website', ['url'], { unique: true })
}
