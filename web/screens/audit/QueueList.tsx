import { useEffect, useRef } from 'react'
import { refocus } from '../../parts/focus.ts'
import { Ago } from '../../parts/list/cells.tsx'
import type { Brief } from '../article/calls.ts'
import { waitsSince } from './views.ts'

interface Props {
  readonly rows: readonly Brief[]
  readonly current: Brief
  /** How many more wait beyond these. */
  readonly more: number
  readonly choose: (row: Brief) => void
}

/** The waiting articles, the longest waiting first. */
export function QueueList({ rows, current, more, choose }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const focused = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current row stays in sight, and under the focus if that is here
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[aria-current]')
    row?.scrollIntoView({ block: 'nearest' })
    if (list.current?.contains(document.activeElement)) row?.focus()
    else if (focused.current) refocus(row)
  }, [current.articleId])
  return (
    <ul
      className="queue pick-list"
      ref={list}
      aria-label="待办文章"
      onFocus={() => {
        focused.current = true
      }}
      onBlur={(event) => {
        focused.current = event.relatedTarget === null
      }}
    >
      {rows.map((row) => (
        <li key={row.articleId}>
          <button
            type="button"
            aria-current={row.articleId === current.articleId ? 'true' : undefined}
            onClick={() => choose(row)}
          >
            <span className="queue-title">{row.title}</span>
            <span className="muted">
              {row.columnName} · {row.review ? (row.review.submittedByName ?? '') : (row.submittedByName ?? '')}
              {row.review && ' · 修订'} · <Ago time={waitsSince(row)} />
            </span>
            {row.reason && <span className="status bad">{row.reason}</span>}
          </button>
        </li>
      ))}
      {more > 0 && <li className="muted queue-more">另有 {more} 篇，处理后自动补上</li>}
    </ul>
  )
}
