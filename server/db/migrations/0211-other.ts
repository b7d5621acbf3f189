import type { Maker } from '../maker.ts'

/** 测试记录. */
export async function up(make: Maker): Promise<void> {
  await make.table('other', {
    id: 'id',
    name: 'text',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedAt: 'time',
    version: 'int',
    content: 'text?',
  })
}
