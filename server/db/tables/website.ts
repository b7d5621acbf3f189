import { flag, id, int, ref, table, text, time } from '../table.ts'

/** Websites that are looked at, and what was found when they last were. */
export const website = table({
  name: 'website',
  says: '网站',
  label: 'name',
  columns: {
    id: id(),
    name: text(),
    url: text(),
    sort: int(),
    enabled: flag(),
    state: int(),
    statusCode: int().orEmpty,
    ms: int().orEmpty,
    reason: text().orEmpty,
    checkedAt: time().orEmpty,
    changedAt: time().orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    remark: text().orEmpty,
  },
  unique: ['url'],
  sort: {
    name: 'name',
    sort: 'sort',
    checkedAt: 'checkedAt',
    ms: 'ms',
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
  },
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    website: typeof website
  }
}
