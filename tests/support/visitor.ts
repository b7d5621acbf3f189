import { expect } from 'vitest'
import type { Reply, TestServer } from './server.ts'

/** A visitor's way to a session, as the site goes it. Addresses count where the server believes a proxy (`XZX_PROXIES=127.0.0.1`). */
export function visitorsOf(server: TestServer, address = '203.0.113.7') {
  const { db, secret } = server.parts
  let made = 0
  const post = (path: string, body: object, more: Record<string, string> = {}): Promise<Reply> =>
    server.raw(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...more },
      body: JSON.stringify(body),
    })
  /** A captcha that is known: `ab12`. */
  const captcha = async () => {
    made += 1
    const codeId = `${address}-${made}-${Math.random()}`
    const row = { codeId, answer: secret.mark('captcha', 'ab12'), expiresAt: server.clock.now + 5 * 60_000 }
    await db.write.insertInto('captcha').values(row).execute()
    return codeId
  }
  const ask = async (mobile: string, more: object = {}, headers = {}) =>
    post(
      '/verify/sms/imgcode/phonecode',
      { verifyType: 'login', mobile, verifyCode: 'ab12', codeId: await captcha(), ...more },
      headers,
    )
  /** The newest code that was sent to a phone, as its owner reads it. */
  const codeFor = async (phone: string) => {
    const row = await db.read
      .selectFrom('sms')
      .select('text')
      .where('phoneHash', '=', secret.lookup(phone))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return /\d{6}/.exec(secret.decrypt(row.text))?.[0] ?? ''
  }
  const login = (peoplePhone: string, codeId: string, photoCode: string, headers = {}) =>
    post('/web/people/mobileLogin', { peoplePhone, codeId, photoCode }, headers)
  const signIn = async (phone: string): Promise<string> => {
    const asked = await ask(phone)
    expect(asked, asked.text).toMatchObject({ errorCode: '0' })
    const reply = await login(phone, asked.value.codeId, await codeFor(phone))
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return reply.value
  }
  return { post, captcha, ask, codeFor, login, signIn }
}
