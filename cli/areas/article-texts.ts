import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'

/** So many texts are asked for ahead. */
const ahead = 8

/** Rows as each is read by itself, in their order; what is read as null is left out. */
export async function* readAhead<R, W>(
  rows: AsyncIterable<R>,
  read: (row: R) => Promise<W | null>,
): AsyncGenerator<W, void, undefined> {
  const coming: Promise<W | null>[] = []
  for await (const row of rows) {
    const one = read(row)
    // it may fail while one before it is still being written
    one.catch(() => undefined)
    coming.push(one)
    const next = coming.length >= ahead ? await coming.shift() : null
    if (next) yield next
  }
  for (const one of coming) {
    const next = await one
    if (next) yield next
  }
}

/** Articles with their texts and the number of their attachments, which do not come with lists; one that is gone meanwhile is left out. */
export async function* withContent<R extends { readonly articleId: string | number }>(
  ctx: Context,
  rows: AsyncIterable<R>,
): AsyncGenerator<R & { readonly content: string | null; readonly attached: number }, void, undefined> {
  const { view } = await ctx.client('article')
  const read = async (row: R) => {
    try {
      const { content = null, files } = await view({ articleId: row.articleId }, { signal: ctx.signal })
      return { ...row, content, attached: files?.length ?? 0 }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
      throw error
    }
  }
  yield* readAhead(rows, read)
}
