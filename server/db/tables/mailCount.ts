import { id, int, ref, table, text, time } from '../table.ts'

/** What somebody corrected of a department's numbers of letters; where it is empty, what is counted holds. */
export const mailCount = table({
  name: 'mailCount',
  says: '信件数的更正',
  unit: '条',
  columns: {
    id: id(),
    deptId: ref('dept', 'goes'),
    received: int().orEmpty,
    replied: int().orEmpty,
    opened: int().orEmpty,
    /** What was counted when they were corrected; none: it was not written down. */
    thenReceived: int().orEmpty,
    thenReplied: int().orEmpty,
    thenOpened: int().orEmpty,
    reason: text(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
  },
  unique: ['deptId'],
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    mailCount: typeof mailCount
  }
}
