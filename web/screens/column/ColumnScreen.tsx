import { Button } from 'antd'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { refocus } from '../../parts/focus.ts'
import { stays } from '../../parts/form/useEdit.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { TwoPane } from '../../parts/TwoPane.tsx'
import { ColumnForm } from './ColumnForm.tsx'
import { ColumnHead } from './ColumnHead.tsx'
import { ColumnTree } from './ColumnTree.tsx'
import { api, findColumn, top } from './calls.ts'
import { useMoves } from './useMoves.ts'
import '../../parts/toolbar.css'
import './column.css'

/** What the right pane shows, as it stands in the address: a column, or a new one under a parent. */
type Chosen = { readonly column: string } | { readonly under: string } | null

/** Column management: the tree with its order on the left, one column on the right. */
export default function ColumnScreen() {
  const { data, error, refetch } = useCall('column.tree', api.tree, {})
  const { can } = useRights()
  // an extra: the tree is there without it
  const summary = useCall('column.summary', api.summary, {}, { enabled: can('column_list'), quiet: true })
  const known = new Map(summary.data?.map((one) => [one.columnId, one]))
  const [params, setParams] = useSearchParams()
  const chosen = params.toString()
  const under = can('column_save') ? params.get('under') : null
  const narrow = useNarrow()
  const moves = useMoves(data ?? [])
  const side = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus went with the form before
  useEffect(() => () => void setTimeout(() => refocus(side.current?.querySelector('[role=tree]'))), [chosen])
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the form takes the tree's place, and is read from its top
  useLayoutEffect(() => {
    if (narrow) window.scrollTo(0, 0)
  }, [chosen])
  if (error && !data) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />

  const columns = data
  const current = findColumn(columns, params.get('column') ?? '')

  function choose(next: Chosen) {
    const there = new URLSearchParams({ ...next })
    if (there.toString() !== chosen) setParams(there)
  }
  /** What stood in the form is saved, or gone with its column: nobody is asked. */
  const goOn = (next: Chosen) => setParams({ ...next }, { replace: true, state: stays })

  const left = (
    <div className="column-side" ref={side}>
      <div className="toolbar">
        {can('column_save') && (
          <Button type="primary" onClick={() => choose({ under: top })}>
            新增栏目
          </Button>
        )}
        <Button onClick={() => void refetch()}>刷新</Button>
      </div>
      <ColumnTree
        columns={columns}
        known={known}
        current={current?.columnId}
        choose={(column) => choose({ column })}
        move={can('column_edit') ? moves : undefined}
      />
    </div>
  )
  const form = { columns, cancel: () => choose(null) }
  const right = (
    <div className="column-main">
      {current ? (
        <>
          <ColumnHead
            column={current}
            known={known.get(current.columnId)}
            moves={moves}
            addBelow={() => choose({ under: current.columnId })}
            gone={() => goOn(null)}
          />
          <ColumnForm
            {...form}
            key={current.columnId}
            row={current}
            url={known.get(current.columnId)?.url ?? undefined}
            readOnly={!can('column_edit')}
            done={() => undefined}
          />
        </>
      ) : under !== null ? (
        <ColumnForm
          {...form}
          key={`new-${under}`}
          parentId={under}
          readOnly={false}
          done={(column) => goOn({ column })}
        />
      ) : (
        <div className="state">
          <p className="state-title">请从左侧选择栏目</p>
          {can('column_edit') && (
            <p className="muted">上下拖动或按 Alt 和上下方向键调整顺序，向右拖成为另一栏目的下级。</p>
          )}
        </div>
      )}
    </div>
  )
  return (
    <div className="column-screen">
      {narrow ? current || under !== null ? right : left : <TwoPane name="column" left={left} right={right} />}
    </div>
  )
}
