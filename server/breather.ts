/** Lets others have their turn. */
export const breath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Lets others have their turn now and then: a write to SQLite is one row of steps without a pause.
 * @param turnMs how long a turn may be
 */
export function breather(turnMs = 20): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < turnMs) return
    await breath()
    since = performance.now()
  }
}
