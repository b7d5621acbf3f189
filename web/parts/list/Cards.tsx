import { memo } from 'react'
import { contentOf } from './cells.tsx'
import { drawn, type RowProps, type RowsProps } from './RowTable.tsx'
import { Tick, TickPage } from './Tick.tsx'
import type { FullColumn } from './useColumns.ts'

/** A value that says nothing by itself: a number, a code. */
const isBare = ({ show, text, sheet }: FullColumn<never>): boolean => !show && !text && !sheet.words

/** One row on a phone: its first column as the heading, what leads beside it, the others with their names below. */
function OneCard<R extends object>({ row, index, current, columns, tickOf, selection, rowActions }: RowProps<R>) {
  const [title, ...others] = columns
  const leads = others.filter((column) => column.leads)
  const rest = others.filter((column) => !column.leads).map((column) => [column, contentOf(column, row)] as const)
  return (
    <li data-index={index} className={current ? 'card at' : 'card'}>
      {selection && <Tick selection={selection} row={row} label={tickOf(row)} />}
      <div className="card-body">
        <div className="card-title">{title && contentOf(title, row)}</div>
        {leads.length > 0 && (
          <div className="card-leads">
            {leads.map((column) => (
              <span key={column.field}>
                {isBare(column) && <span className="muted">{column.sheet.title} </span>}
                <span>{contentOf(column, row)}</span>
              </span>
            ))}
          </div>
        )}
        <dl>
          {rest
            .filter(([, content]) => content !== '' && content !== null && content !== undefined)
            .map(([column, content]) => (
              <div key={column.field}>
                <dt>{column.sheet.title}</dt>
                <dd>{content}</dd>
              </div>
            ))}
        </dl>
        {rowActions && <div className="card-actions">{rowActions(row)}</div>}
      </div>
    </li>
  )
}
const Card = memo(OneCard) as typeof OneCard

/** The rows one below the other, for a window in which a table's columns would lie off the screen. */
export function Cards<R extends object>(props: RowsProps<R> & { at: number; setAt: (at: number) => void }) {
  const { name, rows, selection, setAt } = props
  return (
    <>
      {selection && rows.length > 0 && <TickPage selection={selection} rows={rows} label="选择本页" />}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: J and K move the current row too */}
      <ul
        className="cards"
        aria-label={name}
        onClick={({ target }) => {
          const index = (target as Element).closest<HTMLElement>('.card')?.dataset.index
          if (index !== undefined) setAt(Number(index))
        }}
      >
        {drawn(props, Card)}
      </ul>
    </>
  )
}
