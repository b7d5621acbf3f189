import type { z } from 'zod'
import type { foundRow } from '../../../core/contract/article/search.ts'
import { wordsOf } from '../../../core/domain/search.ts'
import type { Ctx } from '../../context.ts'
import { allHold, among, amongRows, type Condition, never, test } from '../../rows/condition.ts'
import { marked } from '../../search/extract.ts'
import { extractsOf } from './extracts.ts'
import { type ArticleRow, showArticles } from './show.ts'
import { saying } from './words.ts'

/** The staff's search in texts: a list like any other of articles, that also shows where the words stand. */

/** All words in title or text; of marks alone nothing is found. */
export function holding(ctx: Ctx, keyword: string | undefined): Condition[] {
  const words = wordsOf(keyword ?? '')
  if (words.length === 0 && keyword?.trim()) return [never]
  return words.flatMap((word) => saying(ctx, ['title', 'content'], word))
}

/** Those that visitors do not find, told by the few that they are. */
export const outOfSearch = (unfound: 1 | undefined): Condition[] =>
  unfound === undefined ? [] : [amongRows('id', 'article', 'id', [test('unfound', '=', 1)])]

/** A page of what was found, with the words marked. */
export async function showFound(
  ctx: Ctx,
  rows: readonly ArticleRow[],
  keyword: string | undefined,
): Promise<z.infer<typeof foundRow>[]> {
  if (rows.length === 0) return []
  const words = wordsOf(keyword ?? '')
  const sizes = await ctx.db
    .selectFrom('article')
    .select(['id', 'summary'])
    .select((eb) => eb.fn<number>('length', ['content']).as('size'))
    .where(
      allHold([
        among(
          'id',
          rows.map(({ id }) => id),
        ),
      ]),
    )
    .execute()
  const extracts = await extractsOf(ctx, sizes, words)
  const shown = await showArticles(ctx, rows)
  return shown.map((row, i) => {
    const { id, unfound } = rows[i] as ArticleRow
    return {
      ...row,
      titleMarked: marked(row.title, words),
      extract: extracts.get(id) ?? '',
      unfound: unfound === 1 ? 1 : 0,
    }
  })
}
