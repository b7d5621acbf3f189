import type { CallOptions, Transport } from '../../core/client/client.ts'
import { type Endpoint, mayReveal } from '../../core/contract/endpoint.ts'
import { isRehearsed, rehearsalOf } from '../../core/contract/rehearsal.ts'
import type { Revealed } from '../../core/contract/reveal.ts'
import { ApiError } from '../../core/errors.ts'
import { revealLines } from '../../core/reveal-lines.ts'
import { whileAsked } from './asked.ts'

/** Told who could newly see or do what; whether it is to be done all the same. */
type Asker = (lines: readonly string[]) => Promise<boolean>
let asker: Asker | null = null

/** Names the dialog that asks. @returns how it goes again */
export function asksReveal(ask: Asker): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = null
  }
}

/** Somebody may do or see more by it, work from other addresses than now, or has more to do before they get in; or what scripts run by ends. */
const isMore = ({
  gains,
  columnGains = [],
  rows,
  farther = [],
  places = [],
  demands = [],
  tokens,
}: Revealed): boolean =>
  gains.length + columnGains.length + rows.length + farther.length + places.length + demands.length + (tokens?.n ?? 0) >
  0

/** What a change would newly reveal, or whom it would shut out; nothing where it only takes away and its own dialog has asked, or would be refused: then the call itself says so. */
async function newly(via: Transport, e: Endpoint, input: unknown, shown: (error: ApiError) => void) {
  try {
    const tried = await via.send(rehearsalOf(e), input as never)
    if (!isRehearsed(tried)) return []
    const { reveals, value } = tried
    const taking = e.takes === undefined ? '' : (value as Readonly<Record<string, string | null>>)[e.takes]
    if (taking) return [taking, ...(reveals ? revealLines(reveals) : [])]
    return reveals && isMore(reveals) ? revealLines(reveals) : []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    shown(error)
    return []
  }
}

/**
 * A connection whose calls, where they may give rights, are tried first: what would come into whose sight is told, and asked about.
 * @param shown hears of failures that nobody is to be told of
 */
export function revealing<T extends Transport>(via: T, shown: (error: ApiError) => void): T {
  const send: Transport['send'] = async (e, input, options?: CallOptions) => {
    const asks = asker
    if (asks && mayReveal(e, input)) {
      const lines = await newly(via, e, input, shown)
      if (lines.length > 0 && !(await whileAsked(() => asks(lines))))
        throw new ApiError('local', 'NOT_AGREED', '没有保存')
    }
    return via.send(e, input, options)
  }
  return { ...via, send }
}
