import type { CallOptions } from '../core/client/client.ts'
import type { NodeTransport } from '../core/client/node.ts'
import type { Endpoint } from '../core/contract/endpoint.ts'
import { canRehearse, isRehearsed, type Rehearsed, rehearsalOf } from '../core/contract/rehearsal.ts'
import type { Revealed } from '../core/contract/reveal.ts'
import { ApiError } from '../core/errors.ts'
import { revealLines } from '../core/reveal-lines.ts'
import { CliError, exit } from './errors.ts'
import { cleanLine } from './output/clean.ts'

/** The back end cannot tell what a call would do without doing it; nothing was sent that could change anything. */
export class NotForetold extends CliError {
  constructor() {
    super(exit.refused, '不能试运行，没有作任何修改', {
      code: 'NOT_FORETOLD',
      why: '服务器没有试运行这个接口的办法',
      hint: '核对无误后去掉 --dry-run 再运行',
    })
  }
}

/** The address is not there, or somebody else answers. */
export const unknownPlace = ({ code, kind, status }: ApiError) =>
  code === 'UNKNOWN_CALL' || kind === 'other' || status === 404 || status === 405

/** Sends a call to where it is undone: nothing is changed, also where the answer does not come in time. @returns null: this back end has no such place */
async function rehearsalOver(
  via: NodeTransport,
  e: Endpoint,
  input: unknown,
  options?: CallOptions,
): Promise<Rehearsed | null> {
  const tried = { ...rehearsalOf(e), effect: 'read' as const }
  const reply = await via.send(tried, input as never, options).catch((thrown: unknown) => {
    if (thrown instanceof ApiError && unknownPlace(thrown)) return null
    throw thrown
  })
  return isRehearsed(reply) ? reply : null
}

/**
 * The one place through which calls go under `--dry-run`: reading as ever, everything else only to the address at which it is undone.
 * Answers and refusals are those of the call itself.
 * @param proofAhead hears that the call itself will ask who is there
 * @param note is told who could see or do what by it, where rights change
 */
export function rehearsing(
  via: NodeTransport,
  proofAhead: (e: Endpoint) => Promise<void>,
  note: (text: string) => void,
): NodeTransport {
  return {
    ...via,
    async send(e, input, options = {}) {
      if (e.effect === 'read') return via.send(e, input, options)
      if (!canRehearse(e)) throw new NotForetold()
      const { requestKey: _once, ...rest } = options
      const reply = await rehearsalOver(via, e, input, rest)
      if (!reply) throw new NotForetold()
      if (reply.prove) await proofAhead(e)
      for (const line of reply.reveals ? revealLines(reply.reveals) : []) note(cleanLine(line))
      return reply.value
    },
    async download(e, ...given) {
      if (e.effect !== 'read') throw new NotForetold()
      return via.download(e, ...given)
    },
  }
}

/**
 * Tries a call that is about to be done, whatever the command's own flags say. Refused, it is told by the log as the call itself, which is not sent then.
 * @returns what it would answer, and who could see or do what by it; null: this back end cannot tell
 * @throws ApiError as the call itself
 */
export async function tried(
  via: NodeTransport,
  e: Endpoint,
  input: object,
): Promise<{ readonly value: unknown; readonly reveals: Revealed | null; readonly lines: readonly string[] } | null> {
  const reply = await rehearsalOver(via, e, input, { ahead: true })
  if (!reply) return null
  const reveals = reply.reveals ?? null
  return { value: reply.value, reveals, lines: reveals ? revealLines(reveals).map(cleanLine) : [] }
}

/** What `work` gives; `otherwise`, where the back end cannot foretell it. */
export async function foretold<T, U>(work: () => Promise<T>, otherwise: () => Promise<U> | U): Promise<T | U> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof NotForetold) return otherwise()
    throw thrown
  }
}
