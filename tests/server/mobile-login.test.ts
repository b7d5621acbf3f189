import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitsFrom } from '../../server/limits.ts'
import { portsFrom } from '../../server/ports/ports.ts'
import { signatureOf } from '../../server/ports/signed.ts'
import { laterDone } from '../../server/work/later.ts'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { type Reply, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

const minute = 60_000
const day = 24 * 60 * minute
const limits = limitsFrom({ XZX_PROXIES: '127.0.0.1' })

let phones = 0
const newPhone = () => {
  phones += 1
  return `139${String(phones).padStart(8, '0')}`
}

describe.each(databases)('signing in by phone on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(database, { limits })
  })
  afterAll(() => server.close())
  let at = 0
  /** Of a network of their own. */
  const somebody = () => {
    at += 1
    return visitorsOf(server, `198.51.${100 + (at >> 7)}.${1 + (at & 127)}`)
  }
  const detail = (token: string) => server.raw('/people/logout', { method: 'POST', headers: { authorization: token } })
  const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('a code that was sent opens a session, which ends with the log-out; neither code nor phone stands in the log', async () => {
    const { signIn, codeFor } = somebody()
    const phone = newPhone()
    const token = await signIn(phone)
    expect(token).toMatch(/^[\w-]{43}$/)
    const log = JSON.stringify(await server.parts.db.read.selectFrom('log').selectAll().execute())
    for (const secret of [phone, token, await codeFor(phone)]) expect(log).not.toContain(secret)
    const rows = JSON.stringify(await server.parts.db.read.selectFrom('people').selectAll().execute())
    expect(rows).not.toContain(phone)
    expect((await detail(token)).errorCode).toBe('0')
    expect((await detail(token)).status).toBe(401)
  })

  test('there are three kinds of callers, and none passes for another', async () => {
    const visitor = await somebody().signIn(newPhone())
    const staff = await server.person({ roles: ['admin'] })
    const as = (token: string, path: string) => server.raw(path, { method: 'POST', headers: { authorization: token } })
    expect(await as(visitor, '/user/info')).toMatchObject({
      status: 200,
      errorCode: 'NO_PERMISSION',
      errorMsg: expect.stringContaining('工作人员'),
    })
    expect((await as(staff.token, '/user/info')).errorCode).toBe('0')
    // a token that fits nothing, and one of another kind, are no hindrance at what is open to everybody
    for (const token of ['x'.repeat(43), visitor, staff.token])
      expect((await as(token, '/hot/top?size=1')).errorCode).toBe('0')
    expect((await as(staff.token, '/people/logout')).errorCode).toBe('0')
  })

  test('a code is used once, is for its own phone, and for its own request', async () => {
    const { ask, login, codeFor } = somebody()
    const [one, two] = [newPhone(), newPhone()]
    const [asked, other] = [await ask(one), await ask(two)]
    const [code, otherCode] = [await codeFor(one), await codeFor(two)]
    const refused = { status: 200, errorCode: 'CAPTCHA_WRONG', errorMsg: '验证码错误或已过期，请重新输入' }
    expect(await login(two, asked.value.codeId, code)).toMatchObject(refused)
    if (code !== otherCode) expect(await login(one, other.value.codeId, code)).toMatchObject(refused)
    expect((await login(one, asked.value.codeId, code)).errorCode).toBe('0')
    expect(await login(one, asked.value.codeId, code)).toMatchObject(refused)
    server.clock.now += 5 * minute
    expect(await login(two, other.value.codeId, otherCode)).toMatchObject(refused)
  })

  test('of ten thousand tries five are looked at; the code is of no use after them, also to its owner', async () => {
    const { ask, login, codeFor } = somebody()
    const phone = newPhone()
    const { codeId } = (await ask(phone)).value
    const code = await codeFor(phone)
    const wrong = await Promise.all(Array.from({ length: 12 }, () => login(phone, codeId, wrongOf(code))))
    expect(wrong.map((r) => r.errorCode).sort()).toEqual([
      ...Array(5).fill('CAPTCHA_WRONG'),
      ...Array(7).fill('TOO_MANY'),
    ])
    for (let i = 0; i < 10; i += 1) expect((await login(phone, codeId, code)).errorCode).toBe('TOO_MANY')
    // nobody tries on by asking at other codes, from other networks: what a phone gets a day bounds the guesses
    const uses = await server.parts.db.read.selectFrom('guardUse').selectAll().execute()
    expect(JSON.stringify(uses)).not.toContain(codeId)
    // a stranger's code is not the owner's: the owner asks for their own
    const owner = somebody()
    server.clock.now += minute
    const mine = (await owner.ask(phone)).value.codeId
    expect((await login(phone, codeId, wrongOf(code))).errorCode).toBe('TOO_MANY')
    expect((await owner.login(phone, mine, await owner.codeFor(phone))).errorCode).toBe('0')
  })

  test('thousands of tries with made-up codes end at the network’s own bound', { timeout: 60_000 }, async () => {
    const { ask, login } = somebody()
    const phone = newPhone()
    const seen = new Map<string, number>()
    for (let round = 0; round < 20; round += 1)
      for (const { errorCode } of await Promise.all(
        Array.from({ length: 20 }, (_, i) => login(phone, `made-up-${round}-${i}`, '123456')),
      ))
        seen.set(errorCode, (seen.get(errorCode) ?? 0) + 1)
    expect(Object.fromEntries(seen)).toEqual({ CAPTCHA_WRONG: 300, TOO_MANY: 100 })
    // and use up nothing of who was sent one, in the same network
    const sent = (await ask(newPhone())).value.codeId
    expect((await login(phone, sent, '123456')).errorCode).toBe('CAPTCHA_WRONG')
    const { n } = await server.parts.db.read
      .selectFrom('people')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('peoplePhoneHash', '=', server.parts.secret.lookup(phone))
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(0)
  })

  test('a phone that is known and one that is not are answered alike, in words and time', async () => {
    const known = newPhone()
    await somebody().signIn(known)
    server.clock.now += 2 * day
    const times = { known: [] as number[], unknown: [] as number[] }
    const plain = ({ status, errorCode, errorMsg, value }: Reply) => ({
      ...{ status, errorCode, errorMsg, fields: Object.keys(value ?? {}) },
    })
    for (let i = 0; i < 16; i += 1) {
      const one = somebody()
      const unknown = newPhone()
      const timed = async (kind: 'known' | 'unknown', phone: string) => {
        const begin = process.cpuUsage()
        const asked = await one.ask(phone)
        const wrong = await one.login(phone, asked.value?.codeId ?? 'x', 'x')
        const { user, system } = process.cpuUsage(begin)
        times[kind].push(user + system)
        return [plain(asked), plain(wrong)]
      }
      // each of them first as often as second
      const inTurn = [() => timed('known', known), () => timed('unknown', unknown)] as const
      const first = await inTurn[i % 2 === 0 ? 0 : 1]()
      const second = await inTurn[i % 2 === 0 ? 1 : 0]()
      expect(first).toEqual(second)
      expect(first[0]?.errorCode).toBe('0')
      server.clock.now += 180 * minute
    }
    // the work of the quickest of each: what else the machine does makes some slower, and none quicker
    const [a, b] = [Math.min(...times.known), Math.min(...times.unknown)]
    expect(Math.max(a, b) / Math.min(a, b), `${a} ${b}`).toBeLessThan(1.6)
    // and at the bound of the day too
    const refusals = []
    for (const phone of [known, newPhone()]) {
      server.clock.now += 2 * day
      for (let i = 0; i < 10; i += 1) {
        expect((await somebody().ask(phone)).errorCode).toBe('0')
        server.clock.now += minute
      }
      refusals.push(plain(await somebody().ask(phone)))
    }
    expect(refusals[0]).toEqual(refusals[1])
    expect(refusals[0]?.errorCode).toBe('TOO_MANY')
  })

  test('one phone gets one code a minute and ten a day, from however many addresses; whoever signed in there has their own', async () => {
    const phone = newPhone()
    const owner = somebody()
    await owner.signIn(phone)
    server.clock.now += day
    for (let i = 0; i < 10; i += 1) {
      expect((await somebody().ask(phone)).errorCode, String(i)).toBe('0')
      const soon = await somebody().ask(phone)
      expect(soon.errorMsg).toMatch(i === 9 ? /小时后再试/ : /60 秒后再试/)
      server.clock.now += minute
    }
    const spent = await somebody().ask(phone)
    expect(spent).toMatchObject({
      errorCode: 'TOO_MANY',
      errorMsg: expect.stringMatching(/^获取短信验证码过于频繁，请 \d+ 小时后再试$/),
    })
    // where the owner has signed in before, strangers have used up nothing
    for (let i = 0; i < 10; i += 1) {
      expect((await owner.ask(phone)).errorCode, String(i)).toBe('0')
      server.clock.now += minute
    }
    expect((await owner.ask(phone)).errorCode).toBe('TOO_MANY')
    // and an administrator lets the phone be asked for anew
    const admin = await server.person({ roles: ['admin'] })
    const released = await admin.call('auth.unlock', { phone })
    expect(released.value.released).toBeGreaterThan(0)
    expect((await somebody().ask(phone)).errorCode).toBe('0')
  })

  test('one address gets twenty codes an hour, for however many phones; whoever signed in there is not held up by it', async () => {
    const one = somebody()
    const owner = newPhone()
    await one.signIn(owner)
    for (let i = 0; i < 19; i += 1) expect((await one.ask(newPhone())).errorCode, String(i)).toBe('0')
    server.clock.now += minute
    expect(await one.ask(newPhone())).toMatchObject({
      errorCode: 'TOO_MANY',
      errorMsg: expect.stringContaining('59 分钟'),
    })
    expect((await one.ask(owner)).errorCode).toBe('0')
    expect((await somebody().ask(newPhone())).errorCode).toBe('0')
    server.clock.now += 59 * minute
    expect((await one.ask(newPhone())).errorCode).toBe('0')
  })

  test('without a right captcha nothing of a phone’s is used up, and one that was typed wrong is used up', async () => {
    const one = somebody()
    const phone = newPhone()
    const codeId = await one.captcha()
    expect(await one.ask(phone, { codeId, verifyCode: 'zzzz' })).toMatchObject({ errorCode: 'CAPTCHA_WRONG' })
    expect(await one.ask(phone, { codeId })).toMatchObject({ errorCode: 'CAPTCHA_WRONG' })
    expect(await one.ask(phone, { codeId: undefined })).toMatchObject({ errorCode: 'CAPTCHA_WRONG' })
    expect((await one.ask(phone)).errorCode).toBe('0')
    // who is over a limit keeps the captcha
    const kept = await one.captcha()
    expect(await one.ask(phone, { codeId: kept })).toMatchObject({ errorCode: 'TOO_MANY' })
    expect((await one.ask(newPhone(), { codeId: kept })).errorCode).toBe('0')
  })

  test('a captcha that is checked first is still there for what is sent then; a wrong one is not', async () => {
    const one = somebody()
    const check = (codeId: string, verifyCode: string) => one.post('/suggest/checkcode', { codeId, verifyCode })
    const codeId = await one.captcha()
    expect(await check(codeId, 'AB12')).toMatchObject({ errorCode: '0', value: true })
    expect((await one.ask(newPhone(), { codeId })).errorCode).toBe('0')
    expect(await check(codeId, 'ab12')).toMatchObject({ errorCode: 'CAPTCHA_WRONG' })
    const spoilt = await one.captcha()
    expect(await check(spoilt, 'zzzz')).toMatchObject({ errorCode: 'CAPTCHA_WRONG' })
    expect(await one.ask(newPhone(), { codeId: spoilt })).toMatchObject({ errorCode: 'CAPTCHA_WRONG' })
  })

  test('what is sent again under its key meets no guard a second time, and is another’s only with all that was sent', async () => {
    const one = somebody()
    const phone = newPhone()
    const key = { 'x-request-key': crypto.randomUUID() }
    const codeId = await one.captcha()
    const send = () => one.ask(phone, { codeId }, key)
    const [first, second] = await Promise.all([send(), send()])
    expect([first.errorCode, second.value]).toEqual(['0', first.value])
    expect((await send()).value).toEqual(first.value)
    const count = server.parts.db.read
      .selectFrom('sms')
      .select('id')
      .where('phoneHash', '=', server.parts.secret.lookup(phone))
    expect(await count.execute()).toHaveLength(1)
    expect(await one.ask(newPhone(), {}, key)).toMatchObject({ errorCode: 'CONFLICT' })
    // a refusal is not kept: the right captcha goes through under the same key
    const other = { 'x-request-key': crypto.randomUUID() }
    const again = newPhone()
    expect(await one.ask(again, { verifyCode: 'zzzz' }, other)).toMatchObject({ errorCode: 'CAPTCHA_WRONG' })
    expect((await one.ask(again, {}, other)).errorCode).toBe('0')
  })

  test('limits hold over a restart and a second process', async () => {
    const one = somebody()
    const phone = newPhone()
    await one.ask(phone)
    const { createApp } = await import('../../server/app.ts')
    const { createWork } = await import('../../server/work/work.ts')
    const app = await createApp({ ...server.parts, work: createWork() })
    const again = await app.inject({
      ...{ method: 'POST', url: '/verify/sms/imgcode/phonecode' },
      payload: { verifyType: 'login', mobile: phone, verifyCode: 'ab12', codeId: await one.captcha() },
    })
    expect(again.json()).toMatchObject({ errorCode: 'TOO_MANY' })
    await app.close()
  })

  test('a number that is no mobile phone’s is refused; what people write around one is not', async () => {
    const one = somebody()
    for (const mobile of ['12345678901', '1390000000', '0311-12345678', '']) {
      const refused = await one.ask(mobile)
      expect(refused.errorCode, mobile).toMatch(/BAD_INPUT|MISSING_PARAMETER/)
      expect(refused.errorMsg).toContain('mobile')
    }
    const phone = newPhone()
    expect((await one.ask(`+86 ${phone.slice(0, 3)}-${phone.slice(3, 7)}-${phone.slice(7)}`)).errorCode).toBe('0')
    expect((await one.ask(phone)).errorCode).toBe('TOO_MANY')
  })

  describe('with outside services', () => {
    let gateway: Server
    let url: string
    const heard: { path: string; body: Record<string, string>; signed: boolean }[] = []
    let answer: (path: string) => [number, object] = () => [200, { code: 0 }]
    /** The gateway answers once it is over. */
    let held: Promise<void> = Promise.resolve()
    beforeAll(async () => {
      gateway = createServer((request, response) => {
        let body = ''
        request.on('data', (chunk) => (body += chunk))
        request.on('end', async () => {
          await held
          const { 'x-time': time, 'x-nonce': nonce, 'x-signature': signature } = request.headers
          const signed = signature === signatureOf('secret', String(time), String(nonce), body)
          heard.push({ path: String(request.url), body: JSON.parse(body), signed })
          const [status, value] = answer(String(request.url))
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
        })
      })
      await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
      url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
    })
    afterAll(() => gateway.close())
    const env = () => ({
      ...{ XZX_SMS_URL: `${url}/sms`, XZX_SMS_KEY: 'k', XZX_SMS_SECRET: 'secret' },
      ...{ XZX_IDENTITY_URL: `${url}/identity`, XZX_IDENTITY_KEY: 'k', XZX_IDENTITY_SECRET: 'secret' },
    })
    const withServices = async (work: (other: TestServer) => Promise<void>) => {
      const other = await startServer(database, { limits, ports: portsFrom(env()) })
      await work(other).finally(() => other.close())
    }

    test('the staff sign in by a code where that is switched on and a gateway keeps no codes; other steps stay', async () => {
      const none = await startServer(database, { limits })
      const closed = await none.anyone.call('auth.mobileCheck', { name: 'x', phoneCode: '1', codeId: '1' })
      expect(closed).toMatchObject({
        errorCode: 'NO_PERMISSION',
        errorMsg: expect.stringContaining('没有开放短信登录'),
      })
      // what is shut uses up neither limit nor captcha
      const early = visitorsOf(none)
      const uses = () => none.parts.db.read.selectFrom('guardUse').selectAll().execute()
      const before = await uses()
      const shut = { name: 'x', verifyCode: 'ab12', codeId: await early.captcha() }
      for (let i = 0; i < 3; i += 1)
        expect((await early.post('/api/user/mobile/send', shut)).errorCode).toBe('NO_PERMISSION')
      expect(await uses()).toEqual(before)
      const boss = await none.person({ roles: ['admin'] })
      await boss.call('setting.save', { items: [{ name: 'signIn.mobile', value: '1' }] })
      const kept = await none.anyone.call('auth.mobileCheck', { name: 'x', phoneCode: '1', codeId: '1' })
      expect(kept).toMatchObject({ errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining('没有接通短信网关') })
      await none.close()
      await withServices(async (other) => {
        const one = visitorsOf(other)
        const admin = await other.person({ roles: ['admin'] })
        await admin.call('setting.save', { items: [{ name: 'signIn.mobile', value: '1' }] })
        const phone = newPhone()
        const person = await other.person({ roles: ['staff'], password: 'Lamp#gate88old' })
        await admin.call('user.save', { id: person.userId, mobile: phone })
        const ask = async (name: string) => {
          other.clock.now += minute
          const body = { name, verifyCode: 'ab12', codeId: await one.captcha() }
          return (await one.post('/api/user/mobile/send', body)).value.codeId as string
        }
        const check = (name: string, codeId: string, phoneCode: string) =>
          one.post('/api/user/mobile/check', { name, codeId, phoneCode })
        const before = heard.length
        expect(await ask('nobody')).toMatch(/^[\da-f-]{36}$/)
        await laterDone(other.parts)
        expect(heard).toHaveLength(before)
        const codeId = await ask(person.account)
        await laterDone(other.parts)
        const code = /\d{6}/.exec(heard.at(-1)?.body.text ?? '')?.[0] ?? ''
        expect((await check(person.account, codeId, wrongOf(code))).errorCode).toBe('CAPTCHA_WRONG')
        expect((await check('nobody', codeId, code)).errorCode).toBe('CAPTCHA_WRONG')
        // a visitor's code opens no staff's session
        const visitors = await one.ask(phone)
        const theirs = /\d{6}/.exec(heard.at(-1)?.body.text ?? '')?.[0] ?? ''
        expect((await check(person.account, visitors.value.codeId, theirs)).errorCode).toBe('CAPTCHA_WRONG')
        const { value: token } = await check(person.account, codeId, code)
        const info = await other.raw('/user/info', { method: 'POST', headers: { authorization: token } })
        expect(info.value.userAccount).toBe(person.account)
        await admin.call('user.save', { id: person.userId, state: 1 })
        await admin.call('user.setState', { ids: [person.userId], state: 1 })
        expect((await check(person.account, await ask(person.account), code)).errorCode).toBe('CAPTCHA_WRONG')
      })
    })

    test('who sets a phone that signs in could become its owner: it is set as a password is, by no script, and the log says so', async () => {
      await withServices(async (other) => {
        const admin = await other.person({ roles: ['admin'] })
        const office = Number((await admin.call('dept.save', { name: '办公室' })).value.id)
        const role = async (alias: string, keys: readonly string[], dataScope = 'DEPART') => {
          const { id: roleId } = (await admin.call('role.save', { name: alias, alias, dataScope })).value
          const all = (await admin.call('resource.roleList', { roleId })).value as { id: string; alias: string }[]
          const resourceIds = all.filter((one) => keys.includes(one.alias)).map(({ id }) => id)
          await admin.call('resource.roleSave', { roleId, resourceIds })
          return other.person({ roles: [alias], deptId: office })
        }
        const clerk = await role('clerk', ['user_list', 'user_save', 'article_list'])
        const head = await role('head', ['user_list', 'user_save', 'user_resetPwd', 'article_list'])
        const writer = await role('writer', ['article_list'])
        const elsewhere = await other.person({ roles: ['writer'] })
        const boss = await other.person({ roles: ['admin'], deptId: office })
        const set = (who: typeof admin, { userId }: { userId: number }, mobile: string | null = newPhone()) =>
          who.call('user.save', { id: userId, mobile })
        const still = async (who: typeof admin) => (await who.call('auth.info')).status
        // also before it signs anybody in: it would from then on
        expect((await set(clerk, writer, '13800000001')).errorCode).toBe('NO_PERMISSION')
        expect((await set(head, writer, '13800000001')).errorCode).toBe('0')
        expect(await still(writer)).toBe(200)
        await admin.call('setting.save', { items: [{ name: 'signIn.mobile', value: '1' }] })
        for (const mobile of ['13800000002', null])
          expect(await set(clerk, writer, mobile)).toMatchObject({
            errorCode: 'NO_PERMISSION',
            errorMsg: expect.stringContaining('user_resetPwd'),
          })
        // the same number anew, and all that is no phone, is as before
        expect((await set(clerk, writer, '138 0000 0001')).errorCode).toBe('0')
        expect((await clerk.call('user.save', { id: writer.userId, position: '科员' })).errorCode).toBe('0')
        expect(await still(writer)).toBe(200)
        expect((await set(head, boss)).errorCode).toBe('NO_PERMISSION')
        expect((await set(head, elsewhere)).errorCode).toBe('NOT_FOUND')
        expect((await set(head, writer)).errorCode).toBe('0')
        expect(await still(writer)).toBe(401)
        // one's own: the session that does it stays, and it was asked who it is
        const again = await other.person({ roles: ['writer'], deptId: office })
        const keys = ['user_save', 'user_resetPwd', 'article_list']
        const { token } = (await admin.call('auth.scriptAdd', { name: '夜间同步', keys })).value
        const byScript = (path: string, body: object) =>
          other.raw(path, {
            ...{ method: 'POST', headers: { authorization: token, 'content-type': 'application/json' } },
            body: JSON.stringify(body),
          })
        for (const { userId: id } of [admin, again])
          for (const path of ['/ding/user/save', '/x/user/factor/reset'])
            expect(await byScript(path, { id, mobile: '13800000009' })).toMatchObject({
              errorCode: 'NO_PERMISSION',
              errorMsg: expect.stringContaining('脚本令牌'),
            })
        expect((await set(admin, admin)).errorCode).toBe('0')
        expect(await still(admin)).toBe(200)
        const { list } = (await admin.call('log.list', { call: 'user.save', pageSize: 50 })).value
        const told = (list as { sentence: string; result: string | null }[])
          .filter(({ result }) => result !== '没有权限')
          .map(({ sentence }) => sentence)
        // the same number again is no change
        expect(told.filter((one) => /^修改用户「.*」的手机号$/.test(one))).toHaveLength(3)
        expect(told.some((one) => one.startsWith('新增用户'))).toBe(false)
      })
    })

    test('a phone that was given by who may less by now does not sign in, until who may everything saves it', async () => {
      await withServices(async (other) => {
        const admin = await other.person({ roles: ['admin'] })
        const one = visitorsOf(other)
        await admin.call('setting.save', { items: [{ name: 'signIn.mobile', value: '1' }] })
        const maker = await holding(other, ['user_list', 'user_save'])
        const mobile = newPhone()
        const { value } = await maker.call('user.save', { account: 'xinren', name: '新人', mobile })
        const sent = async () => {
          other.clock.now += minute
          const before = heard.length
          const body = { name: 'xinren', verifyCode: 'ab12', codeId: await one.captcha() }
          expect((await one.post('/api/user/mobile/send', body)).errorCode).toBe('0')
          await laterDone(other.parts)
          return heard.length - before
        }
        expect(await sent()).toBe(1)
        const { id: roleId } = (await admin.call('role.list', { name: '管理员' })).value.list[0]
        await admin.call('user.grantRole', { roleId, userIds: [value.id] })
        expect(await sent()).toBe(0)
        await admin.call('user.save', { id: value.id, mobile })
        expect(await sent()).toBe(1)
      })
    })

    test('an account has its limits however it is spelt, its own devices apart; an administrator lifts them; a console that is switched off stays shut', async () => {
      await withServices(async (other) => {
        const admin = await other.person({ roles: ['admin'] })
        const one = visitorsOf(other)
        const person = await other.person({ roles: ['staff'] })
        await admin.call('user.save', { id: person.userId, mobile: newPhone() })
        await admin.call('setting.save', { items: [{ name: 'signIn.mobile', value: '1' }] })
        const ask = async (name: string, device?: string) => {
          const body = { name, verifyCode: 'ab12', codeId: await one.captcha(), ...(device && { device }) }
          return (await one.post('/api/user/mobile/send', body)).errorCode
        }
        const { account } = person
        expect(await ask(account)).toBe('0')
        for (const spelt of [`${account} `, ` ${account}`, `${account}\u3000`, `${account}\t`, account.toUpperCase()])
          expect([spelt, await ask(spelt)]).toEqual([spelt, 'TOO_MANY'])
        const known = (await person.call('auth.device', {})).value.device as string
        expect(await ask(account, known)).toBe('0')
        expect((await admin.call('auth.unlock', { username: account })).value.released).toBeGreaterThan(0)
        expect(await ask(account)).toBe('0')
        await laterDone(other.parts)
        const { list } = (await admin.call('app.list', {})).value
        const console = list.find(({ appKey }: { appKey: string }) => appKey === 'reportSite')
        await admin.call('app.edit', { id: console.id, enabled: 0 })
        const body = JSON.stringify({ name: account, phoneCode: '123456', codeId: 'x' })
        const headers = { appkey: 'reportSite', 'content-type': 'application/json' }
        const shut = await other.raw('/api/user/mobile/check', { method: 'POST', headers, body })
        expect(shut).toMatchObject({ errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining('已停用') })
      })
    })

    test('nobody is told whether an account has a phone: the answer waits for no gateway, and hears nothing of its failure', async () => {
      await withServices(async (other) => {
        const admin = await other.person({ roles: ['admin'] })
        const site = async () => (await other.anyone.call('home.site')).value.byMobile
        expect(await site()).toBe(0)
        await admin.call('setting.save', { items: [{ name: 'signIn.mobile', value: '1' }] })
        expect(await site()).toBe(1)
        const one = visitorsOf(other)
        const [with_, without] = [
          await other.person({ roles: ['staff'] }),
          await other.person({ roles: ['staff'], name: '没有手机的人' }),
        ]
        await admin.call('user.save', { id: with_.userId, mobile: newPhone() })
        const ask = async (name: string) => {
          const body = { name, verifyCode: 'ab12', codeId: await one.captcha() }
          const reply = await one.post('/api/user/mobile/send', body)
          return { status: reply.status, code: reply.errorCode, fields: Object.keys(reply.value) }
        }
        const alike = { status: 200, code: '0', fields: ['codeId'] }
        // a gateway that holds its answer back until the asker has theirs
        let free = () => {}
        held = new Promise((resolve) => {
          free = resolve
        })
        answer = () => [500, {}]
        const before = heard.length
        for (const account of [with_.account, without.account, 'nobody']) expect(await ask(account)).toEqual(alike)
        free()
        await laterDone(other.parts)
        expect(heard).toHaveLength(before + 1)
        answer = () => [200, { code: 0 }]
        // each has written as much
        const codes = await other.parts.db.read.selectFrom('phoneCode').selectAll().execute()
        expect(codes).toHaveLength(3)
        const { list } = (await admin.call('log.list', { call: 'auth.mobileSend' })).value
        expect(list.map(({ result }: { result: string }) => result).sort()).toEqual([
          '已交短信网关，等待发出',
          '没有发短信：没有这个账号，或没有可用的手机号',
          '没有发短信：没有这个账号，或没有可用的手机号',
          '短信没有发出：答复 HTTP 500',
        ])
      })
    })

    test('a message goes out signed, and the code is kept nowhere; a failure is said', () =>
      withServices(async (other) => {
        const one = visitorsOf(other)
        const phone = newPhone()
        const asked = await one.ask(phone)
        expect(asked.errorCode).toBe('0')
        const { body, signed } = heard.at(-1) as (typeof heard)[number]
        expect([signed, body.phone]).toEqual([true, phone])
        const code = /\d{6}/.exec(body.text ?? '')?.[0] ?? ''
        const row = await other.parts.db.read.selectFrom('sms').selectAll().executeTakeFirstOrThrow()
        expect(other.parts.secret.decrypt(row.text)).toContain('******')
        expect(row).toMatchObject({ state: 1, error: null })
        expect((await one.login(phone, asked.value.codeId, code)).errorCode).toBe('0')
        answer = () => [500, {}]
        const key = { 'x-request-key': crypto.randomUUID() }
        const unheard = newPhone()
        const codeId = await one.captcha()
        const failed = await one.ask(unheard, { codeId }, key)
        expect(failed).toMatchObject({ status: 503, errorMsg: '短信没有发出，请稍后再试' })
        // a repeat is no success either: nothing was sent, and what it takes to ask anew is taken anew
        expect((await one.ask(unheard, { codeId }, key)).errorCode).toBe('TOO_MANY')
        answer = () => [200, { code: 0 }]
        const states = await other.parts.db.read
          .selectFrom('sms')
          .select(['state', 'error'])
          .orderBy('id', 'desc')
          .execute()
        expect(states[0]).toEqual({ state: 2, error: '答复 HTTP 500' })
      }))

    test('what the gateway says is kept and shown without phone or code, and the log says what became of it', () =>
      withServices(async (other) => {
        const admin = await other.person({ roles: ['admin'] })
        const one = visitorsOf(other)
        const phone = newPhone()
        const spaced = `${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`
        const said = () => heard.at(-1)?.body.text ?? ''
        answer = () => [
          200,
          { code: 4012, message: `号码 ${phone}（${spaced}）受限\n${said()}，${said().replace(/\d/g, '$& ')}` },
        ]
        expect(await one.ask(phone)).toMatchObject({ status: 503, errorMsg: '短信没有发出，请稍后再试' })
        const code = /\d{6}/.exec(said())?.[0] ?? 'none'
        const [row] = (await admin.call('sms.list', {})).value.list
        expect(row.error).toMatch(/^短信网关拒绝（4012）：号码 \*+（\*{3} \*{4} \*{4}）受限/)
        expect(row.error.replace('4012', '')).not.toMatch(/\d/)
        const stored = await other.parts.db.read.selectFrom('sms').select('error').executeTakeFirstOrThrow()
        expect(stored.error).toBe(row.error)
        const { list } = (await admin.call('log.list', { call: 'auth.phoneCode' })).value
        expect(list.map(({ result }: { result: string }) => result)).toEqual([
          `短信没有发出：${row.error}`,
          '已交短信网关，等待发出',
        ])
        expect(list[0].targetIds).toEqual([row.id])
        expect(JSON.stringify(list)).not.toMatch(new RegExp(`${phone}|${spaced}|${code}`))
        answer = () => [200, { code: phone, message: { phone } }]
        await one.ask(newPhone())
        expect((await admin.call('sms.list', {})).value.list[0].error).toBe('短信网关拒绝')
        answer = () => [200, { code: 0 }]
      }))

    test('what an earlier version kept of a gateway’s words is masked', async () => {
      const { up } = await import('../../server/db/migrations/202611231220-sms-errors.ts')
      const { makerOf } = await import('../../server/db/maker.ts')
      const { db, secret } = server.parts
      const row = { phone: 'x', phoneHash: 'x', kind: 'login', text: 'x', state: 2, createdAt: 1 }
      const errors = ['短信网关拒绝：13800001111 验证码 123456', '答复 HTTP 500']
      await db.write
        .insertInto('sms')
        .values(errors.map((error) => ({ ...row, error })))
        .execute()
      await up(makerOf(db.write as never, database, secret.log))
      const kept = await db.read.selectFrom('sms').select('error').where('createdAt', '=', 1).orderBy('id').execute()
      expect(kept.map(({ error }) => error)).toEqual(['短信网关拒绝：*********** 验证码 ******', '答复 HTTP 500'])
    })

    test('an account elsewhere signs in by a code and a ticket, each ticket once', () =>
      withServices(async (other) => {
        const one = visitorsOf(other)
        const phone = newPhone()
        answer = () => [200, { subject: 's-1', phone, name: '张三', idNumber: '11010519491231002X' }]
        const enter = (ticket: string, headers = {}) =>
          one.post('/web/people/checkLoginNoCode', { code: 'c', ticket }, headers)
        const key = { 'x-request-key': crypto.randomUUID() }
        const first = await enter('t1', key)
        expect(first).toMatchObject({ errorCode: '0', value: expect.stringMatching(/^[\w-]{43}$/) })
        expect((await enter('t1', key)).value).toBe(first.value)
        expect(await enter('t1')).toMatchObject({ errorCode: 'TOO_MANY', errorMsg: '登录凭据只能使用一次，请重新登录' })
        const row = await other.parts.db.read.selectFrom('people').selectAll().executeTakeFirstOrThrow()
        expect(row.userStatus).toBe(1)
        expect(JSON.stringify(row)).not.toMatch(/张三|11010519491231002X/)
        answer = () => [200, {}]
        expect(await enter('t2')).toMatchObject({ errorCode: 'LOGIN_FAILED' })
        answer = () => [500, {}]
        expect(await enter('t3')).toMatchObject({ status: 503, errorCode: 'UNAVAILABLE' })
        answer = () => [200, { code: 0 }]
      }))

    test('an account elsewhere stays the same visitor, in whatever spelling its phone comes; who is frozen stays out', () =>
      withServices(async (other) => {
        const one = visitorsOf(other)
        const { db, secret } = other.parts
        const enter = (told: object) => {
          answer = () => [200, told]
          return one.post('/web/people/checkLoginNoCode', { code: 'c', ticket: crypto.randomUUID() })
        }
        const phones = async () =>
          (await db.read.selectFrom('people').select('peoplePhone').orderBy('id').execute()).map((row) =>
            secret.decrypt(row.peoplePhone),
          )
        const freeze = (peopleState: number) => db.write.updateTable('people').set({ peopleState }).execute()
        const spellings = [
          ...['+86 139-5555-6666', '139 5555 6666', '１３９５５５５６６６６', '013955556666', '8613955556666'],
          ...['008613955556666', '139–5555–6666'],
        ]
        expect((await enter({ subject: 's-1', phone: '13955556666' })).errorCode).toBe('0')
        for (const phone of spellings) expect((await enter({ subject: 's-1', phone })).errorCode, phone).toBe('0')
        await freeze(1)
        for (const phone of [...spellings, '13955557777'])
          expect((await enter({ subject: 's-1', phone })).errorCode, phone).toBe('NO_PERMISSION')
        // nor by another account with the same phone
        expect((await enter({ subject: 's-2', phone: '+8613955556666' })).errorCode).toBe('NO_PERMISSION')
        expect(await phones()).toEqual(['13955556666'])
        // the phone follows the account, where it is nobody else's
        await freeze(0)
        expect((await enter({ subject: 's-1', phone: '13955557777' })).errorCode).toBe('0')
        expect(await phones()).toEqual(['13955557777'])
        answer = () => [200, { code: 0 }]
      }))

    test('what fits nobody makes no visitor: who came is told in words, and the log says of which field', () =>
      withServices(async (other) => {
        const one = visitorsOf(other)
        const admin = await other.person({ roles: ['admin'] })
        const fit = { subject: 's-1', phone: '13955556666', name: '张三', idNumber: '11010519491231002X' }
        const unfit: readonly [object, string][] = [
          [{ phone: 'notaphone\u0000' }, '手机号（phone）'],
          [{ phone: '\ud800' }, '手机号（phone）'],
          [{ phone: '1'.repeat(300) }, '手机号（phone）'],
          [{ phone: 13955556666 }, '手机号（phone）'],
          [{ phone: '' }, '手机号（phone）'],
          [{ subject: '\ud800' }, '账号（subject）'],
          [{ subject: 's'.repeat(201) }, '账号（subject）'],
          [{ subject: null }, '账号（subject）'],
          [{ idNumber: '<b>' }, '身份证号（idNumber）'],
          [{ name: '张'.repeat(51) }, '姓名（name）'],
        ]
        for (const [more, field] of unfit) {
          answer = () => [200, { ...fit, ...more }]
          const refused = await one.post('/web/people/checkLoginNoCode', { code: 'c', ticket: crypto.randomUUID() })
          expect(refused, field).toMatchObject({
            ...{ status: 200, errorCode: 'LOGIN_FAILED' },
            errorMsg: '统一身份认证返回的资料不完整，请联系网站管理员',
          })
          const { list } = (await admin.call('log.list', { call: 'auth.checkLoginNoCode', pageSize: 1 })).value
          expect(list[0].result).toMatch(new RegExp(`^统一身份认证返回的资料不完整：${field}`))
          expect(JSON.stringify(list)).not.toMatch(/13955556666|张张|<b>|ssss/)
        }
        expect(await other.parts.db.read.selectFrom('people').selectAll().execute()).toEqual([])
        // what is only spelled otherwise fits
        answer = () => [200, { ...fit, name: ' 张三\u0000', idNumber: '１１０１０５１９４９１２３１００２x' }]
        const entered = await one.post('/web/people/checkLoginNoCode', { code: 'c', ticket: crypto.randomUUID() })
        expect(entered.errorCode).toBe('0')
        const row = await other.parts.db.read.selectFrom('people').selectAll().executeTakeFirstOrThrow()
        const { decrypt } = other.parts.secret
        expect([decrypt(row.peopleName ?? ''), decrypt(row.idNumber ?? '')]).toEqual(['张三', '11010519491231002X'])
        answer = () => [200, { code: 0 }]
      }))

    test('what is missing says so; variables that belong together are set together', async () => {
      const none = await somebody().post('/web/people/checkLoginNoCode', { code: 'c', ticket: 't' })
      expect(none).toMatchObject({
        status: 200,
        errorCode: 'BAD_STATE',
        errorMsg: '没有接通统一身份认证，请用手机号登录',
      })
      expect(() => portsFrom({ XZX_SMS_URL: 'https://sms.example.gov.cn/' })).toThrow(
        '缺少 XZX_SMS_KEY、XZX_SMS_SECRET',
      )
      expect(() => portsFrom({ ...env(), XZX_SMS_URL: 'ftp://x' })).toThrow('XZX_SMS_URL 应为 http(s) 网址')
    })
  })
})
