import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('calls for who connects a system on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  test('a test record is written, read back, changed and deleted', async () => {
    const { value } = await admin.call('other.insert', { name: '甲', content: '内容' })
    expect((await admin.call('other.get', { id: value.id })).value).toEqual(value)
    expect((await admin.call('other.edit', { id: value.id, version: 1, name: '乙' })).value).toMatchObject({
      name: '乙',
      content: '内容',
    })
    expect((await admin.call('other.list')).value).toMatchObject({ total: 1 })
    expect((await admin.call('other.dels', { ids: [value.id] })).value.done).toEqual([value.id])
    const reader = await server.person({ roles: ['readonly'] })
    expect((await reader.call('other.insert', { name: '丙' })).errorCode).toBe('NO_PERMISSION')
  })

  test('the connection is tried by anybody, and answers what was sent with the time', async () => {
    for (const call of ['test.get', 'test.bGet']) {
      expect((await server.anyone.call(call, { id: 7 })).value).toEqual({ id: '7', time: '2026-11-21 09:05:00' })
      expect((await server.anyone.call(call)).value.id).toBe(null)
    }
  })
})
