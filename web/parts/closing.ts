import { useEffect, useRef } from 'react'

/** Has the browser ask, in its own words, before the page is closed or loaded anew. @param wouldLose looked at then: whether something would be lost */
export function useClosingGuard(wouldLose: () => boolean): void {
  const latest = useRef(wouldLose)
  latest.current = wouldLose
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => latest.current() && event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
}
