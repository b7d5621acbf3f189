import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('applications on %s', (database) => {
  let server: TestServer
  let admin: Person
  const byKey = async (key: string) =>
    (await admin.call('app.list')).value.list.find(({ appKey }: { appKey: string }) => appKey === key)

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'], password: 'Test-only-7431' })
  })
  afterAll(() => server.close())

  test('are the two consoles, shown to who is signed in, changed by who may', async () => {
    const report = await byKey('reportSite')
    expect(report).toMatchObject({ name: '信息报送', enabled: 1, appId: report.id })
    expect((await admin.call('app.get', { id: report.id })).value).toEqual(report)
    const changed = await admin.call('app.edit', { id: report.id, version: 1, name: '部门报送' })
    expect(changed.value).toMatchObject({ name: '部门报送', version: 2 })
    const reader = await server.person({ roles: ['readonly'] })
    expect((await reader.call('app.list')).value.total).toBe(2)
    expect((await reader.call('app.edit', { id: report.id, name: '我的' })).errorCode).toBe('NO_PERMISSION')
  })

  test('one that is switched off lets nobody in; the office’s own cannot be', async () => {
    const report = await byKey('reportSite')
    const signIn = async (appKey: string) => {
      const query = new URLSearchParams({ username: admin.account, password: 'Test-only-7431' })
      return server.raw(`/user/loginNoCode?${query}`, { method: 'POST', headers: { appKey } })
    }
    expect((await signIn('reportSite')).errorCode).toBe('0')
    await admin.call('app.edit', { id: report.id, enabled: 0 })
    expect(await signIn('reportSite')).toMatchObject({
      errorCode: 'NO_PERMISSION',
      errorMsg: '「部门报送」已停用，暂时不能登录，请联系管理员',
    })
    expect((await signIn('admin')).errorCode).toBe('0')
    await admin.call('app.edit', { id: report.id, enabled: 1 })
    const { id } = await byKey('admin')
    expect(await admin.call('app.edit', { id, enabled: 0 })).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: '不能停用管理后台「网站管理」',
    })
  })
})
