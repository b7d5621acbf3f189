import { existsSync } from 'node:fs'
import type { Ctx } from '../../context.ts'
import { articlePath, inside } from '../../site/addresses.ts'
import { needArticle } from './find.ts'

/** What is kept of an article beside its row: its count of readers, and whether its page stands on the site. */
export async function keptOf(ctx: Ctx, id: number) {
  const { hits, version } = await needArticle(ctx, id)
  const { folder } = ctx.parts.site.site
  return { articleId: String(id), hits, version, page: existsSync(inside(folder, articlePath(id))) }
}
