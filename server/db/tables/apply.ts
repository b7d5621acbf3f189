import { placeColumns, placeSort } from '../place-columns.ts'
import { findsIn, id, int, listedIn, openIn, personal, ref, secret, table, text, time } from '../table.ts'

/** How many requests came in and were answered in each year, of whom and how they ended; kept by triggers. `deletedAt` is 1 for those of the recycle bin. */
export const applyYear = table({
  name: 'applyYear',
  columns: {
    receivedYear: int().orEmpty,
    answeredYear: int().orEmpty,
    /** `applicants` */
    applicant: int(),
    /** `applyOutcomes` */
    outcome: int().orEmpty,
    deletedAt: time().orEmpty,
    n: int(),
  },
  scope: 'all',
})

/** Requests for disclosure, and what was answered. */
export const apply = table({
  name: 'apply',
  says: '申请',
  unit: '件',
  label: 'title',
  byStrangers: ['title', 'content', 'supplement', 'orgCode', 'openTitle', 'openAnswer'],
  columns: {
    id: id(),
    title: text(),
    /** `applicants` */
    applicant: int(),
    name: personal(),
    idNumber: personal().orEmpty,
    orgCode: text().orEmpty,
    contact: personal().orEmpty,
    phone: personal(),
    phoneHash: secret(),
    address: personal().orEmpty,
    email: personal().orEmpty,
    /** By code and phone the applicant reads it again. */
    code: personal(),
    codeHash: secret(),
    medium: int(),
    way: int(),
    /** `applyChannels` */
    channel: int(),
    /** `applyStates` */
    state: int(),
    reason: text().orEmpty,
    /** The department that leads. */
    deptId: ref('dept').orEmpty,
    /** The last moment for the answer; none: the time stands still, or has not begun. */
    due: time().orEmpty,
    /** From when it counts: by the channel, the day of handing in or of confirmation; and anew from when what was missing came. */
    receivedAt: time().orEmpty,
    restartAt: time().orEmpty,
    extendDays: int().orEmpty,
    extendedAt: time().orEmpty,
    extendReason: text().orEmpty,
    /** Since when what is missing is asked for, once, and until when it is to come. */
    askedAt: time().orEmpty,
    suppliesUntil: time().orEmpty,
    thirdParty: text().orEmpty,
    thirdAt: time().orEmpty,
    thirdBackAt: time().orEmpty,
    /** `applyOutcomes` */
    outcome: int().orEmpty,
    answeredAt: time().orEmpty,
    answeredBy: ref('user', 'past').orEmpty,
    deliveredAt: time().orEmpty,
    deliverWay: int().orEmpty,
    deliverNote: text().orEmpty,
    remindedAt: time().orEmpty,
    publishedAt: time().orEmpty,
    /** Where it stands in the list of the site, as long as it is public. */
    openNo: int().orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    deletedAt: time().orEmpty,
    deletedBy: ref('user', 'past').orEmpty,
    clarify: text().orEmpty,
    supplement: text().orEmpty,
    thirdOpinion: text().orEmpty,
    openTitle: text().orEmpty,
    /** Its number in the register of the year in which it was handed in: 〔2026〕第 12 号. */
    regYear: int().orEmpty,
    regNo: int().orEmpty,
    /** Long, and therefore last. */
    content: text(),
    answer: text().orEmpty,
    openAnswer: text().orEmpty,
    /** The calendar by which its time was counted, once it is answered (`keptCalendar`). */
    countedBy: text().orEmpty,
    /** So many working days are given to supply what is missing; none: asked for before that was kept. */
    supplyDays: int().orEmpty,
    /** When it was taken up again to be answered anew, from which its time counts. */
    againAt: time().orEmpty,
  },
  unique: ['codeHash', { column: 'regNo', among: 'regYear', says: '同一年' }],
  scope: { dept: 'deptId', through: { table: 'applyDept', column: 'applyId', dept: 'deptId' } },
  sort: {
    createdAt: 'createdAt',
    receivedAt: 'receivedAt',
    updatedAt: 'updatedAt',
    due: 'due',
    answeredAt: 'answeredAt',
    publishedAt: 'publishedAt',
    state: 'state',
    deletedAt: 'deletedAt',
  },
  finds: findsIn('apply', ['phoneHash']),
  late: 'apply_deletedAt_state_due_deptId',
  walk: listedIn('apply', 'state', ['due', 'applicant', 'channel', 'outcome', 'receivedAt', 'answeredAt']),
  open: openIn('apply', ['publishedAt', 'receivedAt', 'answeredAt']),
  merges: ['due'],
  large: true,
})

/** The departments that have a request, each with what it says of it. */
export const applyDept = table({
  name: 'applyDept',
  says: '申请办理',
  unit: '条',
  columns: {
    id: id(),
    applyId: ref('apply', 'goes'),
    /** `applyOutcomes` */
    outcome: int().orEmpty,
    ...placeColumns,
  },
  unique: [{ column: 'deptId', among: 'applyId', says: '同一申请' }],
  sort: placeSort,
  scope: { dept: 'deptId', through: { table: 'apply', column: 'id', from: 'applyId', dept: 'deptId' } },
  large: true,
})

declare module '../tables.ts' {
  interface Tables {
    apply: typeof apply
    applyDept: typeof applyDept
    applyYear: typeof applyYear
  }
}
