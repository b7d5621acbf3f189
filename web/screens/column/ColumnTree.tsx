import { Tree, type TreeDataNode } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import { columnTypes } from '../../../core/domain/enums.ts'
import { number } from '../../parts/list/cells.tsx'
import { type ColumnNode, findColumn, type Summary, siblingsOf, top } from './calls.ts'
import { isWithin } from './order.ts'

interface Props {
  readonly columns: readonly ColumnNode[]
  /** How many articles each holds, once that is known. */
  readonly known: Known
  readonly current: string | undefined
  readonly choose: (id: string) => void
  /** Absent: nothing may be moved. */
  readonly move: Moves | undefined
}

type Known = ReadonlyMap<string, Summary>

/** How a column is moved: to a place, or one step among those beside it. */
export interface Moves {
  readonly to: (node: ColumnNode, parentId: string, index: number) => void
  readonly by: (node: ColumnNode, step: 1 | -1) => void
  /** It was dropped into its own branch. */
  readonly refused: () => void
}

const nodesOf = (columns: readonly ColumnNode[], known: Known): TreeDataNode[] =>
  columns.map((node) => ({
    key: node.columnId,
    title: (
      <>
        <span>{node.categoryTitle}</span>
        {known.has(node.columnId) && (
          <small className="muted"> {number(known.get(node.columnId)?.articles ?? 0)} 篇</small>
        )}
        {node.inNav === 0 && <small className="muted"> · 不在导航</small>}
        {node.columnType !== 1 && <small className="muted"> {columnTypes[node.columnType as 2]}</small>}
      </>
    ),
    children: nodesOf(node.children, known),
  }))

const idsOf = (columns: readonly ColumnNode[]): string[] =>
  columns.flatMap((node) => [node.columnId, ...idsOf(node.children)])

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

/** The columns as a tree: dragged, or moved by Alt and an arrow, to change order and parent. */
export function ColumnTree({ columns, known, current, choose, move }: Props) {
  const [active, setActive] = useState<string | null>(null)
  // what was shut, not what is open: a branch that comes later stands open
  const [shut, setShut] = useState<ReadonlySet<string>>(new Set())
  const intoItself = useRef(false)
  const ids = idsOf(columns)
  const find = (key: unknown) => findColumn(columns, String(key))

  /** Before the tree hears it: its Enter would open and shut branches, its arrows would walk on. */
  function press(event: KeyboardEvent) {
    const node = active ? find(active) : undefined
    const step = event.altKey ? steps[event.key] : undefined
    if (!node || (event.key !== 'Enter' && !step)) return
    event.preventDefault()
    event.stopPropagation()
    if (step) move?.by(node, step)
    else choose(node.columnId)
  }

  return (
    <div onKeyDownCapture={press}>
      <Tree
        aria-label="栏目"
        blockNode
        expandedKeys={ids.filter((id) => !shut.has(id))}
        onExpand={(open) => setShut(new Set(ids.filter((id) => !open.includes(id))))}
        draggable={move ? { icon: false } : false}
        treeData={nodesOf(columns, known)}
        selectedKeys={current ? [current] : []}
        onActiveChange={(key) => setActive(key === null ? null : String(key))}
        onSelect={(_keys, { node }) => choose(String(node.key))}
        allowDrop={({ dragNode, dropNode }) => {
          const dragged = find(dragNode.key)
          intoItself.current =
            dragged !== undefined && dragNode.key !== dropNode.key && isWithin(dragged, String(dropNode.key))
          return !intoItself.current
        }}
        onDragEnd={() => {
          if (intoItself.current) move?.refused()
          intoItself.current = false
        }}
        onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
          const moved = find(dragNode.key)
          const target = find(node.key)
          if (!moved || !target) return
          if (!dropToGap) return move?.to(moved, target.columnId, target.children.length)
          const parentId = target.categoryCategoryId || top
          const others = siblingsOf(columns, parentId).filter((one) => one.columnId !== moved.columnId)
          const at = others.findIndex((one) => one.columnId === target.columnId)
          // antd says the place beside the target by its index in the tree as drawn
          const before = dropPosition < Number(node.pos.split('-').at(-1))
          move?.to(moved, parentId, before ? at : at + 1)
        }}
      />
    </div>
  )
}
