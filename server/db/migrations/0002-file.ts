import type { Maker } from '../maker.ts'

/** Uploaded files. */
export async function up(make: Maker): Promise<void> {
  await make.table('file', {
    id: 'id',
    name: 'text',
    kind: 'text',
    originalName: 'text?',
    size: 'int',
    width: 'int?',
    height: 'int?',
    createdBy: 'ref?',
    deptId: 'ref?',
    createdAt: 'time',
  })
  await make.index('file', ['name'], { unique: true })
}
