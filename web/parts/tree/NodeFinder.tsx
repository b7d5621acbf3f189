import { Select } from 'antd'
import { useMemo } from 'react'
import type { TreeKind, TreeNode } from './nodes.ts'

interface Props<N extends TreeNode<N>> {
  readonly kind: TreeKind<N>
  readonly nodes: readonly N[]
  readonly choose: (id: string) => void
}

interface Found {
  readonly value: string
  readonly label: string
}

const pathsOf = <N extends TreeNode<N>>(kind: TreeKind<N>, nodes: readonly N[], above: string): Found[] =>
  nodes.flatMap((node) => {
    const name = kind.nameOf(node)
    const label = above === '' ? name : `${name}（${above}）`
    const path = above === '' ? name : `${above} / ${name}`
    return [{ value: kind.idOf(node), label }, ...pathsOf(kind, node.children, path)]
  })

/** Finds a row of a large tree by its name, and chooses it. */
export function NodeFinder<N extends TreeNode<N>>({ kind, nodes, choose }: Props<N>) {
  const options = useMemo(() => pathsOf(kind, nodes, ''), [kind, nodes])
  const says = `查找${kind.says}`
  return (
    <Select
      className="tree-finder"
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={says}
      placeholder={says}
      value={null}
      options={options}
      onChange={(id: string | null) => id !== null && choose(id)}
      popupMatchSelectWidth={360}
    />
  )
}
