import { Tree, type TreeDataNode } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { findNode, isWithin, siblingsOf, type TreeKind, type TreeNode, top } from './nodes.ts'
import type { Moves } from './useMoves.ts'

interface Props<N extends TreeNode<N>> {
  readonly kind: TreeKind<N>
  readonly nodes: readonly N[]
  /** What stands small behind a name. */
  readonly notes: (node: N) => readonly ReactNode[]
  readonly current: string | undefined
  readonly choose: (id: string) => void
  /** Absent: nothing may be moved. */
  readonly move: Moves<N> | undefined
}

function drawn<N extends TreeNode<N>>(
  kind: TreeKind<N>,
  nodes: readonly N[],
  notes: Props<N>['notes'],
): TreeDataNode[] {
  return nodes.map((node) => ({
    key: kind.idOf(node),
    title: (
      <>
        <span>{kind.nameOf(node)}</span>
        {notes(node).map((note) => (
          <small key={String(note)} className="muted">
            {' '}
            {note}
          </small>
        ))}
      </>
    ),
    children: drawn(kind, node.children, notes),
  }))
}

function idsIn<N extends TreeNode<N>>(kind: TreeKind<N>, nodes: readonly N[]): string[] {
  return nodes.flatMap((node) => [kind.idOf(node), ...idsIn(kind, node.children)])
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

/** A tree whose rows are dragged, or moved by Alt and an arrow, to change order and parent. */
export function NodeTree<N extends TreeNode<N>>({ kind, nodes, notes, current, choose, move }: Props<N>) {
  const [active, setActive] = useState<string | null>(null)
  // what was shut, not what is open: a branch that comes later stands open
  const [shut, setShut] = useState<ReadonlySet<string>>(new Set())
  const intoItself = useRef(false)
  const ids = idsIn(kind, nodes)
  const find = (key: unknown) => findNode(kind, nodes, String(key))

  /** Before the tree hears it: its Enter would open and shut branches, its arrows would walk on. */
  function press(event: KeyboardEvent) {
    const node = active ? find(active) : undefined
    const step = event.altKey ? steps[event.key] : undefined
    if (!node || (event.key !== 'Enter' && !step)) return
    event.preventDefault()
    event.stopPropagation()
    if (step) move?.by(node, step)
    else choose(kind.idOf(node))
  }

  return (
    <div onKeyDownCapture={press}>
      <Tree
        aria-label={kind.says}
        blockNode
        expandedKeys={ids.filter((id) => !shut.has(id))}
        onExpand={(open) => setShut(new Set(ids.filter((id) => !open.includes(id))))}
        draggable={move ? { icon: false } : false}
        treeData={drawn(kind, nodes, notes)}
        selectedKeys={current ? [current] : []}
        onActiveChange={(key) => setActive(key === null ? null : String(key))}
        onSelect={(_keys, { node }) => choose(String(node.key))}
        allowDrop={({ dragNode, dropNode, dropPosition }) => {
          if (kind.flat) return dropPosition !== 0
          const dragged = find(dragNode.key)
          intoItself.current =
            dragged !== undefined && dragNode.key !== dropNode.key && isWithin(kind, dragged, String(dropNode.key))
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
          if (!dropToGap) return move?.to(moved, kind.idOf(target), target.children.length)
          const parentId = kind.parentOf(target) || top
          const others = siblingsOf(kind, nodes, parentId).filter((one) => kind.idOf(one) !== kind.idOf(moved))
          const at = others.findIndex((one) => kind.idOf(one) === kind.idOf(target))
          // antd says the place beside the target by its index in the tree as drawn
          const before = dropPosition < Number(node.pos.split('-').at(-1))
          move?.to(moved, parentId, before ? at : at + 1)
        }}
      />
    </div>
  )
}
