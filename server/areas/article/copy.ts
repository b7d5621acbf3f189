import { join } from 'node:path'
import type { article as contract } from '../../../core/contract/article.ts'
import type { Output, Parsed } from '../../../core/contract/endpoint.ts'
import { filesOfValues, type ModelValues, storedValues, valuesIn } from '../../../core/domain/model-values.ts'
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

/** Copies of attachments for an article, which belong to nothing yet: what is not saved in the end is gone after a day. */
export async function copiedFiles(ctx: Ctx, list: string | null): Promise<number[]> {
  const files = (await siteFiles(ctx.parts.db, [list]))(list)
  const ids: number[] = []
  for (const { stored, name, kind, size } of files) {
    const from = join(attachmentsIn(ctx.parts.dataDir), stored)
    ids.push(Number((await keepAttachment(ctx, from, { to: 'article', name, kind, size })).id))
  }
  return ids
}

/** What stands in the fields of its model, with copies of the files there. */
async function copiedValues(ctx: Ctx, json: string | null): Promise<string | null> {
  const values = valuesIn(json)
  if (filesOfValues(values).length === 0) return json
  const copied: Record<string, ModelValues[string]> = {}
  for (const [name, value] of Object.entries(values)) {
    const ids = filesOfValues({ [name]: value })
    if (ids.length === 0) copied[name] = value
    // a rehearsal makes no files
    else if (!ctx.call.dry) copied[name] = await copiedFiles(ctx, ids.join(','))
  }
  return storedValues(copied)
}

/** Copies articles as drafts of the caller's; a copy bears no time of publication, and no address of origin, of which there is one. */
export async function copyArticles(
  ctx: Ctx,
  { ids, columnId }: Parsed<typeof contract.articleCopy>,
): Promise<Output<typeof contract.articleCopy>> {
  const allowed = may(whoOf(ctx).rights, 'article_saveAdmin') ? null : columnsOf(ctx)
  const found = await findArticles(ctx, ids, { columns: ['id', 'files', 'modelFields'] })
  const files = new Map<number, number[]>()
  const models = new Map<number, string | null>()
  for (const [id, row] of found) {
    if (!ctx.call.dry) files.set(id, await copiedFiles(ctx, row.files))
    models.set(id, await copiedValues(ctx, row.modelFields))
  }
  const made: string[] = []
  const result = await eachOf(ctx, ids, async (inner, id) => {
    const row = await needArticle(inner, id)
    const { sourceUrl: _origin, publishTime: _time, offlineTime: _end, ...content } = contentOf(row)
    const { modelFields: _model, ...plain } = content
    const there = {
      columnId: columnId || row.columnId,
      files: files.get(id) ?? null,
      modelThen: models.get(id) ?? null,
    }
    const copy = { ...plain, ...there, status: 3 as const }
    const { id: copyId } = await saveArticle(inner, copy as never, allowed)
    made.push(String(copyId))
  })
  return { ...result, made }
}
