import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../server/app.ts'
import { openSqlite } from '../../server/db/open.ts'
import { moved } from '../../server/db/standing.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

/** Answers that are kept while a counter stands still: after every change that people make they are new ones. */
describe.each(databases)('what seldom changes is read anew after a change on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())
  const value = async (name: string, input: object = {}) => {
    const reply = await admin.call(name, input)
    expect(reply, name).toMatchObject({ errorCode: '0' })
    return reply.value
  }

  test('departments, in each of their lists', async () => {
    const lists = ['dept.tree', 'dept.list', 'dept.notAll', 'dept.data', 'dept.web', 'dept.themeWeb']
    const named = async (name: string) => {
      const found: string[] = []
      for (const list of lists) if (JSON.stringify(await value(list)).includes(`"${name}"`)) found.push(list)
      return found
    }
    expect(await named('林业局')).toEqual([])
    const { id } = await value('dept.save', { name: '林业局', type: 3, isCount: 1 })
    expect(await named('林业局')).toEqual(lists)
    await value('dept.save', { id, name: '林草局' })
    expect([await named('林业局'), await named('林草局')]).toEqual([[], lists])
    const { id: below } = await value('dept.save', { name: '种苗站', parentId: id })
    const levelOf = async (one: string) =>
      (await value('dept.list')).find((row: { id: string }) => row.id === one)?.level
    expect(await levelOf(below)).toBe(1)
    await value('dept.save', { id: below, parentId: 0 })
    expect(await levelOf(below)).toBe(0)
    expect((await value('dept.page', { pageNumber: 1, pageSize: 10, name: '种苗站' })).list).toMatchObject([
      { level: 0 },
    ])
    await value('dept.arrange', { parentId: id, deptIds: [below] })
    expect(await levelOf(below)).toBe(1)
    await value('dept.save', { id: below, state: 1 })
    expect(await named('种苗站')).toEqual(['dept.tree', 'dept.list'])
    await value('dept.del', { id: below })
    expect(await named('种苗站')).toEqual([])
  })

  test('the dictionary: entries, their order, their dictionary', async () => {
    const { id } = await value('dict.save', { dictKey: 'weather', name: '天气' })
    const keys = async () => ((await value('dict.kv')).weather ?? []).map(({ key }: { key: string }) => key)
    expect(await keys()).toEqual([])
    const ids: string[] = []
    for (const [key, name] of Object.entries({ rain: '雨', snow: '雪' }))
      ids.push((await value('dict.saveNode', { parentId: id, key, name })).id)
    expect(await keys()).toEqual(['rain', 'snow'])
    await value('dict.arrange', { parentId: id, dictIds: [...ids].reverse() })
    expect(await keys()).toEqual(['snow', 'rain'])
    const total = async () => (await value('dict.sub', { parentId: id, pageSize: 1 })).total
    expect(await total()).toBe(2)
    await value('dict.edit', { id: ids[0], state: 0 })
    expect(await keys()).toEqual(['snow'])
    expect((await value('dict.viewGroup', { val: 'weather' })).entries).toMatchObject([{ key: 'snow' }, { state: 0 }])
    await value('dict.del', { id: ids[0] })
    expect(await total()).toBe(1)
    await value('dict.edit', { id, name: '气象' })
    expect((await value('dict.groups')).map(({ name }: { name: string }) => name)).toContain('气象')
    await value('dict.del', { id })
    expect(Object.keys(await value('dict.kv'))).not.toContain('weather')
  })

  test('how many users there are, of a name, a state, a role', async () => {
    const { id: deptId } = await value('dept.save', { name: '水利局' })
    const total = async (search: object = {}) => (await value('user.list', { pageSize: 1, ...search })).total
    const before = await total()
    const made: string[] = []
    for (const name of ['沈一', '沈二', '沈三'])
      made.push((await value('user.save', { account: `shen${made.length}`, name, deptId })).id)
    const [one = ''] = made
    expect([await total(), await total({ name: '沈' }), await total({ deptId })]).toEqual([before + 3, 3, 3])
    await value('user.save', { id: one, name: '申一' })
    expect(await total({ name: '沈' })).toBe(2)
    await value('user.setState', { ids: made, state: 1 })
    expect(await total({ name: '沈', state: 0 })).toBe(0)
    const { list: roles } = await value('role.list', { name: '只读' })
    const roleId = roles[0].id
    const holders = async (call: string) => (await value(call, { roleId, pageSize: 1, deptId })).total
    expect([await holders('role.userList'), await holders('role.userNotList')]).toEqual([0, 3])
    await value('user.grantRole', { roleId, userIds: made.slice(1) })
    expect([await holders('role.userList'), await holders('role.userNotList')]).toEqual([2, 1])
    await value('user.delRole', { roleId, userIds: made.slice(1) })
    expect([await holders('role.userList'), await holders('role.userNotList')]).toEqual([0, 3])
  })

  test('a page that is not full counts itself, and one beyond the end asks', async () => {
    const all = (await value('dept.page', { pageNumber: 1, pageSize: 200 })).total
    for (const pageNumber of [1, all, all + 1, all + 5])
      expect((await value('dept.page', { pageNumber, pageSize: 1 })).total).toBe(all)
    expect((await value('dept.page', { pageNumber: 2, pageSize: 200 })).total).toBe(all)
  })

  test('between two changes nothing is read again; what did not move the counter is not seen', async () => {
    const { read, write } = server.parts.db
    await value('dict.kv')
    const name = () => read.selectFrom('dict').select(['id', 'name']).where('parentId', '=', 0).limit(1)
    const row = await name().executeTakeFirstOrThrow()
    const shown = async () => JSON.stringify(await value('dict.groups'))
    expect(await shown()).toContain(row.name)
    await write.updateTable('dict').set({ name: '改过的' }).where('id', '=', row.id).execute()
    expect(await shown()).not.toContain('改过的')
    await moved(write, 'dict')
    expect(await shown()).toContain('改过的')
  })
})

test('another process sees a change at its next request', async () => {
  const server = await startServer('sqlite')
  const admin = await server.person({ roles: ['admin'] })
  const db = openSqlite(join(server.parts.dataDir, 'xzx.db'))
  const other = await createApp({ ...server.parts, db })
  const asked = async () => {
    const headers = { authorization: admin.token, 'content-type': 'application/json' }
    return (await other.inject({ method: 'POST', url: '/ding/dept/tree', headers, payload: {} })).body
  }
  expect(await asked()).not.toContain('档案馆')
  for (const name of ['档案馆', '方志馆']) {
    await admin.call('dept.save', { name })
    expect(await asked()).toContain(name)
  }
  await other.close()
  await db.close()
  await server.close()
})
