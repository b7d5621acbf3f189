import { id, int, ref, table, text, time } from '../table.ts'

/** Boards on which visitors post; a smaller `sort` stands further in front. */
export const plate = table({
  name: 'plate',
  says: '版块',
  unit: '个',
  label: 'title',
  columns: {
    id: id(),
    title: text(),
    sort: int(),
    /** `plateStates` */
    status: int(),
    reason: text().orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    deletedAt: time().orEmpty,
    deletedBy: ref('user', 'past').orEmpty,
    intro: text().orEmpty,
    /** When it was opened first: the site shows it from then on, in use or stopped. */
    openedAt: time().orEmpty,
  },
  freed: '彻底删除其中的帖子',
  scope: { plate: 'id' },
  sort: { title: 'title', sort: 'sort', status: 'status', createdAt: 'createdAt', deletedAt: 'deletedAt' },
})

/** The boards that a role moderates; plateId 0 means all of them. */
export const plateRole = table({
  name: 'plateRole',
  columns: { roleId: ref('role', 'goes'), plateId: ref('plate', 'goes') },
  scope: 'all',
  link: true,
})

declare module '../tables.ts' {
  interface Tables {
    plate: typeof plate
    plateRole: typeof plateRole
  }
}
