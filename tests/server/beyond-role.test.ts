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
  ]

  test('what one has by a role alone that asks for a second factor or addresses goes into no role without', async () => {
    const resourceIds = (await idsOf()).keys
    for (const [asks, words] of [
      [{ factor: 1 }, '要求须用动态口令，角色'],
      [{ nets: '127.0.0.1' }, '要求同样的登录地址，角色'],
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
          errorMsg: expect.stringContaining('您数据范围以外的人在用，不能改动它给的权限'),
        }),
      ])
    expect(await idsOf()).toEqual(before)
    expect((await theirs.call('article.list')).errorCode).toBe('0')
    // what is no change is none
    expect((await officer.call('role.save', { id: shared.id, enabled: 1, description: '共用' })).errorCode).toBe('0')
    expect((await admin.call('role.save', { id: shared.id, enabled: 0 })).errorCode).toBe('0')
  })

  test.each([0, 1, 2, 3, 4])(
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
