import { id, int, ref, table, text, time } from '../table.ts'

/** What units report to the office. It is no article until it is adopted; then each knows the other. */
export const report = table({
  name: 'report',
  says: '报送信息',
  unit: '篇',
  label: 'title',
  columns: {
    id: id(),
    title: text(),
    /** The column for which it was written. */
    columnId: ref('column').orEmpty,
    author: text().orEmpty,
    /** `reportStates` */
    status: int(),
    reason: text().orEmpty,
    deptId: ref('dept').orEmpty,
    /** All that it has, by the settings at its last move, and what of it the office gave beside. */
    points: int(),
    extra: int(),
    submittedAt: time().orEmpty,
    judgedBy: ref('user', 'past').orEmpty,
    judgedAt: time().orEmpty,
    articleId: ref('article', 'past').orEmpty,
    adoptedAt: time().orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    deletedAt: time().orEmpty,
    deletedBy: ref('user', 'past').orEmpty,
    /** Long, and therefore last. */
    content: text(),
  },
  scope: { dept: 'deptId', owner: 'createdBy' },
  sort: {
    ...{ title: 'title', status: 'status', points: 'points', submittedAt: 'submittedAt', adoptedAt: 'adoptedAt' },
    ...{ createdAt: 'createdAt', updatedAt: 'updatedAt', deletedAt: 'deletedAt' },
  },
  large: true,
})

declare module '../tables.ts' {
  interface Tables {
    report: typeof report
  }
}
