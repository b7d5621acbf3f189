import { session } from '../data/session.ts'

/**
 * What the browser keeps for one user: column settings, drafts, widths. A full or closed store is no reason to fail.
 * `where`: localStorage, or sessionStorage for what is of this tab alone.
 */
const nameOf = (kind: string, key: string) => `${kind}:${session.userAccount()}:${key}`

export function kept<T>(kind: string, key: string, where: Storage = localStorage): T | null {
  try {
    const text = where.getItem(nameOf(kind, key))
    return text === null ? null : (JSON.parse(text) as T)
  } catch {
    return null
  }
}

/** @returns false when there was no room */
export function keep(kind: string, key: string, value: unknown, where: Storage = localStorage): boolean {
  try {
    where.setItem(nameOf(kind, key), JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export const forget = (kind: string, key: string, where: Storage = localStorage): void =>
  where.removeItem(nameOf(kind, key))

/** The keys of a kind that begin so. */
export function keysKept(kind: string, prefix: string): string[] {
  const before = nameOf(kind, '')
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(before + prefix))
    .map((name) => name.slice(before.length))
}
