import type { Output } from '../../../core/contract/endpoint.ts'
import { file as contract } from '../../../core/contract/file.ts'
import { ApiError } from '../../../core/errors.ts'
import { callsOf, shownInPlace } from '../../data/client.ts'
import { type Kind, kindOf, refusal, type Takes } from './check.ts'
import { tellingFetch } from './send.ts'

/** A file as the server keeps it. */
export type Stored = Output<typeof contract.uploadName>

/** A video over a slow line takes its time; whoever does not want to wait cancels. */
export const timeout = 30 * 60_000

/** How an upload is stopped, and told of. */
export interface Sending {
  readonly signal: AbortSignal
  /** Told the share that has been sent, from 0 to 1. */
  readonly tell: (share: number) => void
}

/**
 * Uploads one file, after looking whether it is one that may be.
 * @throws ApiError 'local' with the reason where it is not, and what the call itself throws
 */
export async function upload(file: File, takes: Takes, { signal, tell }: Sending): Promise<Stored> {
  const refused = refusal(file, takes)
  if (refused) throw new ApiError('local', 'BAD_INPUT', refused)
  const { uploadName } = callsOf(contract, tellingFetch(tell))
  return uploadName({ file, type: kindOf(file) as Kind }, { signal, timeout })
}

/** Why an upload failed, to be shown where it failed; null where somebody cancelled it, or the session is over. */
export function whyFailed(error: unknown): string | null {
  if (error instanceof DOMException && error.name === 'AbortError') return null
  if (!(error instanceof ApiError)) throw error
  if (error.kind === 'session') return null
  shownInPlace(error)
  return error.message
}
