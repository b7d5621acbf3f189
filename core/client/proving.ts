import type { Endpoint } from '../contract/endpoint.ts'
import { ApiError } from '../errors.ts'
import type { Transport } from './client.ts'

/** Has whoever sits there show who they are. @throws where they do not, and the call is not done */
export type AskProof = (refusal: ApiError, e: Endpoint) => Promise<void>

const isAsked = (thrown: unknown): thrown is ApiError => thrown instanceof ApiError && thrown.code === 'PROVE_AGAIN'

/** A connection may bring files too; what is refused has brought nothing of one. */
interface Downloads {
  readonly download?: (...given: [Endpoint, ...unknown[]]) => Promise<unknown>
}

/**
 * A connection whose calls, where they are refused until the caller has shown again who they are, wait for that and are sent once more.
 * Calls that are refused at the same moment share one question.
 */
export function proving<T extends Transport>(via: T, ask: AskProof): T {
  let asking: Promise<void> | null = null
  const asked = (refusal: ApiError, e: Endpoint) => {
    asking ??= ask(refusal, e).finally(() => {
      asking = null
    })
    return asking
  }
  const twice =
    <A extends [Endpoint, ...unknown[]], R>(call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      try {
        return await call(...given)
      } catch (thrown) {
        if (!isAsked(thrown)) throw thrown
        await asked(thrown, given[0])
        return call(...given)
      }
    }
  const { send, download } = via as T & Downloads
  return { ...via, send: twice(send), ...(download && { download: twice(download) }) }
}
