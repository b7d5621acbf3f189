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

/** Where a new row's drafts are kept: those of this tab are offered in it first. */
export const tabPlace = (key: string): string => `${key}@${tabName()}`

/** Where one form keeps what is typed in it: no other writes there, in this tab or another. */
export const ownKey = (place: string): string => `${place}+${newRequestKey()}`

/** So many drafts of one row are kept that nobody has taken up or thrown away; then the oldest makes place. */
const most = 5

function draftsAt<T>(place: string, others: ReadonlySet<string>): Offered<T>[] {
  return keysKept(kind, place)
    .filter((key) => (key === place || key.startsWith(`${place}+`)) && !others.has(key))
    .flatMap((key) => ({ ...(draftOf<T>(key) as Draft<T>), key }))
    .sort((a, b) => b.at - a.at)
}

/** Drops the oldest drafts at this place where one more would be too many; not those of forms that are open. */
export function makeRoom(place: string, own: string, others: ReadonlySet<string>): void {
  if (draftOf(own)) return
  for (const { key } of draftsAt(place, others).slice(most - 1)) dropDraft(key)
}

/** The drafts that were left at this place, the newest first; for a new row also those that other tabs have left, after this tab's own. */
export function offeredDrafts<T>(place: string, newRow: string | null, others: ReadonlySet<string>): Offered<T>[] {
  const mine = draftsAt<T>(place, others)
  if (newRow === null) return mine
  const places = new Set(keysKept(kind, `${newRow}@`).map((key) => key.replace(/\+[^+]*$/, '')))
  places.delete(place)
  return [...mine, ...[...places].flatMap((one) => draftsAt<T>(one, others)).sort((a, b) => b.at - a.at)]
}
