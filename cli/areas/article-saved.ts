import { article } from '../../core/contract/article.ts'
import type { Output } from '../../core/contract/endpoint.ts'
import type { Context } from '../context.ts'
import { columnsOf } from '../output/columns.ts'
import { checkFields, type Shape, tellsSuccess, writeOne } from '../output/write.ts'

/** An article as a save answers it. */
export type Saved = Output<typeof article.update>

const usual = ['articleId', 'title', 'columnName', 'status', 'publishTime', 'version']
const shape: Shape = {
  columns: columnsOf(article.update.output),
  usual,
  idField: 'articleId',
  titleField: 'title',
}

/** Refuses fields that a saved article has not, before it is saved. */
export const checkSavedFields = (ctx: Context): void => checkFields(ctx, shape)

/** What a saved article waits for now, by its state or that of its copy under review. */
function wordsFor({ articleId, status, review }: Saved): string {
  if (Number(review?.status) === 1) return '保存成功，修订待审核，网站上仍是原来的内容'
  if (Number(review?.status) === 3) return `保存成功，修订为草稿；提交审核：xzx article submit ${articleId}`
  if (Number(status) === 3) return `已存为草稿；提交审核：xzx article submit ${articleId}`
  return Number(status) === 1 ? '保存成功，等待审核' : '保存成功'
}

/** Writes what was saved. */
export async function tellSaved(ctx: Context, row: Saved): Promise<void> {
  ctx.note(ctx.flags.dryRun ? '试运行，没有作任何修改；以下是保存后的样子' : wordsFor(row))
  if (tellsSuccess(ctx)) await writeOne(ctx, shape, row)
}
