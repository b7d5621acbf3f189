import { id, int, json, personal, ref, secret, table, text, time } from '../table.ts'

/** The operation log; only server/log.ts writes it. */
export const log = table({
  name: 'log',
  says: '操作日志',
  unit: '条',
  columns: {
    id: id(),
    at: time(),
    kind: text(),
    userId: ref('user', 'past').orEmpty,
    userAccount: text().orEmpty,
    userName: text().orEmpty,
    address: text().orEmpty,
    call: text(),
    says: text(),
    targetIds: json(),
    before: json().orEmpty,
    after: json().orEmpty,
    result: text(),
    requestId: text(),
    previous: text(),
    hash: text(),
  },
  sort: { logId: 'id', at: 'at' },
  large: true,
  /** What somebody did is told to who reaches them; what nobody of the staff did, to who reaches all. */
  scope: { through: { table: 'user', column: 'id', from: 'userId', dept: 'deptId', owner: 'id' } },
})

/** One row: the chain's end, signed, so that rows cut off at the end are found and writers queue up. It gives each row its number. */
export const logHead = table({
  name: 'logHead',
  columns: { one: int(), rows: int(), hash: text(), mac: text(), lastId: int() },
  scope: 'all',
})

/** Months of the log that stand in signed files; the newest says where the log of the database begins (docs/decisions/0031). */
export const logArchive = table({
  name: 'logArchive',
  columns: {
    id: id(),
    month: text(),
    file: text(),
    firstId: int(),
    lastId: int(),
    count: int(),
    rows: int(),
    previous: text(),
    hash: text(),
    sha256: text(),
    records: json(),
    at: time(),
    mac: text(),
  },
  unique: ['rows'],
  scope: 'all',
})

/** Settings of the site by name; one that has no row has its default. */
export const setting = table({ name: 'setting', columns: { name: text(), value: text() }, scope: 'all' })

/** Counters that outlive a process, by name: `access` grows with every change of users, roles, departments and rights. */
export const counter = table({ name: 'counter', columns: { name: text(), value: int() }, scope: 'all' })

/** What an approval, a take-down or a column's change touched and the site does not show yet. articleId 0: the column itself changed, or rows of an area that has pages of its own. */
export const touched = table({
  name: 'touched',
  columns: {
    id: id(),
    articleId: ref('article', 'past'),
    columnId: ref('column', 'past'),
    at: time(),
    area: text().orEmpty,
    /** Of an area whose rows are many: which of them, and where it stands in the list, or stood. */
    rowId: int().orEmpty,
    place: int().orEmpty,
    /** Shown already, and kept for the other servers of the database (site/touched.ts). */
    shownAt: time().orEmpty,
    /** How often it was shown once more. */
    shownAgain: int().orEmpty,
  },
  scope: 'all',
})

/** Up to when what begins or ends by itself on an area's pages has been seen (site/moments.ts). */
export const areaMoment = table({
  name: 'areaMoment',
  columns: { id: id(), area: text(), at: time() },
  unique: ['area'],
  scope: 'all',
})

/**
 * Answers of writes that came with a key of the caller's: the same key again gets the same answer and does nothing twice.
 * `input` is a keyed hash of what was sent.
 */
export const requestKey = table({
  name: 'requestKey',
  columns: { key: text(), userId: ref('user', 'past'), call: text(), input: secret(), answer: personal(), at: time() },
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    log: typeof log
    logHead: typeof logHead
    logArchive: typeof logArchive
    setting: typeof setting
    counter: typeof counter
    touched: typeof touched
    areaMoment: typeof areaMoment
    requestKey: typeof requestKey
  }
}
