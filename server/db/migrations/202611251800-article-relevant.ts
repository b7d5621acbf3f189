import type { Maker } from '../maker.ts'

/** Articles that stand below another one on its page; found from both sides: what changes of the one is shown by the other. */
export async function up(make: Maker): Promise<void> {
  await make.table('articleRelevant', { id: 'id', articleId: 'ref', relevantId: 'ref', sort: 'int' })
  await make.index('articleRelevant', ['articleId', 'relevantId'], { unique: true })
  await make.index('articleRelevant', ['relevantId'])
}
