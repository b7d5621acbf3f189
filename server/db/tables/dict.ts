import { id, int, ref, table, text, time } from '../table.ts'

/** Dictionaries (`parentId` 0, known by `dictKey`) and their entries (known by `key` within theirs), which go with them. */
export const dict = table({
  name: 'dict',
  says: '字典项',
  label: 'name',
  columns: {
    id: id(),
    parentId: ref('dict', 'goes'),
    dictKey: text().orEmpty,
    key: text().orEmpty,
    name: text(),
    state: int(),
    sort: int(),
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    value: text().orEmpty,
  },
  unique: ['dictKey', { column: 'key', among: 'parentId', says: '同一字典' }],
  sort: {
    name: 'name',
    dictKey: 'dictKey',
    key: 'key',
    sort: 'sort',
    state: 'state',
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
  },
  scope: 'all',
  steady: { counter: 'dict', columns: ['id', 'parentId', 'dictKey', 'key', 'name', 'state'] },
})

declare module '../tables.ts' {
  interface Tables {
    dict: typeof dict
  }
}
