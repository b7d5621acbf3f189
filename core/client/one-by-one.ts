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

/** Submitting has no list in the contract: one article after the other, each under a name of its own where the whole has one. */
export async function submitEach(
  update: AreaClient<typeof article>['update'],
  items: readonly Submitted[],
  { requestKey, ...options }: CallOptions = {},
): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] }
  for (const { articleId, version } of items)
    try {
      await update(
        { articleId, status: 1, ...(version !== undefined && { version }) },
        { ...options, ...(requestKey && { requestKey: `${requestKey}.${articleId}` }) },
      )
      result.done.push(articleId)
    } catch (error) {
      // a lost server or session is the whole list's matter
      if (!(error instanceof ApiError) || error.kind !== 'refused') throw error
      result.failed.push(failedBy(articleId, error))
    }
  return result
}
