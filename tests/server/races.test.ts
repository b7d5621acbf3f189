import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, postgresUrl } from '../support/databases.ts'
import { anArticle, makeColumn, type Person, type Reply, startServer, type TestServer } from '../support/server.ts'

const times = 10

describe.each(databases)('two at once on %s', (database) => {
  let server: TestServer
  let admin: Person
  let column: number
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    column = await makeColumn(server)
  })
  afterAll(() => server.close())

  const codes = (replies: readonly Reply[]) => replies.map(({ errorCode }) => errorCode).sort()
  const noFault = (replies: readonly Reply[]) => {
    for (const { status, text } of replies) expect(status, text).toBe(200)
  }
  const save = async (title: string, more: object = {}) =>
    admin.call('column.save', { columnType: 1, categoryTitle: title, ...more })
  const article = async (columnId = column) =>
    (await admin.call('article.saveAdmin', anArticle(columnId))).value.articleId as string
  const columnIds = async () => await server.parts.db.read.selectFrom('column').select(['id', 'parentId']).execute()

  test('a column is never deleted under what comes into it at the same moment', async () => {
    for (let i = 0; i < times; i += 1) {
      const targets = await Promise.all(Array.from({ length: 5 }, () => makeColumn(server, `将删 ${i}`)))
      const [a, b, c, d, e] = targets as [number, number, number, number, number]
      const [moved, arranged, text] = [await makeColumn(server), await makeColumn(server), await article()]
      const replies = await Promise.all([
        ...targets.map((id) => admin.call('column.del', { ids: id })),
        save('下级', { categoryCategoryId: a }),
        admin.call('column.edit', { categoryId: moved, categoryCategoryId: b }),
        admin.call('column.arrange', { categoryCategoryId: c, columnIds: [arranged] }),
        admin.call('article.saveAdmin', anArticle(d)),
        admin.call('article.update', { articleId: text, columnId: e }),
      ])
      noFault(replies)
    }
    const rows = await columnIds()
    const there = new Set([0, ...rows.map(({ id }) => id)])
    expect(rows.filter(({ parentId }) => !there.has(parentId))).toEqual([])
    const articles = await server.parts.db.read.selectFrom('article').select('columnId').execute()
    expect(articles.filter(({ columnId }) => !there.has(columnId))).toEqual([])
  })

  test('one folder goes to one column', async () => {
    for (let i = 0; i < times; i += 1) {
      const replies = await Promise.all(
        [1, 2, 3].map((each) => save(`同目录${i}-${each}`, { columnPath: `mulu-${i}` })),
      )
      expect(codes(replies)).toEqual(['0', 'CONFLICT', 'CONFLICT'])
    }
  })

  test('lists in opposite order do not wait for each other', async () => {
    const [one, two] = [await server.person({ roles: ['auditor'] }), await server.person({ roles: ['auditor'] })]
    for (let i = 0; i < times; i += 1) {
      const ids = await Promise.all(Array.from({ length: 20 }, () => article()))
      const items = ids.map((articleId) => ({ articleId, source: `来源 ${i}` }))
      const back = [...ids].reverse().map((articleId) => ({ articleId }))
      noFault(
        await Promise.all([
          one.call('article.updateAndAccept', { items }),
          two.call('article.updateAndAccept', { items: back }),
          one.call('article.accept', { items: back }),
          admin.call('article.delete', { items: items.slice(0, 5).map(({ articleId }) => ({ articleId })) }),
        ]),
      )
    }
  })

  test('of two edits of one version one is stale, and an edit of what is being deleted finds it or not', async () => {
    for (let i = 0; i < times; i += 1) {
      const { id } = (await admin.call('hot.add', { name: `热词 ${i}` })).value
      const edit = (sort: number) => admin.call('hot.edit', { id, sort, version: 1 })
      expect(codes(await Promise.all([edit(1), edit(2)]))).toEqual(['0', 'STALE'])
      noFault(await Promise.all([admin.call('hot.edit', { id, sort: 9 }), admin.call('hot.dels', { ids: id })]))
    }
  })

  if (database === 'postgres')
    test('a table that another process changes goes on being used', async () => {
      const id = await article()
      const calls = () =>
        Promise.all([
          admin.call('article.view', { articleId: id }),
          admin.call('article.update', { articleId: id, source: `来源 ${Math.random()}` }),
          admin.call('column.list'),
        ])
      for (let i = 0; i < 20; i += 1) await calls()
      for (const table of ['article', 'column'])
        await sql`alter table ${sql.table(table)} add column later text`.execute(server.parts.db.write)
      for (let i = 0; i < 20; i += 1) expect(codes(await calls())).toEqual(['0', '0', '0'])
    })

  if (database === 'postgres')
    test('connections that the database ends cost their calls and nothing else', async () => {
      const { default: pg } = await import('pg')
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.parts.db.read)
      const killer = new pg.Client({ connectionString: postgresUrl(rows[0]?.name ?? '') })
      await killer.connect()
      const replies: Reply[] = []
      const one = async () => replies.push(await admin.call('article.saveAdmin', anArticle(column)))
      for (let i = 0; i < times; i += 1) {
        const calls = Array.from({ length: 8 }, one)
        await Promise.race(calls)
        await killer.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        )
        await Promise.all(calls)
      }
      await killer.end()
      for (const { status, text } of replies) expect([200, 503], text).toContain(status)
      for (const { status, errorMsg } of replies) if (status === 503) expect(errorMsg).toContain('数据库暂不可用')
      // idle connections may still be on their way out
      await expect.poll(async () => (await admin.call('log.check')).value?.whole).toBe(true)
    })
})
