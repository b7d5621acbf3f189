import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parseTime } from '../../core/domain/time.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

/** What statistics are read from on SQLite: of many years the smallest counts that tell what is asked, and in one turn. */

/** From within a month to within another, so that days are left at both ends. */
const asked = { startTime: '2025-02-10', endTime: '2026-06-15' }
const reads: readonly (readonly [name: string, more: object, tables: readonly string[]])[] = [
  ['column', {}, ['article', 'articleColumnMonth']],
  ['month', {}, ['article', 'articleColumnMonth']],
  ['kind', {}, ['article', 'articleColumnMonth']],
  ['kind', { deptId: 1 }, ['article', 'articleMonth']],
  ['dept', { columnId: 1 }, ['article', 'articleMonth']],
  ['month', { deptId: 1 }, ['article', 'articleMonth']],
  ['dispatch', {}, ['article', 'articleMonth', 'articleYear']],
  ['dept', {}, ['article', 'articleMonth', 'articleYear']],
  ['author', {}, ['article', 'articleMonth', 'articleYear']],
  ['mail', {}, ['mail', 'mailMonth', 'mailYear']],
  ['mailType', {}, ['mail', 'mailTypeMonth']],
  ['mailMonth', {}, ['mail', 'mailTypeMonth']],
]

let server: TestServer
let admin: Person
/** The tables of each turn. */
let turns: string[][]

beforeAll(async () => {
  server = await startServer()
  server.clock.now = parseTime('2026-06-20 10:00:00') as number
  admin = await server.person({ roles: ['admin'] })
  const { search } = server.parts
  const tablesOf = (lists: readonly { readonly rows: { readonly sql: string } }[]) =>
    lists.flatMap(({ rows }) => [...rows.sql.matchAll(/\bfrom "?(\w+)/g)].map(([, table]) => table as string))
  const { find, findEach } = search
  search.find = (indexed, plain, ...more) => {
    turns.push(tablesOf([plain]))
    return find(indexed, plain, ...more)
  }
  search.findEach = (plain, caller) => {
    turns.push(tablesOf(plain))
    return findEach(plain, caller)
  }
})
beforeEach(() => {
  turns = []
})
afterAll(() => server.close())

test.each(reads)('%s %o is read from %o', async (name, more, tables) => {
  expect((await admin.call('stats.count', { name, ...asked, ...more })).errorCode).toBe('0')
  expect([...new Set(turns.flat())].sort()).toEqual(tables)
  // a piece of an index that is made comes between two turns: a question of five had waited for five of them
  expect(turns).toHaveLength(1)
})
