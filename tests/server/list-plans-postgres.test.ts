import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { startServer, type TestServer } from '../support/server.ts'

interface Node {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Node[]
}
const within = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(within)]

/** Public lists, each with the orders in which visitors leaf through it. */
const lists: readonly [call: string, orders: readonly string[]][] = [
  ['mail.webList', ['', 'createdAt', 'repliedAt']],
  ['apply.webList', ['', 'receivedAt', 'answeredAt']],
  ['suggestion.webList', ['', 'createdAt', 'repliedAt']],
  ['proposal.webList', ['', 'no']],
  ['theme.webList', ['', 'createdAt', 'answeredAt', 'replies']],
]

/**
 * With few rows PostgreSQL reads and sorts them all, and rightly: here it is told that both cost more than they do, and then does so where no
 * index has the order, or counts the rows.
 */
describe.runIf(databases.includes('postgres'))('public lists on PostgreSQL', () => {
  let server: TestServer
  const asked: { sql: string; values: readonly unknown[] }[] = []
  const { query } = pg.Client.prototype
  beforeAll(async () => {
    server = await startServer('postgres')
    pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
      const [first, more] = given
      const { text, values } = typeof first === 'string' ? { text: first, values: more } : (first as pg.QueryConfig)
      asked.push({ sql: text, values: (values as unknown[]) ?? [] })
      return (query as (...all: unknown[]) => unknown).apply(this, given)
    } as typeof query
  })
  afterAll(async () => {
    pg.Client.prototype.query = query
    await server.close()
  })

  const planOf = (sql: string, values: readonly unknown[], without: readonly string[]) =>
    server.parts.db.read.connection().execute(async (db) => {
      for (const way of ['seqscan', 'bitmapscan', ...without])
        await db.executeQuery(CompiledQuery.raw(`set enable_${way} = off`))
      const explained = CompiledQuery.raw(`explain (format json) ${sql}`, [...values])
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>(explained)
      await db.executeQuery(CompiledQuery.raw('reset all'))
      return (rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan
    })

  test.each(lists.flatMap(([call, orders]) => orders.map((order) => [call, order] as const)))(
    'are read and counted from indexes of what is public: %s by %s',
    async (call, order) => {
      asked.length = 0
      const by = order === '' ? {} : { sortField: order, sortOrder: 'desc' }
      expect(await server.anyone.call(call, { pageSize: 1, pageNumber: 2, ...by })).toMatchObject({ errorCode: '0' })
      const about = asked.filter(({ sql }) => sql.includes('"openNo" is not null') && / limit | count\(/.test(sql))
      expect(about).toHaveLength(2)
      for (const { sql, values } of about) {
        const counts = sql.includes('count(')
        const nodes = within(await planOf(sql, values, [counts ? 'indexscan' : 'sort']))
        const [from] = nodes.find((node) => node['Node Type'] === (counts ? 'Aggregate' : 'Limit'))?.Plans ?? []
        expect(from?.['Node Type'], sql).toMatch(counts ? /^Index Only Scan$/ : /^Index( Only)? Scan$/)
      }
    },
  )
})
