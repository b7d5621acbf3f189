import { cleanHtml, isPlain, sealOf } from '../../clean.ts'
import { type Cleaned, cleaned, longText } from '../../clean-text.ts'
import type { Ctx } from '../../context.ts'
import { callerOf } from '../../http/caller.ts'
import type { FullArticle } from '../../site/data.ts'
import { drawingOf, drawPage } from '../../site/preview.ts'

/** The same for a list: by item, cleaned or refused, since what one is refused for stops no other. */
export async function eachCleaned<I extends { readonly content?: string | undefined }>(
  ctx: Ctx,
  items: readonly I[],
): Promise<ReadonlyMap<I, Cleaned<I> | Error>> {
  const results = new Map<I, Cleaned<I> | Error>()
  const long = items.reduce((sum, { content = '' }) => sum + content.length, 0) > longText
  for (const item of items) results.set(item, await cleaned(ctx, item, long).catch((error: Error) => error))
  return results
}

/**
 * What becomes an article's out of its history, with the text's seal: history bears none, an older policy may have cleaned it, or somebody may have
 * written to the database. A long text, for which all writers would wait here, goes without a seal: it is cleaned whenever it is drawn.
 */
export function outOfHistory<C extends { readonly content?: string }>(
  ctx: Ctx,
  given: C,
): { content: C; seal: { readonly seal?: string | null } } {
  const { content: html } = given
  if (html === undefined) return { content: given, seal: {} }
  if (html.length > longText && !isPlain(html)) return { content: given, seal: { seal: null } }
  const clean = cleanHtml(html)
  return { content: { ...given, content: clean }, seal: { seal: sealOf(clean, ctx.parts.secret.seal) } }
}

/** Draws an article's page in turn, so that between two of them others are served; of a long text in a thread. @param alone it needs no other file */
export async function articlePage(ctx: Ctx, article: FullArticle, alone: boolean): Promise<string> {
  const { pages, texts } = ctx.parts.work
  const caller = callerOf(ctx.who, ctx.call.address)
  const alive = () => !ctx.call.gone()
  const made = await pages.run(
    caller,
    async () => {
      const drawing = await drawingOf(ctx.parts.site.site, article, alone)
      return article.content.length <= longText ? drawPage(drawing) : drawing
    },
    alive,
  )
  return typeof made === 'string' ? made : texts.run('page', made, caller, alive)
}
