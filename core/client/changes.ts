import { ApiError } from '../errors.ts'
import { badIdKey, noChanges } from './words.ts'

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

function same(a: unknown, b: unknown): boolean {
  if (isBlank(a) && isBlank(b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
}

/**
 * What an update sends: the changed fields plus the id (main-console §5).
 * @param original the row as it was read
 * @param edited the row as it is now; fields that it lacks count as unchanged
 * @throws ApiError 'local' when nothing changed, or when the id is missing or another one
 */
export function changes<R extends object, K extends keyof R & string>(
  original: R,
  edited: Partial<R>,
  idField: K,
): Partial<R> & Pick<R, K> {
  const id = original[idField]
  const wrong = isBlank(id) || (edited[idField] !== undefined && String(edited[idField]) !== String(id))
  if (wrong) throw new ApiError('local', 'BAD_ID_KEY', badIdKey)
  const changed = Object.entries(edited).filter(
    ([field, value]) => field !== idField && value !== undefined && !same(original[field as keyof R], value),
  )
  if (changed.length === 0) throw new ApiError('local', 'NO_CHANGES', noChanges)
  return { [idField]: id, ...Object.fromEntries(changed) } as Partial<R> & Pick<R, K>
}
