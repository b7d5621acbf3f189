import { Button } from 'antd'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { buttons } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { refocus } from '../focus.ts'
import { useNarrow } from '../narrow.ts'
import { ErrorState, Loading } from '../States.tsx'
import { stays } from '../stays.ts'
import { TwoPane } from '../TwoPane.tsx'
import { NodeFinder } from './NodeFinder.tsx'
import { NodeTree } from './NodeTree.tsx'
import { findNode, isLarge, type TreeNode, top } from './nodes.ts'
import type { TreeProps } from './props.ts'
import { TreeHead } from './TreeHead.tsx'
import { useMoves } from './useMoves.ts'
import '../toolbar.css'
import './tree.css'

/** What the right pane shows, as it stands in the address: a row by the name of its area, or a new one under a parent. */
type Chosen = Readonly<Record<string, string>>

const none = () => []
const whole = {}

/** A whole screen for rows that stand under one another: the tree with its order on the left, one row on the right. */
export function TreeScreen<N extends TreeNode<N>>(props: TreeProps<N>) {
  const { kind, calls, of = whole, rights, notes = none, form } = props
  const { data, error, refetch } = useCall(calls.tree, calls.read, of)
  const { can } = useRights()
  const [params, setParams] = useSearchParams()
  const own = [calls.area, 'under'].flatMap((name) => (params.has(name) ? [[name, params.get(name) ?? '']] : []))
  const chosen = new URLSearchParams(own).toString()
  const mayAdd = rights.add !== null && can(rights.add)
  const mayChange = rights.change !== null && can(rights.change)
  const under = mayAdd ? params.get('under') : null
  const narrow = useNarrow()
  const moves = useMoves(kind, data ?? [], calls, of)
  const side = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus went with the form before
  useEffect(() => () => void setTimeout(() => refocus(side.current?.querySelector('[role=tree]'))), [chosen])
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the form takes the tree's place, and is read from its top
  useLayoutEffect(() => {
    if (narrow) window.scrollTo(0, 0)
  }, [chosen])
  if (error && !data) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />

  const nodes = data
  const current = findNode(kind, nodes, params.get(calls.area) ?? '')

  function choose(next: Chosen) {
    const there = new URLSearchParams(next)
    if (there.toString() !== chosen) setParams(there)
  }
  const open = (id: string): Chosen => ({ [calls.area]: id })
  /** What stood in the form is saved, or gone with its row: nobody is asked. */
  const goOn = (next: Chosen) => setParams(next, { replace: true, state: stays })
  /** The row is deleted: what showed it is gone before anything is read anew. */
  const gone = () => setParams({}, { replace: true, state: stays, flushSync: true })

  const left = (
    <div className="tree-side" ref={side}>
      <div className="toolbar">
        {mayAdd && (
          <Button type="primary" onClick={() => choose({ under: top })}>
            新增{kind.topSays ?? kind.says}
          </Button>
        )}
        {props.beside}
        <Button onClick={() => void refetch()}>刷新</Button>
      </div>
      {isLarge(nodes) && <NodeFinder kind={kind} nodes={nodes} choose={(id) => choose(open(id))} />}
      {nodes.length === 0 ? (
        <p className="muted">还没有{kind.says}</p>
      ) : (
        <NodeTree
          kind={kind}
          nodes={nodes}
          notes={notes}
          current={current && kind.idOf(current)}
          choose={(id) => choose(open(id))}
          move={mayChange ? moves : undefined}
        />
      )}
    </div>
  )
  const given = { nodes, cancel: () => choose({}) }
  const right = (
    <div className="tree-main">
      {narrow && (
        <Button className="no-print" onClick={() => choose({})}>
          {buttons.back}
        </Button>
      )}
      {current ? (
        <>
          <TreeHead
            {...props}
            node={current}
            moves={moves}
            addBelow={() => choose({ under: kind.idOf(current) })}
            gone={gone}
          />
          <div key={kind.idOf(current)}>
            {form({ ...given, row: current, readOnly: !mayChange, done: () => undefined })}
            {props.below && <div className="tree-below">{props.below(current)}</div>}
          </div>
        </>
      ) : under !== null ? (
        <div key={`new-${under}`}>
          {form({ ...given, parentId: under, readOnly: false, done: (id) => goOn(open(id)) })}
        </div>
      ) : (
        <div className="state">
          <p className="state-title">请从左侧选择{kind.says}</p>
          {mayChange && (
            <p className="muted">
              上下拖动或按 Alt 和上下方向键调整顺序{kind.flat ? '' : `，向右拖成为另一${kind.says}的下级`}。
            </p>
          )}
        </div>
      )}
    </div>
  )
  return (
    <div className="tree-screen">
      {narrow ? current || under !== null ? right : left : <TwoPane name={calls.area} left={left} right={right} />}
    </div>
  )
}
