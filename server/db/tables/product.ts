import { id, int, ref, table, text, time } from '../table.ts'

/** Products that the county shows. */
export const product = table({
  name: 'product',
  says: '产品',
  unit: '件',
  label: 'title',
  columns: {
    id: id(),
    title: text(),
    company: text().orEmpty,
    /** Whole 万元. */
    money: int().orEmpty,
    image: text().orEmpty,
    contact: text().orEmpty,
    /** `shownStates` */
    status: int(),
    reason: text().orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    deletedAt: time().orEmpty,
    deletedBy: ref('user', 'past').orEmpty,
    summary: text().orEmpty,
    content: text().orEmpty,
  },
  scope: 'all',
  sort: {
    title: 'title',
    money: 'money',
    status: 'status',
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
    deletedAt: 'deletedAt',
  },
})

declare module '../tables.ts' {
  interface Tables {
    product: typeof product
  }
}
