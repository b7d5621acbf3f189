import { flag, id, int, ref, table, text, time } from '../table.ts'

/** A column of the site. Names in the database are plain; the specification's (`categoryTitle` …) are made in areas/column/fields.ts. */
export const column = table({
  name: 'column',
  says: '栏目',
  label: 'title',
  columns: {
    id: id(),
    parentId: ref('column'),
    title: text(),
    type: int(),
    path: text().orEmpty,
    keywords: text().orEmpty,
    description: text().orEmpty,
    diyUrl: text().orEmpty,
    articleTemplate: text().orEmpty,
    listTemplate: text().orEmpty,
    contentModelId: ref('contentModel').orEmpty,
    sort: int(),
    image: text().orEmpty,
    relation: text().orEmpty,
    /** 0: it is not in the site's navigation. */
    inNav: flag().orEmpty,
    /** 1: three reviews by three persons, none of whom wrote it. */
    threeReviews: flag().orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
  },
  scope: 'all',
})

/** Column access of a role; columnId 0 means all columns. */
export const columnRole = table({
  name: 'columnRole',
  columns: { roleId: ref('role', 'goes'), columnId: ref('column', 'goes') },
  link: true,
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    column: typeof column
    columnRole: typeof columnRole
  }
}
