import { forget, keep, kept } from '../store.ts'

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
