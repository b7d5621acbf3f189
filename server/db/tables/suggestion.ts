import { id, int, personal, ref, secret, table, text, time } from '../table.ts'

/** What visitors suggested, and what was answered. */
export const suggestion = table({
  name: 'suggestion',
  says: '建议',
  unit: '条',
  label: 'title',
  byStrangers: ['title', 'shownName', 'content', 'openTitle', 'openContent'],
  columns: {
    id: id(),
    title: text(),
    name: personal().orEmpty,
    phone: personal().orEmpty,
    /** The name as everybody may read it: 「周**」. */
    shownName: text().orEmpty,
    phoneHash: secret().orEmpty,
    /** The visitor, where one was signed in. */
    peopleId: ref('people', 'past').orEmpty,
    /** `suggestionStates` */
    status: int(),
    reason: text().orEmpty,
    /** The department that is to answer; none: only who sees all of them does. */
    deptId: ref('dept').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    deletedAt: time().orEmpty,
    deletedBy: ref('user', 'past').orEmpty,
    repliedBy: ref('user', 'past').orEmpty,
    repliedAt: time().orEmpty,
    publishedAt: time().orEmpty,
    /** Long, and therefore last. */
    content: text(),
    reply: text().orEmpty,
    /** As they stand on the site: without anybody's name, numbers and addresses. */
    openTitle: text().orEmpty,
    openContent: text().orEmpty,
    openReply: text().orEmpty,
  },
  scope: { dept: 'deptId' },
  sort: {
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
    repliedAt: 'repliedAt',
    publishedAt: 'publishedAt',
    status: 'status',
    deletedAt: 'deletedAt',
  },
  large: true,
})

declare module '../tables.ts' {
  interface Tables {
    suggestion: typeof suggestion
  }
}
