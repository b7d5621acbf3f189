import { useEffect } from 'react'

/** How long what took an act's place stands there before it can be acted on, in milliseconds. */
const moment = 800

/**
 * After an act something else stands in the same place: the second press of a double one is not meant for it.
 * @param settling an act was done, and what took its place has not stood there long enough
 * @param what it is; undefined until it is shown
 */
export function useSettle(settling: boolean, what: string | undefined, over: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins with what is shown
  useEffect(() => {
    if (!settling || what === undefined) return
    const timer = setTimeout(over, moment)
    return () => clearTimeout(timer)
  }, [settling, what])
}
