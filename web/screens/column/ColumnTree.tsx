import { Tree, type TreeDataNode } from 'antd'
import { columnTypes } from '../../../core/domain/enums.ts'
import { type ColumnNode, findColumn, siblingsOf, top } from './calls.ts'

interface Props {
  readonly columns: readonly ColumnNode[]
  readonly current: string | undefined
  readonly choose: (id: string) => void
  /** Absent: nothing may be moved. */
  readonly drop: ((node: ColumnNode, parentId: string, index: number) => void) | undefined
}

const nodesOf = (columns: readonly ColumnNode[]): TreeDataNode[] =>
  columns.map((node) => ({
    key: node.columnId,
    title: (
      <>
        {node.categoryTitle}
        {node.columnType !== 1 && <small className="muted"> {columnTypes[node.columnType as 2]}</small>}
      </>
    ),
    children: nodesOf(node.children),
  }))

/** The columns as a tree; dragged to change order and parent. */
export function ColumnTree({ columns, current, choose, drop }: Props) {
  return (
    <Tree
      aria-label="栏目"
      blockNode
      defaultExpandAll
      draggable={drop ? { icon: false } : false}
      treeData={nodesOf(columns)}
      selectedKeys={current ? [current] : []}
      onSelect={(_keys, { node }) => choose(String(node.key))}
      onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
        const moved = findColumn(columns, String(dragNode.key))
        const target = findColumn(columns, String(node.key))
        if (!moved || !target || !drop) return
        if (!dropToGap) return drop(moved, target.columnId, target.children.length)
        const parentId = target.categoryCategoryId || top
        const others = siblingsOf(columns, parentId).filter((one) => one.columnId !== moved.columnId)
        const at = others.findIndex((one) => one.columnId === target.columnId)
        // antd says the place beside the target by its index in the tree as drawn
        const before = dropPosition < Number(node.pos.split('-').at(-1))
        drop(moved, parentId, before ? at : at + 1)
      }}
    />
  )
}
