import { useEffect, useRef, useState } from 'react'

/** Seconds that are left, reckoned from the clock: a tab that slept is not behind. @param over once none is left */
export function useCountdown(over: () => void): { readonly left: number; readonly start: (seconds: number) => void } {
  const [end, setEnd] = useState(0)
  const [left, setLeft] = useState(0)
  const tell = useRef(over)
  tell.current = over
  useEffect(() => {
    if (end === 0) return
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      tell.current()
    }, 250)
    return () => clearInterval(timer)
  }, [end])
  const start = (seconds: number) => {
    setLeft(seconds)
    setEnd(Date.now() + seconds * 1000)
  }
  return { left, start }
}
