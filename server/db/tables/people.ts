import { findsIn, flag, id, int, json, personal, ref, secret, table, text, time } from '../table.ts'

export const dept = table({
  name: 'dept',
  says: '部门',
  label: 'name',
  columns: {
    id: id(),
    parentId: ref('dept'),
    name: text(),
    no: text().orEmpty,
    sort: int(),
    state: int(),
    createdAt: time(),
    phone: text().orEmpty,
    dingId: text().orEmpty,
    deptType: int(),
    isCount: int(),
    /** Where it appears: `deptShown`. */
    type: int(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    /** How many articles it is to publish in a year. */
    target: int().orEmpty,
    /** The department that took it up: it is stopped, and stays for what is told of the past. */
    intoId: ref('dept', 'past').orEmpty,
    /** Long, and therefore last. */
    desc: text().orEmpty,
  },
  unique: ['no', { column: 'name', among: 'parentId', says: '同一上级' }],
  sort: { name: 'name', no: 'no', sort: 'sort', createdAt: 'createdAt', updatedAt: 'updatedAt' },
  scope: 'all',
  steady: { counter: 'access', columns: ['id', 'parentId', 'name', 'no', 'type', 'state', 'createdAt'] },
})

/** What lists of users are narrowed by. */
const userFilters = ['id', 'name', 'account', 'deptId', 'state', 'userType']

export const user = table({
  name: 'user',
  says: '用户',
  freed: '请先把用户转到其他部门，或把整个部门并入另一个',
  label: 'name',
  apart: 'account',
  columns: {
    id: id(),
    account: text(),
    name: text(),
    deptId: ref('dept').orEmpty,
    position: text().orEmpty,
    mobile: personal().orEmpty,
    mobileHash: secret().orEmpty,
    /** Who gave it, where it was not its owner. */
    mobileBy: ref('user', 'past').orEmpty,
    userType: text(),
    /** 0 normal, 1 frozen (peopleState). */
    state: int(),
    password: secret(),
    /** A demo user signs in only on a server that runs with --demo. */
    demo: flag(),
    idNumber: personal().orEmpty,
    idNumberHash: secret().orEmpty,
    sex: int().orEmpty,
    ehrNo: text().orEmpty,
    dingId: text().orEmpty,
    enterAt: time().orEmpty,
    lastLoginAt: time().orEmpty,
    lastLoginFrom: text().orEmpty,
    /** Sign-ins that failed since then. */
    failedLogins: int().orEmpty,
    /** The password is one that somebody else knows: another is asked for at the next sign-in. */
    mustChange: flag(),
    /** They gave it themselves; null: not known, from before this was noted. */
    ownPassword: flag().orEmpty,
    /** Since when there is the password of now. */
    passwordAt: time(),
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
  },
  unique: ['account'],
  sort: {
    account: 'account',
    name: 'name',
    lastLoginAt: 'lastLoginAt',
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
  },
  scope: { dept: 'deptId', owner: 'id' },
  steady: { counter: 'access', columns: userFilters },
  finds: findsIn('user', ['mobileHash', 'idNumberHash']),
  walk: { index: 'user_list', columns: userFilters, finds: ['deptId'] },
})

export const role = table({
  name: 'role',
  says: '角色',
  label: 'name',
  columns: {
    id: id(),
    name: text(),
    alias: text().orEmpty,
    description: text().orEmpty,
    enabled: flag(),
    /** Its people sign in with a second factor. */
    factor: flag(),
    /** Addresses from which alone its people may work; empty: from anywhere. */
    nets: text().orEmpty,
    dataScope: text(),
    dingAppKey: text().orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
  },
  unique: ['name', 'alias'],
  sort: { name: 'name', createdAt: 'createdAt', updatedAt: 'updatedAt' },
  scope: 'all',
})

/** What a shipped role was given, by alias and key: once, whatever became of it. */
export const shippedKey = table({ name: 'shippedKey', columns: { role: text(), key: text() }, scope: 'all' })

export const userRole = table({
  name: 'userRole',
  says: '用户',
  freed: '请先在「人员」中收回角色',
  link: true,
  columns: { userId: ref('user', 'goes'), roleId: ref('role') },
  steady: { counter: 'access', columns: ['userId', 'roleId'] },
  scope: 'all',
})

/** Menu entries and buttons; a button's alias is a permission key. */
export const resource = table({
  name: 'resource',
  says: '资源',
  label: 'name',
  columns: {
    id: id(),
    parentId: ref('resource'),
    type: text(),
    name: text(),
    alias: text(),
    url: text().orEmpty,
    icon: text().orEmpty,
    sort: int(),
    enabled: flag(),
    dingAppKey: text().orEmpty,
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
  },
  unique: ['alias'],
  scope: 'all',
})

export const roleResource = table({
  name: 'roleResource',
  columns: { roleId: ref('role', 'goes'), resourceId: ref('resource', 'goes') },
  scope: 'all',
})

/** Sessions of all kinds: a person's and a script's of the staff, a visitor's, a partner's; of the token an HMAC under the installation's key is stored. */
export const session = table({
  name: 'session',
  columns: {
    id: id(),
    tokenHash: secret(),
    kind: text(),
    name: text().orEmpty,
    /** 0: no one's of the staff. */
    userId: ref('user', 'goes'),
    peopleId: ref('people', 'goes').orEmpty,
    partnerId: ref('partner', 'goes').orEmpty,
    /** JSON list of the permission keys of a script session; empty: all that its user holds. */
    keys: json().orEmpty,
    address: text().orEmpty,
    createdAt: time(),
    seenAt: time(),
    /** 0: never idle out. */
    idleMs: int(),
    expiresAt: time(),
    /** When a person last showed in it who they are; empty: a script's, a visitor's. */
    provedAt: time().orEmpty,
    /** The sign-in before this one: when, from where, and how many failed between them; `beforeFailed` is empty where nobody signed in for it. */
    beforeAt: time().orEmpty,
    beforeFrom: text().orEmpty,
    beforeFailed: int().orEmpty,
    /** Browser and device in words (`deviceSays`). */
    device: text().orEmpty,
    /** An HMAC over what the session is worth: whose, which rights, until when, and when it was shown last. */
    seal: secret(),
  },
  scope: { owner: 'userId' },
})

/** Sign-ins that have shown the right password and want something more: of the ticket a mark of the key, and what is left to do. */
export const signInStep = table({
  name: 'signInStep',
  columns: {
    ...{ id: id(), ticketHash: secret(), userId: ref('user', 'goes'), does: text() },
    /** A mark of the password and the second factor that it stands on; of others it is over. */
    ground: secret().orEmpty,
    expiresAt: time(),
  },
  scope: 'all',
})

/** Captchas that were given out; of the answer a mark of the key. */
export const captcha = table({
  name: 'captcha',
  columns: {
    ...{ codeId: text(), answer: secret(), expiresAt: time() },
    /** A mark of the network in whose share it is; of a device that an account knows none. */
    share: text().orEmpty,
  },
  scope: 'all',
})

/** Sign-in attempts, failed and successful: the lock-out and the limits count them. */
export const signIn = table({
  name: 'signIn',
  columns: {
    id: id(),
    account: text(),
    /** The network (networkOf) that it came from. */
    address: text(),
    /** From a device that the account knows. */
    deviceId: ref('device', 'past').orEmpty,
    ok: flag(),
    at: time(),
  },
  scope: 'all',
})

/** Devices from which an account signed in; of what a device keeps a mark of the key is stored. */
export const device = table({
  name: 'device',
  columns: {
    ...{ id: id(), userId: ref('user', 'goes'), hash: secret(), createdAt: time(), seenAt: time() },
    /** The sign-in that made it known; sessions end sooner. */
    sessionId: int().orEmpty,
  },
  scope: 'all',
})

/** Where somebody was before, and under which departments, from when until when. */
export const userStay = table({
  name: 'userStay',
  link: true,
  columns: {
    id: id(),
    userId: ref('user', 'goes'),
    deptId: ref('dept', 'past'),
    since: time(),
    until: time(),
  },
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    userStay: typeof userStay
    dept: typeof dept
    user: typeof user
    role: typeof role
    userRole: typeof userRole
    shippedKey: typeof shippedKey
    resource: typeof resource
    roleResource: typeof roleResource
    session: typeof session
    signInStep: typeof signInStep
    captcha: typeof captcha
    signIn: typeof signIn
    device: typeof device
  }
}
