import { flag, id, int, ref, table, text, time } from '../table.ts'

/** Featured links; a smaller `sort` stands further in front, `hits` counts who followed one. */
export const popula = table({
  name: 'popula',
  says: '推荐链接',
  label: 'name',
  columns: {
    id: id(),
    name: text(),
    url: text(),
    image: text().orEmpty,
    sort: int(),
    enabled: flag(),
    hits: int(),
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
  },
  unique: ['name'],
  sort: { name: 'name', sort: 'sort', hits: 'hits', createdAt: 'createdAt', updatedAt: 'updatedAt' },
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    popula: typeof popula
  }
}
