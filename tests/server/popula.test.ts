import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('popula on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  beforeEach(async () => {
    const { list } = (await admin.call('popula.list', { pageSize: 100 })).value
    if (list.length > 0) await admin.call('popula.dels', { ids: list.map((one: { id: string }) => one.id) })
  })
  afterAll(() => server.close())

  const add = async (name: string, more: object = {}) =>
    (await admin.call('popula.add', { name, url: 'https://www.example.gov.cn/', ...more })).value
  const names = (list: { name: string }[]) => list.map((one) => one.name)

  test('is added, found, changed and deleted', async () => {
    const value = await add(' 政务服务网 ', { image: '/uploads/a.png' })
    expect(value).toMatchObject({
      name: '政务服务网',
      enabled: 1,
      sort: 0,
      hits: 0,
      version: 1,
      image: '/uploads/a.png',
    })
    expect((await admin.call('popula.list', { name: '政务' })).value).toMatchObject({ total: 1, list: [value] })
    expect((await admin.call('popula.get', { id: value.id })).value).toEqual(value)
    const changed = await admin.call('popula.edit', { id: value.id, version: 1, name: '一网通办', image: '' })
    expect(changed.value).toMatchObject({ name: '一网通办', image: null, version: 2 })
    expect(await admin.call('popula.edit', { id: value.id, version: 1, sort: 3 })).toMatchObject({ errorCode: 'STALE' })
    expect((await admin.call('popula.dels', { ids: [value.id] })).value).toEqual({ done: [value.id], failed: [] })
    expect(await admin.call('popula.get', { id: value.id })).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('an address is http(s) or a path, and what the system counts cannot be sent', async () => {
    for (const [more, field] of [
      [{ url: 'javascript:alert(1)' }, 'url'],
      [{ url: ' ' }, 'url'],
      [{ url: undefined }, 'url'],
      [{ image: 'data:image/png;base64,AA' }, 'image'],
      [{ hits: 5 }, 'hits'],
    ] as const) {
      const sent = { name: '甲', url: '/c/', ...more }
      const refused = await admin.call('popula.add', sent)
      expect(refused.errorCode, JSON.stringify(more)).toMatch(/^(BAD_INPUT|MISSING_PARAMETER)$/)
      expect(refused.errorMsg).toContain(field)
    }
    expect(await add('甲', { url: '/ztzl/' })).toMatchObject({ url: '/ztzl/' })
    expect(await admin.call('popula.add', { name: '甲', url: '/' })).toMatchObject({
      errorCode: 'CONFLICT',
      errorMsg: '名称（name）：「甲」已存在',
    })
  })

  test('visitors see those in use, in their order, and no more of them', async () => {
    await add('后', { sort: 2 })
    await add('停', { enabled: 0 })
    await add('先', { sort: 1 })
    const { value } = await server.anyone.call('popula.webList', { pageSize: 10 })
    expect(names(value.list)).toEqual(['先', '后'])
    expect(value.total).toBe(2)
    expect(Object.keys(value.list[0]).sort()).toEqual(['hits', 'id', 'image', 'name', 'url'])
    expect(await server.anyone.call('popula.list')).toMatchObject({ errorCode: 'NOT_SIGNED_IN' })
  })

  test('a visitor counts once a day for each link, and only for one that is in use', async () => {
    const [one, other] = [await add('甲'), await add('乙')]
    const off = await add('停', { enabled: 0 })
    const click = async (id: string) => (await server.anyone.call('popula.click', { id })).value.hits
    expect(await click(one.id)).toBe(1)
    expect(await click(one.id)).toBe(1)
    expect(await click(other.id)).toBe(1)
    server.clock.now += 24 * 3600_000
    expect(await click(one.id)).toBe(2)
    admin = await server.person({ roles: ['admin'] })
    for (const id of [off.id, '999999'])
      expect(await server.anyone.call('popula.click', { id })).toMatchObject({ errorCode: 'NOT_FOUND' })
    const { list } = (await admin.call('popula.list', { sortField: 'hits', sortOrder: 'desc' })).value
    expect(list.map((row: { name: string; hits: number }) => [row.name, row.hits])).toEqual([
      ['甲', 2],
      ['乙', 1],
      ['停', 0],
    ])
    // somebody's edit does not meet a counter that moved meanwhile
    const edited = await admin.call('popula.edit', { id: one.id, version: one.version, sort: 4 })
    expect(edited.value).toMatchObject({ sort: 4, hits: 2 })
  })
})
