import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

/** What an administrator's acts are told as: which role, whose lock, which token, and at whom a refused one was aimed. */
describe.each(databases)('the log tells of people and rights, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let other: Person
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    other = await server.person({ roles: ['readonly'], name: '何清源' })
  })
  afterAll(() => server.close())

  const newest = async (call: string) => (await admin.call('log.list', { call })).value.list[0]
  const roleOf = async (alias: string) =>
    server.parts.db.read.selectFrom('role').select(['id', 'name']).where('alias', '=', alias).executeTakeFirstOrThrow()

  test('which role was given and taken', async () => {
    const { id: roleId, name } = await roleOf('auditor')
    await admin.call('user.grantRole', { roleId, userIds: [other.userId] })
    expect((await newest('user.grantRole')).sentence).toBe(`把角色「${name}」授予用户「何清源」`)
    await admin.call('user.delRole', { roleId, userIds: [other.userId] })
    expect((await newest('user.delRole')).sentence).toBe(`从用户「何清源」收回角色「${name}」`)
    const found = await admin.call('log.list', { keyword: '授予用户' })
    expect(found.value.list.map(({ call }: { call: string }) => call)).toContain('user.grantRole')
  })

  test('which token was made and ended', async () => {
    const made = await admin.call('auth.scriptAdd', { name: '夜间生成', keys: ['article_list'] })
    expect((await newest('auth.scriptAdd')).sentence).toBe('签发脚本令牌「夜间生成」')
    await admin.call('auth.scriptDel', { id: made.value.sessionId })
    expect((await newest('auth.scriptDel')).sentence).toBe('停用脚本令牌「夜间生成」')
  })

  test('whose limits were lifted on the machine, and that those of addresses were lifted for all', async () => {
    await server.parts.db.write.insertInto('setting').values({ name: 'signIn.nets', value: '127.0.0.1' }).execute()
    const body = JSON.stringify({ username: other.account, nets: true })
    const headers = { ...server.here, 'content-type': 'application/json' }
    expect((await server.raw('/x/auth/rescue', { method: 'POST', headers, body })).errorCode).toBe('0')
    expect((await newest('auth.rescue')).sentence).toMatch(
      /^在服务器本机上解除用户「何清源」的登录限制，并取消登录地址的限制（.+），不只是对其本人$/,
    )
  })

  test('at whom a refused act was aimed', async () => {
    const narrow = await holding(server, ['user_resetPwd', 'user_list'])
    expect((await narrow.call('user.resetPwd', { id: admin.userId })).errorCode).toBe('NO_PERMISSION')
    expect(await newest('user.resetPwd')).toMatchObject({
      result: '没有权限',
      targetIds: [String(admin.userId)],
      targets: [expect.objectContaining({ id: String(admin.userId), kind: 'user' })],
    })
  })

  test('a change of what is personal alone is no new user', async () => {
    await admin.call('user.save', { id: other.userId, mobile: '13900001111' })
    const row = await newest('user.save')
    expect([row.sentence, row.before]).toEqual(['修改用户「何清源」的手机号', {}])
    const added = await admin.call('user.save', { account: 'newone', name: '新来的' })
    expect(added.errorCode).toBe('0')
    expect((await newest('user.save')).sentence).toBe('新增用户「新来的」')
  })
})
