import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { isNumeric } from '../../../core/sheet/columns.ts'
import { contentOf } from './cells.tsx'
import { Tick, TickPage } from './Tick.tsx'
import type { Sorting } from './types.ts'
import type { FullColumn } from './useColumns.ts'
import type { Selection } from './useSelection.ts'

export interface RowsProps<R extends object> extends Sorting {
  /** The list's name: 文章. */
  readonly name: string
  readonly rows: readonly R[]
  readonly columns: readonly FullColumn<R>[]
  readonly idOf: (row: R) => string
  /** What the box is called that marks a row. */
  readonly tickOf: (row: R) => string
  /** Absent: there is nothing to be done with marked rows. */
  readonly selection: Selection<R> | undefined
  readonly rowActions: ((row: R) => ReactNode) | undefined
}

const usualWidth = { text: 120, number: 90, tenths: 90, time: 150 } as const
const tickWidth = 40
const actionsWidth = 156

const widthOf = ({ width, sheet }: FullColumn<never>) => width ?? usualWidth[sheet.kind]
const isNumber = ({ sheet }: FullColumn<never>) => isNumeric(sheet) && !sheet.words

/** One cell; a row's others are not drawn again when a column comes or goes. */
function OneCell<R extends object>({ column, row }: { column: FullColumn<R>; row: R }) {
  const content = contentOf(column, row)
  return (
    <td className={isNumber(column) ? 'right' : undefined} title={typeof content === 'string' ? content : undefined}>
      {content}
    </td>
  )
}
const Cell = memo(OneCell) as typeof OneCell

function OneActions<R extends object>({ row, rowActions }: { row: R; rowActions: (row: R) => ReactNode }) {
  return <td className="actions no-print">{rowActions(row)}</td>
}
const Actions = memo(OneActions) as typeof OneActions

/** What one row is drawn from. */
export type RowProps<R extends object> = Pick<RowsProps<R>, 'columns' | 'tickOf' | 'selection' | 'rowActions'> & {
  readonly row: R
  readonly index: number
  readonly current: boolean
}

/** The rows, each by the same component; what is handed to it stays the same while the row does. */
export const drawn = <R extends object>(
  { rows, idOf, at, columns, tickOf, selection, rowActions }: RowsProps<R> & { at: number },
  One: (props: RowProps<R>) => ReactNode,
) =>
  rows.map((row, index) => (
    <One key={idOf(row)} {...{ row, index, columns, tickOf, selection, rowActions }} current={index === at} />
  ))

/** One row. It is drawn again when it changes itself, not when another one is marked or becomes the current one. */
function OneLine<R extends object>({ row, index, current, columns, tickOf, selection, rowActions }: RowProps<R>) {
  return (
    <tr data-index={index} className={current ? 'at' : undefined}>
      {selection && (
        <td className="tick-cell no-print">
          <Tick selection={selection} row={row} label={tickOf(row)} />
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.field} column={column} row={row} />
      ))}
      {rowActions && <Actions row={row} rowActions={rowActions} />}
    </tr>
  )
}
const Line = memo(OneLine) as typeof OneLine

const next = { '': 'asc', asc: 'desc', desc: '' } as const
const says = { asc: 'ascending', desc: 'descending' } as const

/** A heading; a sorting one is a button: up, down, and back to the usual order. */
function Heading<R extends object>({ column, sort, order, onSort }: { column: FullColumn<R> } & Sorting) {
  const { field, sheet } = column
  const now = sort === field ? order : ''
  return (
    <th scope="col" className={isNumber(column) ? 'right' : undefined} aria-sort={now === '' ? undefined : says[now]}>
      {column.sort ? (
        <button
          type="button"
          className="sorter"
          onClick={() => onSort(next[now] === '' ? '' : field, next[now])}
          title={{ '': '点击升序', asc: '点击降序', desc: '取消排序' }[now]}
        >
          {sheet.title}
          <span aria-hidden="true" className="carets" data-order={now}>
            <CaretUpOutlined />
            <CaretDownOutlined />
          </span>
        </button>
      ) : (
        sheet.title
      )}
    </th>
  )
}

/** Whether the frame is narrower than what lies in it, also once the window changes. */
function useTooWide(width: number) {
  const frame = useRef<HTMLDivElement>(null)
  const [tooWide, setTooWide] = useState(false)
  useLayoutEffect(() => {
    if (!frame.current) return
    const watch = new ResizeObserver(([entry]) => setTooWide((entry?.contentRect.width ?? width) < width))
    watch.observe(frame.current)
    return () => watch.disconnect()
  }, [width])
  return { frame, tooWide }
}

/** The rows as a table. antd's draws every cell anew for each tick; this one draws what has changed. */
export function RowTable<R extends object>(props: RowsProps<R> & { at: number; setAt: (at: number) => void }) {
  const { name, rows, columns, selection, rowActions, setAt } = props
  const widths = columns.map(widthOf)
  const whole = widths.reduce<number>(
    (sum, width) => sum + width,
    (selection ? tickWidth : 0) + (rowActions ? actionsWidth : 0),
  )
  const { frame, tooWide } = useTooWide(whole)
  return (
    <div className={tooWide ? 'table-frame wide' : 'table-frame'} ref={frame}>
      <table aria-label={name} style={{ minWidth: whole }}>
        <colgroup>
          {selection && <col style={{ width: tickWidth }} />}
          {columns.map(({ field }, i) => (
            <col key={field} style={{ width: widths[i] }} />
          ))}
          {rowActions && <col style={{ width: actionsWidth }} />}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="tick-cell no-print">
                <TickPage selection={selection} rows={rows} />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.field} column={column} sort={props.sort} order={props.order} onSort={props.onSort} />
            ))}
            {rowActions && (
              <th scope="col" className="actions no-print">
                操作
              </th>
            )}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: J and K move the current row too */}
        <tbody
          onClick={({ target }) => {
            const index = (target as Element).closest('tr')?.dataset.index
            if (index !== undefined) setAt(Number(index))
          }}
        >
          {drawn(props, Line)}
        </tbody>
      </table>
    </div>
  )
}
