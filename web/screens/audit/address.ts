import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** Where somebody stands in the audit: the pile, a column of it, and the article that is read. */
export interface Place {
  readonly pile: string
  readonly columnId: string
  readonly articleId: string
}

const read = (params: URLSearchParams): Place => ({
  pile: params.get('pile') ?? '',
  columnId: params.get('columnId') ?? '',
  articleId: params.get('articleId') ?? '',
})

const write = (place: Place) => new URLSearchParams(Object.entries(place).filter(([, value]) => value !== ''))

/** The place stands in the address, so that reloading and the way back lead to it; moving on by keys and acts leaves no trail, looking an article up does. */
export function usePlace() {
  const [params, setParams] = useSearchParams()
  const place = useMemo(() => read(params), [params])
  // a key that follows at once builds on the change before it, which is not drawn yet
  const latest = useRef(place)
  useEffect(() => {
    latest.current = place
  }, [place])
  const change = useCallback(
    (to: Partial<Place>, trail = 'pile' in to) => {
      latest.current = { ...latest.current, ...to }
      setParams(write(latest.current), { replace: !trail })
    },
    [setParams],
  )
  return { place, change, address: (to: Partial<Place>) => `/main/home/audit?${write({ ...place, ...to })}` }
}
