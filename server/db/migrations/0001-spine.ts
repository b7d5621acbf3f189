import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

const content = {
  columnId: 'ref',
  title: 'text',
  subtitle: 'text?',
  summary: 'text?',
  source: 'text?',
  keywords: 'text?',
  newsType: 'int?',
  coverImage: 'text?',
  categoryType: 'text?',
  jumpUrl: 'text?',
  sourceUrl: 'text?',
  sort: 'int?',
  publishTime: 'time',
}

/** Everything the article flow needs. */
export async function up(make: Maker): Promise<void> {
  await make.table('dept', {
    id: 'id',
    parentId: 'ref',
    name: 'text',
    no: 'text?',
    sort: 'int',
    state: 'int',
    createdAt: 'time',
  })
  await make.table('user', {
    id: 'id',
    account: 'text',
    name: 'text',
    deptId: 'ref?',
    position: 'text?',
    mobile: 'personal?',
    mobileHash: 'text?',
    userType: 'text',
    state: 'int',
    password: 'text',
    demo: 'flag',
    createdAt: 'time',
    updatedAt: 'time',
  })
  await make.index('user', ['account'], { unique: true })
  await make.table('role', {
    id: 'id',
    name: 'text',
    alias: 'text?',
    description: 'text?',
    enabled: 'flag',
    dataScope: 'text',
    createdAt: 'time',
  })
  await make.table('userRole', { userId: 'ref', roleId: 'ref' })
  await make.index('userRole', ['userId', 'roleId'], { unique: true })
  await make.table('resource', {
    id: 'id',
    parentId: 'ref',
    type: 'text',
    name: 'text',
    alias: 'text',
    url: 'text?',
    icon: 'text?',
    sort: 'int',
  })
  await make.index('resource', ['alias'], { unique: true })
  await make.table('roleResource', { roleId: 'ref', resourceId: 'ref' })
  await make.index('roleResource', ['roleId', 'resourceId'], { unique: true })
  await make.table('session', {
    id: 'id',
    tokenHash: 'text',
    kind: 'text',
    name: 'text?',
    userId: 'ref',
    keys: 'json?',
    address: 'text?',
    createdAt: 'time',
    seenAt: 'time',
    idleMs: 'int',
    expiresAt: 'time',
  })
  await make.index('session', ['tokenHash'], { unique: true })
  await make.index('session', ['userId'])
  await make.table('captcha', { codeId: 'text', answer: 'text', expiresAt: 'time' })
  await make.index('captcha', ['codeId'], { unique: true })
  await make.table('signIn', { id: 'id', account: 'text', address: 'text', ok: 'flag', at: 'time' })
  await make.index('signIn', ['account', 'at'])
  await make.index('signIn', ['address', 'at'])

  await make.table('column', {
    id: 'id',
    parentId: 'ref',
    title: 'text',
    type: 'int',
    path: 'text?',
    keywords: 'text?',
    description: 'text?',
    diyUrl: 'text?',
    articleTemplate: 'text?',
    listTemplate: 'text?',
    contentModelId: 'ref?',
    sort: 'int',
    image: 'text?',
    relation: 'text?',
    createdAt: 'time',
    updatedAt: 'time',
    version: 'int',
  })
  await make.index('column', ['parentId'])
  await make.table('columnRole', { roleId: 'ref', columnId: 'ref' })
  await make.index('columnRole', ['roleId', 'columnId'], { unique: true })

  await make.table('article', {
    id: 'id',
    ...content,
    seal: 'text?',
    status: 'int',
    reason: 'text?',
    hits: 'int',
    deptId: 'ref?',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    submittedBy: 'ref?',
    submittedAt: 'time?',
    acceptedBy: 'ref?',
    acceptedAt: 'time?',
    approvedBy: 'ref?',
    approvedAt: 'time?',
    version: 'int',
    reviewId: 'ref?',
    reviewStatus: 'int?',
    deletedAt: 'time?',
    deletedBy: 'ref?',
    demo: 'flag',
    // last, so that SQLite reads the other columns without walking through it
    content: 'text',
  })
  await make.index('article', ['sourceUrl'], { unique: true })
  // the states stand in the indexes, so that a list by state reads only the rows that it shows
  await make.index('article', ['deletedAt', 'publishTime', 'id', 'status', 'reviewStatus'])
  await make.index('article', ['deletedAt', 'id', 'status', 'reviewStatus'])
  await make.index('article', ['deletedAt', 'columnId', 'publishTime', 'id', 'status', 'reviewStatus'])
  await make.index('article', ['deptId'])
  await make.index('article', ['createdBy'])
  await make.table('revision', {
    id: 'id',
    articleId: 'ref',
    no: 'int',
    act: 'text',
    review: 'flag',
    status: 'int',
    after: 'text',
    before: 'text',
    reason: 'text?',
    byId: 'ref?',
    byName: 'text',
    at: 'time',
    submittedBy: 'ref?',
    submittedAt: 'time?',
    acceptedBy: 'ref?',
    acceptedAt: 'time?',
  })
  await make.index('revision', ['articleId', 'no'], { unique: true })

  await make.table('log', {
    id: 'id',
    at: 'time',
    kind: 'text',
    userId: 'ref?',
    userAccount: 'text?',
    userName: 'text?',
    address: 'text?',
    call: 'text',
    says: 'text',
    targetIds: 'json',
    before: 'json?',
    after: 'json?',
    result: 'text',
    requestId: 'text',
    previous: 'text',
    hash: 'text',
  })
  await make.index('log', ['at'])
  await make.table('logHead', { one: 'int', rows: 'int', hash: 'text' })
  await make.table('setting', { name: 'text', value: 'text' })
  await make.index('setting', ['name'], { unique: true })
  await make.table('counter', { name: 'text', value: 'int' })
  await make.index('counter', ['name'], { unique: true })
  await make.table('job', {
    id: 'id',
    kind: 'text',
    scope: 'text',
    state: 'text',
    holder: 'text',
    leaseUntil: 'time',
    total: 'int',
    finished: 'int',
    receipt: 'json?',
    byId: 'ref?',
    byName: 'text',
    startedAt: 'time',
    endedAt: 'time?',
  })
  await make.table('requestKey', { key: 'text', userId: 'ref', call: 'text', answer: 'json', at: 'time' })
  await make.index('requestKey', ['key', 'userId'], { unique: true })
  await make.index('requestKey', ['at'])
  await make.table('touched', { id: 'id', articleId: 'ref', columnId: 'ref', at: 'time' })
  await sql`insert into ${sql.table('logHead')} (${sql.ref('one')}, ${sql.ref('rows')}, ${sql.ref('hash')}) values (1, 0, '')`.execute(
    make.db,
  )
  await sql`insert into counter (name, value) values ('access', 1)`.execute(make.db)
}
