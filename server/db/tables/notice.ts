import { flag, id, int, ref, table, text, time } from '../table.ts'

/** What the house tells its people: everybody, departments with those below them, or persons. */
export const notice = table({
  name: 'notice',
  says: '通知',
  unit: '条',
  label: 'title',
  columns: {
    id: id(),
    title: text(),
    /** `noticeStates` */
    status: int(),
    reason: text().orEmpty,
    /** `noticeAudiences` */
    audience: int(),
    mustConfirm: flag(),
    /** Visitors of the site may read it too. */
    isPublic: flag(),
    /** A reminder that the server wrote to some; nobody's at the desk. */
    auto: flag(),
    sentAt: time().orEmpty,
    sentBy: ref('user', 'past').orEmpty,
    /** How many it went to: when it was sent, and those who came into its departments since and have read it. */
    sentTo: int().orEmpty,
    deptId: ref('dept', 'past').orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    deletedAt: time().orEmpty,
    deletedBy: ref('user', 'past').orEmpty,
    version: int(),
    /** When those were last reminded who had not read it. */
    remindedAt: time().orEmpty,
    /** Of a reminder: the notice that is to be read, with which it goes. */
    remindsOf: ref('notice', 'goes').orEmpty,
    /** Long, and therefore last. */
    content: text(),
    seal: text(),
  },
  scope: { dept: 'deptId', owner: 'createdBy' },
  sort: {
    status: 'status',
    sentAt: 'sentAt',
    deletedAt: 'deletedAt',
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
  },
  large: true,
})

/** The departments or persons that a notice names. */
export const noticeTo = table({
  name: 'noticeTo',
  says: '通知',
  unit: '条',
  link: true,
  columns: {
    id: id(),
    noticeId: ref('notice', 'goes'),
    /** What was sent goes with nobody into another department: it was sent to this one. */
    deptId: ref('dept', 'past').orEmpty,
    userId: ref('user', 'goes').orEmpty,
  },
  scope: 'all',
})

/** Whom a notice reached when it was sent, by the departments that they were in: what people read stays theirs, whoever leaves or comes. */
export const noticeGot = table({
  name: 'noticeGot',
  link: true,
  columns: {
    id: id(),
    noticeId: ref('notice', 'goes'),
    deptId: ref('dept', 'past').orEmpty,
    /** A JSON list of users' ids: one row for a department, and not one for each of its people. */
    userIds: text(),
  },
  scope: 'all',
})

/** Who has read which notice: the only rows that there are for each person. */
export const noticeRead = table({
  name: 'noticeRead',
  link: true,
  columns: {
    id: id(),
    noticeId: ref('notice', 'goes'),
    userId: ref('user', 'goes'),
    readAt: time(),
    confirmedAt: time().orEmpty,
  },
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    notice: typeof notice
    noticeTo: typeof noticeTo
    noticeGot: typeof noticeGot
    noticeRead: typeof noticeRead
  }
}
