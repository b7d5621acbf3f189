import { id, int, ref, table, text, time } from '../table.ts'

/** Links in articles that are online and lead nowhere, as they were found last. */
export const deadLink = table({
  name: 'deadLink',
  columns: {
    id: id(),
    articleId: ref('article', 'goes'),
    title: text(),
    columnId: ref('column', 'past').orEmpty,
    deptId: ref('dept', 'past').orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    address: text(),
    text: text(),
    /** One of `linkPlaces`. */
    place: int(),
    why: text(),
    foundAt: time(),
  },
  scope: { dept: 'deptId', owner: 'createdBy', column: 'columnId' },
  sort: { id: 'id', foundAt: 'foundAt' },
})

declare module '../tables.ts' {
  interface Tables {
    deadLink: typeof deadLink
  }
}
