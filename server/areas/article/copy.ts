import { join } from 'node:path'
import type { article as contract } from '../../../core/contract/article.ts'
import type { Output, Parsed } from '../../../core/contract/endpoint.ts'
import { may } from '../../access/rights.ts'
import { columnsOf } from '../../access/scope.ts'
import { attachmentsIn } from '../../attachments/unused.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { eachOf } from '../../rows/bulk.ts'
import { siteFiles } from '../../site/article-files.ts'
import { keepAttachment } from '../attachment.ts'
import { findArticles, needArticle } from './find.ts'
import { contentOf } from './revisions.ts'
import { saveArticle } from './write.ts'

/** Copies of an article's attachments, which belong to nothing yet: what is not saved in the end is gone after a day. */
async function copiedFiles(ctx: Ctx, list: string | null): Promise<number[]> {
  const files = (await siteFiles(ctx.parts.db, [list]))(list)
  const ids: number[] = []
  for (const { stored, name, kind, size } of files) {
    const from = join(attachmentsIn(ctx.parts.dataDir), stored)
    ids.push(Number((await keepAttachment(ctx, from, { to: 'article', name, kind, size })).id))
  }
  return ids
}

/** Copies articles as drafts of the caller's; a copy bears no time of publication, and no address of origin, of which there is one. */
export async function copyArticles(
  ctx: Ctx,
  { ids, columnId }: Parsed<typeof contract.articleCopy>,
): Promise<Output<typeof contract.articleCopy>> {
  const allowed = may(whoOf(ctx).rights, 'article_saveAdmin') ? null : columnsOf(ctx)
  const found = await findArticles(ctx, ids, { columns: ['id', 'files'] })
  const files = new Map<number, number[]>()
  if (!ctx.call.dry) for (const [id, row] of found) files.set(id, await copiedFiles(ctx, row.files))
  const made: string[] = []
  const result = await eachOf(ctx, ids, async (inner, id) => {
    const row = await needArticle(inner, id)
    const { sourceUrl: _origin, publishTime: _time, offlineTime: _end, ...content } = contentOf(row)
    const copy = { ...content, columnId: columnId || row.columnId, status: 3 as const, files: files.get(id) ?? null }
    const { id: copyId } = await saveArticle(inner, copy as never, allowed)
    made.push(String(copyId))
  })
  return { ...result, made }
}
