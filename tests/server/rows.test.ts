import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../core/contract/endpoint.ts'
import { hotRow } from '../../core/contract/hot.ts'
import type { Change, Ctx } from '../../server/context.ts'
import { hot } from '../../server/db/tables/hot.ts'
import { rowsOf } from '../../server/rows/rows-of.ts'
import { databases } from '../support/databases.ts'
import { brokenPromises } from '../support/held.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('rows of a table on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(database)
  })
  afterAll(() => server.close())

  test('the log keeps the values that are named, of others only that they changed; replies what the contract names', async () => {
    const rows = rowsOf(hot, { reply: hotRow.pick({ id: true, name: true }), logged: ['name'] })
    const said: Change[] = []
    const { parts } = server
    const who = { userId: 1, deptId: null }
    const call = { key: 'hot_list' }
    const ctx = {
      db: parts.db.write,
      dialect: parts.db.dialect,
      parts,
      who,
      call,
      now: 0,
      record: (change: Change) => said.push(change),
    }
    const at = ctx as unknown as Ctx
    const made = await rows.add(at, { name: '甲', sort: 7, enabled: 1 })
    expect(Object.keys(made)).toEqual(['id', 'name'])
    const id = Number(made.id)
    await rows.change(at, id, { name: '乙', sort: 8 })
    expect(said).toEqual([
      { ids: [id], after: { name: '甲' } },
      { ids: [id], before: { name: '甲' }, after: { name: '乙', sort: '（内容不记入日志）' } },
    ])
  })
})

test('a reply is held against its contract: what it has beyond it, what it lacks of it', () => {
  const output = z.looseObject({ list: z.array(z.looseObject({ id: z.string(), name: z.string().nullable() })) })
  const e = endpoint({
    method: 'GET',
    path: '/x',
    send: 'none',
    input: z.object({}),
    output,
    effect: 'read',
    access: 'public',
    says: '',
  })
  const list = [{ id: '1', name: null, secret: 'x' }, { id: 2 }]
  expect(brokenPromises(e, { list, total: 1 }, false).map((one) => one.split(':')[0])).toEqual([
    'list.1.id',
    'list.1.name',
    'list.0.secret',
    'total',
  ])
  expect(brokenPromises(e, { list: [{ id: '1' }] }, true)).toEqual([])
})
