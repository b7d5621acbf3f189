import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import { column } from '../../core/contract/column.ts'
import type { ReferenceName } from '../../core/contract/references.ts'
import { useCall } from '../data/calls.ts'
import { callsOf } from '../data/client.ts'
import { type Named, useReference } from '../data/references.ts'

interface Node {
  readonly value: string
  readonly title: string
  readonly disabled: boolean
  readonly children: Node[]
}

interface Limits {
  /** Whether one may be chosen; a branch without any is left out. */
  readonly may?: ((id: string) => boolean) | undefined
  /** One that cannot be chosen, nor what is below it: it cannot come under itself. */
  readonly without?: string | undefined
}

const nodesOf = (all: readonly Named[], { may = () => true, without }: Limits, above = false): Node[] =>
  all
    .map(({ id, name, children }) => {
      const shut = above || id === without
      return {
        ...{ value: id, title: name, disabled: shut || !may(id) },
        children: nodesOf(children, { may, without }, shut),
      }
    })
    .filter((node) => may(node.value) || node.children.length > 0)

interface Props<V> extends Limits {
  /** What is chosen: a column, a department. */
  readonly of: ReferenceName
  readonly label: string
  /** What stands there while nothing is chosen, where that is not the label. */
  readonly placeholder?: string
  readonly value?: V
  readonly onChange?: (value: V) => void
  readonly disabled?: boolean
  readonly id?: string
}

const search = { showSearch: true, treeNodeFilterProp: 'title', treeDefaultExpandAll: true, allowClear: true } as const

/** The rows to choose from; asked for again when the list is opened after it failed to come. */
function useNodes(of: ReferenceName, { may, without }: Limits) {
  const { all, isError, refetch } = useReference(of)
  const treeData = useMemo(() => nodesOf(all, { may, without }), [all, may, without])
  const onOpenChange = (open: boolean) => void (open && isError && refetch())
  return { treeData, onOpenChange }
}

/** Chooses a row of another area by its name; typing searches. */
export function ReferencePicker(props: Props<string | null>) {
  const { of, label, placeholder = label, value, onChange, may, without, ...rest } = props
  return (
    <TreeSelect
      {...rest}
      {...search}
      {...useNodes(of, { may, without })}
      aria-label={label}
      placeholder={placeholder}
      value={!value || value === '0' ? undefined : value}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
    />
  )
}

/** Chooses several. */
export function ReferencesPicker(props: Props<string[]>) {
  const { of, label, placeholder = label, value, onChange, may, without, ...rest } = props
  return (
    <TreeSelect
      {...rest}
      {...search}
      {...useNodes(of, { may, without })}
      multiple
      aria-label={label}
      placeholder={placeholder}
      value={value ?? []}
      onChange={(next: string[]) => onChange?.(next)}
    />
  )
}

const { roleUserList } = callsOf(column)

/** Chooses a column that the user's roles may write to. */
export function OwnColumnPicker(props: Omit<Props<string | null>, 'of' | 'may'>) {
  const own = useCall('column.roleUserList', roleUserList, {})
  const may = useMemo(() => {
    const allowed = new Set(own.data?.map((row) => row.columnId))
    return (id: string) => allowed.has(id)
  }, [own.data])
  return <ReferencePicker {...props} of="column" may={may} />
}
