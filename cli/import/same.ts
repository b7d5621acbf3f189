import { createHash } from 'node:crypto'
import type { article } from '../../core/contract/article.ts'
import type { Input } from '../../core/contract/endpoint.ts'
import { withContent } from '../areas/article-texts.ts'
import type { Context } from '../context.ts'
import { allRows } from '../output/listing.ts'
import { plainText } from '../output/plain.ts'

type Save = Input<typeof article.saveAdmin>

const digest = (text: string) => createHash('sha256').update(text).digest('base64')

/** What two texts have in common that differ only in their markup and blanks. */
const bare = (html: string) => digest(plainText(html).replace(/\s+/g, ''))

/** Where an article may be that a row is: its title, time and column. */
const placeOf = ({ title, publishTime, columnId }: Save) => JSON.stringify([title, publishTime ?? '', String(columnId)])

/** By title, time, column and text: what stands for the address where a row has none. */
export const printOf = (row: Save): string => `${placeOf(row)}${bare(String(row.content))}`

/** What is there of one title, time and column, read as far as it was needed. */
interface Place {
  /** The articles by their texts. */
  readonly found: Map<string, string>
  readonly rest: AsyncIterator<{ readonly text: string; readonly articleId: string }>
  /** One row looks after the other; a look-up that failed fails those behind it, for none of them knows what is there. */
  last: Promise<unknown>
}

/**
 * Looks for the article that a row without an address already is, from an earlier import: of the same title, column and text, and of
 * the same time where the row has one. Each text that is there is read once, however many rows share their title.
 */
export async function openSame(ctx: Context): Promise<(row: Save) => Promise<string | null>> {
  const { list } = await ctx.client('article')
  const places = new Map<string, Place>()

  async function* there({ title, publishTime, columnId }: Save) {
    const span = publishTime ? { startTime: publishTime, endTime: publishTime } : {}
    const fields = ['articleId', 'title', 'columnId', 'sourceUrl']
    const filters = { title: String(title), columnId, ...span, fields }
    async function* candidates() {
      for await (const row of allRows(ctx, { call: list, filters, idField: 'articleId' }))
        if (row.title === title && String(row.columnId) === String(columnId) && !row.sourceUrl) yield row
    }
    for await (const { articleId, content } of withContent(ctx, candidates()))
      yield { text: bare(content ?? ''), articleId: String(articleId) }
  }

  async function look({ found, rest }: Place, text: string): Promise<string | null> {
    while (!found.has(text)) {
      const { value, done } = await rest.next()
      if (done) return null
      if (!found.has(value.text)) found.set(value.text, value.articleId)
    }
    return found.get(text) ?? null
  }

  return (row) => {
    const name = placeOf(row)
    const place = places.get(name) ?? { found: new Map(), rest: there(row), last: Promise.resolve() }
    places.set(name, place)
    const looking = place.last.then(() => look(place, bare(String(row.content))))
    place.last = looking
    return looking
  }
}
