import type { article as contract } from '../../../core/contract/article.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { FileReply } from '../../pipeline.ts'
import { type SiteFile, siteFiles } from '../../site/article-files.ts'
import type { FullArticle } from '../../site/data.ts'
import { fileLists } from '../../site/model-fields.ts'
import { voicesOf } from '../../site/voices.ts'
import { needArticle } from './find.ts'
import { knownFiles } from './known-files.ts'
import { modelFiles, unsavedValues } from './model-values.ts'
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
  const list = (await fileLists(ctx.parts.db, [row]))(row)
  const voice = (await voicesOf(ctx.db, [articleId])).get(articleId)
  const files = [...(await siteFiles(ctx.parts.db, [list]))(list), ...(voice ? [voice] : [])]
  return page(await articlePage(ctx, { ...(row as ArticleRow), files }, false))
}

/** An article as the site would show it, in any state; of a published one with its open copy under review laid over. */
export async function preview(ctx: Ctx, articleId: number): Promise<FileReply> {
  const row = await needArticle(ctx, articleId)
  const open = row.reviewId === null ? undefined : await needRevision(ctx, row.reviewId)
  const dated = row.undated === 1 ? { ...row, publishTime: ctx.now } : row
  const shown = open ? { ...dated, ...(JSON.parse(open.after) as Partial<ArticleRow>), seal: null } : dated
  const list = (await fileLists(ctx.parts.db, [shown]))(shown)
  const files = unplaced((await siteFiles(ctx.parts.db, [list]))(list))
  return page(await articlePage(ctx, { ...shown, files }, true))
}

/** Files of what is not on the site yet: named, and nowhere to be had. */
const unplaced = (files: readonly Omit<SiteFile, 'stored'>[]) => files.map((file) => ({ ...file, stored: null }))

type Unsaved = Parsed<typeof contract.preview>

/** What stands in a form as the site would show it: cleaned like any text without a seal, and kept nowhere. */
export async function previewUnsaved(ctx: Ctx, input: Unsaved): Promise<FileReply> {
  const modelFields = await unsavedValues(ctx, input.columnId ?? 0, input.modelFields ?? {})
  const shown: FullArticle = {
    id: 0,
    columnId: input.columnId ?? 0,
    title: input.title?.trim() || '（无标题）',
    subtitle: input.subtitle ?? null,
    summary: input.summary ?? null,
    source: input.source ?? null,
    keywords: input.keywords ?? null,
    sourceUrl: input.sourceUrl ?? null,
    publishTime: input.publishTime ?? ctx.now,
    createdAt: ctx.now,
    categoryType: input.categoryType ?? null,
    jumpUrl: input.jumpUrl ?? null,
    coverImage: input.coverImage ?? null,
    essayList: input.essayList ?? null,
    content: input.content ?? '',
    seal: null,
    modelFields,
    files: unplaced(await knownFiles(ctx, [...(input.files ?? []), ...modelFiles(modelFields)])),
  }
  return page(await articlePage(ctx, shown, true))
}
