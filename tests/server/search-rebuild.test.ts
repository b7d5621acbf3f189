import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileOf, tidy } from '../../server/search/index-place.ts'
import { makeArticles } from '../support/articles.ts'
import { databases } from '../support/databases.ts'
import { makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

test('what a process left that ended over a new index goes; the latest whole one is used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'xzx-place-'))
  const first = join(folder, 'search.db')
  const left = [
    'search.db',
    'search.db-wal',
    'search.2.db',
    'search.2.db-shm',
    'search.db.making',
    'search.db.making-wal',
  ]
  for (const name of [...left, 'search.3.db', 'search-other-80.db', 'xzx.db']) writeFileSync(join(folder, name), '')
  tidy(first)
  expect(readdirSync(folder).sort()).toEqual(['search-other-80.db', 'search.3.db', 'xzx.db'])
  expect(fileOf(first)).toBe(join(folder, 'search.3.db'))
  expect(fileOf(`${first}.making`)).toBe(`${first}.making`)
  rmSync(folder, { recursive: true })
})

describe.each(databases)('the index made anew on %s', (database) => {
  let server: TestServer
  let admin: Person
  let column: number
  let ids: string[]
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    column = await makeColumn(server)
    ids = await makeArticles(server, 400, { columnId: column, status: 2, by: admin.userId, title: '提案办理' })
  })
  afterAll(() => server.close())

  const total = async (keyword: string) =>
    (await server.anyone.call('article.queryEsArticle', { keyword, pageNumber: 1, pageSize: 10 })).value.total
  const indexes = () => readdirSync(server.parts.dataDir).filter((name) => /^search.*\.(db|making)$/.test(name))
  const whole = (keyword: string, n: number) => expect.poll(() => total(keyword), { timeout: 20_000 }).toBe(n)

  test('searches are answered meanwhile, what is changed meanwhile is found, one file is left', async () => {
    await whole('提案办理', 400)
    const before = indexes()
    const rebuilt = admin.call('search.rebuild')
    const [gone, renamed] = ids as [string, string]
    await admin.call('article.takeDown', { items: [{ articleId: gone, reason: '到期' }] })
    expect(await total('提案办理')).toBe(399)
    const other = await makeArticles(server, 60, { columnId: column, status: 2, by: admin.userId, title: '中途' })
    await admin.call('article.takeDown', { items: [{ articleId: other[0], reason: '到期' }] })
    expect((await rebuilt).value).toMatchObject({ state: 'done', says: '已重建，新的索引已启用' })
    await whole('提案办理', 399 + 59)
    expect(await total('中途')).toBe(59)
    await admin.call('article.takeDown', { items: [{ articleId: renamed, reason: '到期' }] })
    expect(await total('提案办理')).toBe(398 + 59)
    expect(indexes()).toHaveLength(1)
    expect(indexes()).not.toEqual(before)
    const { value } = await admin.call('search.status')
    expect(value).toMatchObject({ online: 398 + 59, waiting: 0, rebuild: { state: 'done' } })
    expect(value.size).toBeGreaterThan(10_000)
  })

  test('a second one follows; two at once are refused; one that is stopped leaves the index as it is', async () => {
    expect((await admin.call('search.rebuild')).value.state).toBe('done')
    const before = indexes()
    const { search, jobs } = server.parts
    expect(await search.rebuild({ stopped: () => true, progress: () => {} })).toBe(false)
    expect(indexes()).toEqual(before)
    const other = await server.parts.db.transaction((trx) =>
      jobs.begin(trx, {
        ...{ kind: 'searchIndex', scope: '检索索引', alone: 'searchIndex' },
        by: { id: null, name: '另一个' },
      }),
    )
    expect(await admin.call('search.rebuild')).toMatchObject({ errorCode: 'ALREADY_RUNNING' })
    expect((await admin.call('search.cancel', { jobId: other })).errorCode).toBe('0')
    await jobs.perform(other, async () => ({ state: 'cancelled' })).done
    await whole('提案办理', 398 + 59)
  })

  test('it is for who holds the right', async () => {
    const editor = await server.person({ roles: ['staff'] })
    expect((await editor.call('search.status')).errorCode).toBe('NO_PERMISSION')
    expect((await editor.call('search.rebuild')).errorCode).toBe('NO_PERMISSION')
  })
})
