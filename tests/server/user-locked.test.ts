import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const minute = 60_000

describe.each(databases)('who is locked out, in the list of users, on %s', (database) => {
  let server: TestServer
  let admin: Person

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  const password = '正确的-Passw0rd'
  const someone = () => server.person({ roles: ['staff'], password })
  const login = ({ account }: Person, pass: string, device?: string) =>
    server.anyone.call('auth.loginNoCode', { username: account, password: pass, device })
  const fail = async (who: Person, times: number, device?: string) => {
    for (let i = 0; i < times; i += 1) await login(who, 'wrong', device)
  }
  const locked = async (is: 0 | 1 = 1): Promise<string[]> =>
    (await admin.call('user.list', { locked: is, pageSize: 200 })).value.list.map(
      ({ account }: { account: string }) => account,
    )
  const marked = async ({ account, userId }: Person) => {
    const { list } = (await admin.call('user.list', { name: account })).value
    const row = list.find(({ id }: { id: string }) => id === String(userId))
    expect((await admin.call('user.view', { id: userId })).value.lockedUntil).toBe(row.lockedUntil)
    return [row.lockedUntil, row.lockedFrom]
  }
  const none = [null, null]
  /** By who has just shown who they are. */
  const release = async ({ account }: Person) => {
    const reply = await (await fresh()).call('auth.unlock', { username: account })
    expect(reply.value?.released, reply.text).toBeGreaterThan(0)
  }

  const fresh = () => server.person({ roles: ['admin'] })
  beforeEach(async () => void (await (await fresh()).call('auth.unlock', { address: '127.0.0.1' })))

  test('is marked with until when and where, found by the filter, and no more once the quarter of an hour is over', async () => {
    const [one, other] = [await someone(), await someone()]
    await fail(one, 3)
    server.clock.now += 2 * minute
    await fail(one, 1)
    await fail(other, 4)
    expect([await marked(one), await marked(other)]).toEqual([none, none])
    await fail(one, 1)
    expect((await login(one, password)).errorCode).toBe('TOO_MANY')
    expect(await marked(one)).toEqual(['2026-11-21 09:20:00', '127.0.0.1'])
    expect(await marked(other)).toEqual(none)
    expect(await locked()).toEqual([one.account])
    expect(await locked(0)).toEqual(expect.arrayContaining([other.account, admin.account]))
    expect(await locked(0)).not.toContain(one.account)
    server.clock.now += 13 * minute - 1
    expect(await marked(one)).toEqual(['2026-11-21 09:20:00', '127.0.0.1'])
    server.clock.now += 2
    expect([await marked(one), await locked()]).toEqual([none, []])
    expect((await login(one, password)).errorCode).toBe('0')
  })

  test('who may less releases an address but for those who may more: guesses at these go on being counted', async () => {
    const [mighty, equal] = [await someone(), await server.person({ roles: [], password })]
    for (const one of [mighty, equal]) await fail(one, 5)
    const clerk = await holding(server, ['auth_unlock'])
    const done = await clerk.call('auth.unlock', { address: '127.0.0.1' })
    expect(done.value, done.text).toMatchObject({ kept: 1 })
    expect((await login(equal, password)).errorCode).toBe('0')
    expect((await login(mighty, password)).errorCode).toBe('TOO_MANY')
    expect((await clerk.call('auth.unlock', { address: '127.0.0.1' })).value).toEqual({ released: 0, kept: 1 })
    await release(mighty)
    expect((await login(mighty, password)).errorCode).toBe('0')
  })

  test('a name that no account has is kept nowhere: it may be a password in the wrong box', async () => {
    const typed = ['Tq9#mistyped-secret', '13812345678']
    for (const name of typed)
      for (let i = 0; i < 6; i += 1)
        await server.raw(`/user/loginNoCode?${new URLSearchParams({ username: name, password: 'x' })}`, {
          method: 'POST',
        })
    const { list } = (await admin.call('log.list', { pageSize: 100 })).value
    const rows = list.filter(({ userAccount }: { userAccount: string }) => userAccount === '（没有这个账号）')
    expect(new Set(rows.map(({ result }: { result: string }) => result))).toEqual(new Set(['失败', '已锁定']))
    const kept = await server.parts.db.read.selectFrom('signIn').select('account').execute()
    for (const secret of typed) expect(JSON.stringify([list, kept])).not.toContain(secret)
    // and are released by the name all the same
    const by = await fresh()
    expect((await by.call('auth.unlock', { username: typed[0] })).value.released).toBe(5)
    const told = await admin.call('log.list', { call: 'auth.unlock', pageSize: 1 })
    expect(JSON.stringify(told.value)).not.toContain(typed[0])
  })

  test('who is out of reach is released as one who is not there', async () => {
    const [own, other] = [await makeDept(server, '林业局'), await makeDept(server, '水利局')]
    const { call } = await holding(server, ['auth_unlock'], { dataScope: 'DEPARTS', deptId: own })
    const near = await server.person({ roles: [], deptId: own, password })
    const far = await server.person({ roles: ['staff'], deptId: other, password })
    for (const one of [near, far]) await fail(one, 5)
    const released = async (username: string) => (await call('auth.unlock', { username })).value
    expect(await released(far.account)).toEqual(await released('nosuchname'))
    expect((await login(far, password)).errorCode).toBe('TOO_MANY')
    expect((await released(near.account)).released).toBeGreaterThan(0)
  })

  test('one in other capitals is counted as the account, so that nobody learns from it which there are', async () => {
    const there = await someone()
    const named = async (account: string) => {
      for (let i = 0; i < 5; i += 1) await login({ ...there, account }, 'wrong')
      return (await login({ ...there, account: account.toUpperCase() }, 'wrong')).errorCode
    }
    expect([await named(there.account), await named('nosuchone')]).toEqual(['TOO_MANY', 'TOO_MANY'])
  })

  test('a success in the same place begins anew, and one elsewhere does not; a release ends it', async () => {
    const one = await someone()
    const failed = (count: number) =>
      server.parts.db.write
        .insertInto('signIn')
        .values(
          Array.from({ length: count }, () => ({
            ...{ account: one.account, address: '203.0.113.7', ok: 0 as const, at: server.clock.now },
          })),
        )
        .execute()
    await fail(one, 4)
    await login(one, password)
    await fail(one, 4)
    expect(await marked(one)).toEqual(none)
    await failed(5)
    await login(one, password)
    expect((await marked(one))[1]).toBe('203.0.113.7')
    await fail(one, 5)
    expect((await marked(one))[1]?.split('、').sort()).toEqual(['127.0.0.1', '203.0.113.7'])
    expect(await locked()).toEqual([one.account])
    await release(one)
    expect([await marked(one), await locked()]).toEqual([none, []])
  })

  test('a device that the account knows is a place of its own', async () => {
    const one = await someone()
    const { device } = (await one.call('auth.device', {})).value
    await fail(one, 4)
    await fail(one, 4, device)
    expect(await marked(one)).toEqual(none)
    await login(one, password)
    await fail(one, 1, device)
    expect((await login(one, password, device)).errorCode).toBe('TOO_MANY')
    expect((await login(one, password)).errorCode).toBe('0')
    expect((await marked(one))[1]).toBe('本人用过的设备')
    expect(await locked()).toEqual([one.account])
    await release(one)
  })
})
