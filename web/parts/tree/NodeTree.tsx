import { type GetRef, Tree, type TreeDataNode } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { aboveIn, findNode, idsIn, isLarge, isWithin, siblingsOf, type TreeKind, type TreeNode, top } from './nodes.ts'
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

/** All but the top of a large tree stands shut at first, and what leads to the chosen row open. */
const shutAtFirst = <N extends TreeNode<N>>(kind: TreeKind<N>, nodes: readonly N[]): ReadonlySet<string> =>
  new Set(isLarge(nodes) ? nodes.flatMap(({ children }) => idsIn(kind, children)) : [])

const without = (ids: Iterable<string>, some: readonly string[]): ReadonlySet<string> => {
  const left = new Set(ids)
  for (const id of some) left.delete(id)
  return left
}

/** How high an element is, as long as it is asked for. */
function useHeight(wanted: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  useEffect(() => {
    const { current } = ref
    if (!wanted || !current) return
    const watch = new ResizeObserver(() => setHeight(current.clientHeight))
    watch.observe(current)
    return () => watch.disconnect()
  }, [wanted])
  return { ref, height }
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

/** A tree whose rows are dragged, or moved by Alt and an arrow, to change order and parent. */
export function NodeTree<N extends TreeNode<N>>({ kind, nodes, notes, current, choose, move }: Props<N>) {
  const [active, setActive] = useState<string | null>(null)
  // what was shut, not what is open: a branch that comes later stands open
  const [shut, setShut] = useState(() => shutAtFirst(kind, nodes))
  const intoItself = useRef(false)
  const large = isLarge(nodes)
  const { ref, height } = useHeight(large)
  const ids = useMemo(() => idsIn(kind, nodes), [kind, nodes])
  const treeData = useMemo(() => drawn(kind, nodes, notes), [kind, nodes, notes])
  const expandedKeys = useMemo(() => ids.filter((id) => !shut.has(id)), [ids, shut])
  // wherever it was chosen, it is seen in the tree
  useEffect(() => {
    const above = current === undefined ? [] : aboveIn(kind, nodes, current)
    setShut((was) => (above.some((id) => was.has(id)) ? without(was, above) : was))
  }, [kind, nodes, current])
  const tree = useRef<GetRef<typeof Tree>>(null)
  const broughtTo = useRef<string>(undefined)
  // once for each that is chosen, when what leads to it stands open: whoever looks elsewhere afterwards is left there
  useEffect(() => {
    if (!large || height === 0 || !current || current === broughtTo.current) return
    if (aboveIn(kind, nodes, current).some((id) => shut.has(id))) return
    broughtTo.current = current
    tree.current?.scrollTo({ key: current, align: 'auto' })
  }, [large, height, kind, nodes, current, shut])
  /** A small tree stands whole in a frame that scrolls. */
  const show = (which: string) => {
    if (!large) ref.current?.querySelector(`.ant-tree-treenode-${which}`)?.scrollIntoView({ block: 'nearest' })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is chosen
  useEffect(() => show('selected'), [current, large])
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the keys stand is seen
  useEffect(() => show('active'), [active])
  const find = (key: unknown) => findNode(kind, nodes, String(key))

  /** Before the tree hears it: its Enter would open and shut branches, its arrows would walk on. */
  function press(event: KeyboardEvent) {
    // what was chosen by the mouse is what the keys move
    const node = find(active ?? current ?? '')
    const step = event.altKey ? steps[event.key] : undefined
    if (!node || (event.key !== 'Enter' && !step)) return
    event.preventDefault()
    event.stopPropagation()
    if (step) move?.by(node, step)
    else choose(kind.idOf(node))
  }

  return (
    <div onKeyDownCapture={press} ref={ref} className={large ? 'tree-large' : undefined}>
      <Tree
        aria-label={kind.says}
        blockNode
        ref={tree}
        // rows that unfold are not yet there to be scrolled to
        {...(large && { height, motion: false })}
        expandedKeys={expandedKeys}
        onExpand={(open) => setShut(without(ids, open.map(String)))}
        draggable={move ? { icon: false } : false}
        treeData={treeData}
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
