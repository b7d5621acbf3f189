import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chunksOf } from '../../core/chunks.ts'
import { rightsChanged } from '../../server/access/rights.ts'
import { databases } from '../support/databases.ts'
import { holding, roleHolding } from '../support/holding.ts'
import { longestStretch, stretchMax } from '../support/loop.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const depts = 2000
const people = 3000
const personnel = ['user_list', 'user_save', 'user_grantRole', 'user_resetPwd', 'role_list', 'role_save']

describe.each(databases)('a personnel officer of 2,000 departments on %s', (database) => {
  let server: TestServer
  let top: number
  let outside: number
  let deptIds: number[]
  let ids: number[]
  let small: { id: number; alias: string }
  let other: { id: number; alias: string }
  /** Reaches all departments below one, each by name. */
  let far: Person
  /** Reaches them as one whole. */
  let all: Person

  beforeAll(async () => {
    server = await startServer(database)
    await server.person({ roles: ['admin'] })
    top = await makeDept(server, '全县')
    outside = await makeDept(server, '县外')
    const db = server.parts.db.write
    const now = server.clock.now
    const times = { createdAt: now, updatedAt: now, version: 1 }
    const numbers = (n: number) => Array.from({ length: n }, (_, i) => i)
    deptIds = []
    for (const some of chunksOf(numbers(depts), 400)) {
      const rows = some.map((i) => ({
        ...{ ...times, parentId: top, name: `第 ${i} 办公室`, sort: i },
        ...{ state: 0, deptType: 0, isCount: 0, type: 3 },
      }))
      const added = await db.insertInto('dept').values(rows).returning('id').execute()
      deptIds.push(...added.map(({ id }) => id))
    }
    small = await roleHolding(server, ['user_list', 'user_save'], { dataScope: 'DEPARTS' })
    other = await roleHolding(server, ['user_list'], { dataScope: 'DEPARTS' })
    ids = []
    for (const some of chunksOf(numbers(people), 200)) {
      const rows = some.map((i) => ({
        ...{ ...times, account: `person${i}`, name: `职工${i}`, userType: '2', state: 0, password: 'none' },
        ...{ deptId: deptIds[i % depts] as number, passwordAt: now, mustChange: 0 as const, demo: 0 as const },
      }))
      const added = await db.insertInto('user').values(rows).returning('id').execute()
      ids.push(...added.map(({ id }) => id))
      const pairs = added.map(({ id }) => ({ userId: id, roleId: small.id }))
      await db.insertInto('userRole').values(pairs).execute()
    }
    await rightsChanged(db)
    far = await holding(server, personnel, { dataScope: 'DEPARTS', deptId: top })
    all = await holding(server, personnel, { dataScope: 'ALL', deptId: top })
  })
  afterAll(() => server.close())

  const good = { errorCode: '0', errorMsg: '' }
  const rows = (by: string, roles: string) =>
    Array.from({ length: depts }, (_, i) => ({
      ...{ row: i + 2, account: `new.${by}.${i}`, name: `新人${i}`, dept: `第 ${i} 办公室`, roles },
    }))

  test('imports people into all of them, and keeps nobody waiting', async () => {
    for (const [by, officer] of Object.entries({ far, all })) {
      const items = rows(by, `${small.alias}、${other.alias}`)
      const stretch = await longestStretch(async () =>
        expect(await officer.call('user.importMany', { items })).toMatchObject({ ...good, value: { added: depts } }),
      )
      expect(stretch, by).toBeLessThan(stretchMax)
    }
  })

  test('and refuses each row that is out of reach, or gives more', async () => {
    const items = [
      { row: 2, account: 'out.one', name: '某', dept: '县外' },
      { row: 3, account: 'out.two', name: '某', dept: '第 7 办公室', roles: '审核员' },
      { row: 4, account: 'out.three', name: '某', dept: '第 8 办公室', roles: small.alias },
    ]
    const { errorCode, value } = await far.call('user.importMany', { items })
    expect([errorCode, value.rows]).toEqual([
      'BAD_INPUT',
      [
        { row: 2, says: '部门：「县外」不在您的数据范围内' },
        { row: 3, says: expect.stringMatching(/^角色：您没有.*，不能授予角色「审核员」$/) },
      ],
    ])
  })

  test('changes what a role of everybody asks, and keeps nobody waiting; not where one of them may more', async () => {
    for (const [by, officer] of Object.entries({ far, all }))
      for (const factor of [1, 0]) {
        const stretch = await longestStretch(async () =>
          expect(await officer.call('role.save', { id: small.id, factor })).toMatchObject(good),
        )
        expect(stretch, by).toBeLessThan(stretchMax)
      }
    const stranger = await server.person({ roles: [small.alias], deptId: outside })
    expect(await far.call('role.save', { id: small.id, factor: 1 })).toMatchObject({
      errorCode: 'NO_PERMISSION',
      errorMsg: expect.stringContaining('您数据范围以外的人在用'),
    })
    expect(await all.call('role.save', { id: small.id, factor: 1 })).toMatchObject(good)
    expect(await all.call('role.save', { id: small.id, factor: 0 })).toMatchObject(good)
    await server.parts.db.write.deleteFrom('userRole').where('userId', '=', stranger.userId).execute()
  })

  test('moves people, signs them out, gives and takes roles, each within reach alone', async () => {
    const stranger = await server.person({ roles: [], deptId: outside })
    const nowhere = await server.person({ roles: [], deptId: null })
    const mightier = await server.person({ roles: ['admin'], deptId: deptIds[0] as number })
    const some = ids.slice(0, 150)
    const userIds = [...some, stranger.userId, nowhere.userId]
    const failed = [stranger, nowhere].map(({ userId }) => ({
      ...{ id: String(userId), errorCode: 'NOT_FOUND', errorMsg: expect.stringContaining('不存在或无权操作') },
    }))
    const refused = { id: String(mightier.userId), errorCode: 'NO_PERMISSION' }
    const calls: [string, object, object[]][] = [
      ['user.move', { ids: [...userIds, mightier.userId], deptId: deptIds[5] }, [...failed, refused]],
      ['user.signOut', { ids: [...userIds, mightier.userId] }, [...failed, refused]],
      ['user.setState', { ids: [...userIds, mightier.userId], state: 1 }, [...failed, refused]],
      ['user.grantRole', { userIds, roleId: other.id }, failed],
      ['user.delRole', { userIds, roleId: other.id }, failed],
    ]
    for (const [name, input, faults] of calls) {
      const stretch = await longestStretch(async () => {
        const { errorMsg, value } = await far.call(name, input)
        expect([name, errorMsg, value.done.length]).toEqual([name, '', some.length])
        expect(value.failed).toMatchObject(faults)
      })
      expect(stretch, name).toBeLessThan(stretchMax)
    }
  })
})
