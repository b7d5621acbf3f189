import { flag, id, int, ref, table, text, time } from '../table.ts'

/** Announcements; one without an end is shown until it is taken off. */
export const announcement = table({
  name: 'announcement',
  says: '公告',
  unit: '条',
  label: 'title',
  columns: {
    id: id(),
    title: text(),
    top: flag(),
    /** It stands at the head of every page of the site. */
    banner: flag(),
    startTime: time(),
    endTime: time().orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    seal: text().orEmpty,
    content: text(),
  },
  scope: 'all',
  sort: {
    title: 'title',
    startTime: 'startTime',
    endTime: 'endTime',
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
  },
})

declare module '../tables.ts' {
  interface Tables {
    announcement: typeof announcement
  }
}
