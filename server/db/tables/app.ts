import { flag, id, int, ref, table, text, time } from '../table.ts'

/** The consoles that people sign in to, by the key that they send as `appKey`. */
export const app = table({
  name: 'app',
  says: '应用',
  label: 'name',
  columns: {
    id: id(),
    appKey: text(),
    name: text(),
    icon: text().orEmpty,
    loginPage: text().orEmpty,
    enabled: flag(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time().orEmpty,
    version: int(),
  },
  unique: ['appKey'],
  sort: { name: 'name', updatedAt: 'updatedAt' },
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    app: typeof app
  }
}
