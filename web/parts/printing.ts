import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** True while the page is put on paper: what stands there alone is not in the page before, where a search or a screen reader would meet it. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(() => window.matchMedia('print').matches)
  useEffect(() => {
    const paper = window.matchMedia('print')
    // the sheet is drawn right after these events
    const hear = ({ type }: Event) =>
      flushSync(() => setPrinting(type === 'change' ? paper.matches : type === 'beforeprint'))
    paper.addEventListener('change', hear)
    window.addEventListener('beforeprint', hear)
    window.addEventListener('afterprint', hear)
    return () => {
      paper.removeEventListener('change', hear)
      window.removeEventListener('beforeprint', hear)
      window.removeEventListener('afterprint', hear)
    }
  }, [])
  return printing
}
