import { type ColumnNode, column } from '../../core/contract/column.ts'
import { useCall } from '../data/calls.ts'
import { callsOf } from '../data/client.ts'

const { tree } = callsOf(column)

const namesOf = (columns: readonly ColumnNode[]): [string, string][] =>
  columns.flatMap((node) => [[node.columnId, node.categoryTitle], ...namesOf(node.children)])

/** What the columns are called, by their numbers; `wanted` false: nobody asks. */
export function useColumnNames(wanted = true): Readonly<Record<string, string>> {
  const { data } = useCall('column.tree', tree, {}, { quiet: true, enabled: wanted })
  return Object.fromEntries([['0', '顶级栏目'], ...namesOf(data ?? [])])
}
