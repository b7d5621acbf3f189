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

/** The draft kept here; for a new row else the newest that another tab has left. */
export function offeredDraft<T>(own: string, newRow: string | null): Offered<T> | null {
  const mine = draftOf<T>(own)
  if (mine) return { ...mine, key: own }
  if (newRow === null) return null
  const others = keysKept(kind, newRow).flatMap((key) => {
    const draft = draftOf<T>(key)
    return draft ? [{ ...draft, key }] : []
  })
  return others.sort((a, b) => b.at - a.at)[0] ?? null
}
