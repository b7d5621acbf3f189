import { id, int, ref, table, text, time } from '../table.ts'

/** Test records. */
export const other = table({
  name: 'other',
  says: '测试记录',
  label: 'name',
  columns: {
    id: id(),
    name: text(),
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedAt: time(),
    version: int(),
    content: text().orEmpty,
  },
  scope: 'all',
  sort: { name: 'name', createdAt: 'createdAt', updatedAt: 'updatedAt' },
})

declare module '../tables.ts' {
  interface Tables {
    other: typeof other
  }
}
