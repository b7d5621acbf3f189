import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const password = '正确的-Passw0rd'
const minute = 60_000

describe.each(databases)('the sign-in before, told to its person, on %s', (database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startServer(database)
  })
  afterAll(() => server.close())

  const someone = () => server.person({ roles: ['staff'], password })
  const login = async ({ account }: Person, pass = password): Promise<string> =>
    (await server.anyone.call('auth.loginNoCode', { username: account, password: pass })).value
  /** What the page that shows it asks for. */
  const told = async (token: string) => {
    const { value } = await server.raw('/user/info', { method: 'POST', headers: { authorization: token } })
    return [value.previousLoginAt, value.previousLoginFrom, value.failedLogins]
  }

  test('the first one says so, each later one when and from where the one before it was, whatever follows it', async () => {
    const one = await someone()
    const first = await login(one)
    expect(await told(first)).toEqual([null, null, 0])
    server.clock.now += 10 * minute
    const second = await login(one)
    expect(await told(second)).toEqual(['2026-11-21 09:05:00', '127.0.0.1', 0])
    server.clock.now += 5 * minute
    await login(one)
    // a session goes on telling of what was before itself
    expect(await told(first)).toEqual([null, null, 0])
    expect(await told(second)).toEqual(['2026-11-21 09:05:00', '127.0.0.1', 0])
    const view = await server.raw('/user/info/view', { headers: { authorization: second } })
    expect(view.value).toMatchObject({ previousLoginAt: '2026-11-21 09:05:00' })
  })

  test('what failed in between is counted, at no other account, and begins anew with a sign-in', async () => {
    const [one, other] = [await someone(), await someone()]
    await login(one)
    await login(other)
    for (let i = 0; i < 3; i += 1) await login(one, 'wrong')
    server.clock.now += minute
    const [, , failed] = await told(await login(one))
    expect(failed).toBe(3)
    expect((await told(await login(other)))[2]).toBe(0)
    server.clock.now += minute
    expect((await told(await login(one)))[2]).toBe(0)
  })

  test('what failed before the first one is told with it', async () => {
    const one = await someone()
    await login(one, 'wrong')
    expect(await told(await login(one))).toEqual([null, null, 1])
  })

  test('a script’s token is no sign-in, and neither tells of one nor takes its place', async () => {
    const one = await someone()
    await login(one)
    const { token } = (await one.call('auth.scriptAdd', { name: '夜间', keys: ['article_list'] })).value
    expect(await told(token)).toEqual([null, null, null])
    await login(one, 'wrong')
    expect((await told(await login(one)))[2]).toBe(1)
  })
})
