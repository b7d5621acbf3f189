import { id, int, ref, secret, table, text, time } from '../table.ts'

/** Sites and systems of others, whose programs push content to this one. */
export const partner = table({
  name: 'partner',
  says: '互通单位',
  unit: '个',
  label: 'name',
  freed: '请先在互通单位中改选',
  columns: {
    id: id(),
    name: text(),
    /** By which it says who it is; long enough that nobody else knows it. */
    key: text(),
    /** A mark of the secret, which was shown once. */
    secretHash: secret(),
    /** `pushKinds`, as `common,leader`. */
    kinds: text(),
    /** `partnerStates` */
    state: int(),
    /** Whose the articles are that it pushes. */
    deptId: ref('dept').orEmpty,
    leaderColumnId: ref('column').orEmpty,
    orgColumnId: ref('column').orEmpty,
    commonColumnId: ref('column').orEmpty,
    policyDocColumnId: ref('column').orEmpty,
    lastUsedAt: time().orEmpty,
    revokedAt: time().orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    note: text().orEmpty,
  },
  unique: ['name', 'key'],
  scope: { dept: 'deptId' },
  sort: { name: 'name', lastUsedAt: 'lastUsedAt', createdAt: 'createdAt', updatedAt: 'updatedAt' },
})

declare module '../tables.ts' {
  interface Tables {
    partner: typeof partner
  }
}
