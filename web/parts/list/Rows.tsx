import { Table, type TableColumnType } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useKeys } from '../keys.ts'
import { useNarrow } from '../narrow.ts'
import { Loading } from '../States.tsx'
import { cellText } from './cells.tsx'
import type { FullColumn } from './useColumns.ts'
import type { useSelection } from './useSelection.ts'

interface Props<R extends object> {
  readonly name: string
  readonly rows: readonly R[]
  readonly waiting: boolean
  readonly fetching: boolean
  readonly columns: readonly FullColumn<R>[]
  readonly idField: keyof R & string
  readonly titleOf: (row: R) => string
  readonly selection: ReturnType<typeof useSelection<R>> | undefined
  readonly sort: string
  readonly order: 'asc' | 'desc' | ''
  readonly onSort: (sort: string, order: 'asc' | 'desc' | '') => void
  readonly onOpen?: ((row: R) => void) | undefined
  readonly rowActions?: ((row: R) => ReactNode) | undefined
  readonly empty: ReactNode
}

const orders = { asc: 'ascend', desc: 'descend', '': null } as const
const usualWidth = { text: 120, number: 90, time: 150 } as const

function tableColumn<R extends object>(column: FullColumn<R>, props: Props<R>): TableColumnType<R> {
  const { field, sheet, show, width } = column
  return {
    key: field,
    dataIndex: field,
    title: sheet.title,
    width: width ?? usualWidth[sheet.kind],
    ellipsis: true,
    align: sheet.kind === 'number' && !sheet.words ? 'right' : 'left',
    render: (value: unknown, row: R) => (show ? show(row) : cellText(sheet, value)),
    // a column with `sortOrder: undefined` would kill the other columns' sorters
    ...(column.sort && { sorter: true, sortOrder: props.sort === field ? orders[props.order] : null }),
  }
}

/** The table: one row is the current one, moved by J and K, opened by Enter, marked by the space bar. */
export function Rows<R extends object>(props: Props<R>) {
  const { rows, idField, selection, onOpen, rowActions } = props
  const [at, setAt] = useState(-1)
  const narrow = useNarrow()
  const table = useRef<HTMLDivElement>(null)
  const current = rows[at]
  const step = (by: number) => setAt((now) => Math.max(0, Math.min(rows.length - 1, now + by)))
  useKeys({
    next: () => step(1),
    previous: () => step(-1),
    ...(onOpen && { open: () => current && onOpen(current) }),
    ...(selection && { mark: () => current && selection.toggle(current) }),
    filter: () => document.querySelector<HTMLElement>('.filters input')?.focus(),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins without a current row
  useEffect(() => setAt(-1), [rows])
  useEffect(() => {
    if (at >= 0) table.current?.querySelector('tr.at')?.scrollIntoView({ block: 'nearest' })
  }, [at])

  // antd measures with a hidden copy of the headings, whose checkbox the Tab key would stop at
  useEffect(() => {
    for (const box of table.current?.querySelectorAll('.ant-table-measure-row input') ?? [])
      box.setAttribute('tabindex', '-1')
  })

  if (props.waiting) return <Loading rows={10} />
  const columns = props.columns.map((column) => tableColumn(column, props))
  if (rowActions)
    columns.push({
      key: 'actions',
      className: 'no-print',
      title: '操作',
      width: 124,
      fixed: narrow ? false : 'right',
      render: (_, row) => rowActions(row),
    })
  const width = columns.reduce((sum, column) => sum + Number(column.width ?? 120), 48)
  return (
    <div ref={table} className={props.fetching ? 'fetching' : ''}>
      <Table<R>
        size="small"
        rowKey={(row) => String(row[idField])}
        columns={columns}
        dataSource={rows}
        pagination={false}
        scroll={{ x: width }}
        tableLayout="fixed"
        locale={{ emptyText: props.empty }}
        rowClassName={(_, i) => (i === at ? 'at' : '')}
        onRow={(_, i) => ({ onClick: () => setAt(i ?? -1) })}
        onChange={(_page, _filters, sorter) => {
          const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
          const direction = order === 'ascend' ? 'asc' : order === 'descend' ? 'desc' : ''
          props.onSort(direction ? String(columnKey) : '', direction)
        }}
        {...(selection && {
          rowSelection: {
            selectedRowKeys: [...selection.ids],
            preserveSelectedRowKeys: true,
            columnWidth: 40,
            onChange: (keys) => selection.set(rows, keys.map(String)),
            getCheckboxProps: (row) => ({ 'aria-label': `选择《${props.titleOf(row)}》` }) as object,
            getTitleCheckboxProps: () => ({ 'aria-label': '选择本页' }) as object,
          },
        })}
      />
    </div>
  )
}
