import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalAllowances } from '../../server/access/allowance.ts'
import { idsIn } from '../../server/pipeline.ts'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

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
    expect((await newest('user.grantRole')).sentence).toBe(`把角色「${name}」授予用户「何清源（${other.account}）」`)
    await admin.call('user.delRole', { roleId, userIds: [other.userId] })
    expect((await newest('user.delRole')).sentence).toBe(`从用户「何清源（${other.account}）」收回角色「${name}」`)
    const found = await admin.call('log.list', { keyword: '授予用户' })
    expect(found.value.list.map(({ call }: { call: string }) => call)).toContain('user.grantRole')
  })

  test('what the numbers of departments and of menus are called', async () => {
    const made = async (name: string) => {
      const { value } = await admin.call('dept.save', { name, parentId: 0 })
      return { id: String(value.id), name }
    }
    const [from, to] = [await made('农业和农村委员会'), await made('提案委员会')]
    expect((await newest('dept.save')).names).toContainEqual({ field: 'parentId', id: '0', name: '顶级部门' })
    const moved = await server.person({ roles: ['staff'], deptId: Number(from.id) })
    await admin.call('user.move', { ids: [moved.userId], deptId: to.id })
    expect((await newest('user.move')).names).toEqual(
      expect.arrayContaining([
        { field: 'deptId', id: from.id, name: from.name },
        { field: 'deptId', id: to.id, name: to.name },
      ]),
    )
    await admin.call('dept.save', { name: '新设的部门', parentId: to.id })
    expect((await newest('dept.save')).names).toContainEqual({ field: 'parentId', id: to.id, name: to.name })
  })

  test('whom a release was for, and what a refused one was for; what was refused to be made', async () => {
    await admin.call('auth.unlock', { username: other.account })
    const told = { sentence: `解除用户「何清源（${other.account}）」的登录限制`, targetIds: [String(other.userId)] }
    expect(await newest('auth.unlock')).toMatchObject({
      ...told,
      targets: [{ kind: 'user', id: String(other.userId) }],
    })
    const found = (await admin.call('log.list', { targetId: other.userId })).value.list
    expect(found.map(({ call }: { call: string }) => call)).toContain('auth.unlock')
    const keys = ['auth_unlock', 'dept_save', 'user_save', 'user_list']
    const deptId = await makeDept(server, '科技处')
    const officer = await holding(server, keys, { dataScope: 'DEPART', deptId })
    const mightier = await server.person({ roles: ['admin'], deptId })
    expect((await officer.call('auth.unlock', { username: mightier.account })).errorCode).toBe('NO_PERMISSION')
    expect(await newest('auth.unlock')).toMatchObject({ result: '没有权限', after: { username: mightier.account } })
    expect((await officer.call('dept.save', { name: '再试部门' })).errorCode).toBe('NO_PERMISSION')
    expect(await newest('dept.save')).toMatchObject({ result: '没有权限', sentence: '新增部门「再试部门」' })
    expect((await officer.call('user.save', { account: 'x2', name: '某甲' })).errorCode).toBe('NO_PERMISSION')
    expect(await newest('user.save')).toMatchObject({ result: '没有权限', sentence: '新增用户「某甲（x2）」' })
    // who is told of nobody is told of nobody who was to be added
    const [row] = (await (await holding(server, ['log_list'])).call('log.list', { call: 'user.save' })).value.list
    expect(JSON.stringify(row)).not.toContain('某甲')
    // what is there is named by itself
    const elsewhere = await makeDept(server, '提案处')
    expect((await officer.call('dept.save', { id: elsewhere, name: '改名' })).errorCode).toBe('NO_PERMISSION')
    expect((await newest('dept.save')).sentence).toBe('修改部门「提案处」')
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
      /^在服务器本机上解除用户「何清源（\w+）」的登录限制，并取消登录地址的限制（.+），不只是对其本人$/,
    )
  })

  test('which role a refused grant was of, and who was out of reach', async () => {
    const { id: roleId, name } = await roleOf('admin')
    const narrow = await holding(server, ['user_grantRole', 'user_list', 'user_reveal', 'user_resetPwd'])
    expect((await narrow.call('user.grantRole', { roleId, userIds: [narrow.userId] })).errorCode).not.toBe('0')
    const row = await newest('user.grantRole')
    expect(row.sentence).toContain(`把角色「${name}」授予用户`)
    expect(row.result).not.toBe('成功')
    const nobody = 987654
    for (const [call, more] of [
      ['user.resetPwd', {}],
      ['user.reveal', { reason: '核对' }],
    ] as const) {
      expect((await narrow.call(call, { id: nobody, ...more })).errorCode).toBe('NOT_FOUND')
      const told = await newest(call)
      expect([call, told.result, told.targetIds]).toEqual([
        call,
        expect.stringMatching(/^没有执行：/),
        [String(nobody)],
      ])
    }
  })

  test('a sign-in that failed is found by what one calls it, and a refused reading of what is personal is none', async () => {
    await server.anyone.call('auth.loginNoCode', { username: other.account, password: 'Wrong-99-guess' })
    const failed = await admin.call('log.list', { keyword: '登录失败' })
    expect(failed.value.list[0]).toMatchObject({ kind: 'login', result: '失败' })
    const narrow = await holding(server, ['user_list', 'user_reveal'])
    await narrow.call('user.reveal', { id: 987655, reason: '核对' })
    const shown = await admin.call('log.list', { mark: 'revealed' })
    expect(shown.value.list.filter(({ targetIds }: { targetIds: string[] }) => targetIds.includes('987655'))).toEqual(
      [],
    )
    const { marks } = (await admin.call('log.stats', {})).value
    expect(marks.find(({ mark }: { mark: string }) => mark === 'revealed')?.n ?? 0).toBe(shown.value.total)
  })

  test('what is named among the rows of another kind is none of the call’s own', () => {
    expect(idsIn('auditPlan', { planId: 3, ids: [6, 9] }, 'plan')).toEqual([3])
    expect(idsIn('user', { roleId: 1, userIds: [6, 9] })).toEqual([6, 9])
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
    expect([row.sentence, row.before]).toEqual([`修改用户「何清源（${other.account}）」的手机号`, {}])
    const added = await admin.call('user.save', { account: 'newone', name: '新来的' })
    expect(added.errorCode).toBe('0')
    expect((await newest('user.save')).sentence).toBe('新增用户「新来的（newone）」')
  })

  test('people of one name are told apart by their accounts, and found by them', async () => {
    const [first, second] = [
      await server.person({ roles: [], name: '王一明' }),
      await server.person({ roles: [], name: '王一明' }),
    ]
    const accounts = [first.account, second.account]
    for (const { userId } of [first, second]) await admin.call('user.setState', { ids: [userId], state: 1 })
    const found = async (keyword: string) =>
      (await admin.call('log.list', { keyword })).value.list.map(({ sentence }: { sentence: string }) => sentence)
    const told = accounts.map((account) => `停用用户「王一明（${account}）」`)
    expect(await found('王一明')).toEqual(told.toReversed())
    for (const [i, account] of accounts.entries()) {
      expect(await found(account)).toEqual([told[i]])
      // a sentence is found by itself
      expect(await found(told[i] as string)).toEqual([told[i]])
    }
    // who is gone is told by what the row keeps
    const { id } = (await admin.call('user.save', { account: 'gone.one', name: '王一明' })).value
    await admin.call('user.del', { id })
    expect(await found('删除用户「王一明（gone.one）」')).toEqual(['删除用户「王一明（gone.one）」'])
  })

  test('rights are called by their names', async () => {
    const { id } = (await admin.call('role.save', { name: '某角色', alias: 'somerole' })).value
    const all = (await admin.call('resource.roleList', { roleId: id })).value as { id: string; alias: string }[]
    const resourceIds = all.filter(({ alias }) => /^(article_list|hot_save|system)$/.test(alias)).map(({ id }) => id)
    await admin.call('resource.roleSave', { roleId: id, resourceIds })
    const { after } = await newest('resource.roleSave')
    expect(after.added.length).toBeGreaterThan(1)
    for (const name of after.added) expect(name).toMatch(/[\u4e00-\u9fff]/)
    expect(JSON.stringify(after)).not.toMatch(/article_list|hot_save/)
    await admin.call('auth.scriptAdd', { name: '又一个', keys: ['article_list'] })
    expect(JSON.stringify((await newest('auth.scriptAdd')).after)).not.toContain('article_list')
  })

  test('what can’t be undone or gives rights is told also where the state of things refused it, within the allowance', async () => {
    const own = await server.person({ roles: ['admin'], name: '陈立本' })
    const rows = async (call: string) =>
      (await admin.call('log.list', { call, userAccount: own.account, pageSize: 50 })).value.list
    const columnId = await makeColumn(server)
    await other.call('article.saveRole', anArticle(columnId))
    await admin.call('article.saveAdmin', anArticle(columnId))
    expect((await own.call('user.del', { id: admin.userId })).errorCode).toBe('BAD_STATE')
    expect(await rows('user.del')).toMatchObject([
      {
        sentence: expect.stringMatching(/^删除用户「/),
        result: expect.stringMatching(/^没有执行：.*不能删除/),
        targetIds: [String(admin.userId)],
      },
    ])
    expect((await own.call('user.setState', { ids: [own.userId], state: 1 })).value.failed).toHaveLength(1)
    expect(await rows('user.setState')).toMatchObject([
      { result: '没有执行：不能停用自己的账号', targetIds: [String(own.userId)] },
    ])
    expect((await own.call('user.del', { id: own.userId })).errorCode).toBe('BAD_STATE')
    // what is only tried, or is no such act, leaves none
    const before = (await admin.call('log.list', {})).value.total
    await server.raw('/x/dry-run/x/user/state', {
      method: 'POST',
      headers: { authorization: own.token, 'content-type': 'application/json' },
      body: JSON.stringify({ ids: [own.userId], state: 1 }),
    })
    expect((await admin.call('log.list', {})).value.total).toBe(before)
    for (let i = 0; i < 20; i++) await own.call('user.setState', { ids: [own.userId], state: 1 })
    expect((await rows('user.setState')).length).toBeLessThanOrEqual(10)
    expect((await admin.call('log.list', { userAccount: own.account, outcome: 2 })).value.total).toBeGreaterThan(2)
  })
})

