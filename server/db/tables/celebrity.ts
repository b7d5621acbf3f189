import { shownColumns, shownSort } from '../shown-columns.ts'
import { id, int, table, text } from '../table.ts'

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
    ...shownColumns,
  },
  scope: 'all',
  sort: { ...shownSort, field: 'field' },
})

declare module '../tables.ts' {
  interface Tables {
    celebrity: typeof celebrity
  }
}
