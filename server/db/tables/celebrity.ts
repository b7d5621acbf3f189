import { id, int, ref, table, text, time } from '../table.ts'

/** People of the county whom others know. */
export const celebrity = table({
  name: 'celebrity',
  says: '名人',
  unit: '位',
  label: 'title',
  columns: {
    id: id(),
    title: text(),
    otherName: text().orEmpty,
    /** `genders` */
    gender: int().orEmpty,
    /** `celebrityFields` */
    field: int().orEmpty,
    years: text().orEmpty,
    nativePlace: text().orEmpty,
    image: text().orEmpty,
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
    field: 'field',
    status: 'status',
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
    deletedAt: 'deletedAt',
  },
})

declare module '../tables.ts' {
  interface Tables {
    celebrity: typeof celebrity
  }
}
