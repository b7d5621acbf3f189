import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitsFrom } from '../../server/limits.ts'
import { databases } from '../support/databases.ts'
import { bindFactor } from '../support/factor.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const password = 'Lamp#gate88old'
const office = '10.2.3.4'
const home = '203.0.113.9'

describe.each(databases)('where the staff may work from, on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  const post = (
    path: string,
    from: string,
    { token = '', body = {}, headers = {} }: { token?: string; body?: object; headers?: object } = {},
  ) =>
    server.raw(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(from !== '' && { 'x-forwarded-for': from }),
        ...(token !== '' && { authorization: token }),
        ...headers,
      },
      body: JSON.stringify(body),
    })
  const signIn = (person: Person, from: string) =>
    post('/user/loginNoCode', from, { body: { username: person.account, password } })
  const info = async (token: string, from: string) => (await post('/user/info', from, { token })).errorCode
  const set = (value: string, from: string, name = 'signIn.nets') =>
    post('/x/setting/save', from, { token: admin.token, body: { items: [{ name, value }] } })

  test('the setting keeps everybody to its addresses, at sign-in and with every call, scripts too', async () => {
    const person = await server.person({ roles: ['staff'], password })
    const { token } = (await person.call('auth.scriptAdd', { name: '夜间', keys: ['article_list'] })).value
    for (const [wrong, says] of [
      ['10.2.0.0/33', '「10.2.0.0/33」不是 IP 地址或网段'],
      ['10.2.0.0/16,办公室', '「办公室」不是 IP 地址或网段'],
      ['10.9.0.0/16', `您现在的地址 ${office} 不在其中，保存后您将不能登录`],
    ] as const)
      expect(await set(wrong, office)).toMatchObject({
        errorCode: 'BAD_INPUT',
        errorMsg: expect.stringContaining(says),
      })
    expect((await set('10.2.0.0/16, 2001:db8::/32', office)).errorCode).toBe('0')
    expect((await signIn(person, office)).errorCode).toBe('0')
    expect(await signIn(person, home)).toMatchObject({
      errorCode: 'NO_PERMISSION',
      errorMsg: `您的账号只能从规定的地址使用，现在的地址是 ${home}，请在单位网络中使用或联系管理员`,
    })
    expect([await info(person.token, office), await info(person.token, home)]).toEqual(['0', 'NO_PERMISSION'])
    expect(await info(person.token, '2001:db8::7')).toBe('0')
    expect((await post('/api/article/list', home, { token })).errorCode).toBe('NO_PERMISSION')
    // what is open stays so to everybody, and one may leave from anywhere
    const site = await server.raw('/x/home/site', { headers: { 'x-forwarded-for': home, authorization: person.token } })
    expect(site.errorCode).toBe('0')
    expect((await post('/people/logout', home, { token: person.token })).errorCode).toBe('0')
    expect(
      (await post('/x/setting/reset', office, { token: admin.token, body: { names: ['signIn.nets'] } })).errorCode,
    ).toBe('0')
    expect((await signIn(person, home)).errorCode).toBe('0')
  })

  test('who is refused for the address is told in the log as such, and not as somebody without the right', async () => {
    const person = await server.person({ roles: ['auditor'] })
    const { value: role } = await admin.call('role.save', { name: '只在机关', nets: '10.2.0.0/16' })
    await admin.call('user.grantRole', { roleId: role.id, userIds: [person.userId] })
    expect((await post('/user/info', home, { token: person.token })).value).toEqual({ address: home })
    expect(await post('/api/article/updateAndAccept', home, { token: person.token })).toMatchObject({
      errorCode: 'NO_PERMISSION',
      errorMsg: expect.stringContaining('规定的地址'),
    })
    await server.parts.uses.write(server.parts, true)
    const { list } = (await admin.call('log.list', { userAccount: person.account })).value
    expect(list.map(({ result }: { result: string }) => result)).toEqual(['地址不在规定范围', '地址不在规定范围'])
    const rows = (await admin.call('log.list', { userAccount: person.account, outcome: 2 })).value.total
    expect(rows).toBe(2)
    expect((await admin.call('log.list', { userAccount: person.account, mark: 'refused' })).value.total).toBe(0)
  })

  test('an address is taken without its port; what is none is nobody’s, and nothing before it is believed', async () => {
    const person = await server.person({ roles: ['staff'], password })
    const loopback = '127.0.0.0/8'
    expect((await set(`10.2.0.0/16,2001:db8::/32`, office)).errorCode).toBe('0')
    for (const from of [`${office}:1234`, `${home}, ${office}:1`, '[2001:db8::7]:443', '2001:db8::7', `abc, ${office}`])
      expect([from, await info(person.token, from)]).toEqual([from, '0'])
    for (const from of ['abc', `${office}, abc`, `${office}, 10.9.9.999`, `${office}, unknown`, `${home}:80`, ','])
      expect([from, await info(person.token, from)]).toEqual([from, 'NO_PERMISSION'])
    const { errorMsg } = await post('/user/info', `${office}, 10.9.9.999`, { token: person.token })
    expect(errorMsg).toContain('现在的地址是 127.0.0.1')
    expect((await set(loopback, office)).errorCode).toBe('BAD_INPUT')
    for (const nobody of ['，', ' ; '])
      expect(await set(nobody, office)).toMatchObject({
        errorCode: 'BAD_INPUT',
        errorMsg: expect.stringContaining('不是 IP 地址'),
      })
    expect((await set('', office)).errorCode).toBe('0')
  })

  test('a role keeps its people to theirs; the way back is at the machine, by who reads its key', async () => {
    const person = await server.person({ roles: ['staff'], password })
    await bindFactor(server, person, password)
    const { token: nightly } = (await person.call('auth.scriptAdd', { name: '夜间', keys: ['article_list'] })).value
    const { value: role } = await admin.call('role.save', { name: '只在办公室' })
    await admin.call('user.grantRole', { roleId: role.id, userIds: [person.userId] })
    expect(await admin.call('role.save', { id: role.id, nets: '10.2.0.0/99' })).toMatchObject({
      errorCode: 'BAD_INPUT',
    })
    expect((await admin.call('role.save', { id: role.id, nets: '10.2.0.0/16' })).value).toMatchObject({
      nets: '10.2.0.0/16',
    })
    expect([await info(person.token, office), await info(person.token, home)]).toEqual(['0', 'NO_PERMISSION'])
    const rescue = (body: object, headers: object = {}) =>
      post('/x/auth/rescue', '', { body: { username: person.account, ...body }, headers })
    expect(await rescue({ nets: true })).toMatchObject({
      errorCode: 'NO_PERMISSION',
      errorMsg: expect.stringContaining('xzx user unlock'),
    })
    // who reads the key is kept out as with every later call, and is told the way back
    const atMachine = await post('/user/loginNoCode', '', {
      body: { username: person.account, password },
      headers: server.here,
    })
    expect(atMachine).toMatchObject({
      errorCode: 'NO_PERMISSION',
      errorMsg: expect.stringContaining('现在的地址是 127.0.0.1，请在单位网络中使用，或用 xzx user unlock 账号 --nets'),
    })
    expect(await post('/user/info', '', { token: person.token, headers: server.here })).toMatchObject({
      errorCode: 'NO_PERMISSION',
    })
    // whoever asks without the key, from the machine or through a proxy on it, uses up nothing of who has it
    for (let i = 0; i < 70; i += 1) expect((await rescue({})).errorCode).toBe('NO_PERMISSION')
    expect(await rescue({ username: 'nobody' }, server.here)).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect((await rescue({ factor: true, nets: true }, server.here)).value).toEqual({
      ...{ released: 0, factorGone: 1 },
      netsGone: ['角色「只在办公室」'],
      netsLeft: [],
    })
    expect((await signIn(person, home)).errorCode).toBe('0')
    // sessions end with the second factor; what runs by itself at night goes on
    expect((await post('/api/article/list', home, { token: nightly, body: {} })).errorCode).toBe('0')
    const { list } = (await admin.call('log.list', { pageSize: 20 })).value
    expect(list.find(({ call }: { call: string }) => call === 'auth.rescue')).toMatchObject({ userAccount: '本机' })
  })

  test('of more sign-ins than are allowed at once the one that was used longest ago ends', async () => {
    const person = await server.person({ roles: ['staff'], password })
    expect((await set('2', office, 'signIn.sessions')).errorCode).toBe('0')
    const tokens: string[] = []
    for (let i = 0; i < 3; i += 1) {
      server.clock.now += 1000
      tokens.push((await signIn(person, office)).value as string)
    }
    expect(await Promise.all([person.token, ...tokens].map((token) => info(token, office)))).toEqual([
      ...['SESSION_OVER', 'SESSION_OVER', '0', '0'],
    ])
  })

  test('nobody shuts out who may more, or themselves, by a role that says from where its people work', async () => {
    const { value: made } = await admin.call('role.save', { name: '人事', alias: `hr${database}`, dataScope: 'ALL' })
    const all = (await admin.call('resource.roleList', { roleId: made.id })).value as { id: string; alias: string }[]
    const keys = all.filter(({ alias }) => /^(user|role)_/.test(alias ?? ''))
    await admin.call('resource.roleSave', { roleId: made.id, resourceIds: keys.map(({ id }) => id) })
    const clerk = await server.person({ roles: [`hr${database}`] })
    const colleague = await server.person({ roles: [`hr${database}`] })
    const far = { dataScope: 'SELF', nets: '192.0.2.0/24' }
    const { value: trap } = await clerk.call('role.save', { name: '远方', ...far })
    const grant = async (person: Person, roleId: string) =>
      (await clerk.call('user.grantRole', { roleId, userIds: [person.userId] })).value
    expect((await grant(admin, trap.id)).failed[0]).toMatchObject({
      errorCode: 'NO_PERMISSION',
      errorMsg: expect.stringContaining('不能限制其登录地址'),
    })
    expect((await grant(clerk, trap.id)).failed[0].errorMsg).toContain('保存后您将不能登录')
    expect((await grant(colleague, trap.id)).done).toEqual([String(colleague.userId)])
    // granted empty, and narrowed afterwards
    const { value: later } = await clerk.call('role.save', { name: '先空后限', dataScope: 'SELF' })
    expect((await grant(admin, later.id)).done).toHaveLength(1)
    expect(await clerk.call('role.save', { id: later.id, nets: '192.0.2.0/24' })).toMatchObject({
      errorCode: 'NO_PERMISSION',
      errorMsg: '其中有人有您没有的权限（管理员的全部权限），不能修改对其登录的要求',
    })
    expect((await admin.call('user.list')).errorCode).toBe('0')
  })

  test('a named proxy on the same machine is not taken for an unnamed one', async () => {
    await post('/user/info', '127.0.0.1')
    const { text } = await server.raw('/readyz', { headers: server.here })
    expect(JSON.parse(text)).toMatchObject({ unnamedProxy: false })
  })
})
