import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rightsChanged } from '../../server/access/rights.ts'
import { endUnnamedTokens, openSession } from '../../server/access/session.ts'
import { makerOf } from '../../server/db/maker.ts'
import { up as keySessions } from '../../server/db/migrations/0131-keyed-sessions.ts'
import { works } from '../../server/jobs/works.ts'
import { newToken } from '../../server/secret.ts'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { quickHash } from '../support/passwords.ts'
import { makeDept, startServer, type TestServer } from '../support/server.ts'

const password = '正确的-Passw0rd'
const hash = quickHash(password)
const minute = 60_000

describe.each(databases)('sign-in on %s', (database) => {
  let server: TestServer
  let made = 0

  beforeAll(async () => {
    server = await startServer(database)
  })
  afterAll(() => server.close())

  const user = async (more: object = {}) => {
    made += 1
    const account = `u${made}`
    const now = server.clock.now
    const { id } = await server.parts.db.write
      .insertInto('user')
      .values({
        account,
        name: account,
        userType: '2',
        mustChange: 0,
        passwordAt: 0,
        version: 1,
        state: 0,
        password: hash,
        demo: 0,
        createdAt: now,
        updatedAt: now,
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, account }
  }
  const login = (username: string, pass = password, device?: string) =>
    server.anyone.call('auth.loginNoCode', { username, password: pass, device })
  /** Asks to be known, as consoles and command lines do after a sign-in. */
  const remember = async (token: string, device?: string) =>
    (
      await server.raw('/x/auth/device', {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ device }),
      })
    ).value.device as string
  const info = (token: string) => server.raw('/user/info', { method: 'POST', headers: { authorization: token } })

  test('gives a token that is stored only as its hash, and logs it without the password', async () => {
    const { account } = await user()
    const reply = await login(account)
    expect(reply).toMatchObject({ errorCode: '0', value: expect.stringMatching(/^[\w-]{43}$/) })
    expect((await info(reply.value)).value).toMatchObject({ userAccount: account })
    expect((await info(`Bearer ${reply.value}`)).errorCode).toBe('0')
    const stored = JSON.stringify(await server.parts.db.read.selectFrom('session').selectAll().execute())
    expect(stored).toContain(server.parts.secret.mark('session', reply.value))
    expect(stored).not.toContain(reply.value)
    expect(stored).not.toContain(createHash('sha256').update(reply.value).digest('base64url'))
    const log = JSON.stringify(await server.parts.db.read.selectFrom('log').selectAll().execute())
    expect(log).toContain(account)
    expect(log).not.toContain(password)
    expect(log).not.toContain(reply.value)
  })

  test('says the same of an unknown account and a wrong password', async () => {
    const { account } = await user()
    const wrong = await login(account, 'wrong')
    const unknown = await login('nobody-here', 'wrong')
    expect(wrong).toMatchObject({ status: 200, errorCode: 'LOGIN_FAILED' })
    expect([unknown.errorCode, unknown.errorMsg]).toEqual([wrong.errorCode, wrong.errorMsg])
  })

  test('an officer who releases an address releases none of those out of reach', async () => {
    const [own, elsewhere] = [await makeDept(server, '林业局'), await makeDept(server, '水利局')]
    const officer = await holding(server, ['auth_unlock', 'user_list'], { dataScope: 'DEPARTS', deptId: own })
    const mine = await server.person({ roles: [], deptId: own, password })
    const theirs = await server.person({ roles: [], deptId: elsewhere, password })
    for (const { account } of [mine, theirs])
      for (let i = 0; i < 5; i += 1) expect((await login(account, 'wrong')).errorCode).toBe('LOGIN_FAILED')
    const { value } = await officer.call('auth.unlock', { address: '127.0.0.1' })
    expect(value.released).toBeGreaterThanOrEqual(5)
    expect(value.kept).toBeGreaterThanOrEqual(1)
    expect((await login(mine.account, 'wrong')).errorCode).toBe('LOGIN_FAILED')
    expect((await login(theirs.account, 'wrong')).errorCode).toBe('TOO_MANY')
    const admin = await server.person({ roles: ['admin'] })
    expect((await admin.call('auth.unlock', { address: '127.0.0.1' })).errorCode).toBe('0')
  })

  test('locks an account at an address after five failures, many at once too, for a quarter of an hour; an administrator releases it', async () => {
    const { account } = await user()
    const replies = await Promise.all(Array.from({ length: 8 }, () => login(account, 'wrong')))
    expect(replies.map((r) => r.errorCode).sort()).toEqual([
      ...Array(5).fill('LOGIN_FAILED'),
      ...Array(3).fill('TOO_MANY'),
    ])
    expect((await login(account)).errorCode).toBe('TOO_MANY')
    const admin = await server.person({ roles: ['admin'] })
    expect((await admin.call('auth.unlock', { username: account })).value).toEqual({ released: 5, kept: 0 })
    expect((await login(account)).errorCode).toBe('0')
    await Promise.all(Array.from({ length: 5 }, () => login(account, 'wrong')))
    expect((await login(account)).errorCode).toBe('TOO_MANY')
    server.clock.now += 15 * minute + 1000
    expect((await login(account)).errorCode).toBe('0')
  })

  test('a department that is stopped ends the sessions of its people, and none begins', async () => {
    const id = await makeDept(server, '提案委员会')
    const { account } = await user({ deptId: id })
    const token = (await login(account)).value
    expect((await info(token)).status).toBe(200)
    await server.parts.db.write.updateTable('dept').set({ state: 1 }).where('id', '=', id).execute()
    expect((await info(token)).status).toBe(401)
    expect((await login(account)).errorCode).toBe('LOGIN_FAILED')
  })

  const signIns = (count: number, row: (i: number) => { account: string; address: string; ok: 0 | 1 }) =>
    server.parts.db.write
      .insertInto('signIn')
      .values(Array.from({ length: count }, (_, i) => ({ ...row(i), at: server.clock.now })))
      .execute()

  const later = () => {
    server.clock.now += 15 * minute + 1000
  }
  const strangers = (i: number) => ({ account: `nobody-${i}`, address: '127.0.0.1', ok: 0 as const })

  test('five wrong passwords from elsewhere do not lock an account here', async () => {
    const { account } = await user()
    later()
    await signIns(5, () => ({ account, address: '203.0.113.7', ok: 0 as const }))
    expect((await login(account)).errorCode).toBe('0')
  })

  test('a success begins the five tries anew in its own place, at an address as on a device; nobody else’s, and not the wider bounds', async () => {
    const [one, two] = [await user(), await user()]
    later()
    const mistype = async (times: number, device?: string) => {
      for (let i = 0; i < times; i += 1)
        expect((await login(one.account, 'wrong', device)).errorCode).toBe('LOGIN_FAILED')
    }
    const device = await remember((await login(one.account)).value)
    for (const known of [undefined, device])
      for (let day = 0; day < 3; day += 1) {
        await mistype(4, known)
        expect((await login(one.account, password, known)).errorCode).toBe('0')
      }
    // in the other place they count on
    await mistype(4)
    expect((await login(one.account, password, device)).errorCode).toBe('0')
    await signIns(4, () => ({ account: one.account, address: '203.0.113.7', ok: 0 as const }))
    await mistype(1)
    expect((await login(one.account)).errorCode).toBe('TOO_MANY')
    // a sign-in of somebody else frees nobody
    expect((await login(two.account)).errorCode).toBe('0')
    expect((await login(one.account)).errorCode).toBe('TOO_MANY')
    // nor does one's own end the waiting of an account that is tried from everywhere
    await signIns(60, (i) => ({
      account: two.account,
      address: i < 3 ? '127.0.0.1' : `203.0.113.${i}`,
      ok: 0 as const,
    }))
    await signIns(1, () => ({ account: two.account, address: '127.0.0.1', ok: 1 as const }))
    expect(await login(two.account)).toMatchObject({
      errorCode: 'TOO_MANY',
      errorMsg: expect.stringContaining('秒后再试'),
    })
  })

  test('twenty failures of others behind the same address do not lock out a colleague', async () => {
    const { account } = await user()
    later()
    await signIns(20, strangers)
    expect((await login(account)).errorCode).toBe('0')
  })

  test('many failures make the next tries of an account from anywhere, or of an address, wait longer and longer', async () => {
    const { account } = await user()
    for (const [from, failed] of [
      [50, (i: number) => ({ account, address: i < 3 ? '127.0.0.1' : `203.0.113.${i}`, ok: 0 as const })],
      [40, strangers],
    ] as const) {
      later()
      await signIns(from + 3, failed)
      expect(await login(account)).toMatchObject({ errorCode: 'TOO_MANY', errorMsg: expect.stringContaining('8 秒后') })
      server.clock.now += 7000
      expect((await login(account)).errorCode).toBe('TOO_MANY')
      server.clock.now += 1000
      expect((await login(account, 'wrong')).errorCode).toBe('LOGIN_FAILED')
      server.clock.now += 15_000
      expect((await login(account)).errorMsg).toContain('1 秒后')
      server.clock.now += 1000
      expect((await login(account)).errorCode).toBe('0')
    }
  })

  test('locks an address after a hundred failures, whatever the account, for a quarter of an hour; an administrator releases it', async () => {
    const { account } = await user()
    server.clock.now += 24 * 60 * minute
    const admin = await server.person({ roles: ['admin'] })
    await signIns(100, strangers)
    server.clock.now += minute
    expect(await login(account)).toMatchObject({ errorCode: 'TOO_MANY', errorMsg: expect.stringContaining('该地址') })
    expect((await admin.call('auth.unlock', {})).errorCode).toBe('MISSING_PARAMETER')
    expect((await admin.call('auth.unlock', { address: '198.51.100.1' })).value).toEqual({ released: 0, kept: 0 })
    expect((await admin.call('auth.unlock', { address: '127.0.0.1' })).value).toEqual({ released: 100, kept: 0 })
    expect((await login(account)).errorCode).toBe('0')
    await signIns(100, strangers)
    expect((await login(account)).errorCode).toBe('TOO_MANY')
    server.clock.now += 15 * minute
    expect((await login(account)).errorCode).toBe('0')
  })

  test('a device that the account knows is let in whatever others did, has five tries of its own and no right', async () => {
    const one = await user()
    const two = await user()
    later()
    const device = await remember((await login(one.account)).value)
    expect(device).toMatch(/^[\w-]{43}$/)
    expect(await remember((await login(one.account, password, device)).value, device)).toBe(device)
    const stored = JSON.stringify(await server.parts.db.read.selectFrom('device').selectAll().execute())
    expect(stored).not.toContain(device)
    expect((await info(device)).status).toBe(401)

    for (const { account } of [one, two]) {
      await signIns(60, (i) => ({ account, address: `203.0.113.${i}`, ok: 0 as const }))
      await signIns(5, () => ({ account, address: '127.0.0.1', ok: 0 as const }))
    }
    await signIns(120, strangers)
    expect((await login(one.account)).errorCode).toBe('TOO_MANY')
    expect((await login(one.account, password, device)).errorCode).toBe('0')
    expect((await login(two.account, password, device)).errorCode).toBe('TOO_MANY')
    expect((await login(one.account, password, 'x'.repeat(43))).errorCode).toBe('TOO_MANY')

    const replies = await Promise.all(Array.from({ length: 7 }, () => login(one.account, 'wrong', device)))
    expect(replies.filter((r) => r.errorCode === 'LOGIN_FAILED')).toHaveLength(5)
    expect((await login(one.account, password, device)).errorCode).toBe('TOO_MANY')
    later()
    expect((await login(one.account, password, device)).errorCode).toBe('0')

    await server.parts.db.write
      .updateTable('user')
      .set({ password: quickHash(password) })
      .where('id', '=', one.id)
      .execute()
    await signIns(5, () => ({ account: one.account, address: '127.0.0.1', ok: 0 as const }))
    expect((await login(one.account, password, device)).errorCode).toBe('TOO_MANY')
  })

  test('an account knows its last twenty devices', async () => {
    const { id, account } = await user()
    for (let i = 0; i < 11; i += 1) {
      later()
      const { value } = await login(account)
      for (let twice = 0; twice < 2; twice += 1) await remember(value)
    }
    const rows = server.parts.db.read.selectFrom('device').select('id').where('userId', '=', id)
    expect(await rows.execute()).toHaveLength(20)
  })

  test('an account signs in no more than sixty times a minute', async () => {
    const { account } = await user()
    const right = () => ({ account, address: '10.0.0.1', ok: 1 as const })
    await signIns(59, right)
    expect((await login(account)).errorCode).toBe('0')
    expect((await login(account)).errorCode).toBe('TOO_MANY')
    server.clock.now += minute + 1
    expect((await login(account)).errorCode).toBe('0')
  })

  test('a session ends by idling, by age, by log-out, and when its user is frozen', async () => {
    const one = await user()
    const token = (await login(one.account)).value
    server.clock.now += 29 * minute
    expect((await info(token)).status).toBe(200)
    server.clock.now += 29 * minute
    expect((await info(token)).status).toBe(200)
    server.clock.now += 31 * minute
    expect(await info(token)).toMatchObject({ status: 401, errorCode: 'SESSION_OVER' })

    const second = (await login(one.account)).value
    await server.raw('/people/logout', { method: 'POST', headers: { authorization: second } })
    expect((await info(second)).status).toBe(401)

    const third = (await login(one.account)).value
    await server.parts.db.write.updateTable('user').set({ state: 1 }).where('id', '=', one.id).execute()
    expect((await info(third)).status).toBe(401)
    expect((await login(one.account)).errorCode).toBe('LOGIN_FAILED')

    const two = await user()
    const long = (await login(two.account)).value
    for (let i = 0; i < 25; i += 1) {
      server.clock.now += 29 * minute
      await info(long)
    }
    expect((await info(long)).status).toBe(401)
    // nothing is kept of a session that is over, from where it came neither
    await login(two.account)
    await works.clean.run(server.parts, { stopped: () => false, progress: () => {} })
    const rows = await server.parts.db.read.selectFrom('session').select('id').where('userId', 'in', [one.id, two.id])
    expect(await rows.execute()).toHaveLength(1)
  })

  test('one sees where one is signed in, and ends what is elsewhere', async () => {
    const { account } = await user()
    const [here, there, third] = [await login(account), await login(account), await login(account)].map(
      ({ value }) => value as string,
    )
    const as = (token: string | undefined, path: string, body?: object) =>
      server.raw(path, {
        method: 'POST',
        headers: { authorization: token ?? '', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    const list = (await as(here, '/x/auth/sessions')).value as { sessionId: string; current: number }[]
    expect([list.length, list.filter(({ current }) => current === 1).length]).toEqual([3, 1])
    // browser and device in words of ours, where the program says them
    const agent = 'Mozilla/5.0 (Windows NT 10.0; rv:109.0) Gecko/20100101 Firefox/115.0'
    const by = new URLSearchParams({ username: account, password })
    const named = await server.raw(`/user/loginNoCode?${by}`, { method: 'POST', headers: { 'user-agent': agent } })
    const [mine] = (await as(named.value, '/x/auth/sessions')).value.filter(
      (one: { current: number }) => one.current === 1,
    )
    expect(mine.device).toBe('火狐 115，Windows')
    await server.parts.db.write.deleteFrom('session').where('id', '=', Number(mine.sessionId)).execute()
    const own = list.find(({ current }) => current === 1)?.sessionId
    expect(await as(here, '/x/auth/sessions/end', { ids: [own] })).toMatchObject({ errorCode: 'BAD_INPUT' })
    const stranger = (await login((await user()).account)).value
    const others = list.filter(({ current }) => current === 0).map(({ sessionId }) => sessionId)
    expect((await as(stranger, '/x/auth/sessions/end', { ids: others })).value).toEqual({ ended: 0 })
    const theirs = (await as(there, '/x/auth/sessions')).value as typeof list
    const thirds = theirs.find(({ sessionId, current }) => current === 0 && sessionId !== own)?.sessionId
    expect((await as(here, '/x/auth/sessions/end', { ids: [thirds] })).value).toEqual({ ended: 1 })
    expect((await as(third, '/x/auth/sessions')).status).toBe(401)
    expect((await as(here, '/x/auth/sessions/end', {})).value).toEqual({ ended: 1 })
    expect([(await as(there, '/x/auth/sessions')).status, (await as(here, '/x/auth/sessions')).status]).toEqual([
      401, 200,
    ])
  })

  test('sign-in without captcha can be switched off; a demo user signs in only where there is a demo', async () => {
    const { account } = await user()
    const demo = await user({ demo: 1 })
    expect((await login(demo.account)).errorCode).toBe('0')
    const other = await startServer(database, { demo: false, limits: { ...server.parts.limits, loginNoCode: 'off' } })
    const now = other.clock.now
    const row = {
      name: 'x',
      userType: '2',
      mustChange: 0 as const,
      passwordAt: 0,
      version: 1,
      state: 0,
      password: hash,
      createdAt: now,
      updatedAt: now,
    }
    await other.parts.db.write
      .insertInto('user')
      .values([
        { ...row, account, demo: 0 as const },
        { ...row, account: demo.account, demo: 1 as const },
      ])
      .execute()
    const off = await other.anyone.call('auth.loginNoCode', { username: account, password })
    expect(off).toMatchObject({ status: 200, errorCode: 'NO_PERMISSION' })
    const answer = { answer: other.parts.secret.mark('captcha', 'ab12'), expiresAt: now + minute }
    const withCaptcha = async (username: string) => {
      await other.parts.db.write
        .insertInto('captcha')
        .values({ codeId: username, ...answer })
        .execute()
      return (await other.anyone.call('auth.login', { username, password, verifyCode: 'ab12', codeId: username }))
        .errorCode
    }
    expect(await withCaptcha(account)).toBe('0')
    expect(await withCaptcha(demo.account)).toBe('LOGIN_FAILED')
    await other.close()
  })

  test('behind a proxy the caller counts, not the proxy, where the proxy is known; nobody else may say who they are', async () => {
    const { account } = await user()
    const limits = { ...server.parts.limits, loginNoCode: 'loopback' as const }
    const known = await startServer(database, { limits: { ...limits, proxies: ['127.0.0.0/8'] } })
    const unknown = await startServer(database, { limits })
    const from = (on: TestServer, address: string | null, username = account) =>
      on.raw(`/user/loginNoCode?username=${username}&password=x`, {
        method: 'POST',
        headers: { ...on.here, ...(address !== null && { 'x-forwarded-for': address }) },
      })
    for (const on of [known, unknown]) {
      expect((await from(on, null)).errorCode).toBe('LOGIN_FAILED')
      expect((await from(on, '203.0.113.7')).errorCode).toBe('NO_PERMISSION')
    }
    for (const [on, unnamedProxy] of [
      [known, false],
      [unknown, true],
    ] as const)
      expect(JSON.parse((await on.raw('/readyz', { headers: on.here })).text)).toEqual({
        status: 'ready',
        loginNoCode: 'loopback',
        site: 'own',
        unnamedProxy,
        logAnchors: 'kept',
        demoShut: 0,
      })
    // not for strangers
    for (const on of [known, unknown])
      for (const name of ['x-forwarded-for', 'x-real-ip', 'via'])
        expect(JSON.parse((await on.raw('/readyz', { headers: { ...on.here, [name]: '203.0.113.7' } })).text)).toEqual({
          status: 'ready',
        })
    await known.close()
    await unknown.close()
    const proxied = await startServer(database, { limits: { ...server.parts.limits, proxies: ['127.0.0.1'] } })
    const rows = Array.from({ length: 100 }, (_, i) => ({ account: `n${i}`, address: '203.0.113.7', ok: 0 as const }))
    await proxied.parts.db.write
      .insertInto('signIn')
      .values(rows.map((row) => ({ ...row, at: proxied.clock.now })))
      .execute()
    expect((await from(proxied, '198.51.100.1, 203.0.113.7')).errorCode).toBe('TOO_MANY')
    expect((await from(proxied, '203.0.113.7, 198.51.100.1')).errorCode).toBe('LOGIN_FAILED')
    await proxied.close()
  })

  test('a captcha is a picture, good for one try', async () => {
    const { account } = await user()
    const code = await server.anyone.call('auth.code')
    expect(code.value).toMatchObject({
      codeId: expect.any(String),
      image: expect.stringMatching(/^data:image\/png;base64,iVBOR/),
    })
    const picture = await fetch(`${server.url}/suggest/code`, { headers: { accept: 'image/avif,image/png,*/*' } })
    expect(picture.headers.get('content-type')).toBe('image/png')
    const attempt = (verifyCode: string, codeId = code.value.codeId) =>
      server.anyone.call('auth.login', { username: account, password, verifyCode, codeId })
    const row = { answer: server.parts.secret.mark('captcha', 'ab12'), expiresAt: server.clock.now + minute }
    await server.parts.db.write.updateTable('captcha').set(row).where('codeId', '=', code.value.codeId).execute()
    expect((await attempt('no')).errorCode).toBe('CAPTCHA_WRONG')
    expect((await attempt('AB12')).errorCode).toBe('CAPTCHA_WRONG') // used up by the wrong try
    await server.parts.db.write
      .insertInto('captcha')
      .values({ codeId: `mine${made}`, ...row })
      .execute()
    expect((await attempt('AB12', `mine${made}`)).errorCode).toBe('0')
  })

  test('one user has so many script tokens at most; one that is ended makes room', async () => {
    const person = await server.person({ roles: ['staff'] })
    let no = 0
    const add = () => {
      no += 1
      return person.call('auth.scriptAdd', { name: `夜间 ${no}`, keys: ['article_list'] })
    }
    const made = await Promise.all(Array.from({ length: 90 }, add))
    for (let more = 0; more < 10; more += 1) expect((await add()).errorCode).toBe('0')
    expect(await add()).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: '已有 100 个脚本令牌，请先停用不再使用的',
    })
    expect((await person.call('auth.scriptList', {})).value).toHaveLength(100)
    await person.call('auth.scriptDel', { id: made[0]?.value.sessionId })
    expect((await add()).errorCode).toBe('0')
  })

  test('a script’s token lives no longer than the setting lets it, and what it does stands under its name', async () => {
    const boss = await server.person({ roles: ['admin'], name: '管事' })
    await boss.call('setting.save', { items: [{ name: 'signIn.tokenDays', value: '30' }] })
    expect(await boss.call('auth.scriptAdd', { name: '夜间', keys: ['hot_add'], days: 31 })).toMatchObject({
      ...{ errorCode: 'BAD_INPUT', errorMsg: '有效期（days）：最长 30 天（站点设置 › 登录）' },
    })
    const { token, createdAt, expiresAt } = (await boss.call('auth.scriptAdd', { name: '夜间', keys: ['hot_add'] }))
      .value
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(30 * 24 * 3600_000)
    const headers = { authorization: token, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: '令牌加的' })
    expect((await server.raw('/hot/add', { method: 'POST', headers, body })).errorCode).toBe('0')
    const { list } = (await boss.call('log.list', { pageSize: 5 })).value
    expect(list[0]).toMatchObject({ userAccount: boss.account, userName: '管事（脚本令牌「夜间」）' })
    expect((await boss.call('setting.reset', { names: ['signIn.tokenDays'] })).errorCode).toBe('0')
  })

  test('no name of a token goes on with a sentence of the log', async () => {
    const admin = await server.person({ roles: ['admin'] })
    const name = 'x」，授予用户「某某」角色「管理员'
    await admin.call('auth.scriptAdd', { name, keys: ['article_list'] })
    const [row] = (await admin.call('log.list', { call: 'auth.scriptAdd', pageSize: 1 })).value.list
    expect(row.sentence).toBe('签发脚本令牌「x』，授予用户『某某』角色『管理员」')
  })

  test('a script token holds only its keys, makes no others, and can be revoked', async () => {
    const admin = await server.person({ roles: ['admin'] })
    const made = (await admin.call('auth.scriptAdd', { name: '夜间生成', keys: ['article_list'] })).value
    // which of two would be meant nobody could say
    const twice = await admin.call('auth.scriptAdd', { name: '夜间生成', keys: ['article_list'] })
    expect([twice.errorCode, twice.errorMsg]).toEqual([
      'CONFLICT',
      expect.stringContaining('已有叫「夜间生成」的脚本令牌'),
    ])
    expect(made).toMatchObject({ kind: 'script', keys: ['article_list'], expiresAt: expect.stringMatching(/^2027/) })
    const script = (path: string) =>
      server.raw(path, {
        method: 'POST',
        headers: { authorization: made.token, 'content-type': 'application/json' },
        body: '{}',
      })
    server.clock.now += 40 * 24 * 60 * minute
    expect((await script('/api/article/list')).errorCode).toBe('0')
    expect((await script('/log/list')).errorCode).toBe('NO_PERMISSION')
    const again = await server.raw('/x/auth/script/add', {
      method: 'POST',
      headers: { authorization: made.token, 'content-type': 'application/json' },
      body: '{"name":"b"}',
    })
    expect(again.errorCode).toBe('NO_PERMISSION')
    const later = await server.person({ roles: ['readonly'] })
    expect((await later.call('auth.scriptAdd', { name: 'x', keys: ['article_approve'] })).errorCode).toBe(
      'NO_PERMISSION',
    )
    expect((await later.call('auth.scriptDel', { id: made.sessionId })).errorCode).toBe('NOT_FOUND')
    await server.parts.db.write.deleteFrom('session').where('id', '=', Number(made.sessionId)).execute()
    expect((await script('/api/article/list')).status).toBe(401)
  })

  test('a script token names its keys: one without is refused, and what there is of them ends at the next start', async () => {
    const admin = await server.person({ roles: ['admin'] })
    for (const keys of [undefined, null, []])
      expect((await admin.call('auth.scriptAdd', { name: '全部', keys })).errorCode, String(keys)).toMatch(
        /^(MISSING_PARAMETER|BAD_INPUT)$/,
      )
    const { db, secret } = server.parts
    const made = await openSession(db.write, secret, {
      kind: 'script',
      userId: admin.userId,
      now: server.clock.now,
      idleMs: 0,
      lastsMs: 60 * minute,
      address: '127.0.0.1',
      name: '旧令牌',
    })
    const list = () =>
      server.raw('/api/article/list', {
        method: 'POST',
        headers: { authorization: made.token, 'content-type': 'application/json' },
        body: '{}',
      })
    expect((await list()).errorCode).toBe('NO_PERMISSION')
    await endUnnamedTokens(db, secret.log, server.clock.now)
    await endUnnamedTokens(db, secret.log, server.clock.now)
    expect((await list()).status).toBe(401)
    const { value } = await admin.call('log.list', { kind: 'system', call: 'auth.scriptDel' })
    expect(value).toMatchObject({ total: 1, list: [{ before: [{ name: '旧令牌', userId: admin.userId }] }] })
  })

  test('nobody makes a session, or more of theirs, who only writes to the database', async () => {
    const [admin, reader] = [await server.person({ roles: ['admin'] }), await server.person({ roles: ['readonly'] })]
    const { db } = server.parts
    const rowOf = ({ userId }: { userId: number }) =>
      db.read.selectFrom('session').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow()
    const { id: _, ...row } = await rowOf(admin)
    const token = newToken()
    const tokenHash = createHash('sha256').update(token).digest('base64url')
    await db.write
      .insertInto('session')
      .values({ ...row, tokenHash })
      .execute()
    expect((await info(token)).status).toBe(401)
    const own = await rowOf(reader)
    const script = (await reader.call('auth.scriptAdd', { name: '列表', keys: ['article_list'] })).value
    const change = (id: number | string, set: object) =>
      db.write.updateTable('session').set(set).where('id', '=', Number(id)).execute()
    expect((await info(reader.token)).status).toBe(200)
    for (const forged of [
      { userId: admin.userId },
      { expiresAt: Number(own.expiresAt) + minute },
      { idleMs: 0 },
      { createdAt: 1 },
      { kind: 'script', keys: '["log_list"]' },
      { seal: '' },
      { seal: row.seal, userId: admin.userId },
    ]) {
      await change(own.id, forged)
      expect((await info(reader.token)).status, JSON.stringify(forged)).toBe(401)
      await change(own.id, own)
    }
    expect((await info(reader.token)).status).toBe(200)
    await change(script.sessionId, { keys: '["article_list","log_list"]' })
    expect((await info(script.token)).status).toBe(401)
  })

  test('an upgrade ends the sessions and devices of before, and the log tells which tokens ended', async () => {
    const old = await startServer(database)
    const { db, secret } = old.parts
    const admin = await old.person({ roles: ['admin'] })
    await admin.call('auth.scriptAdd', { name: '夜间生成', keys: ['article_list'] })
    await admin.call('auth.device', {})
    await db.transaction(async (trx) => {
      await trx.schema.alterTable('session').dropColumn('seal').execute()
      await keySessions(makerOf(trx as never, db.dialect, secret.log))
    })
    for (const table of ['session', 'device'] as const)
      expect(await db.read.selectFrom(table).select('id').execute(), table).toEqual([])
    const again = await old.person({ roles: ['admin'] })
    const { value } = await again.call('log.list', { kind: 'system', call: 'auth.scriptDel' })
    expect(value).toMatchObject({ total: 1, list: [{ before: [{ name: '夜间生成', userId: admin.userId }] }] })
    expect((await again.call('log.check', {})).value).toMatchObject({ brokenAt: null })
    await old.close()
  })

  test('who is active stays signed in, however short the idle span', async () => {
    const { account } = await user()
    const brief = await startServer(database, { limits: { ...server.parts.limits, idleMs: minute } })
    const now = brief.clock.now
    await brief.parts.db.write
      .insertInto('user')
      .values({
        account,
        name: 'x',
        userType: '2',
        mustChange: 0,
        passwordAt: 0,
        version: 1,
        state: 0,
        password: hash,
        demo: 0,
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    const token = (await brief.anyone.call('auth.loginNoCode', { username: account, password })).value
    const ask = () => brief.raw('/user/info', { method: 'POST', headers: { authorization: token } })
    for (let i = 0; i < 6; i += 1) {
      brief.clock.now += 40_000
      expect((await ask()).status, `${i}`).toBe(200)
    }
    brief.clock.now += minute + 15_000
    expect((await ask()).status).toBe(401)
    await brief.close()
  })

  test('a right that is taken away is gone on the next request', async () => {
    const reader = await server.person({ roles: ['readonly'] })
    expect((await reader.call('article.list')).errorCode).toBe('0')
    const db = server.parts.db.write
    await db.updateTable('role').set({ enabled: 0 }).where('alias', '=', 'readonly').execute()
    await rightsChanged(db)
    expect((await reader.call('article.list')).errorCode).toBe('NO_PERMISSION')
    await db.updateTable('role').set({ enabled: 1 }).where('alias', '=', 'readonly').execute()
    await rightsChanged(db)
  })

  test('the menu shows what the caller may use', async () => {
    const reader = await server.person({ roles: ['readonly'] })
    const { value } = await reader.call('menu.list')
    expect(value.buttonList.sort()).toEqual([
      ...[
        'advice_list',
        'announcement_list',
        'apply_list',
        'article_list',
        'assignment_list',
        'bulletin_list',
        'celebrity_list',
        'column_list',
        'compliance_list',
        'forum_list',
        'hot_list',
        'industrialProject_list',
        'interWorking_list',
        'llTheme_list',
      ],
      ...['log_list', 'mailCount_list', 'mail_list', 'notice_list', 'periodical_list'],
      ...[
        'plateRole_list',
        'plate_list',
        'popula_list',
        'product_list',
        'proposal_list',
        'questAnswer_list',
        'questAnswer_searchFeedbackList',
      ],
      'report_list',
      ...[
        'special_list',
        'stats_list',
        'suggestion_list',
        'survey_list',
        'survey_recordList',
        'themeCount_list',
        'theme_list',
      ],
      ...['workday_list', 'xaxTheme_list'],
    ])
    const names = value.menusList.flatMap((m: { children: { name: string }[] }) => m.children.map((c) => c.name))
    expect(names).toEqual([
      ...[
        '审核首页',
        '工作首页',
        '交办任务',
        '通知公告',
        '导出任务',
        '通知发送',
        '统计分析',
        '文章管理',
        '栏目管理',
        '公告',
        '推荐链接',
      ],
      ...[
        '公报',
        '信息报送',
        '合规检查',
        '推送记录',
        '期刊',
        '专题',
        '领导信箱',
        '问卷调查',
        '意见建议',
        '意见答复',
        '依申请公开',
        '委员提案',
        '互动话题',
        '版块',
        '论坛话题',
        '产品展示',
        '工业项目',
        '名人名录',
        '在线问答',
        '行政区划',
        '热词',
        '操作日志',
        '工作日历',
      ],
    ])
    for (const group of value.menusList) expect(group.children, group.name).not.toEqual([])
  })
})
