import { lookedFields } from '../../../core/contract/article/check.ts'
import type { article as contract } from '../../../core/contract/article.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { Looked } from '../../../core/words/hits.ts'
import type { Ctx } from '../../context.ts'
import { type Checked, checkTexts } from '../../words/check.ts'
import { needArticle } from './find.ts'
import { type Content, contentOf, needRevision } from './revisions.ts'

type Field = keyof typeof lookedFields
type Texts = { readonly [F in Field]?: string | null | undefined }

/** What of an article is looked through. */
const lookedIn = (texts: Texts): Looked[] =>
  (Object.keys(lookedFields) as Field[]).flatMap((field) => {
    const text = texts[field]
    return text ? [{ field, text, html: field === 'content' }] : []
  })

const shown = ({ level, total, hits }: Checked) => ({
  level,
  total,
  hits: hits.map(({ known, word: _, field, ...hit }) => ({
    ...{ wordId: String(known.id), word: known.word, list: known.list, type: known.type as 0 },
    ...{ suggestion: known.suggestion, field: field as Field, ...hit },
  })),
})

/** The words in what stands in a form, finished or not. */
export const checkUnsaved = async (ctx: Ctx, input: Parsed<typeof contract.detection>) =>
  shown(await checkTexts(ctx, lookedIn(input)))

/** The words in an article as it would be published: in its copy under review, where it has one. */
export async function checkArticle(ctx: Ctx, articleId: number) {
  const row = await needArticle(ctx, articleId)
  const open = row.reviewId === null ? undefined : await needRevision(ctx, row.reviewId)
  const copy = open ? (JSON.parse(open.after) as Partial<Content>) : {}
  return shown(await checkTexts(ctx, lookedIn({ ...contentOf(row), ...copy })))
}
