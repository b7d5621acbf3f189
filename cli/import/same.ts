import type { AreaClient } from '../../core/client/client.ts'
import type { article } from '../../core/contract/article.ts'
import type { Input } from '../../core/contract/endpoint.ts'
import type { Context } from '../context.ts'
import { plainText } from '../output/plain.ts'

type Save = Input<typeof article.saveAdmin>

/** So many of one title, day and column are looked at. */
const looked = 50

/** What two texts have in common that differ only in their markup and blanks. */
const bare = (html: string) => plainText(html).replace(/\s+/g, '')

/** By title, time, column and text: what stands for the address where a row has none. */
export const printOf = ({ title, publishTime, columnId, content }: Save): string =>
  JSON.stringify([title, publishTime ?? '', String(columnId), bare(String(content))])

/**
 * The article that a row without an address already is, from an earlier import: of the same title, column and text, and of the
 * same time where the row has one. Null: there is none.
 */
export async function sameArticle(ctx: Context, calls: AreaClient<typeof article>, row: Save): Promise<string | null> {
  const { title, publishTime, columnId } = row
  const span = publishTime ? { startTime: publishTime, endTime: publishTime } : {}
  const filters = { title: String(title), columnId, ...span, pageNumber: 1, pageSize: looked }
  const { list = [] } = await calls.list(filters, { signal: ctx.signal })
  for (const found of list) {
    if (found.title !== title || String(found.columnId) !== String(columnId) || found.sourceUrl) continue
    const whole = await calls.view({ articleId: found.articleId }, { signal: ctx.signal })
    if (bare(String(whole.content ?? '')) === bare(String(row.content))) return String(found.articleId)
  }
  return null
}
