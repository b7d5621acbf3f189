import { randomBytes, scryptSync } from 'node:crypto'

/** A stored password as the server keeps it, looked at in a thirtieth of the time: for tests of what else a sign-in does. */
export function quickHash(password: string): string {
  const salt = randomBytes(16)
  const key = scryptSync(password.normalize('NFKC'), salt, 32, { N: 1024, r: 8, p: 1 })
  return `scrypt$1024$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`
}
