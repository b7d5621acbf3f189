import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallOptions } from '../../core/client/client.ts'
import { isUnanswered } from '../../core/client/faults.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'

/** So long an answer is waited for that nobody can give again; a shorter span that was typed is for what can be asked anew. */
const patienceMs = 120_000
const tries = 3
const pauseMs = 1000

const isLost = (error: unknown): error is ApiError => error instanceof ApiError && isUnanswered(error)

/**
 * Sends a write whose answer is what it is called for, and is given once: a password, a key. Where the answer is lost on the way it is asked for
 * again under the same key, for which the server does nothing twice.
 * @param hint what to look at where it stays lost
 */
export async function keptAnswer<T>(
  ctx: Context,
  send: (options: CallOptions) => Promise<T>,
  hint?: string,
): Promise<T> {
  const requestKey = randomUUID()
  const lost = (error: unknown): never => {
    if (hint && (isLost(error) || ctx.world.hurry?.aborted)) ctx.warn(hint)
    throw error
  }
  let error: unknown
  for (let nth = 0; nth <= tries; nth++)
    try {
      return await send({ requestKey, ...(nth > 0 && { timeout: patienceMs }) })
    } catch (thrown) {
      error = thrown
      if (!isLost(thrown) || ctx.world.hurry?.aborted) break
      if (nth === 0) ctx.note('没有收到答复，正在再取一次（不会重复执行）')
      else if (nth < tries) await sleep(pauseMs * nth)
    }
  return lost(error)
}
