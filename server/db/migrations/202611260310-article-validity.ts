import type { Maker } from '../maker.ts'

/** Whether documents still hold; found from both sides: what becomes of the one that repealed it is shown by the other. */
export async function up(make: Maker): Promise<void> {
  await make.table('articleValidity', {
    ...{ id: 'id', articleId: 'ref', state: 'int', day: 'time?', byArticleId: 'ref?', byTitle: 'text?' },
    ...{ note: 'text?', markedBy: 'ref', markedAt: 'time' },
  })
  await make.index('articleValidity', ['articleId'], { unique: true })
  await make.index('articleValidity', ['byArticleId'])
}
