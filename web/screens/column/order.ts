import { type ColumnNode, siblingsOf, top } from './calls.ts'

/** True for the column itself and all below it. */
export const isWithin = (node: ColumnNode, id: string): boolean =>
  node.columnId === id || node.children.some((child) => isWithin(child, id))

/**
 * A parent's columns in their new order, after one was put among them; null where nothing moves.
 * @param index among the parent's other columns
 */
export function orderWith(
  columns: readonly ColumnNode[],
  moved: ColumnNode,
  parentId: string,
  index: number,
): string[] | null {
  const now = siblingsOf(columns, parentId).map((node) => node.columnId)
  const others = now.filter((id) => id !== moved.columnId)
  const wanted = [...others.slice(0, index), moved.columnId, ...others.slice(index)]
  const stays = (moved.categoryCategoryId || top) === parentId
  return stays && wanted.every((id, i) => id === now[i]) ? null : wanted
}
