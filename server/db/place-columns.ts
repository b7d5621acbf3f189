import { int, ref, text, time } from './table.ts'

/** The columns of a department's part in what others sent (server/letters/depts.ts), behind what it is a part of: whether it leads, how far it is, what it says. */
export const placeColumns = {
  deptId: ref('dept'),
  /** `forumLead` */
  lead: int(),
  /** `forumStates` */
  state: int(),
  /** What the office says to it. */
  remarks: text().orEmpty,
  createdAt: time(),
  updatedBy: ref('user', 'past').orEmpty,
  updatedAt: time(),
  version: int(),
  /** Long, and therefore last. */
  content: text().orEmpty,
} as const

/** By what lists of them may be sorted. */
export const placeSort = { createdAt: 'createdAt', updatedAt: 'updatedAt', state: 'state' } as const
