import { TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import { type ColumnNode, column } from '../../core/contract/column.ts'
import { useCall } from '../data/calls.ts'
import { callsOf } from '../data/client.ts'

const { tree, roleUserList } = callsOf(column)

interface Node {
  readonly value: string
  readonly title: ReactNode
  readonly label: string
  readonly selectable: boolean
  readonly disabled: boolean
  readonly children: Node[]
}

const nodesOf = (columns: readonly ColumnNode[], may: (id: string) => boolean): Node[] =>
  columns
    .map((node) => ({
      value: node.columnId,
      title: node.categoryTitle,
      label: node.categoryTitle,
      selectable: may(node.columnId),
      disabled: !may(node.columnId),
      children: nodesOf(node.children, may),
    }))
    .filter((node) => node.selectable || node.children.length > 0)

interface Props<V> {
  readonly label: string
  /** What stands there while nothing is chosen, where that is not the label. */
  readonly placeholder?: string
  readonly value?: V
  readonly onChange?: (value: V) => void
  /** Only columns that the user's roles may write to. */
  readonly mine?: boolean
  /** A column that cannot be chosen, nor what is below it: it cannot come under itself. */
  readonly without?: string | undefined
  readonly id?: string
}

const shut = (nodes: readonly Node[], id: string | undefined, above = false): Node[] =>
  nodes.map((node) => {
    const closed = above || node.value === id
    const children = shut(node.children, id, closed)
    return closed ? { ...node, selectable: false, disabled: true, children } : { ...node, children }
  })

/** The tree; asked for again when it is opened after it failed to come. */
function useTree(mine: boolean | undefined) {
  const all = useCall('column.tree', tree, {})
  const own = useCall('column.roleUserList', roleUserList, {}, { enabled: mine === true })
  const allowed = new Set(own.data?.map((row) => row.columnId))
  return {
    treeData: nodesOf(all.data ?? [], (id) => !mine || allowed.has(id)),
    onOpenChange(open: boolean) {
      for (const query of [all, own]) if (open && query.isError) void query.refetch()
    },
  }
}

const search = { showSearch: true, treeNodeFilterProp: 'label', treeDefaultExpandAll: true, allowClear: true } as const

/** Chooses a column from the tree; typing searches. */
export function ColumnPicker({
  label,
  placeholder = label,
  value,
  onChange,
  mine,
  without,
  ...rest
}: Props<string | null>) {
  const { treeData, onOpenChange } = useTree(mine)
  return (
    <TreeSelect
      {...rest}
      {...search}
      aria-label={label}
      placeholder={placeholder}
      treeData={without ? shut(treeData, without) : treeData}
      onOpenChange={onOpenChange}
      value={value ?? undefined}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
    />
  )
}

/** Chooses several columns. */
export function ColumnsPicker({ label, placeholder = label, value, onChange, mine, ...rest }: Props<string[]>) {
  return (
    <TreeSelect
      {...rest}
      {...search}
      multiple
      aria-label={label}
      placeholder={placeholder}
      {...useTree(mine)}
      value={value ?? []}
      onChange={(next: string[]) => onChange?.(next)}
    />
  )
}
