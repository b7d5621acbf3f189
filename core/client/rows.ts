import type { CallOptions } from './client.ts'

/** The reply of a list call, as far as reading on needs it. */
export interface PageReply<R> {
  readonly list: R[]
  readonly total?: number
  readonly pageSize?: number
}

/** How a list is read from its one end to the other. */
export interface EachRowOptions<R> {
  /** The field that holds a row's id, e.g. `articleId`. */
  readonly idField: keyof R & string
  readonly pageSize?: number
  /** Stop after so many rows. */
  readonly limit?: number
  /** Newest first, or oldest first. */
  readonly order?: 'desc' | 'asc'
  /** Only rows beyond this id. */
  readonly afterId?: string
  readonly signal?: AbortSignal
  /** Called with the total of the first page. */
  readonly onTotal?: (total: number) => void
}

type ListCall<R, I> = (input: I, options?: CallOptions) => Promise<PageReply<R>>

/**
 * Every row of a list call in an order of its own, page by page: what moves to another page meanwhile is not given twice.
 * @param filters with the order, as `sortField` and `sortOrder`
 */
export async function* eachOrdered<R extends object, I extends object>(
  call: ListCall<R, I>,
  filters: I,
  options: EachRowOptions<R>,
): AsyncGenerator<R, void, undefined> {
  const { idField, limit = Number.POSITIVE_INFINITY, signal } = options
  const pageSize = Math.min(options.pageSize ?? 200, limit)
  const seen = new Set<string>()
  for (let pageNumber = 1; seen.size < limit; pageNumber += 1) {
    const reply = await call({ ...filters, pageSize, pageNumber }, signal ? { signal } : undefined)
    const list = Array.isArray(reply?.list) ? reply.list : []
    if (pageNumber === 1) options.onTotal?.(Number(reply?.total ?? list.length))
    const fresh = list.filter((row) => !seen.has(String(row[idField]))).slice(0, limit - seen.size)
    for (const row of fresh) seen.add(String(row[idField]))
    yield* fresh
    if (fresh.length === 0 || list.length < pageSize) return
  }
}

/**
 * Every row of a list call, page by page in the order of ids, so that rows which leave the filter meanwhile make no gap.
 * A back end that ignores `afterId` (the same first row twice) is read by page number. The next page is read while one is used.
 */
export async function* eachRow<R extends object, I extends object>(
  call: ListCall<R, I>,
  filters: I,
  options: EachRowOptions<R>,
): AsyncGenerator<R, void, undefined> {
  const { idField, order = 'desc', limit = Number.POSITIVE_INFINITY, signal } = options
  const asked = Math.min(options.pageSize ?? 200, limit)
  const idOf = (row: R | undefined) => (row ? String(row[idField]) : '')
  // some calls want a number with every page, though the id that comes with it decides
  const base = { ...filters, sortField: idField, sortOrder: order, pageSize: asked, pageNumber: 1 }
  const read = (place: object) => {
    const reply = call({ ...base, ...place }, signal ? { signal } : undefined)
    // it may fail while the page before it is still being used
    reply.catch(() => undefined)
    return reply
  }
  let coming = read(options.afterId === undefined ? {} : { afterId: options.afterId })
  let byNumber = 0
  let previousFirst = ''
  for (let given = 0; given < limit; ) {
    const reply = await coming
    const list = Array.isArray(reply?.list) ? reply.list : []
    const first = idOf(list[0])
    if (given === 0) options.onTotal?.(Number(reply?.total ?? list.length))
    if (given > 0 && first === previousFirst) {
      if (byNumber > 0) return
      byNumber = 2
      coming = read({ pageNumber: byNumber })
      continue
    }
    const last = list.length === 0 || list.length < Math.min(asked, Number(reply.pageSize) || asked)
    const more = !last && given + list.length < limit
    if (more) coming = read(byNumber > 0 ? { pageNumber: ++byNumber } : { afterId: idOf(list.at(-1)), withTotal: 0 })
    for (const row of list.slice(0, limit - given)) yield row
    given += list.length
    if (!more) return
    previousFirst = first
  }
}
