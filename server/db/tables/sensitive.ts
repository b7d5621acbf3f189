import { id, int, table, text, time } from '../table.ts'

/** Words that articles are looked through for. */
export const sensitive = table({
  name: 'sensitive',
  says: '敏感词',
  unit: '个',
  label: 'word',
  columns: {
    id: id(),
    word: text(),
    // the word as it is sought: two that are the same there find the same
    steps: text(),
    list: int(),
    type: int(),
    level: int(),
    suggestion: text().orEmpty,
    enabled: int(),
    hits: int(),
    remark: text().orEmpty,
    createdAt: time(),
    updatedAt: time(),
    version: int(),
  },
  unique: ['steps'],
  scope: 'all',
  sort: { word: 'word', hits: 'hits', createdAt: 'createdAt', updatedAt: 'updatedAt' },
})

declare module '../tables.ts' {
  interface Tables {
    sensitive: typeof sensitive
  }
}
