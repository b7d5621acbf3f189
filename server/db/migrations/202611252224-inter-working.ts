import type { Maker } from '../maker.ts'

/** What partners pushed. A thing of theirs has one row, which the index over all three sees to; rows without a `sourceId` are none's. */
export async function up(make: Maker): Promise<void> {
  await make.table('interWorking', {
    id: 'id',
    partnerId: 'ref',
    kind: 'text',
    sourceId: 'text?',
    title: 'text',
    status: 'int',
    reason: 'text?',
    field: 'text?',
    articleId: 'ref?',
    bulletinId: 'ref?',
    print: 'text',
    taken: 'json?',
    createdAt: 'time',
    pushedAt: 'time',
    takenAt: 'time?',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    letter: 'personal?',
    pushed: 'text?',
  })
  await make.index('interWorking', ['partnerId', 'kind', 'sourceId'], { unique: true })
  await make.index('interWorking', ['status', 'pushedAt', 'id'])
  await make.index('interWorking', ['pushedAt', 'id'])
  // a partner's own: by months, and how many wait
  await make.index('interWorking', ['partnerId', 'pushedAt', 'status'])
  await make.index('interWorking', ['partnerId', 'status'])
}
