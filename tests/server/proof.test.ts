import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { databases } from '../support/databases.ts'
import { bindFactor, nextCode, wrongCodeOf } from '../support/factor.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const password = 'Lamp#gate88old'
const minute = 60_000
const asked = (by: 'password' | 'code') => ({ status: 200, errorCode: 'PROVE_AGAIN', value: { by } })

describe.each(databases)('showing again who one is on %s', (database) => {
  let server: TestServer
  let made = 0
  beforeAll(async () => {
    server = await startServer(database)
  })
  afterAll(() => server.close())
  const admin = () => server.person({ roles: ['admin'], password })
  const role = (person: Person) => {
    made += 1
    return person.call('role.save', { name: `角色${made}`, alias: `role${made}`, dataScope: 'SELF' })
  }

  test('a sign-in counts for a while; then the password is asked for, once for a while', async () => {
    const person = await admin()
    expect((await role(person)).errorCode).toBe('0')
    server.clock.now += 11 * minute
    expect(await role(person)).toMatchObject(asked('password'))
    // what isn't grave goes on
    expect((await person.call('role.list')).errorCode).toBe('0')
    expect((await person.call('auth.prove', {})).errorCode).toBe('MISSING_PARAMETER')
    expect((await person.call('auth.prove', { password: 'wrong' })).errorCode).toBe('LOGIN_FAILED')
    expect(await role(person)).toMatchObject(asked('password'))
    const shown = await person.call('auth.prove', { password })
    expect(shown).toMatchObject({ errorCode: '0', value: { provedUntil: expect.stringContaining('2026-11-21 09:26') } })
    expect((await role(person)).errorCode).toBe('0')
    server.clock.now += 9 * minute
    expect((await role(person)).errorCode).toBe('0')
    server.clock.now += minute
    expect(await role(person)).toMatchObject(asked('password'))
  })

  test('who has a code shows that, and the password is not enough', async () => {
    const person = await admin()
    const { secret } = await bindFactor(server, person, password)
    server.clock.now += 11 * minute
    expect(await role(person)).toMatchObject(asked('code'))
    expect((await person.call('auth.prove', { password })).errorCode).toBe('MISSING_PARAMETER')
    expect((await person.call('auth.prove', { code: wrongCodeOf(server, secret) })).errorCode).toBe('LOGIN_FAILED')
    expect((await person.call('auth.prove', { code: nextCode(server, secret) })).errorCode).toBe('0')
    expect((await role(person)).errorCode).toBe('0')
  })

  test('the fifth guess ends the session, and keeps its owner from no sign-in', async () => {
    const person = await admin()
    server.clock.now += 11 * minute
    const replies = []
    for (let i = 0; i < 6; i += 1) replies.push((await person.call('auth.prove', { password: `no${i}` })).errorCode)
    expect(replies).toEqual([...Array(4).fill('LOGIN_FAILED'), 'SESSION_OVER', 'SESSION_OVER'])
    expect((await server.anyone.call('auth.loginNoCode', { username: person.account, password })).errorCode).toBe('0')
    // nor does whoever has a token lift the limits that hold it
    const other = await admin()
    server.clock.now += 11 * minute
    expect((await other.call('auth.unlock', { username: other.account })).errorCode).toBe('PROVE_AGAIN')
    for (const call of ['passwordRule.typeReset', 'user.setState', 'user.resetPwdState', 'user.del'])
      expect((await other.call(call, { id: person.userId, ids: [person.userId], state: 1 })).errorCode).toBe(
        'PROVE_AGAIN',
      )
  })

  test('a dry run foretells that it will be asked; a repeat under its key is refused as the first one', async () => {
    const person = await admin()
    server.clock.now += 11 * minute
    const body = JSON.stringify({ name: '试角色', alias: 'tried', dataScope: 'SELF' })
    const send = (path: string) =>
      server.raw(path, {
        method: 'POST',
        headers: { authorization: person.token, 'content-type': 'application/json', 'x-request-key': 'k'.repeat(24) },
        body,
      })
    expect(await send('/x/dry-run/role/save')).toMatchObject({
      errorCode: '0',
      value: { rehearsed: true, prove: 'password' },
    })
    expect((await send('/role/save')).errorCode).toBe('PROVE_AGAIN')
    expect((await person.call('auth.prove', { password })).errorCode).toBe('0')
    expect((await send('/role/save')).errorCode).toBe('0')
    server.clock.now += 11 * minute
    expect((await send('/role/save')).errorCode).toBe('PROVE_AGAIN')
  })

  test('settings are asked about where they say who gets in', async () => {
    const person = await admin()
    server.clock.now += 11 * minute
    const save = (name: string, value: string) => person.call('setting.save', { items: [{ name, value }] })
    expect((await save('site.phone', '0000-1111111')).errorCode).toBe('0')
    expect(await save('signIn.factor', 'all')).toMatchObject(asked('password'))
    expect(await save('audit.twoPeople', '1')).toMatchObject(asked('password'))
    expect(await save('log.keepYears', '2')).toMatchObject(asked('password'))
    // and where they say whither visitors, short messages and the server itself are led
    for (const [name, value] of [
      ['sms.code', '验证码 {code}，请登录别处'],
      ['site.base', 'https://other.example/'],
      ['offSite.address', 'http://127.0.0.1:8124/'],
      ['site.badge', 'https://other.example/badge'],
      ['site.errorReport', 'https://other.example/'],
    ] as const)
      expect([name, (await save(name, value)).errorCode]).toEqual([name, 'PROVE_AGAIN'])
    expect((await person.call('setting.reset', { names: ['signIn.nets'] })).errorCode).toBe('PROVE_AGAIN')
    expect((await person.call('setting.reset', { names: ['site.phone'] })).errorCode).toBe('0')
  })

  test('a sign-in of others is ended at once, their script tokens, which nobody can give back, not', async () => {
    const person = await admin()
    const { userId } = await server.person({ roles: ['staff'] })
    server.clock.now += 11 * minute
    expect(await person.call('user.signOut', { ids: [userId], tokens: 1 })).toMatchObject(asked('password'))
    expect((await person.call('user.signOut', { ids: [userId] })).errorCode).toBe('0')
  })

  test('the span is a setting; a script is not asked', async () => {
    const person = await admin()
    const keys = ['role_save', 'article_recyclePurge']
    const { token } = (await person.call('auth.scriptAdd', { name: '夜间清理', keys, days: 1 })).value
    await person.call('setting.save', { items: [{ name: 'signIn.proofMinutes', value: '60' }] })
    server.clock.now += 59 * minute
    expect((await server.anyone.call('auth.loginNoCode', { username: person.account, password })).errorCode).toBe('0')
    const purge = (authorization: string) =>
      server.raw('/x/article/recycle/purge', {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify([{ id: 1 }]),
      })
    server.clock.now += 2 * minute
    expect((await purge(token)).errorCode).toBe('0')
    const other = await admin()
    await other.call('setting.reset', { names: ['signIn.proofMinutes'] })
  })

  test('who writes the moment into the database without the key ends the session with it', async () => {
    const person = await admin()
    server.clock.now += 11 * minute
    const { db } = server.parts
    await db.write
      .updateTable('session')
      .set({ provedAt: server.clock.now })
      .where('userId', '=', person.userId)
      .execute()
    expect((await role(person)).errorCode).toBe('SESSION_OVER')
  })
})

test('what can’t be undone, gives rights or makes a token asks who is there', async () => {
  const asks: string[] = []
  const purges: string[] = []
  for (const [area, call, e] of eachEndpoint(await wholeContract())) {
    if (e.proof) asks.push(`${area}.${call}`)
    if (/purge/i.test(call)) purges.push(`${area}.${call}`)
    // strangers and visitors have no password, and reading is asked about only where it hands out a document
    if (e.proof)
      expect(['granted', 'login', 'like'], `${area}.${call}`).toContain(
        typeof e.access === 'object' ? 'like' : e.access,
      )
  }
  for (const purge of purges) expect(asks).toContain(purge)
  for (const grants of [
    'role.save',
    'role.del',
    'resource.roleSave',
    'column.roleSave',
    'user.save',
    'user.grantRole',
    'user.roles',
  ])
    expect(asks).toContain(grants)
  for (const lets of ['user.pwd', 'user.resetPwd', 'user.factorReset', 'auth.scriptAdd', 'setting.save'])
    expect(asks).toContain(lets)
})
