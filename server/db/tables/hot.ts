import { flag, id, int, ref, table, text, time } from '../table.ts'

/** Hot words; a smaller `sort` stands further in front. */
export const hot = table({
  name: 'hot',
  columns: {
    id: id(),
    name: text(),
    sort: int(),
    enabled: flag(),
    createdBy: ref().orEmpty,
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
