import { forget, keep, kept } from '../store.ts'

const kind = 'draft'

/** What was typed and not saved, as the browser keeps it for this user. */
export interface Draft<T> {
  readonly at: number
  readonly values: Partial<T>
}

export const draftOf = <T>(key: string): Draft<T> | null => kept<Draft<T>>(kind, key)
export const keepDraft = <T>(key: string, values: Partial<T>): boolean => keep(kind, key, { at: Date.now(), values })
export const dropDraft = (key: string): void => forget(kind, key)
