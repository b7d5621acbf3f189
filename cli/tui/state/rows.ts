import type { Article } from '../../areas/article-rows.ts'
import { cleanLine } from '../../output/clean.ts'
import type { Item } from '../kinds/kind.ts'

const known = new Map<string, string>()
const knownMax = 2000

/** The one copy of a text that many rows share: names of columns, people, departments, sources. */
function shared(text: string): string {
  const before = known.get(text)
  if (before !== undefined) return before
  if (known.size >= knownMax) known.clear()
  known.set(text, text)
  return text
}

const clean = (text: string | null | undefined) => (text == null ? null : cleanLine(text))
/** A text that many rows have alike, made harmless. */
export const name = (text: string | null | undefined): string | null => (text == null ? null : shared(cleanLine(text)))

/** An article as the list keeps it. */
export type ArticleItem = Item &
  Pick<Article, 'columnName' | 'source' | 'reason' | 'submittedAt' | 'createdAt'> &
  Pick<Article, 'review' | 'submittedByName' | 'createdByName' | 'deptName'> & { readonly reviewStep: number | null }

function slimReview({
  revisionId,
  status,
  title,
  reason,
  submittedByName,
  submittedAt,
}: NonNullable<Article['review']>) {
  return {
    revisionId,
    status,
    title: clean(title),
    reason: clean(reason),
    submittedByName: name(submittedByName),
    submittedAt,
  }
}

/**
 * A row of a reply as the list keeps it: text made harmless once, and nothing that no pane looks at, whatever the back end answers.
 * Thousands of rows stay: all of one shape, and what they have in common is there once.
 */
export function slim(row: Article): ArticleItem {
  const { articleId, status, title, columnName, source, reason, review, submittedAt, createdAt } = row
  return {
    id: String(articleId),
    status: Number(status),
    title: cleanLine(title),
    columnName: name(columnName),
    source: name(source),
    reason: clean(reason),
    review: review ? slimReview(review) : null,
    submittedAt,
    createdAt: createdAt === submittedAt ? submittedAt : createdAt,
    submittedByName: name(row.submittedByName),
    createdByName: name(row.createdByName),
    deptName: name(row.deptName),
    version: row.version ?? null,
    reviewStep: row.reviewStep == null ? null : Number(row.reviewStep),
  } as ArticleItem
}

/** A row that went one step on: what is done to it next is about the step that was just made. */
export const stepped = <I extends Item>(row: I): I => ({
  ...row,
  version: row.version == null ? row.version : row.version + 1,
})
