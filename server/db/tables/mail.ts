import { placeColumns, placeSort } from '../place-columns.ts'
import { findsIn, id, int, listedIn, openIn, personal, ref, secret, table, text, time } from '../table.ts'

/** How many letters each department has; kept by triggers. `deletedAt` is 1 for those of the recycle bin, `late` for those answered after their time, `rating` nothing where that was of an earlier answer. */
export const mailTally = table({
  name: 'mailTally',
  columns: {
    deptId: ref('dept', 'past').orEmpty,
    state: int(),
    rating: int().orEmpty,
    late: int(),
    deletedAt: time().orEmpty,
    n: int(),
  },
  scope: 'all',
})

/** How many letters came in each month (`monthNumber`); kept by triggers. `deletedAt` as in `mailTally`. */
export const mailMonth = table({
  name: 'mailMonth',
  columns: {
    month: int(),
    deptId: ref('dept', 'past').orEmpty,
    type: int(),
    state: int(),
    deletedAt: time().orEmpty,
    n: int(),
  },
  large: true,
  scope: 'all',
})

/** The same as `mailMonth` without departments: of many departments those are hardly fewer than the letters. */
export const mailTypeMonth = table({
  name: 'mailTypeMonth',
  columns: {
    month: int(),
    type: int(),
    state: int(),
    deletedAt: time().orEmpty,
    n: int(),
  },
  large: true,
  scope: 'all',
})

/** How many letters of each year each department has: of many departments `mailMonth` tells it from hardly fewer lines than there are letters. */
export const mailYear = table({
  name: 'mailYear',
  columns: {
    year: int(),
    deptId: ref('dept', 'past').orEmpty,
    state: int(),
    deletedAt: time().orEmpty,
    n: int(),
  },
  large: true,
  scope: 'all',
})

/** Letters of the public, and what was answered. */
export const mail = table({
  name: 'mail',
  says: '信件',
  unit: '封',
  label: 'title',
  byStrangers: ['title', 'shownName', 'content', 'supplement', 'ratingWords', 'complaint', 'openTitle', 'openContent'],
  columns: {
    id: id(),
    title: text(),
    /** `mailTypes` */
    type: int(),
    name: personal().orEmpty,
    phone: personal(),
    phoneHash: secret(),
    /** Where it was written: letters of one place are seen as such, and nobody reads the address. */
    addressHash: secret().orEmpty,
    /** By what a letter that was imported is known again. */
    sourceKey: text().orEmpty,
    /** By code and phone whoever wrote reads it again. */
    code: personal(),
    codeHash: secret(),
    /** The name as everybody may read it: 「周**」. */
    shownName: text().orEmpty,
    /** Whoever wrote agrees to its publication. */
    openFlag: int(),
    /** `mailStates` */
    state: int(),
    reason: text().orEmpty,
    /** The department that leads. */
    deptId: ref('dept').orEmpty,
    /** The last moment for the answer; none: the time stands still. */
    due: time().orEmpty,
    /** Working days of its time, and what they count from where that is not its receipt. */
    limitDays: int(),
    restartAt: time().orEmpty,
    extendDays: int().orEmpty,
    extendedAt: time().orEmpty,
    extendReason: text().orEmpty,
    /** Since when whoever wrote is asked for more. */
    askedAt: time().orEmpty,
    acceptedAt: time().orEmpty,
    repliedAt: time().orEmpty,
    repliedBy: ref('user', 'past').orEmpty,
    publishedAt: time().orEmpty,
    /** Where it stands in the list of the site, as long as it is public. */
    openNo: int().orEmpty,
    mergedInto: ref('mail', 'past').orEmpty,
    /** Since when that is over with nothing public, so that whoever wrote this one waits. */
    leftAt: time().orEmpty,
    /** Since when its own time holds for the letter that it was merged into. */
    joinsAt: time().orEmpty,
    /** The earliest time of those that were merged into this one: from when, and how many working days. */
    joinedFrom: time().orEmpty,
    joinedDays: int().orEmpty,
    /** `mailRatings` */
    rating: int().orEmpty,
    ratedAt: time().orEmpty,
    complainedAt: time().orEmpty,
    /** Since when somebody has dealt with what was complained about. */
    complaintDoneAt: time().orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    deletedAt: time().orEmpty,
    deletedBy: ref('user', 'past').orEmpty,
    ratingWords: text().orEmpty,
    complaint: text().orEmpty,
    complaintResult: text().orEmpty,
    supplement: text().orEmpty,
    openTitle: text().orEmpty,
    /** Long, and therefore last. */
    content: text(),
    reply: text().orEmpty,
    openContent: text().orEmpty,
    openReply: text().orEmpty,
    /** The calendar by which its time was counted, once it is over (`keptCalendar`). */
    countedBy: text().orEmpty,
  },
  unique: ['codeHash', 'sourceKey'],
  scope: { dept: 'deptId', through: { table: 'mailForum', column: 'mailId', dept: 'deptId' } },
  sort: {
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
    due: 'due',
    repliedAt: 'repliedAt',
    publishedAt: 'publishedAt',
    state: 'state',
    deletedAt: 'deletedAt',
  },
  finds: findsIn('mail', ['phoneHash', 'addressHash', 'mergedInto']),
  few: findsIn('mail', ['complainedAt', 'leftAt']),
  late: 'mail_deletedAt_state_due_deptId_leftAt',
  walk: listedIn('mail', 'state', ['due', 'type', 'leftAt', 'complainedAt', 'complaintDoneAt']),
  open: openIn('mail', ['openNo', 'createdAt', 'repliedAt']),
  counts: mailTally,
  merges: ['due'],
  large: true,
})

/** The departments that have a letter, each with what it says of it. */
export const mailForum = table({
  name: 'mailForum',
  says: '信件办理',
  unit: '条',
  columns: {
    id: id(),
    mailId: ref('mail', 'goes'),
    ...placeColumns,
  },
  unique: [{ column: 'deptId', among: 'mailId', says: '同一信件' }],
  sort: placeSort,
  scope: { dept: 'deptId', through: { table: 'mail', column: 'id', from: 'mailId', dept: 'deptId' } },
  large: true,
})

declare module '../tables.ts' {
  interface Tables {
    mail: typeof mail
    mailForum: typeof mailForum
    mailMonth: typeof mailMonth
    mailYear: typeof mailYear
    mailTally: typeof mailTally
    mailTypeMonth: typeof mailTypeMonth
  }
}
