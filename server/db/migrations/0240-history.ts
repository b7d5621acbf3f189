import type { Maker } from '../maker.ts'

/** The history of rows that go through states. */
export async function up(make: Maker): Promise<void> {
  await make.table('history', {
    id: 'id',
    kind: 'text',
    rowId: 'int',
    no: 'int',
    act: 'text',
    status: 'int',
    reason: 'text?',
    before: 'json?',
    after: 'json?',
    undo: 'json?',
    byId: 'ref?',
    byName: 'text',
    at: 'time',
  })
  await make.index('history', ['kind', 'rowId', 'no'], { unique: true })
}
