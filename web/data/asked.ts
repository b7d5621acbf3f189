import { useSyncExternalStore } from 'react'

/** Questions that a call waits for: who is there, and whether it shall be done with what follows from it. */
let standing = 0
const hear = new Set<() => void>()

/** Asks, and says so to what would else lie above the question or take its keys. */
export async function whileAsked<T>(ask: () => Promise<T>): Promise<T> {
  const tell = (change: 1 | -1) => {
    standing += change
    for (const one of hear) one()
  }
  tell(1)
  try {
    return await ask()
  } finally {
    tell(-1)
  }
}

/** True while a call waits for an answer of whoever sits there. */
export const useAsked = (): boolean =>
  useSyncExternalStore(
    (change) => {
      hear.add(change)
      return () => void hear.delete(change)
    },
    () => standing > 0,
  )
