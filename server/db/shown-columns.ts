import { int, ref, text, time } from './table.ts'

/** The columns of what an office writes and shows (core/domain/shown-states.ts), behind its title and its own. */
export const shownColumns = {
  /** `shownStates` */
  status: int(),
  reason: text().orEmpty,
  /** Where it stands in the list of the site, as long as it is public. */
  openNo: int().orEmpty,
  createdBy: ref('user', 'past').orEmpty,
  createdAt: time(),
  updatedBy: ref('user', 'past').orEmpty,
  updatedAt: time(),
  version: int(),
  deletedAt: time().orEmpty,
  deletedBy: ref('user', 'past').orEmpty,
  summary: text().orEmpty,
  content: text().orEmpty,
} as const

/** By what its lists may be sorted, beside its own. */
export const shownSort = {
  ...{ title: 'title', status: 'status', createdAt: 'createdAt', updatedAt: 'updatedAt', deletedAt: 'deletedAt' },
} as const
