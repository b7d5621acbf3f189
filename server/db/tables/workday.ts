import { id, int, json, ref, table, text, time } from '../table.ts'

/** The days that somebody has set for a year, all of them; years without a row are as they ship. */
export const workday = table({
  name: 'workday',
  says: '节假日安排',
  unit: '年',
  label: 'year',
  columns: {
    id: id(),
    year: int(),
    source: text().orEmpty,
    sourceUrl: text().orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    /** `SetDay`s. */
    days: json(),
  },
  unique: ['year'],
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    workday: typeof workday
  }
}
