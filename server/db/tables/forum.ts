import { flag, id, int, personal, ref, secret, table, text, time } from '../table.ts'

/** What visitors post on boards: topics, comments on them, replies to these; and what the office writes there. */
export const forum = table({
  name: 'forum',
  says: '帖子',
  unit: '篇',
  label: 'title',
  byStrangers: ['title', 'shownName', 'content', 'openTitle', 'openContent'],
  columns: {
    id: id(),
    plateId: ref('plate'),
    /** `forumTypes` */
    type: int(),
    /** The topic under which it stands; a topic has none. */
    topicId: ref('forum', 'goes').orEmpty,
    /** What it answers. */
    parentId: ref('forum', 'goes').orEmpty,
    title: text(),
    name: personal().orEmpty,
    phone: personal().orEmpty,
    phoneHash: secret().orEmpty,
    /** The name as everybody may read it: 「周**」, or a department's. */
    shownName: text().orEmpty,
    peopleId: ref('people', 'past').orEmpty,
    /** 1: the office wrote it. */
    official: flag(),
    /** `forumStates` */
    status: int(),
    reason: text().orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    deletedAt: time().orEmpty,
    deletedBy: ref('user', 'past').orEmpty,
    publishedAt: time().orEmpty,
    content: text(),
    /** As they stand on the site: without anybody's name, numbers and addresses. */
    openTitle: text().orEmpty,
    openContent: text().orEmpty,
  },
  scope: { plate: 'plateId' },
  sort: {
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
    publishedAt: 'publishedAt',
    status: 'status',
    deletedAt: 'deletedAt',
  },
  large: true,
})

declare module '../tables.ts' {
  interface Tables {
    forum: typeof forum
  }
}
