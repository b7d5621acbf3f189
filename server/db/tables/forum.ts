import { sentByStrangers, sentColumns, sentSort } from '../sent-columns.ts'
import { findsIn, flag, id, int, ref, table, text, time } from '../table.ts'

/** What visitors post on boards: topics, comments on them, replies to these; and what the office writes there. */
export const forum = table({
  name: 'forum',
  says: '帖子',
  unit: '篇',
  label: 'title',
  byStrangers: sentByStrangers,
  columns: {
    id: id(),
    plateId: ref('plate'),
    /** `forumTypes` */
    type: int(),
    /** The topic under which it stands; a topic has none. */
    topicId: ref('forum', 'goes').orEmpty,
    /** What it answers. */
    parentId: ref('forum', 'goes').orEmpty,
    /** 1: something above it is not on the site, and so neither is it (`cover`). */
    covered: flag(),
    title: text(),
    /** 1: the office wrote it, and its `shownName` is a department's. */
    official: flag(),
    /** `forumStates` */
    status: int(),
    createdBy: ref('user', 'past').orEmpty,
    publishedAt: time().orEmpty,
    /** Where a topic stands in the list of its board on the site, as long as it is public. */
    openNo: int().orEmpty,
    ...sentColumns,
  },
  scope: { plate: 'plateId' },
  sort: {
    ...sentSort,
    ...{ publishedAt: 'publishedAt', status: 'status' },
  },
  finds: { ...findsIn('forum', ['phoneHash']), topicId: 'forum_topicId_deletedAt_status_id' },
  large: true,
})

declare module '../tables.ts' {
  interface Tables {
    forum: typeof forum
  }
}
