import { useCall } from '../../data/calls.ts'
import { api, type ColumnNode, top } from './calls.ts'

const namesOf = (columns: readonly ColumnNode[]): [string, string][] =>
  columns.flatMap((node) => [[node.columnId, node.categoryTitle], ...namesOf(node.children)])

/** What the columns are called, by their numbers. */
export function useColumnNames(): Readonly<Record<string, string>> {
  const { data } = useCall('column.tree', api.tree, {}, { quiet: true })
  return Object.fromEntries([[top, '顶级栏目'], ...namesOf(data ?? [])])
}
