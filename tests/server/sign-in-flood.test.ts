import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { limitsFrom } from '../../server/limits.ts'
import { databases } from '../support/databases.ts'
import { startServer, type TestServer } from '../support/server.ts'

const password = '正确的-Passw0rd'

describe.each(databases)('sign-ins from many networks at once on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
    writeFileSync(join(server.parts.dataDir, 'site', 'page.html'), '<p>首页')
  })
  afterAll(() => server.close())

  /** Which line a password waits in is no matter of the database. */
  const lineTest = test.runIf(database === 'sqlite')

  const body = (given: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.200' },
    body: JSON.stringify(given),
  })
  /** Each of a network and with an account of its own. */
  const flood = (size: number) => {
    let answered = 0
    const replies = Array.from({ length: size }, async (_, i) => {
      const { headers, ...rest } = body({ username: `stranger${i}`, password: 'x' })
      const from = { ...headers, 'x-forwarded-for': `203.0.${i >> 7}.${1 + (i & 127)}` }
      const reply = await server.raw('/user/loginNoCode', { ...rest, headers: from })
      answered += 1
      return reply
    })
    return { replies, answered: () => answered }
  }

  lineTest('leave threads for the pages', async () => {
    const { replies, answered } = flood(60)
    await Promise.race(replies)
    expect((await server.raw('/site/page.html')).text).toBe('<p>首页')
    expect(answered()).toBeLessThan(20)
    for (const { errorCode } of await Promise.all(replies)) expect(errorCode).toBe('LOGIN_FAILED')
  })

  lineTest('do not hold up a device that the account knows, or who has a session', async () => {
    const { account, token } = await server.person({ roles: ['staff'], password })
    const asked = body({})
    const known = await server.raw('/x/auth/device', { ...asked, headers: { ...asked.headers, authorization: token } })
    const { replies, answered } = flood(60)
    await Promise.race(replies)
    const mine = await server.raw(
      '/user/loginNoCode',
      body({ username: account, password, device: known.value.device }),
    )
    expect(mine.errorCode).toBe('0')
    const change = body({ oldPassword: 'x', newPassword: '崭新的-Passw0rd' })
    const own = { ...change, headers: { ...change.headers, authorization: token } }
    expect((await server.raw('/x/auth/password', own)).errorMsg).toBe('原密码不正确')
    expect(answered()).toBeLessThan(40)
    await Promise.all(replies)
  })

  const tryAt = (username: string, from: string, given = 'x') => {
    const { headers, ...rest } = body({ username, password: given })
    return server.raw('/user/loginNoCode', { ...rest, headers: { ...headers, 'x-forwarded-for': from } })
  }
  test.each([
    [10, (i: number) => `198.51.${i}.1`],
    [50, (i: number) => `198.51.${i}.2`],
    [200, (i: number) => `198.51.${i}.3`],
    [200, (i: number) => `2001:db8:${i.toString(16)}:7::1`],
  ])('%i networks that try an account on and on do not keep its owner out of a new one', async (size, at) => {
    const { account } = await server.person({ roles: ['staff'], password })
    let failed = 0
    const round = async () => {
      // no more at once than may stand in line
      for (let from = 0; from < size; from += 50) {
        const these = Array.from({ length: Math.min(50, size - from) }, (_, i) => tryAt(account, at(from + i)))
        for (const { errorCode } of await Promise.all(these)) failed += errorCode === 'LOGIN_FAILED' ? 1 : 0
      }
    }
    for (let i = 0; i < (size < 17 ? 6 : 4); i += 1) await round()
    // theirs are used up
    for (let i = 0; i < size; i += 7) expect((await tryAt(account, at(i), password)).errorCode).toBe('TOO_MANY')
    expect((await tryAt(account, '192.0.2.77')).errorCode).toBe('LOGIN_FAILED')
    expect((await tryAt(account, '192.0.2.77', password)).errorCode).toBe('0')
    expect((await tryAt(account, '2001:db8:ffff:1::9', password)).errorCode).toBe('0')
    // their bound: 50 and what the wait lets through, and three of each
    expect(failed).toBeGreaterThanOrEqual(50)
    expect(failed).toBeLessThanOrEqual(50 + 3 * size)
    server.clock.now += 5 * 60_000
  })

  test('the networks of one IPv6 /48 have no more tries than one', async () => {
    const { account } = await server.person({ roles: ['staff'], password })
    await server.parts.db.write
      .insertInto('signIn')
      .values(
        Array.from({ length: 60 }, (_, i) => ({
          account,
          address: `198.18.0.${i}`,
          ok: 0 as const,
          at: server.clock.now,
        })),
      )
      .execute()
    const codes = []
    for (let i = 0; i < 5; i += 1) codes.push((await tryAt(account, `2001:db8:abcd:${i}::1`)).errorCode)
    expect(codes).toEqual([...Array(3).fill('LOGIN_FAILED'), ...Array(2).fill('TOO_MANY')])
    // a day later they are their own again
    server.clock.now += 24 * 3600_000 + 1
    expect((await tryAt(account, '2001:db8:abcd:9::1', password)).errorCode).toBe('0')
  })

  lineTest('beyond what may wait they are refused in words', async () => {
    const { strangersPasswords } = server.parts.work
    let release = () => {}
    const busy = new Promise<void>((resolve) => (release = resolve))
    const first = vi.fn(() => busy)
    const before = [strangersPasswords.run('first', first)]
    await vi.waitFor(() => expect(first).toHaveBeenCalled())
    for (let i = 0; i < 100; i += 1) before.push(strangersPasswords.run(`network ${i}`, () => busy))
    const mine = await server.raw('/user/loginNoCode', body({ username: 'late', password: 'x' }))
    expect(mine).toMatchObject({ errorCode: 'TOO_MANY', errorMsg: '同时提交的请求过多，请稍后再试' })
    release()
    await Promise.all(before)
  })

  lineTest('a hundred networks that answered a captcha take no place of the staff’s', async () => {
    const { account, token } = await server.person({ roles: ['staff'], password })
    const asked = body({})
    const known = await server.raw('/x/auth/device', { ...asked, headers: { ...asked.headers, authorization: token } })
    const captchas = Array.from({ length: 130 }, (_, i) => ({
      codeId: `flood ${i}`,
      answer: server.parts.secret.mark('captcha', 'ab12'),
      expiresAt: server.clock.now + 60_000,
    }))
    await server.parts.db.write.insertInto('captcha').values(captchas).execute()
    const flood = captchas.map(({ codeId }, i) => {
      const { headers, ...rest } = body({ username: `shown${i}`, password: 'x', verifyCode: 'ab12', codeId })
      return server.raw('/user/login', { ...rest, headers: { ...headers, 'x-forwarded-for': `203.1.0.${i}` } })
    })
    await Promise.race(flood)
    const mine = body({ username: account, password, device: known.value.device })
    const change = body({ oldPassword: 'x', newPassword: '崭新的-Passw0rd' })
    const own = { ...change, headers: { ...change.headers, authorization: token } }
    const [signedIn, changed] = await Promise.all([
      server.raw('/user/loginNoCode', mine),
      server.raw('/x/auth/password', own),
    ])
    expect([signedIn.errorCode, changed.errorMsg]).toEqual(['0', '原密码不正确'])
    const codes = (await Promise.all(flood)).map(({ errorCode }) => errorCode)
    expect(new Set(codes)).toEqual(new Set(['LOGIN_FAILED', 'TOO_MANY']))
  })

  lineTest('of who has gone the password is not looked at', async () => {
    const { strangersPasswords } = server.parts.work
    let release = () => {}
    const busy = strangersPasswords.run('another', () => new Promise<void>((resolve) => (release = resolve)))
    const lines = vi.spyOn(strangersPasswords, 'run')
    const { headers, body: sent } = body({ username: 'gone', password: 'x' })
    const leaving = request(`${server.url}/user/loginNoCode`, { method: 'POST', headers })
    leaving.on('error', () => {}).end(sent)
    await vi.waitFor(() => expect(lines).toHaveBeenCalledTimes(1))
    const [, , alive] = lines.mock.calls[0] ?? []
    leaving.destroy()
    await vi.waitFor(() => expect(alive?.()).toBe(false))
    release()
    await busy
    await expect(lines.mock.results[0]?.value).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const tries = await server.parts.db.read.selectFrom('signIn').select('id').where('account', '=', 'gone').execute()
    expect(tries).toEqual([])
    lines.mockRestore()
  })
})
