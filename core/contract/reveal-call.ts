import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { id, readReason } from './shared.ts'

interface RevealWords {
  readonly says: string
  /** What its key lets people do. */
  readonly right: string
  readonly tells: string
  /** Shipped roles that hold its key. */
  readonly roles?: readonly 'auditor'[]
}

/**
 * The call by which a person reads whole what is personal in one row: an act of its own with a right of its own, told by the log with the
 * reason (docs/rules.md, Security). No script may; nobody tries it, and no answer of it is kept: it would be read without a row in the log.
 * @param noun what its row is called, as fields name it; none: only 编号
 * @param output the row's id, and what is read
 */
export const revealCall = <O extends z.ZodType>(
  path: Endpoint['path'],
  noun: string | undefined,
  output: O,
  { roles, ...words }: RevealWords,
) =>
  endpoint({
    method: 'POST',
    path,
    send: 'body',
    input: z.object({ id: id(noun), reason: readReason() }),
    output,
    effect: 'write',
    told: ['reason'],
    answers: true,
    rehearse: false,
    access: 'granted',
    ...(roles && { roles }),
    personOnly: true,
    anew: true,
    ...words,
    own: true,
  })
