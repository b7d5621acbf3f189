import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('hot on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  test('is added, found, changed and deleted', async () => {
    const { value } = await admin.call('hot.add', { name: '甲' })
    expect(value).toMatchObject({ name: '甲', version: 1 })
    expect((await admin.call('hot.list', { name: '甲' })).value).toMatchObject({ total: 1, list: [value] })
    expect((await admin.call('hot.get', { id: value.id })).value).toEqual(value)
    const changed = await admin.call('hot.edit', { id: value.id, version: 1, name: '乙' })
    expect(changed.value).toMatchObject({ id: value.id, name: '乙', version: 2 })
    expect(await admin.call('hot.edit', { id: value.id, version: 1, name: '丙' })).toMatchObject({ errorCode: 'STALE' })
    expect((await admin.call('hot.dels', { ids: [value.id] })).value).toEqual({ done: [value.id], failed: [] })
    expect(await admin.call('hot.get', { id: value.id })).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('are listed in the order in which the site shows them', async () => {
    const made: string[] = []
    for (const [name, sort] of [
      ['后', 9],
      ['先', 1],
      ['中', 5],
    ] as const)
      made.push((await admin.call('hot.add', { name, sort })).value.id)
    const names = async (call: string, more = {}) => {
      const { value } = await admin.call(call, more)
      return (value.list ?? value).map((row: { name: string }) => row.name)
    }
    expect(await names('hot.list')).toEqual(['先', '中', '后'])
    expect(await names('hot.top', { size: 5 })).toEqual(['先', '中', '后'])
    await admin.call('hot.dels', { ids: made })
  })

  test('without a name it is refused by the name of the field, whichever way it is missing', async () => {
    for (const [given, errorCode] of [
      [{}, 'MISSING_PARAMETER'],
      [{ name: null }, 'MISSING_PARAMETER'],
      [{ name: '' }, 'BAD_INPUT'],
    ] as const) {
      const refused = await admin.call('hot.add', given)
      expect(refused).toMatchObject({ errorCode, errorMsg: expect.stringContaining('name') })
    }
  })

  test('the same word twice is refused by its name, also with blanks around it', async () => {
    const { value } = await admin.call('hot.add', { name: '提案' })
    expect(await admin.call('hot.add', { name: ' 提案 ' })).toMatchObject({
      errorCode: 'CONFLICT',
      errorMsg: '热词（name）：「提案」已存在',
    })
    const other = await admin.call('hot.add', { name: '协商' })
    expect(await admin.call('hot.edit', { id: other.value.id, name: '提案' })).toMatchObject({ errorCode: 'CONFLICT' })
    expect(await admin.call('hot.edit', { id: value.id, name: '提案', sort: 3 })).toMatchObject({ errorCode: '0' })
    const both = await Promise.all([1, 2].map(() => admin.call('hot.add', { name: '同时' })))
    expect(both.map((reply) => reply.errorCode).sort()).toEqual(['0', 'CONFLICT'])
    const { list } = (await admin.call('hot.list')).value
    await admin.call('hot.dels', { ids: list.map((row: { id: string }) => row.id) })
  })

  test('visitors get the words in use, in their order, and no more of them', async () => {
    for (const [name, sort, enabled] of [
      ['丙', 3, 1],
      ['甲', 1, 1],
      ['停', 0, 0],
      ['乙', 2, 1],
    ] as const)
      await admin.call('hot.add', { name, sort, enabled })
    const { value } = await server.anyone.call('hot.top', { size: 2 })
    expect(value.map((row: { name: string }) => row.name)).toEqual(['甲', '乙'])
    expect(Object.keys(value[0])).toEqual(['id', 'name'])
    expect(await server.anyone.call('hot.top')).toMatchObject({ errorCode: 'MISSING_PARAMETER' })
    expect(await server.anyone.call('hot.top', { size: 21 })).toMatchObject({ errorCode: 'BAD_INPUT' })
    const page = { pageSize: 10, withTotal: 0, sortField: 'id', afterId: 0 }
    expect((await admin.call('hot.list', { ...page, pageSize: 10 })).value).toMatchObject({ total: 4 })
    expect(await server.anyone.call('hot.list')).toMatchObject({ errorCode: 'NOT_SIGNED_IN' })
  })
})
