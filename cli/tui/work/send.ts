import type { BulkResult } from '../../../core/contract/shared.ts'
import type { MoveName } from '../../../core/domain/article-states.ts'
import { ApiError } from '../../../core/errors.ts'
import { moved } from '../../areas/article-rows.ts'
import { failedBy } from '../../bulk/run.ts'
import type { Backend } from '../backend.ts'

type Calls = Backend['article']

/** Sends articles through a move; the answer says of each what became of it. */
export type Send = (move: MoveName, ids: readonly string[], requestKey: string) => Promise<BulkResult>

/** The contract has no list for submitting: one after the other. Sent twice it changes nothing the second time. */
async function submit(article: Calls, ids: readonly string[]): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] }
  for (const articleId of ids)
    try {
      await article.update({ articleId, status: 1 })
      result.done.push(articleId)
    } catch (error) {
      // a lost server or session is the whole chunk's matter
      if (!(error instanceof ApiError) || error.kind !== 'refused') throw error
      result.failed.push(failedBy(articleId, error))
    }
  return result
}

/** How the moves of a plan travel. */
export const sender =
  (article: Calls, reason: string | undefined): Send =>
  (move, ids, requestKey) =>
    move === 'submit'
      ? submit(article, ids)
      : article[move as 'accept']({ items: ids.map((articleId) => moved(move, articleId, reason)) }, { requestKey })
