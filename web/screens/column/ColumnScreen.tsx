import { Button } from 'antd'
import { useState } from 'react'
import { notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { EmptyState, ErrorState, Loading } from '../../parts/States.tsx'
import { TwoPane } from '../../parts/TwoPane.tsx'
import { ColumnForm } from './ColumnForm.tsx'
import { ColumnTree } from './ColumnTree.tsx'
import { api, type ColumnNode, findColumn, siblingsOf, top } from './calls.ts'
import { type Placing, placings } from './order.ts'
import '../../parts/toolbar.css'
import './column.css'

/** What the right pane shows: a column, or a new one under a parent. */
type Chosen = { readonly id: string } | { readonly newUnder: string } | null

/** Column management: the tree with its order on the left, one column on the right. */
export default function ColumnScreen() {
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const confirm = useConfirm()
  const [chosen, setChosen] = useState<Chosen>(null)
  const { data, error, refetch } = useCall('column.tree', api.tree, {})
  const placing = useAction((places: readonly Placing[]) => placeAll(places))
  const removing = useAction(api.del)
  if (error && !data) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />

  const columns = data
  const current = chosen && 'id' in chosen ? findColumn(columns, chosen.id) : undefined

  async function place(moved: ColumnNode, parentId: string, index: number) {
    const places = placings(columns, moved, parentId, index)
    if (places.length === 0) return
    const done = await placing.run(places)
    if (done) say.success(notices.saved)
    await stale('column')
  }

  function moveBy(node: ColumnNode, by: number) {
    const parentId = node.categoryCategoryId || top
    const at = siblingsOf(columns, parentId).findIndex((one) => one.columnId === node.columnId)
    void place(node, parentId, Math.max(0, at + by))
  }

  async function remove(node: ColumnNode) {
    const sure = await confirm({ text: `确认删除栏目「${node.categoryTitle}」吗？`, ok: '删除', danger: true })
    if (!sure) return
    const result = await removing.run({ ids: [node.columnId] })
    const [refused] = result?.failed ?? []
    if (refused) say.error(refused.errorMsg)
    else if (result) {
      setChosen(null)
      say.success(notices.done)
    }
    await stale('column')
  }

  const left = (
    <div className="column-side">
      <div className="toolbar">
        {can('column_save') && (
          <Button type="primary" onClick={() => setChosen({ newUnder: top })}>
            新增栏目
          </Button>
        )}
        <Button onClick={() => void refetch()}>刷新</Button>
      </div>
      <ColumnTree
        columns={columns}
        current={current?.columnId}
        choose={(id) => setChosen({ id })}
        drop={
          can('column_edit') && !placing.busy ? (node, parentId, index) => void place(node, parentId, index) : undefined
        }
      />
    </div>
  )
  const right = (
    <div className="column-main">
      {current && (
        <div className="toolbar">
          <b>{current.categoryTitle}</b>
          <span className="grow" />
          {can('column_save') && (
            <Button onClick={() => setChosen({ newUnder: current.columnId })}>新增下级栏目</Button>
          )}
          {can('column_edit') && (
            <>
              <Button onClick={() => moveBy(current, -1)} disabled={placing.busy}>
                上移
              </Button>
              <Button onClick={() => moveBy(current, 1)} disabled={placing.busy}>
                下移
              </Button>
            </>
          )}
          {can('column_del') && (
            <Button danger onClick={() => void remove(current)} loading={removing.busy}>
              删除
            </Button>
          )}
        </div>
      )}
      {current ? (
        <ColumnForm
          key={current.columnId}
          row={current}
          readOnly={!can('column_edit')}
          done={() => undefined}
          cancel={() => setChosen(null)}
        />
      ) : chosen && 'newUnder' in chosen ? (
        <ColumnForm
          key={`new-${chosen.newUnder}`}
          parentId={chosen.newUnder}
          readOnly={false}
          done={(id) => setChosen({ id })}
          cancel={() => setChosen(null)}
        />
      ) : (
        <EmptyState>请从左侧选择栏目；拖动可以调整顺序和上级。</EmptyState>
      )}
    </div>
  )
  return (
    <div className="column-screen">
      <TwoPane name="column" left={left} right={right} />
    </div>
  )
}

/** One after the other: the server checks each column's version. */
async function placeAll(places: readonly Placing[]): Promise<true> {
  for (const one of places) await api.edit(one)
  return true
}
