import type { Maker } from '../maker.ts'

/** 热词. */
export async function up(make: Maker): Promise<void> {
  await make.table('hot', {
    id: 'id',
    name: 'text',
    sort: 'int',
    enabled: 'flag',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedAt: 'time',
    version: 'int',
  })
  await make.index('hot', ['name'], { unique: true })
}
