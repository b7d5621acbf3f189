import { safeLink } from '../../../core/domain/links.ts'
import { validityStates } from '../../../core/domain/validity.ts'
import type { Reader } from '../../db/open.ts'
import { marksOf } from '../validity.ts'

/** What topics, periodicals and bulletins gather of articles. */

/** Where an article leads that is a link; null: to its page. */
export const jumpOf = ({ categoryType, jumpUrl }: { categoryType: string | null; jumpUrl: string | null }) =>
  categoryType === 'URL' ? safeLink(jumpUrl) : null

/** Lines with what stands before the titles of documents that hold no longer, or were changed: null where nobody said so. */
export async function withValidity<R extends { readonly articleId: number | null }>(
  { read }: Pick<Reader, 'read'>,
  rows: readonly R[],
): Promise<(R & { readonly validity: string | null })[]> {
  const ids = rows.flatMap(({ articleId }) => articleId ?? [])
  const marks = await marksOf(read, ids)
  return rows.map((row) => {
    const mark = marks.get(row.articleId ?? 0)
    return { ...row, validity: mark ? validityStates[mark.state] : null }
  })
}
