import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useKeys } from '../keys.ts'
import { useNarrow } from '../narrow.ts'
import { Loading } from '../States.tsx'
import { Cards } from './Cards.tsx'
import { type RowsProps, RowTable } from './RowTable.tsx'
import { useShown } from './useSelection.ts'
import './rows.css'

interface Props<R extends object> extends RowsProps<R> {
  readonly waiting: boolean
  readonly fetching: boolean
  readonly onOpen: ((row: R) => void) | undefined
  /** Takes the focus to what narrows the list. */
  readonly toFilter: () => void
  readonly empty: ReactNode
}

/** The rows, as a table or on a phone as cards: one is the current one, moved by J and K, opened by Enter, marked by the space bar, with Shift up to it. */
export function Rows<R extends object>({ waiting, fetching, onOpen, toFilter, empty, ...props }: Props<R>) {
  const { rows, selection } = props
  const [at, setAt] = useState(-1)
  const narrow = useNarrow()
  const frame = useRef<HTMLDivElement>(null)
  const current = rows[at]
  useShown(selection, rows)
  const step = (by: number) => setAt((now) => Math.max(0, Math.min(rows.length - 1, now + by)))
  useKeys({
    next: () => step(1),
    previous: () => step(-1),
    ...(onOpen && { open: () => current && onOpen(current) }),
    ...(selection && {
      mark: () => current && selection.toggle(current),
      markTo: () => current && selection.toggleTo(current),
    }),
    filter: toFilter,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins without a current row
  useEffect(() => setAt(-1), [rows])
  useEffect(() => {
    if (at >= 0) frame.current?.querySelector('.at')?.scrollIntoView({ block: 'nearest' })
  }, [at])

  if (waiting) return <Loading rows={10} />
  const Shown = narrow ? Cards : RowTable
  return (
    <div ref={frame} className={fetching ? 'fetching' : ''}>
      <Shown {...props} at={at} setAt={setAt} />
      {rows.length === 0 && empty}
    </div>
  )
}
