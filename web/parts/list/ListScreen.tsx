import { Button, Pagination, Select } from 'antd'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import type { AreaName } from '../../../core/contract/areas.ts'
import { useRights } from '../../app/rights.ts'
import { type CallName, useCall } from '../../data/calls.ts'
import { useKeys } from '../keys.ts'
import { useNarrow } from '../narrow.ts'
import { EmptyState, ErrorState } from '../States.tsx'
import { labelled } from '../titled.ts'
import { pageSizes, useListAddress } from './address.ts'
import { BulkBar } from './BulkBar.tsx'
import { number } from './cells.tsx'
import { Filters, type FiltersProps, inUse, without } from './Filters.tsx'
import { PaperLine } from './PaperLine.tsx'
import { Rows } from './Rows.tsx'
import { SavedFilters } from './SavedFilters.tsx'
import { Tools } from './Tools.tsx'
import type { BulkAction, Column, Filter, ListCall, Sorting } from './types.ts'
import { useColumns } from './useColumns.ts'
import { useExport } from './useExport.ts'
import { useSelection } from './useSelection.ts'
import '../toolbar.css'
import './list.css'

export interface ListScreenProps<I, R> {
  /** The list's name, e.g. 文章: of the table, and of the exported file. */
  readonly name: string
  readonly call: CallName
  readonly from: ListCall<I | undefined, R>
  /** The contract's schema of a row: titles, kinds and words. */
  readonly row: z.ZodType
  readonly idField: keyof NoInfer<R> & string
  readonly titleOf: (row: R) => string
  /** The same array at every drawing: what is made anew is drawn anew. */
  readonly columns: readonly Column<NoInfer<R>>[]
  /** What is needed of a row beside the columns that are shown, where the call answers only the `fields` that it is asked for. */
  readonly fields?: readonly (keyof NoInfer<R> & string)[]
  readonly filters: readonly Filter<NoInfer<I>>[]
  /** The order of the list where none is chosen, as the call has it; none: the newest first. */
  readonly order?: readonly { readonly field: keyof NoInfer<R> & string; readonly order: 'asc' | 'desc' }[]
  /** Always part of the call. */
  readonly fixed?: Partial<NoInfer<I>>
  /** Search fields as the address has them → the call's, where they differ. */
  readonly asInput?: (filters: Readonly<Record<string, string>>) => Partial<NoInfer<I>>
  readonly bulk?: readonly BulkAction<NoInfer<R>>[]
  /** Told what was done with marked rows. */
  readonly onDone?: (action: BulkAction<NoInfer<R>>, rows: readonly R[]) => void
  /** What the tabs narrow the list to, in words: for a printed one. */
  readonly narrowedTo?: readonly string[]
  /** Above the filters: tabs that narrow the list. */
  readonly tabs?: ReactNode
  /** The main button, left of the toolbar. */
  readonly main?: ReactNode
  /** What to do where nothing was found. */
  readonly empty?: ReactNode
  readonly onOpen?: (row: R) => void
  /** Links and buttons of a row; made of the row alone. */
  readonly rowActions?: (row: R) => ReactNode
  /** The first filter stays in sight where the others are folded: the list is a search. */
  readonly seeks?: boolean
  /** Parts of the address that belong to the record in which the list stands; the same array at every drawing. */
  readonly beside?: readonly string[]
}

/** The same function at every drawing, which calls the latest one given. */
function useSteady<A, B>(latest: ((given: A) => B) | undefined): ((given: A) => B) | undefined {
  const held = useRef(latest)
  held.current = latest
  const given = latest !== undefined
  return useMemo(() => (given ? (one: A) => (held.current as (given: A) => B)(one) : undefined), [given])
}

