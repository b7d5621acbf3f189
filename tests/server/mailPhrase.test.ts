import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('phrases of answers on %s', (database) => {
  let server: TestServer
  let admin: Person
  let deptId: number
  let clerk: Person
  let other: Person
  const phrase = (more: object = {}) => ({ title: '感谢来信', content: '感谢您的来信。', ...more })
  const titles = async (who: Person) =>
    (await who.call('mailPhrase.list')).value.list.map(({ title }: { title: string }) => title).sort()

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    deptId = await makeDept(server)
    clerk = await server.person({ roles: ['staff'], deptId })
    other = await server.person({ roles: ['staff'], deptId: await makeDept(server, '水利局') })
  })
  afterAll(() => server.close())

  test('one is added, found, changed and deleted', async () => {
    const { value } = await admin.call('mailPhrase.add', phrase())
    expect(value).toMatchObject({ title: '感谢来信', deptId: null, version: 1 })
    expect((await admin.call('mailPhrase.list', { content: '您的来信' })).value).toMatchObject({
      total: 1,
      list: [value],
    })
    expect((await admin.call('mailPhrase.get', { id: value.id })).value).toEqual(value)
    const changed = await admin.call('mailPhrase.edit', { id: value.id, version: 1, title: '乙' })
    expect(changed.value).toMatchObject({ id: value.id, title: '乙', version: 2 })
    expect(await admin.call('mailPhrase.edit', { id: value.id, version: 1, title: '丙' })).toMatchObject({
      errorCode: 'STALE',
    })
    expect((await admin.call('mailPhrase.dels', { ids: [value.id] })).value).toEqual({ done: [value.id], failed: [] })
    expect(await admin.call('mailPhrase.get', { id: value.id })).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('a department has its own, and somebody theirs alone; neither is another department’s to read or change', async () => {
    const shared = (await clerk.call('mailPhrase.add', phrase({ title: '部门的', deptId }))).value
    const own = (await clerk.call('mailPhrase.add', phrase({ title: '自己的' }))).value
    expect(shared).toMatchObject({ deptName: '办公室' })
    const colleague = await server.person({ roles: ['staff'], deptId })
    expect(await titles(clerk)).toEqual(['自己的', '部门的'].sort())
    expect(await titles(colleague)).toEqual(['部门的'])
    expect(await titles(other)).toEqual([])
    expect((await other.call('mailPhrase.edit', { id: shared.id, version: 1, title: '改' })).errorCode).toBe(
      'NOT_FOUND',
    )
    expect((await other.call('mailPhrase.dels', { ids: [own.id] })).value).toMatchObject({ failed: [{ id: own.id }] })
    expect((await other.call('mailPhrase.add', phrase({ deptId }))).errorCode).toBe('NO_PERMISSION')
    expect((await clerk.call('mailPhrase.edit', { id: shared.id, version: 1, deptId: null })).value).toMatchObject({
      deptId: null,
    })
    expect(await titles(colleague)).toEqual([])
    expect(await admin.call('dept.del', { id: deptId })).toMatchObject({ errorCode: 'BAD_STATE' })
  })
})
