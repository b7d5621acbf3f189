import type { Maker } from '../maker.ts'

export async function up(make: Maker): Promise<void> {
  await make.table('attachment', {
    id: 'id',
    to: 'text',
    rowId: 'int',
    wasRowId: 'int',
    place: 'int',
    name: 'text',
    kind: 'text',
    size: 'int',
    stored: 'text',
    createdBy: 'ref?',
    movedAt: 'time',
  })
  await make.index('attachment', ['stored'], { unique: true })
  await make.index('attachment', ['to', 'rowId'])
  await make.index('attachment', ['rowId', 'movedAt'])
}
