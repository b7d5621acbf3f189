import { type ColumnNode, siblingsOf, top } from './calls.ts'

/** What a column's place is changed to. */
export interface Placing {
  readonly categoryId: string
  readonly version: number | null
  readonly categorySort?: number
  readonly categoryCategoryId?: string
}

/**
 * The changes that put a column under a parent at an index; only columns whose place differs are named.
 * @param index among the parent's other children
 */
export function placings(
  columns: readonly ColumnNode[],
  moved: ColumnNode,
  parentId: string,
  index: number,
): Placing[] {
  const others = siblingsOf(columns, parentId).filter((node) => node.columnId !== moved.columnId)
  const wanted = [...others.slice(0, index), moved, ...others.slice(index)]
  return wanted.flatMap((node, i) => {
    const sort = i + 1
    const parent = node === moved && (moved.categoryCategoryId || top) !== parentId
    if (node.categorySort === sort && !parent) return []
    return [
      {
        categoryId: node.columnId,
        version: node.version,
        categorySort: sort,
        ...(parent && { categoryCategoryId: parentId }),
      },
    ]
  })
}
