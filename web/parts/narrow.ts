import { useEffect, useState } from 'react'

const query = () => window.matchMedia('screen and (max-width: 860px)')

/** True while the window is too small for two things beside each other. */
export const isNarrow = (): boolean => query().matches

/** As `isNarrow`, and followed when the window is made smaller, turned or zoomed. */
export function useNarrow(): boolean {
  const [watched] = useState(query)
  const [narrow, setNarrow] = useState(watched.matches)
  useEffect(() => {
    const hear = () => setNarrow(watched.matches)
    watched.addEventListener('change', hear)
    return () => watched.removeEventListener('change', hear)
  }, [watched])
  return narrow
}
