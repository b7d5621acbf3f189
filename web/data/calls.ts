import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallOptions } from '../../core/client/client.ts'
import type { AreaName, Contract } from '../../core/contract/areas.ts'
import { ApiError } from '../../core/errors.ts'
import { tell, waitForScreen } from './client.ts'

/** A call by its area and name: `article.list`. */
export type CallName = { [N in AreaName]: `${N}.${keyof Contract[N] & string}` }[AreaName]

/** Cache key of a reading call: area, call, input. */
export const cacheKey = (name: CallName, input: unknown): QueryKey => [...name.split('.'), input]

interface Reading {
  readonly enabled?: boolean
  /** Keep showing the last reply while the next one comes. */
  readonly keep?: boolean
  readonly every?: number | false
  /** Asked anew when somebody comes back to this tab. */
  readonly onReturn?: boolean
  /** What it brings is an extra to every screen: no notice when it does not come. */
  readonly quiet?: boolean
  /** No answer of before is shown: what is changed or decided over it must be as it is now. */
  readonly fresh?: boolean
}

/** The moment of the answer that was kept when this was first asked for here; what is not newer was not asked anew. */
function useKeptAt(key: QueryKey): number {
  const client = useQueryClient()
  const hash = JSON.stringify(key)
  const kept = useRef({ hash: '', at: 0 })
  if (kept.current.hash !== hash) kept.current = { hash, at: client.getQueryState(key)?.dataUpdatedAt ?? 0 }
  return kept.current.at
}

/** The failure is left to the screen, except that nobody is signed in: then there is no screen any more. */
function leaveToScreen(error: unknown): never {
  if (error instanceof ApiError && error.kind !== 'session') waitForScreen(error)
  throw error
}

/** A reading call as a hook: the reply, the failure, and `refetch`. A failure that is not drawn in place gets a notice. */
export function useCall<I, O>(
  name: CallName,
  call: (input: I, options?: CallOptions) => Promise<O>,
  input: I,
  { enabled = true, keep = false, every = false, onReturn = false, quiet = false, fresh = false }: Reading = {},
) {
  const keptAt = useKeptAt(cacheKey(name, input))
  const query = useQuery<O, ApiError>({
    queryKey: cacheKey(name, input),
    queryFn: ({ signal }) => call(input, { signal }).catch(leaveToScreen),
    enabled,
    refetchInterval: every,
    ...(onReturn && { refetchOnWindowFocus: true }),
    ...(fresh && { staleTime: 0 }),
    ...(keep && { placeholderData: (previous: O | undefined) => previous as never }),
  })
  const { error } = query
  // after the drawing, in which `ErrorState` takes what it shows
  useEffect(() => {
    if (error && !quiet) tell(error)
  }, [error, quiet])
  return fresh && query.dataUpdatedAt === keptAt ? { ...query, data: undefined } : query
}

/** What the replies of an area are also made of. */
const madeOf: Partial<Readonly<Record<AreaName, readonly AreaName[]>>> = { resource: ['menu'] }

/** Lets every reply of some areas be asked for anew, and the number of what waits. @param but the row of which nothing is asked any more */
function grewStale(client: QueryClient, areas: readonly AreaName[], but?: string): Promise<void> {
  // whatever was done may have waited for somebody; nobody waits for that number
  void client.invalidateQueries({ queryKey: ['inbox'] })
  const all = areas.flatMap((area) => [area, ...(madeOf[area] ?? [])])
  const isAsked = ({ queryKey }: { readonly queryKey: QueryKey }) =>
    but === undefined || (queryKey[2] as { readonly id?: unknown } | undefined)?.id !== but
  return Promise.all(all.map((area) => client.invalidateQueries({ queryKey: [area], predicate: isAsked }))).then(
    () => undefined,
  )
}

/** A function that makes every reply of these areas be asked for anew. */
export function useStale() {
  const client = useQueryClient()
  return useCallback((...areas: AreaName[]) => grewStale(client, areas), [client])
}

/** A function that does so after a row was deleted: of that row itself nothing is asked any more, though its screen may still stand there. */
export function useGone() {
  const client = useQueryClient()
  return useCallback((area: AreaName, id: string) => grewStale(client, [area], id), [client])
}

/** A name for a write, so that the same one sent twice is done once. Not `randomUUID`: plain http in an office has none. */
export const newRequestKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** True when nobody knows whether the write was done. */
const isUnknown = (error: unknown) =>
  error instanceof ApiError && (error.kind === 'network' || error.kind === 'server' || error.kind === 'other')

/**
 * A writing call for a button: `busy` while it runs, a second click does nothing, and a repeat after a
 * failure of unknown outcome carries the same name, so that it is done once.
 * @returns `run`, which gives the reply, or undefined when the call failed (the failure has been shown);
 *   `forget`, for when what became of it has been seen otherwise: the same again is then meant anew
 */
export function useAction<I, O>(call: (input: I, options?: CallOptions) => Promise<O>) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const unknown = useRef(new Map<string, string>())
  const run = async (input: I, catches?: (error: ApiError) => void): Promise<O | undefined> => {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    const content = JSON.stringify(input)
    const requestKey = unknown.current.get(content) ?? newRequestKey()
    try {
      const reply = await call(input, { requestKey })
      unknown.current.delete(content)
      return reply
    } catch (error) {
      if (isUnknown(error)) unknown.current.set(content, requestKey)
      if (!(error instanceof ApiError)) throw error
      catches?.(error)
      return undefined
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { run, busy, forget: () => unknown.current.clear() }
}