describe.each(databases)('who walks numbers, on %s', (database) => {
  test('leaves room for what they then try at somebody who is there', async () => {
    const server = await startServer(database)
    try {
      const admin = await server.person({ roles: ['admin'] })
      const own = await server.person({ roles: ['admin'], name: '陈立本' })
      for (let i = 0; i < 205; i += 1) await own.call('user.setState', { ids: [900_000 + i], state: 1 })
      expect((await own.call('user.setState', { ids: [own.userId], state: 1 })).value.failed).toHaveLength(1)
      const { list } = (await admin.call('log.list', { call: 'user.setState', pageSize: 50 })).value
      expect(list[0]).toMatchObject({ result: '没有执行：不能停用自己的账号', targetIds: [String(own.userId)] })
      expect(list).toHaveLength(11)
    } finally {
      await server.close()
    }
  })
})

test('grave refusals of some accounts hide nobody else’s, and many at one thing none at another', () => {
  const { grave } = refusalAllowances()
  let granted = 0
  for (const account of ['11', '12', '13'])
    for (let call = 0; call < 107; call += 1)
      for (let i = 0; i < 10; i += 1) granted += grave.take(account, 1000, `call ${call}`) === null ? 0 : 1
  expect(granted).toBe(600)
  expect(grave.take('14', 1000, 'user.resetPwd 1')).toBe(0)
  for (let i = 0; i < 20; i += 1) grave.take('15', 1000, 'user.resetPwd 9')
  expect(grave.take('15', 1000, 'user.resetPwd 1')).toBe(10)
})
