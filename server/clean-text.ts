import { looksEmpty } from '../core/domain/unfit.ts'
import { Refused } from '../core/errors.ts'
import { type CleanHtml, cleanHtml, isPlain } from './clean.ts'
import { type Ctx, whoOf } from './context.ts'

/** In characters. Up to here a text is cleaned and drawn at once: that takes less than some 50 ms, whatever is in it. */
export const longText = 32_768
/** Signs that stand for themselves become longer; what is stored is to be drawn, searched and sent again. */
const cleanMax = 2_500_000

/** An input whose text went through the cleaner. */
export type Cleaned<I> = Omit<I, 'content'> & { readonly content?: CleanHtml | undefined }

/**
 * Cleans a text: a long one (or one of many) in a thread, so that it holds up nobody. Not within a transaction, for which all
 * writers would wait.
 * @throws Refused BAD_INPUT, TOO_LARGE when it is not to be taken
 */
async function cleanText(ctx: Ctx, html: string, long = html.length > longText): Promise<CleanHtml> {
  const text =
    !long || isPlain(html)
      ? cleanHtml(html)
      : await ctx.parts.work.texts.run('clean', html, `user ${whoOf(ctx).userId}`)
  if (text.length > cleanMax)
    throw new Refused('TOO_LARGE', '正文（content）：超过 250 万个字符（& 和 < 按 5 个、4 个计），请分成几篇后再提交')
  return text
}

/** Cleans what a writer sent, before the transaction that stores it. */
export async function cleaned<I extends { readonly content?: string | undefined }>(
  ctx: Ctx,
  input: I,
  long?: boolean,
): Promise<Cleaned<I>> {
  const { content, ...rest } = input
  return content === undefined ? rest : { ...rest, content: await cleanText(ctx, content, long) }
}

/** Markup of which nothing is left to read or to see when it is clean. */
export const isBlank = (html: string) =>
  !/<(?:img|video)\b/.test(html) && looksEmpty(html.replace(/<[^<>]*>|&nbsp;|\s/g, ''))
