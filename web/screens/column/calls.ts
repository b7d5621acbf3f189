import { type ColumnNode, column } from '../../../core/contract/column.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { callsOf } from '../../data/client.ts'

export const api = callsOf(column)
export type { ColumnNode }
/** What is known of a column beside its fields. */
export type Summary = Output<typeof column.summary>[number]
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
