import type { Area, Endpoint, Input, Output } from '../contract/endpoint.ts'

/** What a single call may be given beside its input. */
export interface CallOptions {
  /** Stops the call; it then fails with the signal's reason. */
  readonly signal?: AbortSignal
  /** Milliseconds for the whole call, repeats and body included. */
  readonly timeout?: number
  /** Names a write, so that a back end which keeps such names does it once, however often it is sent. */
  readonly requestKey?: string
  /** A rehearsal that goes before the call itself: what refuses it is told as a refusal of the call, which is not sent then. */
  readonly ahead?: true
}

/** How calls travel: one function. Node and the browser have one each (node.ts, browser.ts). */
export interface Transport {
  send(e: Endpoint, input: unknown, options?: CallOptions): Promise<unknown>
}

type Arguments<I> =
  Record<string, never> extends I ? [input?: I, options?: CallOptions] : [input: I, options?: CallOptions]

/** An area's calls as functions: each gives the reply's value or throws an `ApiError`. */
export type AreaClient<A extends Area> = {
  readonly [K in keyof A]: (...given: Arguments<Input<A[K]>>) => Promise<Output<A[K]>>
}

/** Makes the typed client of an area from its contract. */
export function clientFor<A extends Area>(area: A, via: Transport): AreaClient<A> {
  const calls = Object.entries(area).map(([name, e]) => [
    name,
    (input: unknown = {}, options?: CallOptions) => via.send(e, input, options),
  ])
  return Object.fromEntries(calls) as AreaClient<A>
}
