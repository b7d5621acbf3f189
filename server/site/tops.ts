import type { Db, Reader } from '../db/open.ts'

/** The articles that stand first, in their order: published, and in the column that they were put first in. */
const tops = (db: Db['read']) =>
  db
    .selectFrom('articleTop')
    .innerJoin('article', (join) =>
      join.onRef('article.id', '=', 'articleTop.articleId').onRef('article.columnId', '=', 'articleTop.columnId'),
    )
    .select(['articleTop.articleId', 'articleTop.columnId', 'articleTop.sort', 'articleTop.topUntil'])
    .where('article.status', '=', 2)
    .where('article.deletedAt', 'is', null)
    .orderBy('articleTop.sort')
    .orderBy('articleTop.id', 'desc')

/** Those of one column. */
export const topsAt = (db: Db['read'], columnId: number) =>
  tops(db).where('articleTop.columnId', '=', columnId).execute()

/** The ids of those of each column that has some. */
export async function topsByColumn({ read }: Reader): Promise<Record<number, readonly number[]>> {
  const by: Record<number, number[]> = {}
  for (const { articleId, columnId } of await tops(read).execute()) {
    by[columnId] ??= []
    by[columnId].push(Number(articleId))
  }
  return by
}
