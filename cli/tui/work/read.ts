import type { Desk } from '../desk.ts'
import type { Read } from '../state/desk.ts'
import { patient } from './patient.ts'

/** An article with its text; of a published one the copy under review, because that is what is decided on. */
export async function readArticle(desk: Desk, articleId: string, still?: () => boolean): Promise<Read> {
  const { article } = desk.around.backend
  const row = await patient(desk, () => article.view({ articleId }), still)
  const revisionId = row.review?.revisionId
  if (!revisionId) return row
  const copy = await patient(desk, () => article.revision({ revisionId }), still)
  return { ...row, title: copy.title ?? row.title, content: copy.content }
}
