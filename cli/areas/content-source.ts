import { extname } from 'node:path'
import { readSource } from '../bulk/ids.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { asHtml, cleaned, toParagraphs } from '../import/text.ts'

/** The text of `--content`, or of another flag that takes markup: itself, `@FILE` or `-`; of a web page its article, with the title that it has. */
export async function contentFrom(
  ctx: Context,
  given: string,
  flag = '--content',
  says = '正文',
): Promise<{ content: string; title?: string }> {
  if (given !== '-' && !given.startsWith('@')) return { content: asHtml(cleaned(given).text) }
  const { text } = cleaned(await readSource(ctx, given, flag, says))
  const ending = extname(given).toLowerCase()
  if (ending === '.txt') return { content: toParagraphs(text) }
  if (!/<(?:!doctype|html|body)\b/i.test(text)) return { content: asHtml(text) }
  const { readPage } = await import('../import/html.ts')
  const { Endless } = await import('../output/dom.ts')
  try {
    const { html, title } = readPage(text, '')
    return { content: html, title }
  } catch (error) {
    if (error instanceof Endless) throw usage(`${given} 的${error.message}，不能用作正文`, '用浏览器打开后只复制正文')
    throw error
  }
}
