import type { Maker } from '../maker.ts'

/** Articles that stand first in the lists of their column. */
export async function up(make: Maker): Promise<void> {
  await make.table('articleTop', { id: 'id', articleId: 'ref', columnId: 'ref', sort: 'int', topUntil: 'time?' })
  await make.index('articleTop', ['articleId'], { unique: true })
  await make.index('articleTop', ['columnId', 'sort'])
}
