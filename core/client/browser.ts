import type { Endpoint } from '../contract/endpoint.ts'
import { accessHeader } from '../contract/wire.ts'
import { ApiError } from '../errors.ts'
import { attempts, type Patience } from './attempts.ts'
import type { Transport } from './client.ts'
import { prepare } from './prepare.ts'
import { readReply } from './reply.ts'
import { type Caller, requestOf } from './request.ts'

/** What the console's transport is given; all of it has a default. */
export interface BrowserOptions extends Partial<Caller>, Partial<Patience> {
  readonly fetch?: typeof fetch
  /** Told of every failure: the one place where the shell shows notices and ends the session. */
  readonly onFailure?: (error: ApiError, e: Endpoint) => void
  /** Told with each answer how often rights and menus had changed when it was asked for. */
  readonly onAccess?: (mark: string) => void
}

const unreachable = (cause: unknown) =>
  new ApiError('network', 'UNAVAILABLE', '网络连接失败，请检查网络后重试', { cause })

/** Calls from the console: fetch, the same rules as in Node. Redirects are not followed. */
export function browserTransport(options: BrowserOptions = {}): Transport {
  const caller: Caller = { ...options, server: options.server ?? '' }
  const patience = { retry: 1, timeout: 60_000, ...options }
  const doFetch = options.fetch ?? ((input, init) => fetch(input, init))

  async function once(e: Endpoint, input: unknown, signal: AbortSignal, requestKey?: string): Promise<unknown> {
    const { url, method, headers, body } = requestOf(e, prepare(e, input), caller, requestKey ? { requestKey } : {})
    const init: RequestInit = { method, headers, body: body ?? null, signal, redirect: 'manual', cache: 'no-store' }
    let reply: Response
    let bytes: Uint8Array
    try {
      reply = await doFetch(url, init)
      bytes = new Uint8Array(await reply.arrayBuffer())
    } catch (cause) {
      throw unreachable(cause)
    }
    const mark = reply.headers.get(accessHeader)
    if (mark !== null) options.onAccess?.(mark)
    const status = reply.type === 'opaqueredirect' ? 302 : reply.status
    const contentType = reply.headers.get('content-type') ?? ''
    return readReply(e, { status, contentType, bytes, requestId: reply.headers.get('x-request-id') ?? '' }, input)
  }

  return {
    async send(e, input, given = {}) {
      try {
        const timeout = given.timeout ?? patience.timeout
        return await attempts(e, { ...patience, timeout }, given.signal, (signal) =>
          once(e, input, signal, given.requestKey),
        )
      } catch (error) {
        if (error instanceof ApiError) options.onFailure?.(error, e)
        throw error
      }
    },
  }
}
