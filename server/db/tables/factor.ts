import { id, int, personal, ref, secret, table, time } from '../table.ts'

/** What shows somebody's codes: one for each user, once they have shown that it works. */
export const userFactor = table({
  name: 'userFactor',
  says: '动态口令',
  columns: {
    id: id(),
    userId: ref('user', 'goes'),
    secret: personal(),
    /** The half minute whose code was used last: each is good once. */
    lastStep: int(),
    createdAt: time(),
  },
  scope: 'all',
})

/** One that was begun, and has not yet shown a code. */
export const factorPending = table({
  name: 'factorPending',
  columns: { id: id(), userId: ref('user', 'goes'), secret: personal(), expiresAt: time() },
  scope: 'all',
})

/** Codes for who has lost what shows theirs: of each a mark of the key; it goes when it is used. */
export const recoveryCode = table({
  name: 'recoveryCode',
  columns: { id: id(), userId: ref('user', 'goes'), codeHash: secret() },
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    userFactor: typeof userFactor
    factorPending: typeof factorPending
    recoveryCode: typeof recoveryCode
  }
}