/** A list: tabs, filters, toolbar, rows, pager. Page, sort and filters live in the address. */
export function ListScreen<I extends object, R extends object>(props: ListScreenProps<I, R>) {
  const { call, from, row, idField, bulk = [], name } = props
  const { can } = useRights()
  const narrow = useNarrow()
  const [address, change] = useListAddress(props.beside)
  const filters = { ...props.fixed, ...(props.asInput ?? ((f) => f as Partial<I>))(address.filters) } as I
  const columns = useColumns(call, props.columns, row)
  // what was asked for once stays: a column that is hidden is no reason to read the rows anew
  const asked = useRef(new Set<string>(props.fields))
  for (const { field } of columns.shown) asked.current.add(field)
  const input = {
    ...filters,
    ...(props.fields && { fields: [...asked.current] }),
    pageNumber: address.page,
    pageSize: address.size,
    ...(address.sort && { sortField: address.sort, sortOrder: address.order || 'desc' }),
  } as I
  const { data, error, refetch, isFetching, isPlaceholderData } = useCall(call, from, input, { keep: true })
  const selection = useSelection<R>(idField)
  // marks are kept over pages and orders; under other filters they would stand where nobody sees them
  const narrowed = JSON.stringify(address.filters)
  const before = useRef(narrowed)
  useEffect(() => {
    if (before.current !== narrowed) selection.clear()
    before.current = narrowed
  }, [narrowed, selection])
  const area = call.split('.')[0] as AreaName
  const toExport = (marked: readonly R[] | undefined) => ({
    name,
    call: from as never,
    filters,
    idField: idField as never,
    columns: columns.shown.map(({ sheet, text }) => ({ ...sheet, text: text as never })),
    sort: address.sort ? [{ field: address.sort, order: address.order || 'desc' }] : props.order,
    ...(marked && { marked: marked as never }),
  })
  const exporting = useExport<R>(toExport, call.endsWith('.list') ? { source: area, total: data?.total ?? 0 } : null)
  const [unfolded, setUnfolded] = useState(false)
  const titleOf = useSteady(props.titleOf) as (row: R) => string
  const tickOf = useCallback((row: R) => labelled('选择', area, titleOf(row)), [area, titleOf])
  const rowActions = useSteady(props.rowActions)
  const reload = () => void refetch()
  useKeys({ reload })

  // the last rows of the last page have gone: the page before it is the last one now
  const last = data && !isPlaceholderData ? Math.max(1, Math.ceil(data.total / address.size)) : address.page
  useEffect(() => {
    if (address.page > last) change({ page: last }, { replace: true })
  }, [address.page, last, change])

  const sorting: Sorting = {
    sort: address.sort,
    order: address.order,
    onSort: (sort, order) => change({ sort, order }),
  }
  const search = (values: Readonly<Record<string, string>>) => change({ filters: values })
  function toFilter() {
    const first = () => document.querySelector<HTMLElement>('.filters input')
    // at once where it is there: what is typed next belongs into it
    if (first()) return first()?.focus()
    setUnfolded(true)
    setTimeout(() => first()?.focus())
  }
  const fields = (
    <Filters filters={props.filters} values={address.filters} search={search}>
      {narrow && <SortBy columns={columns.shown} {...sorting} />}
      <SavedFilters list={call} values={address.filters} search={search} />
    </Filters>
  )
  return (
    <div className="panel list">
      {data && (
        <PaperLine
          name={name}
          filters={props.filters}
          values={address.filters}
          more={props.narrowedTo ?? none}
          total={data.total}
          page={address.page}
          size={address.size}
        />
      )}
      {props.tabs}
      {!narrow && fields}
      <BulkBar
        actions={bulk}
        selection={selection}
        area={area}
        titleOf={titleOf}
        exporting={exporting}
        {...(props.onDone && { onDone: props.onDone })}
      >
        {props.main}
        <span className="grow" />
        <Tools
          columns={columns}
          exporting={exporting}
          reload={reload}
          loading={isFetching && !isPlaceholderData && data !== undefined}
          folded={narrow ? { open: unfolded, set: setUnfolded, filters: props.filters, values: address.filters } : null}
        />
      </BulkBar>
      {narrow && !unfolded && props.seeks && (
        <Filters filters={props.filters.slice(0, 1)} values={address.filters} search={search} />
      )}
      {narrow && unfolded && fields}
      {error && !data ? (
        <ErrorState error={error} retry={reload} />
      ) : (
        <Rows
          name={name}
          rows={data?.list ?? none}
          waiting={!data}
          fetching={isFetching && isPlaceholderData}
          columns={columns.shown}
          idOf={selection.idOf}
          tickOf={tickOf}
          selection={bulk.some((action) => can(action.right)) ? selection : undefined}
          {...sorting}
          onOpen={props.onOpen}
          toFilter={toFilter}
          rowActions={rowActions}
          empty={
            Object.keys(address.filters).length > 0 ? (
              <NoneFitting name={name} filters={props.filters} values={address.filters} search={search} />
            ) : (
              <EmptyState>{props.empty}</EmptyState>
            )
          }
        />
      )}
      <div className="pager no-print">
        {data && (
          <Pagination
            current={address.page}
            pageSize={address.size}
            total={data.total}
            showSizeChanger={{ 'aria-label': '每页条数' }}
            pageSizeOptions={[...pageSizes]}
            showQuickJumper={!narrow}
            showTotal={(count) => `共 ${number(count)} 条`}
            simple={narrow}
            responsive
            onChange={(page, size) => change({ page: size === address.size ? page : 1, size })}
          />
        )}
      </div>
    </div>
  )
}

const none: never[] = []

/** Nothing fits what narrows the list: the way back goes past the fields first, then past the tabs. */
function NoneFitting<I>({ name, filters, values, search }: FiltersProps<I> & { name: string }) {
  const narrowed = inUse(filters, values) > 0
  return (
    <EmptyState title={`没有符合条件的${name}`}>
      <Button onClick={() => search(narrowed ? without(filters, values) : {})}>
        {narrowed ? '清除筛选' : `查看全部${name}`}
      </Button>
    </EmptyState>
  )
}

/** The order of the rows, where there are no headings to press. */
function SortBy<R>({ columns, sort, order, onSort }: { columns: ReturnType<typeof useColumns<R>>['shown'] } & Sorting) {
  const choices = columns
    .filter((column) => column.sort)
    .flatMap(({ field, sheet: { title } }) => [
      { value: `${field} asc`, label: `${title}升序` },
      { value: `${field} desc`, label: `${title}降序` },
    ])
  if (choices.length === 0) return null
  return (
    <div className="filter">
      <Select
        aria-label="排序"
        placeholder="排序"
        allowClear
        value={sort ? `${sort} ${order || 'desc'}` : null}
        options={choices}
        onChange={(value?: string) => {
          const [field = '', way = ''] = (value ?? '').split(' ')
          onSort(field, way as typeof order)
        }}
      />
    </div>
  )
}
