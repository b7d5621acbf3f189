import type { Maker } from '../maker.ts'

/** Visitors, their sessions, what was used of limits, and short messages. */
export async function up(make: Maker): Promise<void> {
  await make.add('session', { peopleId: 'ref?' })
  await make.index('session', ['peopleId'])
  await make.add('file', { peopleId: 'ref?' })
  await make.index('file', ['peopleId'])
  await make.table('people', {
    id: 'id',
    peopleName: 'personal?',
    peoplePhone: 'personal',
    peoplePhoneHash: 'text',
    idNumber: 'personal?',
    idNumberHash: 'text?',
    address: 'personal?',
    subjectHash: 'text?',
    photo: 'text?',
    userStatus: 'int',
    auditReason: 'text?',
    auditedBy: 'ref?',
    auditedAt: 'time?',
    read: 'flag',
    peopleState: 'int',
    banReason: 'text?',
    banEndTime: 'time?',
    lastLoginAt: 'time?',
    createdAt: 'time',
    updatedAt: 'time',
    version: 'int',
  })
  await make.index('people', ['peoplePhoneHash'], { unique: true })
  await make.index('people', ['subjectHash'], { unique: true })
  await make.index('people', ['idNumberHash'])
  // the list's own order, and its filters in that order
  await make.index('people', ['createdAt', 'id', 'userStatus', 'peopleState', 'read'])
  await make.index('people', ['userStatus', 'createdAt', 'id'])
  await make.index('people', ['peopleState', 'createdAt', 'id', 'banEndTime'])
  await make.index('people', ['read', 'createdAt', 'id'])
  await make.index('people', ['updatedAt', 'id'])
  await make.index('people', ['lastLoginAt', 'id'])
  await make.table('blacklist', {
    id: 'id',
    peopleId: 'ref',
    reason: 'text',
    startTime: 'time',
    endTime: 'time?',
    createdBy: 'ref?',
    liftedBy: 'ref?',
    liftedAt: 'time?',
    liftReason: 'text?',
  })
  await make.index('blacklist', ['peopleId', 'liftedAt'])
  await make.index('blacklist', ['startTime', 'id'])
  await make.index('blacklist', ['endTime', 'id'])
  await make.table('phoneCode', { codeId: 'text', answer: 'text', expiresAt: 'time' })
  await make.index('phoneCode', ['codeId'], { unique: true })
  await make.index('phoneCode', ['expiresAt'])
  await make.table('guardUse', { id: 'id', mark: 'text', at: 'time', until: 'time' })
  await make.index('guardUse', ['mark', 'at'])
  await make.index('guardUse', ['until'])
  await make.table('knownPlace', { mark: 'text', until: 'time' })
  await make.index('knownPlace', ['mark'], { unique: true })
  await make.index('knownPlace', ['until'])
  await make.table('sms', {
    id: 'id',
    phone: 'personal',
    phoneHash: 'text',
    kind: 'text',
    text: 'personal',
    state: 'int',
    error: 'text?',
    createdAt: 'time',
    sentAt: 'time?',
  })
  await make.index('sms', ['createdAt', 'id', 'state'])
  await make.index('sms', ['phoneHash', 'createdAt'])
  await make.index('sms', ['state', 'createdAt', 'id'])
}
