import { article } from '../../core/contract/article.ts'
import type { Output } from '../../core/contract/endpoint.ts'
import { eachPiece } from '../../core/words/text-of.ts'
import type { Context } from '../context.ts'
import { cleanLine } from '../output/clean.ts'
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

/** The tags of a text's pictures. */
function picturesIn(html: string): string[] {
  const tags: string[] = []
  eachPiece(html, {
    text: () => undefined,
    tag: (name, from, to) => void (name === 'img' && tags.push(html.slice(from, to))),
  })
  return tags
}
const sourceOf = (tag: string): string => /\ssrc="([^"]*)"/i.exec(tag)?.[1] ?? ''
const isNamed = (tag: string): boolean => /\salt="\s*[^"\s]/i.test(tag)

/** Pictures that nobody will see, or that say nothing to who does not see them: the console asks, a command can only point them out. */
function warnOfPictures(ctx: Context, { content }: Saved): void {
  const tags = picturesIn(content ?? '')
  const lost = tags.map(sourceOf).filter((source) => source !== '' && !/^(?:\/|https?:|data:)/i.test(source))
  if (lost.length > 0)
    ctx.warn(
      cleanLine(
        `注意：正文中有 ${lost.length} 张图片是相对地址（${lost[0]}），没有带上，网站上看不到；要连同图片一起保存，把网页和图片放在一个目录里，用 xzx article import 目录/`,
      ),
    )
  const silent = tags.filter((tag) => !isNamed(tag)).length
  if (silent > 0) ctx.warn(`注意：正文中有 ${silent} 张图片没有文字说明（alt），看不见图片的人读不到`)
}

/** Writes what was saved. */
export async function tellSaved(ctx: Context, row: Saved): Promise<void> {
  warnOfPictures(ctx, row)
  ctx.note(ctx.flags.dryRun ? '试运行，没有作任何修改；以下是保存后的样子' : wordsFor(row))
  if (tellsSuccess(ctx)) await writeOne(ctx, shape, row)
}
