import { flag, id, int, ref, secret, table, text, time } from '../table.ts'

/** Words that passwords may not have in them. */
export const passwordRule = table({
  name: 'passwordRule',
  says: '密码规则',
  unit: '条',
  label: 'name',
  columns: {
    id: id(),
    name: text(),
    kind: int(),
    enabled: flag(),
    sort: int(),
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    remark: text().orEmpty,
    words: text(),
  },
  unique: ['name'],
  scope: 'all',
  sort: { name: 'name', sort: 'sort', createdAt: 'createdAt', updatedAt: 'updatedAt' },
})

/** Passwords that somebody had before, by their hashes. */
export const passwordPast = table({
  name: 'passwordPast',
  says: '用过的密码',
  columns: { id: id(), userId: ref('user', 'goes'), password: secret(), at: time() },
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    passwordRule: typeof passwordRule
    passwordPast: typeof passwordPast
  }
}
