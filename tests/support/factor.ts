import { Secret, TOTP } from 'otpauth'
import type { Person, TestServer } from './server.ts'

/** What a phone would show of a secret at the server's time. */
export const codeOf = (server: TestServer, secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now })

/** A code that is wrong at the server's time, and half a minute around it. */
export function wrongCodeOf(server: TestServer, secret: string): string {
  const right = new Set(
    [-30_000, 0, 30_000].map((off) => codeOf({ ...server, clock: { now: server.clock.now + off } }, secret)),
  )
  return ['000000', '111111', '222222', '333333'].find((code) => !right.has(code)) as string
}

/** Half a minute later: each code is good once. */
export const nextCode = (server: TestServer, secret: string): string => {
  server.clock.now += 30_000
  return codeOf(server, secret)
}

/** Binds a second factor for somebody. @returns the secret, and the recovery codes */
export async function bindFactor(server: TestServer, person: Person, password: string) {
  const { value } = await person.call('auth.factorBegin', { password })
  const secret = value.secret as string
  const confirmed = await person.call('auth.factorConfirm', { code: nextCode(server, secret) })
  return { secret, recoveryCodes: confirmed.value.recoveryCodes as string[] }
}
