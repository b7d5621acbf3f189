import { newRequestKey } from '../../data/calls.ts'
import { forget, keep, kept, keysKept } from '../store.ts'

const kind = 'draft'

/** What was typed and not saved, as the browser keeps it for this user. */
export interface Draft<T> {
  readonly at: number
  readonly values: Partial<T>
  /** The row's version that it was typed over. */
  readonly version?: number | null | undefined
}

export const draftOf = <T>(key: string): Draft<T> | null => kept<Draft<T>>(kind, key)
export const keepDraft = <T>(key: string, draft: Omit<Draft<T>, 'at'>): boolean =>
  keep(kind, key, { at: Date.now(), ...draft })
export const dropDraft = (key: string): void => forget(kind, key)

/** A draft that was left behind, and where it is kept. */
export interface Offered<T> extends Draft<T> {
  readonly key: string
}

/** This tab's own name; it outlives the way to sign-in and back. */
function tabName(): string {
  const name = sessionStorage.getItem('tab') ?? newRequestKey()
  sessionStorage.setItem('tab', name)
  return name
}

/** Where a new row's draft is kept: two tabs write two of them. */
export const tabKey = (key: string): string => `${key}@${tabName()}`

/** So many drafts of one row are kept that nobody has taken up or thrown away; then the oldest makes place. */
const slotsMax = 5
const slotsOf = (place: string) => Array.from({ length: slotsMax }, (_, i) => (i === 0 ? place : `${place}+${i}`))

/** Where at this place what is typed now is kept, so that it overwrites no draft that is still offered. */
export function freeSlot(place: string): string {
  const slots = slotsOf(place)
  const at = (key: string) => draftOf(key)?.at ?? 0
  return slots.reduce((oldest, key) => (at(key) < at(oldest) ? key : oldest))
}

/** The drafts kept at this place, the newest first; for a new row where there are none, the newest that another tab has left. */
export function offeredDrafts<T>(place: string, newRow: string | null): Offered<T>[] {
  const kept = (keys: readonly string[]) =>
    keys
      .flatMap((key) => {
        const draft = draftOf<T>(key)
        return draft ? [{ ...draft, key }] : []
      })
      .sort((a, b) => b.at - a.at)
  const mine = kept(slotsOf(place))
  return mine.length > 0 || newRow === null ? mine : kept(keysKept(kind, newRow)).slice(0, 1)
}
