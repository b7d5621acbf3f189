import { browserTransport } from '../../core/client/browser.ts'
import { type AreaClient, clientFor } from '../../core/client/client.ts'
import { proving } from '../../core/client/proving.ts'
import type { Area, Endpoint, Input, Output } from '../../core/contract/endpoint.ts'
import { isRehearsed, rehearsalOf } from '../../core/contract/rehearsal.ts'
import type { BulkResult } from '../../core/contract/shared.ts'
import { ApiError } from '../../core/errors.ts'
import { type RefusedField, readable, refusedFields } from '../../core/refused-fields.ts'
import { askProof } from './proof.ts'
import { revealing } from './reveal.ts'
import { session } from './session.ts'

type Listener = (error: ApiError) => void
const listeners = new Set<Listener>()
const seen = new WeakSet<ApiError>()
const waiting = new WeakSet<ApiError>()

/** Says that a screen has shown this failure itself, in place: no notice follows. The end of a session leads to sign-in, whatever shows it. */
export function shownInPlace(error: ApiError): void {
  if (error.kind !== 'session') seen.add(error)
}

/** Says that a screen will draw what came of this call: no notice before `tell`. */
export const waitForScreen = (error: ApiError): void => void waiting.add(error)

/** Shows what was refused of fields. @returns whether nothing else has to say it */
type FieldPlace = (refused: readonly RefusedField[]) => boolean
const places = new Set<FieldPlace>()
const atFields = new WeakMap<ApiError, () => boolean>()

/** Names the form whose calls are under way: what is refused of its fields stands there. @returns how it goes again */
export function showsFields(place: FieldPlace): () => void {
  places.add(place)
  return () => void places.delete(place)
}

/** As the refusal came: a form that has sent it may be through before it is told of. */
function rememberFields(error: ApiError, e: Endpoint): void {
  const refused = error.kind === 'refused' ? refusedFields(e, error.message) : []
  const under = [...places].reverse()
  if (refused.length > 0 && under.length > 0) atFields.set(error, () => under.some((place) => place(refused)))
}

/** Gives notice of a failure, once, unless a screen has shown it or its fields have. */
export function tell(error: ApiError): void {
  if (seen.has(error)) return
  seen.add(error)
  if (atFields.get(error)?.()) return
  for (const listener of listeners) listener(error)
}

/** Hears of every failure that no screen has taken as its own; the shell's one place for notices. */
export function onFailure(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const movedListeners = new Set<() => void>()
let access = ''

/** Every answer tells a mark that is another one once rights or menus have changed, whoever changed them. */
function hearAccess(mark: string): void {
  const moved = access !== '' && mark !== access
  access = mark
  if (moved) for (const listener of movedListeners) listener()
}

/** Hears when rights or menus have changed since the last answer. */
export function onAccessMoved(listener: () => void): () => void {
  movedListeners.add(listener)
  return () => void movedListeners.delete(listener)
}

const plain = (via?: typeof fetch) =>
  browserTransport({
    onAccess: hearAccess,
    ...(via && { fetch: via }),
    token: session.token,
    appKey: session.appKey,
    onFailure: (error, e) => {
      rememberFields(error, e)
      error.message = readable(error.message)
      // after the caller's own catch, which may have shown it
      setTimeout(() => {
        if (!waiting.has(error)) tell(error)
      })
    },
  })
const transportOver = (via?: typeof fetch) => revealing(proving(plain(via), askProof(shownInPlace)), shownInPlace)
const transport = transportOver()

/**
 * The calls of an area for the console.
 * @param via another way to send than the browser's `fetch`
 */
export const callsOf = <A extends Area>(area: A, via?: typeof fetch): AreaClient<A> =>
  clientFor(area, via ? transportOver(via) : transport)

/**
 * Tries a write without doing it; its failure is the caller's to show.
 * @returns what it would answer; undefined: this back end cannot tell
 */
export async function rehearsed<E extends Endpoint>(e: E, input: Input<E>): Promise<Output<E> | undefined> {
  try {
    const tried = await transport.send(rehearsalOf(e), input)
    return isRehearsed(tried) ? (tried.value as Output<E>) : undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    shownInPlace(error)
    if (error.code === 'UNKNOWN_CALL') return undefined
    throw error
  }
}

/**
 * Tries a write without doing it.
 * @returns why the state of things would refuse it; null: it would not, or this back end cannot tell
 */
export async function refusalOf<E extends Endpoint>(e: E, input: Input<E>): Promise<string | null> {
  try {
    const { failed } = ((await rehearsed(e, input)) ?? {}) as Partial<BulkResult>
    return failed?.[0] ? readable(failed[0].errorMsg) : null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.code === 'BAD_STATE' ? error.message : null
  }
}
