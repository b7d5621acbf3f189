import { findsIn, flag, id, int, personal, ref, secret, table, text, time } from '../table.ts'

/** Visitors who have shown that a phone is theirs; what tells who they are is encrypted, and found by keyed hashes. */
export const people = table({
  name: 'people',
  says: '群众用户',
  unit: '名',
  byStrangers: ['photo'],
  columns: {
    id: id(),
    peopleName: personal().orEmpty,
    peoplePhone: personal(),
    peoplePhoneHash: secret(),
    idNumber: personal().orEmpty,
    idNumberHash: secret().orEmpty,
    address: personal().orEmpty,
    /** Of the account elsewhere by which they signed in first. */
    subjectHash: secret().orEmpty,
    photo: text().orEmpty,
    /** 0 to complete, 1 under review, 2 approved, 3 failed (UserStatus). */
    userStatus: int(),
    auditReason: text().orEmpty,
    auditedBy: ref('user', 'past').orEmpty,
    auditedAt: time().orEmpty,
    /** Seen by the staff since it came or was changed. */
    read: flag(),
    /** 0 normal, 1 frozen (peopleState), until `banEndTime` where there is one. */
    peopleState: int(),
    banReason: text().orEmpty,
    banEndTime: time().orEmpty,
    lastLoginAt: time().orEmpty,
    createdAt: time(),
    updatedAt: time(),
    version: int(),
    peopleNameHash: secret().orEmpty,
  },
  sort: { createdAt: 'createdAt', updatedAt: 'updatedAt', lastLoginAt: 'lastLoginAt' },
  finds: findsIn('people', ['peoplePhoneHash', 'peopleNameHash', 'idNumberHash']),
  scope: 'all',
})

/** Who was frozen when, why and until when; lifted by whom. */
export const blacklist = table({
  name: 'blacklist',
  says: '黑名单记录',
  unit: '条',
  columns: {
    id: id(),
    peopleId: ref('people', 'goes'),
    reason: text(),
    startTime: time(),
    endTime: time().orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    liftedBy: ref('user', 'past').orEmpty,
    liftedAt: time().orEmpty,
    liftReason: text().orEmpty,
  },
  sort: { startTime: 'startTime', endTime: 'endTime' },
  scope: 'all',
})

/** Codes that were sent to phones; of code, phone and use together a mark of the key. */
export const phoneCode = table({
  name: 'phoneCode',
  columns: { codeId: text(), answer: secret(), expiresAt: time() },
  scope: 'all',
})

/** What was used of limits: of call, field and value a mark of the key. It counts for as long as `until`. */
export const guardUse = table({
  name: 'guardUse',
  columns: { id: id(), mark: secret(), at: time(), until: time() },
  scope: 'all',
})

/** Where somebody has signed in by a phone: of phone and network a mark of the key. */
export const knownPlace = table({
  name: 'knownPlace',
  columns: { mark: secret(), until: time() },
  scope: 'all',
})

/** Short messages: what was or is to be sent. Of one that leaves the machine the code is not kept. */
export const sms = table({
  name: 'sms',
  says: '短信',
  unit: '条',
  columns: {
    id: id(),
    phone: personal(),
    phoneHash: secret(),
    kind: text(),
    /** With what no list shows: the code. */
    text: personal(),
    state: int(),
    error: text().orEmpty,
    createdAt: time(),
    sentAt: time().orEmpty,
  },
  sort: { createdAt: 'createdAt' },
  finds: { phoneHash: 'sms_phoneHash_createdAt' },
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    people: typeof people
    blacklist: typeof blacklist
    phoneCode: typeof phoneCode
    guardUse: typeof guardUse
    knownPlace: typeof knownPlace
    sms: typeof sms
  }
}
