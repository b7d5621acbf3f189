import type { article as contract } from '../../../core/contract/article.ts'
import { modelFieldRow } from '../../../core/contract/contentModel.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { isFilled } from '../../../core/domain/content-model.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { contentModelField } from '../../db/tables/contentModel.ts'
import { presenterOf } from '../../rows/present.ts'
import { fieldsByColumn } from '../../site/model-fields.ts'
import { needArticle } from './find.ts'
import { filesOfModels, filledField } from './model-shown.ts'
import { type Content, needRevision } from './revisions.ts'

const show = presenterOf(contentModelField, modelFieldRow)

/** What an article has in its fields, and its column, as they are edited next: of the copy under review, where there is one. */
async function edited(ctx: Ctx, articleId: number): Promise<Pick<Content, 'columnId' | 'modelFields'>> {
  const row = await needArticle(ctx, articleId)
  const open = row.reviewId === null ? undefined : await needRevision(ctx, row.reviewId)
  return { ...row, ...(open && (JSON.parse(open.after) as Partial<Content>)) }
}

/** The fields of a column's model with what stands in them, for a form: those that are in use, and those stopped ones that the article carries. */
export async function formFields(ctx: Ctx, { columnId, articleId }: Parsed<typeof contract.queryFieldOverwrite>) {
  const of = articleId === 0 ? undefined : await edited(ctx, articleId)
  const id = columnId || of?.columnId || 0
  if (id === 0) throw new Refused('MISSING_PARAMETER', '缺少栏目（columnId）')
  const there = await ctx.db.selectFrom('column').select('id').where('id', '=', id).executeTakeFirst()
  if (!there) throw new Refused('NOT_FOUND', `栏目 ${id} 不存在`)
  const fields = (await fieldsByColumn(ctx.db, [id])).get(id) ?? []
  const filesOf = await filesOfModels(ctx, [of?.modelFields])
  return fields.flatMap((field) => {
    const value = filledField(field, of && (of.modelFields ?? null), filesOf)
    if (field.state === 0 && (of === undefined || value === null || !isFilled(field.fieldType))) return []
    return [{ ...(show(field) as object), filedId: String(field.id), value }] as never[]
  })
}
