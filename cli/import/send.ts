import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { neverSent } from '../../core/client/faults.ts'
import type { article } from '../../core/contract/article.ts'
import type { Input } from '../../core/contract/endpoint.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'
import { RowFault } from './row.ts'

/** What became of a row that was sent. */
export interface Sent {
  readonly status: 'saved' | 'skipped'
  readonly articleId: string
}

/** Nothing more can be sent; the row that met it is not done. */
export class CutOff extends Error {
  override readonly name = 'CutOff'
  readonly by: ApiError
  constructor(by: ApiError) {
    super(by.message, { cause: by })
    this.by = by
  }
}

/** The code of a row of which nobody knows whether it was saved. */
export const unknownCode = 'UNKNOWN'

const firstWait = 300
const longestWait = 5000
/** So many faults of the server one after the other end the run. */
const faultsMax = 10

const maySucceedLater = (error: ApiError) =>
  error.kind === 'network' || error.code === 'TOO_MANY' || error.code === 'UNAVAILABLE'

/** A failure that every other row would meet too. */
const endsRun = (error: ApiError) =>
  maySucceedLater(error) ||
  error.code === 'NO_PERMISSION' ||
  (error.code !== 'TOO_LARGE' && ['session', 'other', 'local'].includes(error.kind))

function existingId(error: ApiError): string {
  const { articleId } = (error.detail ?? {}) as { articleId?: unknown }
  return articleId === undefined ? '' : String(articleId)
}

/**
 * Saves rows, one call each. A row with a url is sent again when the connection was cut: the url keeps it from being doubled,
 * and the call's key makes the answer the first one's.
 * @param batch by which the articles of one import are found again
 */
export async function openSender(ctx: Context, batch: string) {
  const { saveAdmin } = await ctx.client('article')
  const { info } = await ctx.client('auth')
  const { values } = await ctx.config()
  const repeats = Number(values.retry.value)
  let faults = 0

  /** One call, repeated where that is safe and of use. */
  async function send(input: Input<typeof article.saveAdmin>): Promise<Sent> {
    const requestKey = randomUUID()
    for (let attempt = 0; ; attempt++) {
      try {
        const saved = await saveAdmin({ ...input, batch }, { requestKey })
        return { status: 'saved', articleId: String(saved.articleId) }
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown
        if (thrown.code === 'CONFLICT' && input.sourceUrl) return { status: 'skipped', articleId: existingId(thrown) }
        const safe = Boolean(input.sourceUrl) || thrown.kind !== 'network' || neverSent(thrown)
        if (!safe || !maySucceedLater(thrown) || attempt >= repeats || ctx.signal.aborted) throw thrown
        await sleep(Math.min(longestWait, firstWait * 2 ** attempt), undefined, { signal: ctx.signal }).catch(() => {})
      }
    }
  }

  /** A row without url whose answer was lost: not sent again. The run goes on only if the server still answers. */
  async function lost(): Promise<RowFault> {
    await info().catch((thrown: unknown) => {
      if (thrown instanceof ApiError) gone = thrown
    })
    return new RowFault(unknownCode, '连接中断，不知道是否已保存（没有网址，不能安全地重发），请核对')
  }
  let gone: ApiError | null = null

  /** @throws CutOff, or RowFault for this row alone */
  return async (input: Input<typeof article.saveAdmin>): Promise<Sent> => {
    if (gone) throw new CutOff(gone)
    try {
      const sent = await send(input)
      faults = 0
      return sent
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      if (thrown.kind === 'network' && !input.sourceUrl && !neverSent(thrown)) throw await lost()
      if (endsRun(thrown)) throw new CutOff(thrown)
      faults = thrown.kind === 'server' ? faults + 1 : 0
      if (faults >= faultsMax) throw new CutOff(thrown)
      throw new RowFault(thrown.code, thrown.message)
    }
  }
}
/** Saves one row; tells whether it is new, or was there already. */
export type Sender = Awaited<ReturnType<typeof openSender>>
