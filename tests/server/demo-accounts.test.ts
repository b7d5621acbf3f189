import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cliHome } from '../support/cli.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

/** Accounts of the demo county let nobody in where the server was not started for it. */
describe.each(databases)('demo accounts on %s', (database) => {
  let server: TestServer
  let admin: Person
  let shown: Person
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'], password: 'old-Passw0rd-1' })
    shown = await server.person({ roles: ['admin'], name: '演示甲' })
    await server.parts.db.write.updateTable('user').set({ demo: 1 }).where('id', '=', shown.userId).execute()
  })
  afterAll(() => server.close())

  test('are never the last administrator, with --demo neither', async () => {
    expect(server.parts.demo).toBe(true)
    const { id: roleId } = await server.parts.db.read
      .selectFrom('role')
      .select('id')
      .where('alias', '=', 'admin')
      .executeTakeFirstOrThrow()
    const taken = await shown.call('user.delRole', { roleId, userIds: [admin.userId] })
    expect(taken.value.failed).toEqual([
      expect.objectContaining({ errorCode: 'BAD_STATE', errorMsg: expect.stringContaining('演示账号不算') }),
    ])
    expect((await admin.call('user.list')).errorCode).toBe('0')
  })

  test('are told as such in the list, by the readiness and by doctor where there is no demo', async () => {
    const { account } = await server.parts.db.read
      .selectFrom('user')
      .select('account')
      .where('id', '=', shown.userId)
      .executeTakeFirstOrThrow()
    const demoOf = async (name: string) => (await admin.call('user.list', { account: name })).value.list[0].demo
    const ready = async () => JSON.parse((await server.raw('/readyz', { headers: server.here })).text).demoShut
    expect([await demoOf(account), await demoOf(admin.account), await ready()]).toEqual([1, 0, 0])
    const parts = server.parts as { demo: boolean }
    parts.demo = false
    expect([await demoOf(account), await ready()]).toEqual([2, 1])
    const home = cliHome({ env: { XZX_SERVER: server.url } })
    const looked = await home.xzx(`doctor --data ${server.parts.dataDir} --json`)
    const { says } = looked.json().list.find(({ name }: { name: string }) => name === 'server')
    expect(says).toContain('有 1 个演示账号，服务没有以 --demo 启动，它们不能登录')
    parts.demo = true
    home.remove()
  })
})
