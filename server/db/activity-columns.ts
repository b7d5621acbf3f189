import { id, int, ref, text, time } from './table.ts'

/** The columns of what is put together, submitted and judged (core/domain/activity-states.ts), before those of its own texts. */
export const activityColumns = {
  id: id(),
  title: text(),
  /** `activityStatus` */
  status: int(),
  reason: text().orEmpty,
  submittedBy: ref('user', 'past').orEmpty,
  submittedAt: time().orEmpty,
  publishedAt: time().orEmpty,
  createdBy: ref('user', 'past').orEmpty,
  createdAt: time(),
  updatedBy: ref('user', 'past').orEmpty,
  updatedAt: time(),
  version: int(),
  deletedAt: time().orEmpty,
  deletedBy: ref('user', 'past').orEmpty,
}

/** By what its lists may be sorted. */
export const activitySort = {
  ...{ title: 'title', status: 'status', submittedAt: 'submittedAt', publishedAt: 'publishedAt' },
  ...{ deletedAt: 'deletedAt', createdAt: 'createdAt', updatedAt: 'updatedAt' },
}

/** Who made a row that stands within another one, and when. */
export const handColumns = {
  createdBy: ref('user', 'past').orEmpty,
  createdAt: time(),
  updatedBy: ref('user', 'past').orEmpty,
  updatedAt: time(),
  version: int(),
}
