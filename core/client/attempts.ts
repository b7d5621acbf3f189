import type { Endpoint } from '../contract/endpoint.ts'
import { ApiError } from '../errors.ts'
import { isUnanswered, stillUnanswered, TimedOut, Unanswered } from './faults.ts'

/** How often and how patiently a call is repeated. */
export interface Patience {
  /** Repeats after the first try; only calls that may safely be sent twice are repeated. */
  readonly retry: number
  /** Milliseconds for the whole call. */
  readonly timeout: number
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
  readonly random?: () => number
}

const firstWait = 250
const longestWait = 5000

/** A failure together with how long the server asked to wait. */
export class Delayed extends Error {
  readonly error: ApiError
  readonly after: number
  constructor(error: ApiError, after: number) {
    super(error.message)
    this.error = error
    this.after = after
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}

const mayPass = (error: ApiError) => error.kind === 'network' || error.kind === 'server' || error.code === 'TOO_MANY'

/** Exponential back-off with jitter: half of it fixed, half of it random. */
const backOff = (attempt: number, random: () => number) =>
  Math.min(longestWait, firstWait * 2 ** attempt) * (0.5 + random() / 2)

/** Ends a call's signal and timer however the call ends. */
function deadline(e: Endpoint, timeout: number, outer: AbortSignal | undefined) {
  const own = new AbortController()
  const timer = setTimeout(() => own.abort(new TimedOut(e, timeout)), timeout)
  const stop = () => own.abort(outer?.reason)
  if (outer?.aborted) stop()
  outer?.addEventListener('abort', stop, { once: true })
  return {
    signal: own.signal,
    end: () => {
      clearTimeout(timer)
      outer?.removeEventListener('abort', stop)
    },
  }
}

/**
 * Runs one call under a deadline for all of it, and again where that is safe and of use.
 * @param once one try; throws ApiError, or Delayed when the server named a time to wait
 */
export async function attempts<T>(
  e: Endpoint,
  patience: Patience,
  outer: AbortSignal | undefined,
  once: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, end } = deadline(e, patience.timeout, outer)
  try {
    let lost: ApiError | null = null
    for (let attempt = 0; ; attempt++) {
      try {
        return await once(signal)
      } catch (thrown) {
        if (signal.aborted) throw signal.reason
        const error = thrown instanceof Delayed ? thrown.error : thrown
        if (!(error instanceof ApiError && mayPass(error))) throw error
        if (e.effect === 'write' && isUnanswered(error)) lost = error
        const asked = thrown instanceof Delayed ? thrown.after : 0
        // a repeat that was not even taken does not tell what became of an earlier try
        if (!e.repeat || attempt >= patience.retry || asked > patience.timeout) {
          const last = lost ? stillUnanswered(error, lost) : error
          throw lost && isUnanswered(last) ? new Unanswered(last) : last
        }
        await (patience.wait ?? sleep)(Math.max(asked, backOff(attempt, patience.random ?? Math.random)), signal)
      }
    }
  } finally {
    end()
  }
}
