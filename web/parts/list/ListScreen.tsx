import { DownloadOutlined, PrinterOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Pagination } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import type { z } from 'zod'
import type { AreaName, Contract } from '../../../core/contract/areas.ts'
import { buttons, notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useCall } from '../../data/calls.ts'
import { useKeys } from '../keys.ts'
import { EmptyState, ErrorState } from '../States.tsx'
import { pageSizes, useListAddress } from './address.ts'
import { BulkBar, MarkedCount } from './BulkBar.tsx'
import { ColumnSettings } from './ColumnSettings.tsx'
import { number } from './cells.tsx'
import { Filters } from './Filters.tsx'
import { Rows } from './Rows.tsx'
import type { BulkAction, Column, Filter, ListCall } from './types.ts'
import { useColumns } from './useColumns.ts'
import { useSelection } from './useSelection.ts'
import '../toolbar.css'
import './list.css'

type CallName = { [N in AreaName]: `${N}.${keyof Contract[N] & string}` }[AreaName]

export interface ListScreenProps<I, R> {
  /** The list's name, e.g. 文章: of the exported file. */
  readonly name: string
  readonly call: CallName
  readonly from: ListCall<I | undefined, R>
  /** The contract's schema of a row: titles, kinds and words. */
  readonly row: z.ZodType
  readonly idField: keyof NoInfer<R> & string
  readonly titleOf: (row: R) => string
  readonly columns: readonly Column<NoInfer<R>>[]
  readonly filters: readonly Filter<NoInfer<I>>[]
  /** Always part of the call. */
  readonly fixed?: Partial<NoInfer<I>>
  /** Search fields as the address has them → the call's, where they differ. */
  readonly asInput?: (filters: Readonly<Record<string, string>>) => Partial<NoInfer<I>>
  readonly bulk?: readonly BulkAction<NoInfer<R>>[]
  /** The main button, left of the toolbar. */
  readonly main?: ReactNode
  /** What to do where nothing was found. */
  readonly empty?: ReactNode
  readonly onOpen?: (row: R) => void
  readonly rowActions?: (row: R) => ReactNode
}

/** A list: filters, toolbar, table, pager. Page, sort and filters live in the address. */
export function ListScreen<I extends object, R extends object>(props: ListScreenProps<I, R>) {
  const { call, from, row, idField, titleOf, bulk = [], name } = props
  const { can } = useRights()
  const [address, change] = useListAddress()
  const filters = { ...props.fixed, ...(props.asInput ?? ((f) => f as Partial<I>))(address.filters) } as I
  const input = {
    ...filters,
    pageNumber: address.page,
    pageSize: address.size,
    ...(address.sort && { sortField: address.sort, sortOrder: address.order || 'desc' }),
  } as I
  const { data, error, refetch, isFetching, isPlaceholderData } = useCall(call, from, input, { keep: true })
  const columns = useColumns(call, props.columns, row)
  const selection = useSelection<R>(idField)
  const exporting = useExport(props, filters, () => columns.shown.map((column) => column.sheet))
  const reload = () => void refetch()
  useKeys({ reload })

  const rows = data?.list ?? []
  // the last rows of the last page have gone: the page before it is the last one now
  const last = data && !isPlaceholderData ? Math.max(1, Math.ceil(data.total / address.size)) : address.page
  useEffect(() => {
    if (address.page > last) change({ page: last }, { replace: true })
  }, [address.page, last, change])
  return (
    <div className="panel list">
      <Filters filters={props.filters} values={address.filters} search={(values) => change({ filters: values })} />
      <div className="toolbar">
        {props.main}
        <BulkBar actions={bulk} selection={selection} area={call.split('.')[0] as AreaName} titleOf={titleOf} />
        <span className="grow" />
        <Button
          icon={<ReloadOutlined aria-hidden />}
          onClick={reload}
          loading={isFetching && !isPlaceholderData && !!data}
        >
          {buttons.refresh}
        </Button>
        <ColumnSettings columns={columns} />
        <Button icon={<DownloadOutlined aria-hidden />} onClick={exporting.start} loading={exporting.busy}>
          {buttons.export}
        </Button>
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()} aria-label="打印" title="打印" />
      </div>
      {error && !data ? (
        <ErrorState error={error} retry={reload} />
      ) : (
        <Rows
          name={name}
          rows={rows}
          waiting={!data}
          fetching={isFetching && isPlaceholderData}
          columns={columns.shown}
          idField={idField}
          titleOf={titleOf}
          selection={bulk.some((action) => can(action.right)) ? selection : undefined}
          sort={address.sort}
          order={address.order}
          onSort={(sort, order) => change({ sort, order })}
          onOpen={props.onOpen}
          rowActions={props.rowActions}
          empty={<EmptyState>{props.empty}</EmptyState>}
        />
      )}
      <div className="pager no-print">
        <MarkedCount selection={selection} />
        <span className="grow" />
        {data && (
          <Pagination
            current={address.page}
            pageSize={address.size}
            total={data.total}
            showSizeChanger={{ 'aria-label': '每页条数' }}
            pageSizeOptions={[...pageSizes]}
            showQuickJumper
            showTotal={(count) => `共 ${number(count)} 条`}
            responsive
            onChange={(page, size) => change({ page: size === address.size ? page : 1, size })}
          />
        )}
      </div>
    </div>
  )
}

function useExport<I extends object, R extends object>(
  { name, from, idField }: ListScreenProps<I, R>,
  filters: I,
  columns: () => Parameters<typeof import('./exportRows.ts')['exportRows']>[0]['columns'],
) {
  const say = useSay()
  const [busy, setBusy] = useState(false)
  async function start() {
    setBusy(true)
    try {
      const { exportRows } = await import('./exportRows.ts')
      const rows = await exportRows({ name: `${name}导出`, call: from, filters, idField, columns: columns() })
      if (rows > 0) say.success(notices.exported)
      else say.warning(notices.nothingToExport)
    } catch {
      // a failed call has been shown where all of them are
    } finally {
      setBusy(false)
    }
  }
  return { start, busy }
}
