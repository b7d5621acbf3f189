import type { BulkResult } from '../../../core/contract/shared.ts'
import type { MoveName } from '../../../core/domain/article-states.ts'
import { type MoveDetails, sendMove } from '../../areas/article-rows.ts'
import type { Backend } from '../backend.ts'

type Calls = Backend['article']

/** Sends articles through a move; the answer says of each what became of it. */
export type Send<M = MoveName> = (move: M, ids: readonly string[], requestKey: string) => Promise<BulkResult>

/** How the moves of a plan travel. */
export const sender =
  (article: Calls, details: MoveDetails): Send =>
  (move, ids, requestKey) =>
    sendMove(article, move, ids, details, { requestKey })
