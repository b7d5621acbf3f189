import type { article } from '../contract/article.ts'
import type { BulkResult } from '../contract/shared.ts'
import { ApiError } from '../errors.ts'
import type { AreaClient, CallOptions } from './client.ts'

/** A failed call as the failure of one item. */
export const failedBy = (id: string, error: ApiError): BulkResult['failed'][number] => ({
  id,
  errorCode: error.code,
  errorMsg: error.message,
})

interface Submitted {
  readonly articleId: string
  /** As it was looked at; none: whatever it is now. */
  readonly version?: number
}

/**
 * A call that takes one thing, for several: one after the other, each under a name of its own where the whole has one.
 * @returns what became of each; a lost server or session is the whole list's matter, and thrown
 */
export async function eachByItself<T>(
  items: readonly T[],
  idOf: (item: T) => string,
  send: (item: T, options: CallOptions) => Promise<unknown>,
  { requestKey, ...options }: CallOptions = {},
): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] }
  for (const item of items) {
    const id = idOf(item)
    try {
      await send(item, { ...options, ...(requestKey && { requestKey: `${requestKey}.${id}` }) })
      result.done.push(id)
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'refused') throw error
      result.failed.push(failedBy(id, error))
    }
  }
  return result
}

/** Submitting has no list in the contract. Of each that has somebody's own data in it its writer is asked, by itself. */
export const submitEach = (
  update: AreaClient<typeof article>['update'],
  items: readonly Submitted[],
  options?: CallOptions,
): Promise<BulkResult> =>
  eachByItself(
    items,
    ({ articleId }) => articleId,
    ({ articleId, version }, each) =>
      update({ articleId, status: 1, privacyReason: '', ...(version !== undefined && { version }) }, each),
    options,
  )
