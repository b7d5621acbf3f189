import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rightsChanged } from '../../server/access/rights.ts'
import { databases } from '../support/databases.ts'
import { bindFactor } from '../support/factor.ts'
import { roleHolding } from '../support/holding.ts'
import { makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const password = 'Lamp#gate88old'
const keys = ['role_list', 'role_save', 'resource_roleSave', 'column_roleSave', 'plateRole_save', 'article_list']

describe.each(databases)('what a role gives is changed by who reaches all that have it, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let column: number
  let own: number
  /** Administers the roles of one department. */
  let officer: Person
  let elsewhere: number
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    column = await makeColumn(server)
    own = await makeDept(server, '林业局')
    elsewhere = await makeDept(server, '水利局')
    const { alias } = await roleHolding(server, keys, { dataScope: 'DEPARTS' })
    officer = await server.person({ roles: [alias], deptId: own })
  })
  afterAll(() => server.close())

  let shared: { id: number; alias: string }
  beforeEach(async () => {
    shared = await roleHolding(server, ['article_list'], { dataScope: 'DEPART' })
  })
  const idsOf = async () => ({
    keys: (await admin.call('role.resList', { id: shared.id })).value.map(({ id }: { id: string }) => Number(id)),
    ...(({ version, enabled, dataScope }) => ({ version, enabled, dataScope }))(
      (await admin.call('role.view', { id: shared.id })).value,
    ),
  })
  const changes = (): [string, object][] => [
    ['role.save', { id: shared.id, enabled: 0 }],
    ['role.save', { id: shared.id, dataScope: 'SELF' }],
    ['resource.roleSave', { roleId: shared.id, resourceIds: [] }],
    ['column.roleSave', { roleId: shared.id, columnIds: [column] }],
    ['plateRole.save', { roleId: shared.id, plateIds: [] }],
    ['role.save', { id: shared.id, factor: 1 }],
    ['role.save', { id: shared.id, nets: '10.9.9.9' }],
    ['role.save', { id: shared.id, name: `改名${shared.id}` }],
  ]

  test('what one has by a role alone that asks for a second factor or addresses goes into no role without', async () => {
    const resourceIds = (await idsOf()).keys
    for (const [asks, words] of [
      [{ factor: 1 }, '登录时要求须用动态口令的角色'],
      [{ nets: '127.0.0.1' }, '登录时要求从同样的地址登录的角色'],
    ] as const) {
      const { id, alias } = await roleHolding(server, keys, { dataScope: 'DEPARTS' })
      const bound = await server.person({ roles: [alias], deptId: own, password })
      const copy = (await bound.call('role.save', { name: `副本${id}`, dataScope: 'DEPARTS' })).value
      const all = { ...copy, id: Number(copy.id) }
      await server.parts.db.write
        .updateTable('role')
        .set({ factor: 0, nets: null, ...asks })
        .where('id', '=', id)
        .execute()
      if ('factor' in asks) await bindFactor(server, bound, password)
      await rightsChanged(server.parts.db.write)
      const give = () => bound.call('resource.roleSave', { roleId: all.id, resourceIds })
      expect(await give()).toMatchObject({ errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining(words) })
      // with the same it goes, and is not taken off again
      expect((await admin.call('role.save', { id: all.id, ...asks })).errorCode).toBe('0')
      expect((await give()).errorCode).toBe('0')
      const off = await bound.call('role.save', { id: all.id, ...('factor' in asks ? { factor: 0 } : { nets: '' }) })
      expect(off).toMatchObject({ errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining(words) })
    }
  })

  test('not where somebody of another department has it, whom one could not give it back', async () => {
    const theirs = await server.person({ roles: [shared.alias], deptId: elsewhere })
    await server.person({ roles: [shared.alias], deptId: own })
    const before = await idsOf()
    for (const [call, input] of changes())
      expect([call, await officer.call(call, input)]).toEqual([
        call,
        expect.objectContaining({
          errorCode: 'NO_PERMISSION',
          errorMsg: expect.stringContaining('您数据范围以外的人在用，不能改动它的权限和登录要求'),
        }),
      ])
    expect(await idsOf()).toEqual(before)
    expect((await theirs.call('article.list')).errorCode).toBe('0')
    // what is no change is none
    expect((await officer.call('role.save', { id: shared.id, enabled: 1, description: '共用' })).errorCode).toBe('0')
    expect((await admin.call('role.save', { id: shared.id, enabled: 0 })).errorCode).toBe('0')
  })

  test('nobody keeps a role that is deleted while it is given to them', async () => {
    const one = await server.person({ roles: [], deptId: own })
    for (let round = 0; round < 5; round += 1) {
      const { id } = (await admin.call('role.save', { name: `转瞬${round}` })).value
      await Promise.all([
        admin.call('role.del', { id }),
        admin.call('user.grantRole', { roleId: id, userIds: [one.userId] }),
      ])
      const { read } = server.parts.db
      const kept = await read.selectFrom('userRole').select('roleId').where('roleId', '=', Number(id)).execute()
      const there = await read.selectFrom('role').select('id').where('id', '=', Number(id)).execute()
      expect(kept).toHaveLength(there.length)
    }
  })

  test('which roles are in a department is told of those whom one reaches', async () => {
    const theirs = await roleHolding(server, ['article_list'], { dataScope: 'SELF' })
    await server.person({ roles: [theirs.alias], deptId: elsewhere })
    const inDept = async (by: Person, deptId: number) =>
      (await by.call('role.list', { deptId, pageSize: 200 })).value.list.map(({ alias }: { alias: string }) => alias)
    expect(await inDept(admin, elsewhere)).toContain(theirs.alias)
    expect(await inDept(officer, elsewhere)).toEqual([])
    expect(await inDept(officer, own)).not.toEqual([])
  })

  test('nor what it asks at sign-in, though all that it gives is one’s own', async () => {
    const reporter = await roleHolding(server, ['article_list'], { dataScope: 'SELF' })
    await server.person({ roles: [reporter.alias], deptId: elsewhere })
    const refused = { errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining('您数据范围以外的人在用') }
    const save = (by: Person, more: object) => by.call('role.save', { id: reporter.id, ...more })
    for (const more of [{ factor: 1 }, { nets: '10.9.9.9' }]) expect(await save(officer, more)).toMatchObject(refused)
    expect((await save(admin, { factor: 1, nets: '10.9.9.9' })).errorCode).toBe('0')
    expect(await save(officer, { factor: 0, nets: '' })).toMatchObject(refused)
  })

  describe('what one reaches widely by roles alone that ask for something at sign-in', () => {
    const bindings: Record<string, { factor?: 0 | 1; nets?: string }[]> = {
      factor: [{ factor: 1 }],
      nets: [{ nets: '127.0.0.1' }],
      each: [{ factor: 1 }, { nets: '127.0.0.1' }],
    }
    const bound = async (name: string) => {
      const { db } = server.parts
      const asked = []
      for (const asks of bindings[name] ?? []) {
        const role = await roleHolding(server, keys, { dataScope: 'DEPARTS' })
        await db.write
          .updateTable('role')
          .set({ factor: 0, nets: null, ...asks })
          .where('id', '=', role.id)
          .execute()
        asked.push(role.alias)
      }
      // held by each as well, but not so far, nor in any column
      const { alias } = await roleHolding(server, keys, { dataScope: 'SELF', columns: [], plates: [] })
      return server.person({ roles: name === 'each' ? asked : [...asked, alias], deptId: own, password })
    }
    const copies = async (by: Person, more: object = {}) => {
      const added = await by.call('role.save', { name: `抄本${by.userId}`, ...more })
      expect(added).toMatchObject({ errorCode: '0' })
      const { id } = added.value
      const resourceIds = (await idsOf()).keys
      return { id, gives: () => by.call('resource.roleSave', { roleId: id, resourceIds }) }
    }
    const refused = { errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining('也要这样设定') }

    test.each(['factor', 'nets', 'each'] as const)('goes into none without: %s', async (name) => {
      const one = await bound(name)
      if (name !== 'nets') await bindFactor(server, one, password)
      const wide = await copies(one, { dataScope: 'DEPARTS' })
      expect(await wide.gives()).toMatchObject(refused)
      expect(await one.call('column.roleSave', { roleId: wide.id, columnIds: [0] })).toMatchObject({ errorCode: '0' })
      if (name === 'each') return
      // narrow it may be given, and is then neither widened nor let into more
      expect((await one.call('role.save', { id: wide.id, dataScope: 'SELF' })).errorCode).toBe('0')
      expect((await one.call('column.roleSave', { roleId: wide.id, columnIds: [] })).errorCode).toBe('0')
      expect(await wide.gives()).toMatchObject({ errorCode: '0' })
      expect(await one.call('role.save', { id: wide.id, dataScope: 'DEPARTS' })).toMatchObject(refused)
      expect(await one.call('user.grantRoleData', { roleId: wide.id, dataScope: 'DEPARTS' })).toMatchObject({
        errorCode: 'NO_PERMISSION',
      })
      expect(await one.call('column.roleSave', { roleId: wide.id, columnIds: [column] })).toMatchObject(refused)
      expect(await one.call('plateRole.save', { roleId: wide.id, plateIds: [0] })).toMatchObject(refused)
      // with the same it goes
      const asks = bindings[name]?.[0]
      expect((await one.call('role.save', { id: wide.id, dataScope: 'DEPARTS', ...asks })).errorCode).toBe('0')
    })

    test('nor does one that reaches a department, where somebody of another one may get it', async () => {
      const { db } = server.parts
      const wide = await roleHolding(server, keys, { dataScope: 'ALL' })
      await db.write.updateTable('role').set({ nets: '127.0.0.1' }).where('id', '=', wide.id).execute()
      const free = await roleHolding(server, keys, { dataScope: 'DEPART' })
      const one = await server.person({ roles: [wide.alias, free.alias], deptId: own })
      const copy = await copies(one, { dataScope: 'DEPART' })
      expect(await copy.gives()).toMatchObject(refused)
      expect((await one.call('role.save', { id: copy.id, dataScope: 'SELF' })).errorCode).toBe('0')
      expect(await copy.gives()).toMatchObject({ errorCode: '0' })
    })

    test('an ordinary role without is given all the same: that it asks for nothing is whose who made it', async () => {
      const { db } = server.parts
      const people = await roleHolding(server, [...keys, 'user_list', 'user_save', 'user_grantRole'], {
        dataScope: 'ALL',
      })
      await db.write.updateTable('role').set({ factor: 1 }).where('id', '=', people.id).execute()
      const one = await server.person({ roles: [people.alias], deptId: own, password })
      await bindFactor(server, one, password)
      const newcomer = await server.person({ roles: [], deptId: elsewhere })
      const given = await one.call('user.grantRole', { roleId: shared.id, userIds: [newcomer.userId] })
      expect(given.value).toMatchObject({ done: [String(newcomer.userId)] })
      const moved = await one.call('user.move', { ids: [newcomer.userId], deptId: own })
      expect(moved.value).toMatchObject({ done: [String(newcomer.userId)] })
    })

    test('what was asked for beside is taken off again', async () => {
      const one = await bound('nets')
      const { id } = await roleHolding(server, keys, { dataScope: 'DEPARTS' })
      for (const factor of [1, 0]) expect((await one.call('role.save', { id, factor })).errorCode).toBe('0')
    })

    test('a role that asks for less is stopped, or made to ask for more, all the same', async () => {
      const one = await bound('nets')
      const { id } = await roleHolding(server, keys, { dataScope: 'DEPARTS' })
      for (const less of [{ factor: 1 }, { enabled: 0 }])
        expect((await one.call('role.save', { id, ...less })).errorCode).toBe('0')
      expect(await one.call('role.save', { id, enabled: 1 })).toMatchObject(refused)
    })
  })

  test.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'one whose people are all within reach is: change %i, and who made it is told',
    async (at) => {
      await server.person({ roles: [shared.alias], deptId: own })
      const [call, input] = changes()[at] as [string, object]
      const { version } = await idsOf()
      expect([call, (await officer.call(call, input)).errorCode]).toEqual([call, '0'])
      expect((await idsOf()).version).toBe(version + 1)
      const { name } = (await admin.call('user.view', { id: officer.userId })).value
      const late = await admin.call('resource.roleSave', { roleId: shared.id, version, resourceIds: [] })
      expect(late).toMatchObject({ errorCode: 'STALE', errorMsg: expect.stringContaining(`已由 ${name} 于`) })
    },
  )
})
