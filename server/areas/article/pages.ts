import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { FileReply } from '../../pipeline.ts'
import { needArticle } from './find.ts'
import { needRevision } from './revisions.ts'
import type { ArticleRow } from './show.ts'
import { articlePage } from './texts.ts'

const page = (html: string) => new FileReply('text/html; charset=utf-8', html)

/** A published article's page, for anybody. @throws Refused NOT_FOUND when it is not published */
export async function publicPage(ctx: Ctx, articleId: number): Promise<FileReply> {
  const row = await ctx.db
    .selectFrom('article')
    .selectAll()
    .where('id', '=', articleId)
    .where('status', '=', 2)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return page(await articlePage(ctx, row as ArticleRow, false))
}

/** An article as the site would show it, in any state; of a published one with its open copy under review laid over. */
export async function preview(ctx: Ctx, articleId: number): Promise<FileReply> {
  const row = await needArticle(ctx, articleId)
  const open = row.reviewId === null ? undefined : await needRevision(ctx, row.reviewId)
  const dated = row.undated === 1 ? { ...row, publishTime: ctx.now } : row
  const shown = open ? { ...dated, ...(JSON.parse(open.after) as Partial<ArticleRow>), seal: null } : dated
  return page(await articlePage(ctx, shown, true))
}
