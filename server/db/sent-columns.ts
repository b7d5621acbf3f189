import { int, personal, ref, secret, text, time } from './table.ts'

/** The columns of what visitors send and everybody may read once it is judged, behind what it is called: who sent it, how it stands, and both wordings. */
export const sentColumns = {
  name: personal().orEmpty,
  phone: personal().orEmpty,
  phoneHash: secret().orEmpty,
  /** The name as everybody may read it: 「周**」. */
  shownName: text().orEmpty,
  /** The visitor, where one was signed in. */
  peopleId: ref('people', 'past').orEmpty,
  reason: text().orEmpty,
  createdAt: time(),
  updatedBy: ref('user', 'past').orEmpty,
  updatedAt: time(),
  version: int(),
  deletedAt: time().orEmpty,
  deletedBy: ref('user', 'past').orEmpty,
  /** Long, and therefore last. */
  content: text(),
  /** As they stand on the site: without anybody's name, numbers and addresses (server/letters/open.ts). */
  openTitle: text().orEmpty,
  openContent: text().orEmpty,
} as const

/** What of them strangers have written. */
export const sentByStrangers = ['title', 'shownName', 'content', 'openTitle', 'openContent'] as const

/** By what their lists may be sorted, beside their own. */
export const sentSort = { createdAt: 'createdAt', updatedAt: 'updatedAt', deletedAt: 'deletedAt' } as const
