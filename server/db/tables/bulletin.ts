import { id, int, ref, table, text, time } from '../table.ts'

/** Issues of the bulletin; no two of a kind have one number in a year. */
export const bulletin = table({
  name: 'bulletin',
  says: '公报',
  unit: '期',
  label: 'title',
  columns: {
    id: id(),
    title: text(),
    /** `bulletinTypes` */
    type: int(),
    year: int(),
    number: int(),
    /** Year, kind and number in one, which no two share (server/areas/bulletin/issues.ts says it in words). */
    code: text(),
    /** Counted through all years. */
    total: int().orEmpty,
    publishedOn: time().orEmpty,
    /** `bulletinStates` */
    status: int(),
    reason: text().orEmpty,
    publishedAt: time().orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    deletedAt: time().orEmpty,
    deletedBy: ref('user', 'past').orEmpty,
    cover: text().orEmpty,
    summary: text().orEmpty,
  },
  unique: ['code'],
  scope: 'all',
  sort: {
    title: 'title',
    year: 'year',
    number: 'number',
    total: 'total',
    publishedOn: 'publishedOn',
    publishedAt: 'publishedAt',
    status: 'status',
    deletedAt: 'deletedAt',
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
  },
})

/**
 * What stands in an issue, in its order: an article of the site, whose title and text are its own, or a text of the issue's. An article that is
 * taken down, or gone for good, keeps its place; `title` is then what it was called when it was chosen.
 */
export const bulletinContent = table({
  name: 'bulletinContent',
  says: '公报的篇目',
  unit: '篇',
  label: 'title',
  columns: {
    id: id(),
    bulletinId: ref('bulletin', 'goes'),
    articleId: ref('article', 'past').orEmpty,
    title: text(),
    section: text().orEmpty,
    docNumber: text().orEmpty,
    sort: int(),
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    seal: text().orEmpty,
    content: text().orEmpty,
  },
  unique: [{ column: 'articleId', among: 'bulletinId', says: '同一期公报' }],
  scope: 'all',
  sort: { sort: 'sort', createdAt: 'createdAt', updatedAt: 'updatedAt' },
})

declare module '../tables.ts' {
  interface Tables {
    bulletin: typeof bulletin
    bulletinContent: typeof bulletinContent
  }
}
