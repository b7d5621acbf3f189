import type { Maker } from '../maker.ts'

/** Links that lead nowhere, as each night finds them. */
export async function up(make: Maker): Promise<void> {
  await make.table('deadLink', {
    id: 'id',
    articleId: 'ref',
    title: 'text',
    columnId: 'ref?',
    deptId: 'ref?',
    createdBy: 'ref?',
    address: 'text',
    text: 'text',
    place: 'int',
    why: 'text',
    foundAt: 'time',
  })
  await make.index('deadLink', ['articleId'])
}
