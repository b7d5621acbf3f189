import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('the operation log on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeEach(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'], name: '管理员甲' })
    const column = await makeColumn(server)
    for (let i = 0; i < 3; i += 1) await admin.call('article.saveAdmin', anArticle(column, { title: `第 ${i} 篇` }))
  })
  afterEach(() => server.close())

  test('tells who changed what from where; a refused call leaves no row', async () => {
    await admin.call('article.saveAdmin', { title: '' })
    const { value } = await admin.call('log.list', { call: 'article.saveAdmin' })
    expect(value.total).toBe(3)
    expect(value.list[0]).toMatchObject({
      kind: 'operation',
      userName: '管理员甲',
      address: '127.0.0.1',
      call: 'article.saveAdmin',
      result: '成功',
      at: '2026-11-21 09:05:00',
      after: { title: '第 2 篇', status: 1 },
    })
    expect(value.list[0].targetIds).toHaveLength(1)
    const byTarget = await admin.call('log.list', { targetId: value.list[0].targetIds[0] })
    expect(byTarget.value.total).toBe(1)
  })

  test('a client row carries the session and cannot pose as an operation', async () => {
    const reply = await admin.call('log.systemLogSave', { says: '打开页面', kind: 'operation', userName: '别人' })
    expect(reply.errorCode).toBe('0')
    const { value } = await admin.call('log.list', { kind: 'client' })
    expect(value.list[0]).toMatchObject({ kind: 'client', userName: '管理员甲', after: { content: '打开页面' } })
  })

  test('the chain is whole while nobody meddles, also under many writers at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => admin.call('log.systemLogSave', { says: `同时 ${i}` })))
    expect((await admin.call('log.check')).value).toMatchObject({ whole: true, rows: 23, brokenAt: null })
  })

  test('an edited, a deleted and a cut-off row are found', async () => {
    const db = server.parts.db.write
    const rows = await db.selectFrom('log').selectAll().orderBy('id').execute()
    const [, second, third] = rows
    if (!second || !third) throw new Error('no rows')
    await db.updateTable('log').set({ userName: '别人' }).where('id', '=', second.id).execute()
    expect((await admin.call('log.check')).value).toMatchObject({ whole: false, brokenAt: String(second.id) })
    await db.updateTable('log').set({ userName: second.userName }).where('id', '=', second.id).execute()
    await db.deleteFrom('log').where('id', '=', second.id).execute()
    expect((await admin.call('log.check')).value).toMatchObject({ whole: false, brokenAt: String(third.id) })
    await db.insertInto('log').values(second).execute()
    expect((await admin.call('log.check')).value).toMatchObject({ whole: true })
    await db.deleteFrom('log').where('id', '=', third.id).execute()
    expect((await admin.call('log.check')).value).toMatchObject({ whole: false, brokenAt: null })
  })
})
