import { type ColumnNode, column } from '../../../core/contract/column.ts'
import { callsOf, refusalOf } from '../../data/client.ts'
import type { TreeKind } from '../../parts/tree/nodes.ts'
import type { TreeProps } from '../../parts/tree/props.ts'

export const api = callsOf(column)
export type { ColumnNode }
export { column }

/** How columns name what every tree has. */
export const kind: TreeKind<ColumnNode> = {
  says: '栏目',
  idOf: (node) => node.columnId,
  parentOf: (node) => node.categoryCategoryId,
  nameOf: (node) => node.categoryTitle,
  moved: '网站的导航和栏目页随即改变',
}

/** The calls of the tree. */
export const calls: TreeProps<ColumnNode>['calls'] = {
  area: 'column',
  tree: 'column.tree',
  read: (_, options) => api.tree({}, options),
  arrange: ({ parentId, ids }, options) => api.arrange({ categoryCategoryId: parentId, columnIds: ids }, options),
  remove: async (id, options) => (await api.del({ ids: [id] }, options)).failed[0]?.errorMsg ?? null,
  refusal: (id) => refusalOf(column.del, { ids: [id] }),
}
