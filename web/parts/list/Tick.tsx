import { memo, useEffect, useRef } from 'react'
import { noTextMarked, type Selection, tick, useIsMarked, useMarkedOf } from './useSelection.ts'

interface Props<R extends object> {
  readonly selection: Selection<R>
  readonly row: R
  /** What the box is called, with the row's name. */
  readonly label: string
}

/** The box that marks a row; a browser's own, for there are two hundred of them. */
function OneTick<R extends object>({ selection, row, label }: Props<R>) {
  const marked = useIsMarked(selection, row)
  return (
    <label className="tick" onMouseDown={noTextMarked}>
      <input type="checkbox" aria-label={label} checked={marked} onChange={(event) => tick(selection, row, event)} />
    </label>
  )
}
export const Tick = memo(OneTick) as typeof OneTick

/** The box that marks the whole page. */
export function TickPage<R extends object>(props: { selection: Selection<R>; rows: readonly R[]; label?: string }) {
  const { selection, rows, label } = props
  const marked = useMarkedOf(selection, rows)
  const box = useRef<HTMLInputElement>(null)
  const whole = rows.length > 0 && marked === rows.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = marked > 0 && !whole
  }, [marked, whole])
  return (
    <label className="tick">
      <input
        ref={box}
        type="checkbox"
        aria-label="选择本页"
        disabled={rows.length === 0}
        checked={whole}
        onChange={() => selection.set(rows, !whole)}
      />
      {label}
    </label>
  )
}
