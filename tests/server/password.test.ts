import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const old = '原来的-Passw0rd'
const fresh = '崭新的-Passw0rd'
const minute = 60_000

describe.each(databases)('a password of one’s own on %s', (database) => {
  let server: TestServer
  let person: Person
  let deptId: number
  beforeAll(async () => {
    server = await startServer(database)
    deptId = await makeDept(server, '机关事务科')
  })
  afterAll(() => server.close())
  const someone = async () => {
    server.clock.now += 16 * minute
    person = await server.person({ roles: ['staff'], deptId, password: old })
    return person
  }
  const login = (password: string, device?: string) =>
    server.anyone.call('auth.loginNoCode', { username: person.account, password, device })
  const change = (oldPassword: string, newPassword: string, more: object = {}, token = person.token) =>
    server.raw('/x/auth/password', {
      method: 'POST',
      headers: {
        authorization: token,
        'content-type': 'application/json',
        ...('key' in more && { 'x-request-key': `${more.key}` }),
      },
      body: JSON.stringify({ oldPassword, newPassword, ...more }),
    })
  const signedIn = async (token: string) =>
    (await server.raw('/user/info', { method: 'POST', headers: { authorization: token } })).errorCode === '0'
  const articles = (token: string) =>
    server.raw('/api/article/list', {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: '{}',
    })
  const stored = async () =>
    JSON.stringify([
      await server.parts.db.read.selectFrom('log').selectAll().execute(),
      await server.parts.db.read.selectFrom('requestKey').selectAll().execute(),
      await server.parts.db.read.selectFrom('user').selectAll().execute(),
    ])

  test('the new one opens, the old one does not; other sign-ins and devices end, this one and other people go on', async () => {
    const other = await someone()
    await someone()
    const elsewhere = (await login(old)).value as string
    const { device } = (await person.call('auth.device', {})).value
    const token = (await person.call('auth.scriptAdd', { name: '夜间', keys: ['article_list'] })).value.token as string
    const done = await change(old, fresh)
    expect(done).toMatchObject({ errorCode: '0', value: { sessionsEnded: 1, tokensEnded: 0, tokensLeft: 1 } })
    expect(await Promise.all([person.token, other.token, elsewhere].map(signedIn))).toEqual([true, true, false])
    expect((await login(old)).errorCode).toBe('LOGIN_FAILED')
    expect((await login(fresh)).errorCode).toBe('0')
    // the device was shown with the old password; it has no tries of its own any more
    const rows = await server.parts.db.read
      .selectFrom('device')
      .select('id')
      .where('userId', '=', person.userId)
      .execute()
    expect(rows).toEqual([])
    for (let i = 0; i < 5; i += 1) await login('wrong', device)
    expect((await login(fresh, device)).errorCode).toBe('TOO_MANY')
    expect((await articles(token)).errorCode).toBe('0')
    const text = await stored()
    for (const secret of [old, fresh]) expect(text).not.toContain(secret)
  })

  test('script tokens end where that is asked for', async () => {
    await someone()
    const token = (await person.call('auth.scriptAdd', { name: '夜间', keys: ['article_list'] })).value.token as string
    expect((await change(old, fresh, { endTokens: true })).value).toEqual({
      sessionsEnded: 0,
      tokensEnded: 1,
      tokensLeft: 0,
    })
    expect((await articles(token)).status).toBe(401)
  })

  test('of wrong old ones the fifth ends the session, and nothing else; each has its row', async () => {
    await someone()
    const replies = await Promise.all(Array.from({ length: 8 }, () => change('wrong', fresh)))
    expect(replies.map((r) => r.errorCode).sort()).toEqual([
      ...Array(4).fill('LOGIN_FAILED'),
      ...Array(4).fill('SESSION_OVER'),
    ])
    expect(replies.find((r) => r.errorCode === 'LOGIN_FAILED')?.errorMsg).toBe('原密码不正确')
    expect(replies.find((r) => r.errorCode === 'SESSION_OVER')?.errorMsg).toBe('输错 5 次，本次登录已结束，请重新登录')
    expect(await signedIn(person.token)).toBe(false)
    // who has a token keeps the owner from nothing
    const again = (await login(old)).value as string
    const rows = await server.parts.db.read
      .selectFrom('log')
      .select(['result', 'kind'])
      .where('call', '=', 'auth.password')
      .where('userAccount', '=', person.account)
      .execute()
    expect(rows.filter(({ result }) => result === '失败')).toHaveLength(5)
    expect((await change(old, fresh, {}, again)).errorCode).toBe('0')
  })

  test('who is signed in is not held up by what strangers did', async () => {
    await someone()
    for (let i = 0; i < 5; i += 1) await login('wrong')
    expect((await login(old)).errorCode).toBe('TOO_MANY')
    expect((await change(old, fresh)).errorCode).toBe('0')
  })

  test('a device is made by who has just signed in, or changed their password, and two a session', async () => {
    await someone()
    expect((await person.call('auth.device', {})).errorCode).toBe('0')
    expect((await person.call('auth.device', {})).errorCode).toBe('0')
    expect((await person.call('auth.device', {})).errorCode).toBe('TOO_MANY')
    await someone()
    const { device } = (await person.call('auth.device', {})).value
    server.clock.now += 11 * minute
    expect((await person.call('auth.device', {})).errorCode).toBe('BAD_STATE')
    expect((await person.call('auth.device', { device })).value.device).toBe(device)
    expect((await change(old, fresh)).errorCode).toBe('0')
    expect((await person.call('auth.device', {})).errorCode).toBe('0')
  })

  test.each([
    ['short1', '新密码至少 8 个字符'],
    ['12345678', '新密码过于简单（重复或连续的字符）'],
    ['passw0rd', '新密码容易猜到'],
    ['trustno1', '新密码过于常见'],
    ['机关事务科-2026', '新密码容易猜到'],
    ['ACCOUNT123', '新密码与账号过于相近'],
    [old, '新密码不能与原密码相同'],
    ['', '请输入新密码'],
  ])('%s will not do, and is no try', async (password, says) => {
    await someone()
    const reply = await change(old, password.replace('ACCOUNT', person.account.toUpperCase()))
    expect([reply.errorCode, reply.errorMsg]).toEqual([
      expect.stringMatching(/BAD_INPUT|MISSING/),
      expect.stringContaining(says),
    ])
    expect((await login(old)).errorCode).toBe('0')
    const failed = await server.parts.db.read
      .selectFrom('signIn')
      .select('id')
      .where('account', '=', person.account)
      .where('ok', '=', 0)
      .execute()
    expect(failed).toEqual([])
  })

  test('two at once: one wins; a repeat whose answer was lost is answered, and keeps nothing of the passwords', async () => {
    await someone()
    const both = await Promise.all([change(old, fresh), change(old, `${fresh}2`)])
    expect(both.map((r) => r.errorCode).sort()).toEqual(['0', 'LOGIN_FAILED'])
    await someone()
    const first = await change(old, fresh, { key: 'k1' })
    const again = await change(old, fresh, { key: 'k1' })
    expect([first.errorCode, again.errorCode, again.value]).toEqual(['0', '0', first.value])
    expect(await stored()).not.toContain(fresh)
    // a key stands for its passwords too
    for (const [was, wanted] of [
      [old, `${fresh}2`],
      ['wrong', fresh],
      [fresh, `${fresh}2`],
    ] as const)
      expect((await change(was, wanted, { key: 'k1' })).errorCode, `${was} ${wanted}`).toBe('CONFLICT')
    // a key is no password
    expect((await change('wrong', `${fresh}3`, { key: 'k2' })).errorCode).toBe('LOGIN_FAILED')
    expect((await login(fresh)).errorCode).toBe('0')
  })

  test('is nothing for strangers, script tokens, or a dry run', async () => {
    await someone()
    expect((await change(old, fresh, {}, 'x'.repeat(43))).status).toBe(401)
    const token = (await person.call('auth.scriptAdd', { name: '夜间', keys: ['article_list'] })).value.token as string
    expect((await change(old, fresh, {}, token)).errorCode).toBe('NO_PERMISSION')
    const dry = await server.raw('/x/dry-run/x/auth/password', {
      method: 'POST',
      headers: { authorization: person.token, 'content-type': 'application/json' },
      body: JSON.stringify({ oldPassword: old, newPassword: fresh }),
    })
    expect(dry.errorCode).toBe('UNKNOWN_CALL')
    expect((await login(old)).errorCode).toBe('0')
  })
})
