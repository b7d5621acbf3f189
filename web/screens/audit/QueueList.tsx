import { Checkbox } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { refocus } from '../../parts/focus.ts'
import { Ago } from '../../parts/list/cells.tsx'
import { noTextMarked, type Selection, tick, useMarked, useShown } from '../../parts/list/useSelection.ts'
import { type Brief, titleOf } from '../article/calls.ts'
import { waitsSince } from './views.ts'
import '../../parts/toolbar.css'

interface Props {
  readonly rows: readonly Brief[]
  /** The one that is read; none when somebody else took it from the pile. */
  readonly current: Brief | undefined
  /** How many more wait beyond these. */
  readonly more: number
  readonly choose: (row: Brief) => void
  /** The marked rows; none where nothing can be done with several. */
  readonly selection: Selection<Brief> | undefined
  /** What can be done with them. */
  readonly bulk: ReactNode
}

/** The arrows lead from title to title: two hundred rows are one place on the way by Tab, that of the row in which the focus is. */
function byArrow(event: KeyboardEvent<HTMLUListElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const titles = [...event.currentTarget.querySelectorAll('button')]
  const at = titles.findIndex((title) => title.parentElement?.contains(event.target as Node))
  if (by === 0 || at < 0) return
  event.preventDefault()
  titles[at + by]?.focus()
}

/** The waiting articles, the longest waiting first. */
export function QueueList({ rows, current, more, choose, selection, bulk }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const focused = useRef(false)
  const [inside, setInside] = useState('')
  const has = (id: string | undefined) => rows.some((row) => row.articleId === id)
  const stop = [inside, current?.articleId].find(has) ?? rows[0]?.articleId
  useShown(selection, rows)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current row stays in sight, and under the focus if that is here
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[aria-current]')
    row?.scrollIntoView({ block: 'nearest' })
    if (list.current?.contains(document.activeElement)) row?.focus()
    else if (focused.current) refocus(row)
  }, [current?.articleId])
  return (
    <div className="queue-side">
      {selection && <div className="queue-bar">{bulk}</div>}
      <ul
        className="queue pick-list"
        ref={list}
        aria-label="待办文章"
        onMouseDown={noTextMarked}
        onKeyDown={byArrow}
        onFocus={() => {
          focused.current = true
        }}
        onBlur={(event) => {
          focused.current = event.relatedTarget === null
          if (!event.currentTarget.contains(event.relatedTarget)) setInside('')
        }}
      >
        {rows.map((row) => (
          <li key={row.articleId} onFocus={() => setInside(row.articleId)}>
            {selection && <Mark row={row} selection={selection} stop={row.articleId === stop} />}
            <button
              type="button"
              tabIndex={row.articleId === stop ? 0 : -1}
              aria-current={row.articleId === current?.articleId ? 'true' : undefined}
              onClick={() => choose(row)}
            >
              <span className="queue-title">{titleOf(row)}</span>
              <span className="muted">
                {row.review && '修订 · '}
                {[row.columnName, row.deptName, (row.review ?? row).submittedByName].filter(Boolean).join(' · ')} ·{' '}
                <Ago time={waitsSince(row)} />
              </span>
              {(row.review ?? row).reason && <span className="status bad">{(row.review ?? row).reason}</span>}
            </button>
          </li>
        ))}
        {more > 0 && <li className="muted queue-more">另有 {more} 篇，处理后自动补上</li>}
      </ul>
    </div>
  )
}

function Mark({ row, selection, stop }: { row: Brief; selection: Selection<Brief>; stop: boolean }) {
  return (
    <Checkbox
      tabIndex={stop ? 0 : -1}
      aria-label={`选择《${titleOf(row)}》`}
      checked={useMarked(selection).has(row.articleId)}
      onChange={(event) => tick(selection, row, event)}
    />
  )
}
