import { id, int, ref, table, text, time } from '../table.ts'

/** Opinions that were put forward, and what was answered. */
export const advice = table({
  name: 'advice',
  says: '意见',
  unit: '条',
  label: 'title',
  columns: {
    id: id(),
    title: text(),
    proposer: text().orEmpty,
    /** `adviceStates` */
    status: int(),
    reason: text().orEmpty,
    /** The department that is to answer. */
    deptId: ref('dept').orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    deletedAt: time().orEmpty,
    deletedBy: ref('user', 'past').orEmpty,
    resultTitle: text().orEmpty,
    resultBy: ref('user', 'past').orEmpty,
    resultAt: time().orEmpty,
    /** Long, and therefore last. */
    content: text(),
    resultContent: text().orEmpty,
  },
  scope: { dept: 'deptId', owner: 'createdBy' },
  sort: {
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
    resultAt: 'resultAt',
    status: 'status',
    deletedAt: 'deletedAt',
  },
  large: true,
})

declare module '../tables.ts' {
  interface Tables {
    advice: typeof advice
  }
}
