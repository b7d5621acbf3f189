import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { holdsToo, roleHolding } from '../support/holding.ts'
import { makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const peopleKeys = ['user_list', 'user_save', 'user_resetPwd', 'user_grantRole', 'user_move', 'dept_save', 'dept_merge']
const refused = { errorCode: 'NO_PERMISSION' }

describe.each(databases)(
  'what another department reads is not got at by who may only administer people, on %s',
  (database) => {
    let server: TestServer
    let admin: Person
    let own: number
    let other: number
    let below: number
    /** May administer everybody, and reads their own department's articles alone. */
    let clerk: Person
    /** The same who reads those below as well. */
    let head: Person
    let reads: { id: number; alias: string }
    let readsBelow: { id: number; alias: string }
    let theirs: Person

    beforeAll(async () => {
      server = await startServer(database)
      admin = await server.person({ roles: ['admin'] })
      own = await makeDept(server, '提案委员会')
      other = await makeDept(server, '文史委员会')
      below = await makeDept(server, '提案一科', own)
      const administers = await roleHolding(server, peopleKeys, { dataScope: 'ALL' })
      reads = await roleHolding(server, ['article_list'], { dataScope: 'DEPART' })
      readsBelow = await roleHolding(server, ['article_list'], { dataScope: 'DEPARTS' })
      clerk = await server.person({ roles: [administers.alias, reads.alias], deptId: own })
      head = await server.person({ roles: [administers.alias, readsBelow.alias], deptId: own })
      theirs = await server.person({ roles: [reads.alias], deptId: other })
    })
    afterAll(() => server.close())

    test('nor are people counted by who may list the roles of their own department alone', async () => {
      const lists = await roleHolding(server, ['role_list'], { dataScope: 'DEPART' })
      const lister = await server.person({ roles: [lists.alias], deptId: other })
      const countOf = async (who: Person) =>
        (await who.call('role.list', { pageSize: 100 })).value.list.find(
          ({ id }: { id: string }) => id === String(reads.id),
        ).userCount
      // clerk and whom they do not see
      expect([await countOf(admin), await countOf(lister)]).toEqual([2, 1])
      const { userCount } = (await lister.call('role.view', { id: reads.id })).value
      expect(userCount).toBe(1)
    })

    test('not by the password of one of its people', async () => {
      expect(await clerk.call('user.resetPwd', { id: theirs.userId })).toMatchObject({
        ...refused,
        errorMsg: expect.stringContaining('本部门'),
      })
      const colleague = await server.person({ roles: [reads.alias], deptId: own })
      expect((await clerk.call('user.resetPwd', { id: colleague.userId })).errorCode).toBe('0')
    })

    test('nor what is theirs alone', async () => {
      const own2 = await roleHolding(server, ['article_list'], { dataScope: 'SELF' })
      const writer = await server.person({ roles: [own2.alias], deptId: other })
      expect(await clerk.call('user.resetPwd', { id: writer.userId })).toMatchObject(refused)
      const near = await server.person({ roles: [own2.alias], deptId: own })
      expect((await clerk.call('user.resetPwd', { id: near.userId })).errorCode).toBe('0')
      // given it may be: there is nothing of theirs yet
      const idle = await server.person({ roles: [], deptId: other })
      expect((await clerk.call('user.grantRole', { roleId: own2.id, userIds: [idle.userId] })).value.failed).toEqual([])
    })

    test('not by a new account there, nor by moving somebody there', async () => {
      const added = await clerk.call('user.save', { account: 'tishen1', name: '替身', deptId: other })
      expect(added.errorCode).toBe('0')
      const puppet = added.value.id
      expect(await clerk.call('user.grantRole', { roleId: reads.id, userIds: [puppet] })).toMatchObject({
        value: { failed: [{ ...refused, errorMsg: expect.stringContaining('其部门') }] },
      })
      const friend = await server.person({ roles: [reads.alias], deptId: own })
      expect(await clerk.call('user.move', { ids: [friend.userId], deptId: other })).toMatchObject({
        value: { failed: [refused] },
      })
      expect(await clerk.call('user.save', { id: friend.userId, deptId: other })).toMatchObject(refused)
      const idle = await server.person({ roles: [], deptId: own })
      expect((await clerk.call('user.move', { ids: [idle.userId], deptId: other })).value.failed).toEqual([])
    })

    test('not by where a department stands', async () => {
      expect(await head.call('dept.save', { id: other, parentId: own })).toMatchObject({
        ...refused,
        errorMsg: expect.stringContaining('那里有人会因此看到'),
      })
      expect(await head.call('dept.arrange', { parentId: own, deptIds: [other] })).toMatchObject(refused)
      expect(await head.call('dept.merge', { id: other, intoId: own, reason: '机构改革' })).toMatchObject(refused)
      // nobody under it reaches more by its coming out
      expect((await head.call('dept.save', { id: below, parentId: 0 })).errorCode).toBe('0')
      // and it comes back by who reaches it now
      expect(await head.call('dept.save', { id: below, parentId: own })).toMatchObject(refused)
      expect((await admin.call('dept.save', { id: below, parentId: own })).errorCode).toBe('0')
      expect((await admin.call('dept.save', { id: other, parentId: own })).errorCode).toBe('0')
      // who reaches it by now may do as much for others
      expect((await head.call('user.resetPwd', { id: theirs.userId })).errorCode).toBe('0')
      expect((await admin.call('dept.save', { id: other, parentId: 0 })).errorCode).toBe('0')
    })

    test('not by a role that is changed behind its being given', async () => {
      const roleKeys = ['role_list', 'role_save', 'resource_roleSave', 'column_roleSave']
      const maker = await holdsToo(
        server,
        await server.person({ roles: [reads.alias], deptId: own }),
        [...peopleKeys, ...roleKeys],
        {},
      )
      const puppet = await server.person({ roles: [], deptId: other })
      const given = async (id: number | string) =>
        expect(await maker.call('user.grantRole', { roleId: id, userIds: [puppet.userId] })).toMatchObject({
          value: { failed: [] },
        })
      const { id: narrow } = await roleHolding(server, ['article_list'], { dataScope: 'SELF' })
      await given(narrow)
      expect(await maker.call('role.save', { id: narrow, dataScope: 'DEPART' })).toMatchObject({
        ...refused,
        errorMsg: expect.stringMatching(/^有人会因此有原来没有的权限/),
      })
      const { id: empty } = (await admin.call('role.save', { name: '无权限', dataScope: 'DEPART' })).value
      await given(empty)
      const { id: key } = await server.parts.db.read
        .selectFrom('resource')
        .select('id')
        .where('alias', '=', 'article_list')
        .executeTakeFirstOrThrow()
      const give = { roleId: empty, resourceIds: [key] }
      expect(await maker.call('resource.roleSave', give)).toMatchObject(refused)
      await admin.call('user.delRole', { roleId: empty, userIds: [puppet.userId] })
      expect((await maker.call('resource.roleSave', give)).errorCode).toBe('0')
    })

    test('a wide role for one column and a narrow one for another do not make a wide one for both', async () => {
      const [one, two] = [await makeColumn(server, '要闻'), await makeColumn(server, '通知')]
      const wide = await roleHolding(server, ['article_list'], { columns: [one] })
      const narrow = await roleHolding(server, ['article_list'], { dataScope: 'SELF', columns: [two] })
      const wanted = await roleHolding(server, ['article_list'], { columns: [two] })
      const roleKeys = ['user_grantRole', 'user_list', 'role_list', 'role_save', 'column_roleSave']
      const { alias } = await roleHolding(server, roleKeys, {})
      const clerk = await server.person({ roles: [wide.alias, narrow.alias, alias], deptId: own })
      expect(await clerk.call('user.grantRole', { roleId: wanted.id, userIds: [clerk.userId] })).toMatchObject(refused)
      // nor over people elsewhere who have such a role in their department
      const there = await roleHolding(server, ['article_list'], { dataScope: 'DEPART', columns: [two] })
      const { alias: both } = await roleHolding(server, ['article_list'], { dataScope: 'DEPART', columns: [two] })
      const { alias: keeps } = await roleHolding(server, ['user_resetPwd', 'user_list'], {})
      const keeper = await server.person({ roles: [wide.alias, both, keeps], deptId: own })
      const far = await server.person({ roles: [there.alias], deptId: other })
      expect(await keeper.call('user.resetPwd', { id: far.userId })).toMatchObject(refused)
      const near = await server.person({ roles: [there.alias], deptId: own })
      expect((await keeper.call('user.resetPwd', { id: near.userId })).errorCode).toBe('0')
      expect(await clerk.call('column.roleSave', { roleId: wide.id, columnIds: [one, two] })).toMatchObject(refused)
      expect(await clerk.call('role.save', { id: narrow.id, dataScope: 'ALL' })).toMatchObject(refused)
    })

    test('nor does anybody carry themselves to another department by merging their own into it', async () => {
      const lone = await makeDept(server, '孤室')
      const { alias } = await roleHolding(server, ['user_list', 'dept_list', 'dept_merge', 'dept_save'], {})
      const carried = await server.person({ roles: [alias, reads.alias], deptId: lone })
      expect(await carried.call('dept.merge', { id: lone, intoId: other, reason: '机构改革' })).toMatchObject(refused)
      expect((await admin.call('dept.merge', { id: lone, intoId: other, reason: '机构改革' })).errorCode).toBe('0')
    })

    test('a merge of before stands in nobody’s way', async () => {
      const [gone, stays] = [await makeDept(server, '旧局'), await makeDept(server, '新局')]
      expect((await admin.call('dept.merge', { id: gone, intoId: stays, reason: '机构改革' })).errorCode).toBe('0')
      const { alias } = await roleHolding(server, peopleKeys, { dataScope: 'DEPARTS' })
      const chief = await server.person({ roles: [alias, readsBelow.alias], deptId: stays })
      const own = await server.person({ roles: [], deptId: stays })
      expect(await chief.call('user.grantRole', { roleId: readsBelow.id, userIds: [own.userId] })).toMatchObject({
        value: { failed: [] },
      })
      const section = (await chief.call('dept.save', { name: '新科', parentId: stays })).value.id
      expect((await chief.call('user.move', { ids: [own.userId], deptId: section })).value.failed).toEqual([])
      expect((await chief.call('user.move', { ids: [own.userId], deptId: stays })).value.failed).toEqual([])
    })

    test('by who reads there too, all of it goes', async () => {
      const wide = await holdsToo(server, clerk, ['article_list'])
      expect((await wide.call('user.resetPwd', { id: theirs.userId })).errorCode).toBe('0')
      expect((await wide.call('dept.save', { id: other, parentId: own })).errorCode).toBe('0')
    })
  },
)

describe('what binds everybody is changed by who may everything', () => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer()
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  test('rules of passwords', async () => {
    const { alias } = await roleHolding(server, ['passwordRule_list', 'passwordRule_saveOrUpdate'], {})
    const clerk = await server.person({ roles: [alias] })
    const rule = { name: '常见', words: '青石,清河镇' }
    expect(await clerk.call('passwordRule.saveOrUpdate', rule)).toMatchObject(refused)
    const { id } = (await admin.call('passwordRule.saveOrUpdate', rule)).value
    for (const [call, input] of [
      ['saveOrUpdate', { id, words: 'a1,b2' }],
      ['del', { id }],
      ['dels', { ids: [id] }],
    ] as const)
      expect(await clerk.call(`passwordRule.${call}`, input), call).toMatchObject(refused)
    expect((await admin.call('passwordRule.get', { id })).value.words).toBe(rule.words)
  })

  test('who decides alone, and how many backups are kept', async () => {
    const { alias } = await roleHolding(server, ['setting_list', 'setting_save'], {})
    const clerk = await server.person({ roles: [alias] })
    for (const [name, value] of [
      ['audit.twoPeople', '1'],
      ['backup.keep', '3'],
    ])
      expect(await clerk.call('setting.save', { items: [{ name, value }] }), name).toMatchObject(refused)
    expect((await clerk.call('setting.save', { items: [{ name: 'site.name', value: '青石县政协' }] })).errorCode).toBe(
      '0',
    )
  })

  test('where citizens and programs are led is changed by no script', async () => {
    const { token } = (await admin.call('auth.scriptAdd', { name: '夜间', keys: ['setting_save'] })).value
    const by = (name: string, value: string) =>
      server.raw('/x/setting/save', {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ items: [{ name, value }] }),
      })
    for (const name of ['site.service', 'site.base', 'offSite.address', 'site.badge', 'site.errorReport'])
      expect(await by(name, 'https://other.example'), name).toMatchObject({
        ...refused,
        errorMsg: expect.stringContaining('脚本令牌不能修改'),
      })
    expect((await by('site.name', '青石县政协网')).errorCode).toBe('0')
  })

  test('a department is not stopped while partners push in its name', async () => {
    const deptId = await makeDept(server, '融媒体中心')
    const columnId = Number(
      (await admin.call('column.save', { columnType: 1, categoryTitle: '要闻' })).value.categoryId,
    )
    const { id } = (
      await admin.call('partner.add', { name: '县融媒体', kinds: 'common', deptId, commonColumnId: columnId })
    ).value
    expect(await admin.call('dept.save', { id: deptId, state: 1 })).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: expect.stringContaining('互通单位「县融媒体」'),
    })
    await admin.call('partner.revoke', { ids: [id] })
    expect((await admin.call('dept.save', { id: deptId, state: 1 })).errorCode).toBe('0')
  })

  test('harmless refusals do not hide grave ones from the log', async () => {
    const clerk = await server.person({ roles: [] })
    for (let i = 0; i < 30; i += 1) await clerk.call('website.probe', { ids: [1] })
    await clerk.call('user.resetPwd', { id: admin.userId })
    const rows = (await admin.call('log.list', { userAccount: clerk.account, pageSize: 100 })).value.list
    expect(rows.map(({ call }: { call: string }) => call)).toContain('user.resetPwd')
  })

  test('a reason that looks like rows of the log stands there as one line', async () => {
    const { alias } = await roleHolding(server, ['dept_save'], {})
    const clerk = await server.person({ roles: [alias] })
    expect(await clerk.call('dept.save', { name: '甲\n2026 系统管理员 登录' })).toMatchObject({
      errorCode: 'BAD_INPUT',
    })
  })
})
