import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('all roles of somebody at once, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let one: Person
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    one = await server.person({ roles: ['staff'], name: '王一明' })
  })
  afterAll(() => server.close())

  const ids = async (...aliases: string[]) => {
    const found = await server.parts.db.read
      .selectFrom('role')
      .select(['id', 'alias'])
      .where('alias', 'in', aliases)
      .execute()
    return aliases.map((alias) => String(found.find((role) => role.alias === alias)?.id))
  }
  const held = async ({ userId }: Person) =>
    (await admin.call('user.view', { id: userId })).value.roles.map(({ roleId }: { roleId: string }) => roleId).sort()
  const tried = (who: Person, body: object) =>
    server.raw('/x/dry-run/x/user/roles', {
      method: 'POST',
      headers: { authorization: who.token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('are told of together, against what they were before, and set or left together', async () => {
    const [auditor, readonly, staff] = (await ids('auditor', 'readonly', 'staff')) as [string, string, string]
    // what they have by the role that goes is nothing new by the one that comes
    const kept = await tried(admin, { id: one.userId, roleIds: [staff, auditor] })
    const { value } = await tried(admin, { id: one.userId, roleIds: [auditor] })
    expect(value.value.says).toBe('授予「审核员」，收回「部门人员」')
    const keysOf = (some: { key: string }[]) => some.map(({ key }) => key)
    expect(keysOf(value.reveals.gains)).toEqual(keysOf(kept.value.reveals.gains))
    expect(keysOf(value.reveals.gains)).not.toContain('article_list')
    expect(keysOf(value.reveals.losses)).not.toEqual([])
    expect(await held(one)).toEqual([staff])
    expect((await admin.call('user.roles', { id: one.userId, roleIds: [auditor, readonly] })).value).toEqual({
      id: String(one.userId),
      says: '授予「审核员」「只读」，收回「部门人员」',
    })
    expect(await held(one)).toEqual([auditor, readonly].sort())
    const rows = (await admin.call('log.list', { pageSize: 3 })).value.list
    expect(rows.map(({ call }: { call: string }) => call)).toEqual(['user.delRole', 'user.grantRole', 'user.grantRole'])
    expect((await admin.call('user.roles', { id: one.userId, roleIds: [readonly, auditor] })).value.says).toBe('')
    expect((await admin.call('user.roles', { id: one.userId, roleIds: [] })).value.says).toBe('收回「审核员」「只读」')
    expect(await held(one)).toEqual([])
  })

  test('of a change that is refused in part nothing is done', async () => {
    const [administers, readonly, staff] = (await ids('admin', 'readonly', 'staff')) as [string, string, string]
    expect(await admin.call('user.roles', { id: admin.userId, roleIds: [readonly] })).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: expect.stringContaining('至少要有一名能登录的管理员'),
    })
    expect(await held(admin)).toEqual([administers])
    const before = (await admin.call('log.list', {})).value.total
    const clerk = await holding(server, ['user_list', 'user_grantRole'])
    const [own] = await held(clerk)
    await admin.call('user.roles', { id: one.userId, roleIds: [staff] })
    for (const roleIds of [[own], [own, staff, administers]])
      expect(await clerk.call('user.roles', { id: one.userId, roleIds })).toMatchObject({ errorCode: 'NO_PERMISSION' })
    expect(await held(one)).toEqual([staff])
    expect((await clerk.call('user.roles', { id: one.userId, roleIds: [own, staff] })).errorCode).toBe('0')
    const rows = (await admin.call('log.list', {})).value
    expect(rows.total).toBeGreaterThan(before)
    expect(await admin.call('user.roles', { id: one.userId, roleIds: [staff, '999999'] })).toMatchObject({
      errorCode: 'NOT_FOUND',
    })
    expect(await held(one)).toEqual([own, staff].sort())
  })

  test('of two at once the second is told who was first, and takes nothing that it has not seen', async () => {
    const [auditor, readonly, staff] = (await ids('auditor', 'readonly', 'staff')) as [string, string, string]
    const two = await server.person({ roles: ['staff'], name: '李二' })
    const first = await server.person({ roles: ['admin'], name: '先来的' })
    const { version } = (await admin.call('user.view', { id: two.userId })).value
    const set = (by: Person, roleIds: string[], seen?: number) =>
      by.call('user.roles', { id: two.userId, roleIds, ...(seen !== undefined && { version: seen }) })
    expect((await set(first, [staff, auditor], version)).errorCode).toBe('0')
    const stale = { errorCode: 'STALE', errorMsg: expect.stringMatching(/^该用户已由 先来的 于 /) }
    expect(await set(admin, [staff, readonly], version)).toMatchObject(stale)
    const rehearsed = await tried(admin, { id: two.userId, roleIds: [staff, readonly], version })
    expect(rehearsed).toMatchObject(stale)
    expect(await held(two)).toEqual([staff, auditor].sort())
    // a role that is given or taken alone is seen as well, and so it is by the form of the user
    const now = (await admin.call('user.view', { id: two.userId })).value.version
    await first.call('user.delRole', { roleId: auditor, userIds: [two.userId] })
    expect(await set(admin, [staff, readonly], now)).toMatchObject(stale)
    expect(await admin.call('user.save', { id: two.userId, name: '李三', version: now })).toMatchObject({
      errorCode: 'STALE',
    })
    // who names no version sets them as they say
    expect((await set(admin, [readonly])).errorCode).toBe('0')
    expect(await held(two)).toEqual([readonly])
  })

  test('of who was refused before anything was read the log says both that they may have wanted', async () => {
    const { account, call } = await server.person({ roles: ['staff'] })
    expect(await call('user.save', { account: 'newone', name: '新人' })).toMatchObject({ errorCode: 'NO_PERMISSION' })
    const { list } = (await admin.call('log.list', { userAccount: account })).value
    expect(list[0]).toMatchObject({ sentence: '新增或修改用户', result: '没有权限' })
  })
})
