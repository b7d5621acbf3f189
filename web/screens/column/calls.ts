import { type ColumnNode, column } from '../../../core/contract/column.ts'
import { callsOf } from '../../data/client.ts'

export const api = callsOf(column)
export type { ColumnNode }
export { column }
/** The parent of what stands at the top. */
export const top = '0'

/** The column with this id, wherever it is in the tree. */
export function findColumn(columns: readonly ColumnNode[], id: string): ColumnNode | undefined {
  for (const node of columns) {
    const found = node.columnId === id ? node : findColumn(node.children, id)
    if (found) return found
  }
  return undefined
}

/** The columns beside each other under a parent. */
export const siblingsOf = (columns: readonly ColumnNode[], parentId: string): readonly ColumnNode[] =>
  parentId === top ? columns : (findColumn(columns, parentId)?.children ?? [])
