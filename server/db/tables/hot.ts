import { flag, id, int, ref, table, text, time } from '../table.ts'

/** Hot words; a smaller `sort` stands further in front. */
export const hot = table({
  name: 'hot',
  says: '热词',
  label: 'name',
  columns: {
    id: id(),
    name: text(),
    sort: int(),
    enabled: flag(),
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedAt: time(),
    version: int(),
  },
  unique: ['name'],
  sort: { name: 'name', sort: 'sort', createdAt: 'createdAt', updatedAt: 'updatedAt' },
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    hot: typeof hot
  }
}
