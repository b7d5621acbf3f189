import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { isEnveloped } from './replies.ts'
import { revealed } from './reveal.ts'

/** A write's other address: there the work is done, answered and undone. A back end that has no such address can do nothing there. */
const place = '/x/dry-run'

/**
 * Whether a call can be tried without being done. Not signing in and whatever else is open to strangers, visitors and partners, because a try that leaves
 * no trace could be repeated without end; not files, which are no part of a transaction.
 */
export const canRehearse = (e: Endpoint): boolean =>
  e.effect === 'write' &&
  e.access !== 'public' &&
  e.access !== 'visitor' &&
  e.access !== 'partner' &&
  e.rehearse !== false &&
  e.send !== 'form' &&
  isEnveloped(e)

/** What the other address answers: the mark is the proof that this back end knows what was meant. */
const rehearsed = z.object({
  rehearsed: z.literal(true),
  value: z.unknown(),
  /** To do it the caller has to show first who they are, by this. */
  prove: z.enum(['password', 'code']).optional(),
  /** Who could see or do what, where rights change by it. */
  reveals: revealed.optional(),
})
export type Rehearsed = z.infer<typeof rehearsed>

/** True for an answer with the mark. */
export const isRehearsed = (value: unknown): value is Rehearsed => rehearsed.safeParse(value).success

/** The same call at its other address. */
export const rehearsalOf = (e: Endpoint): Endpoint => ({
  ...e,
  path: `${place}${e.path}`,
  output: rehearsed,
  repeat: true,
  own: true,
})
