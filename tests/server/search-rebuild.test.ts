import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gramsOf } from '../../server/search/grams.ts'
import { gramTokens } from '../../server/search/index-file.ts'
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

  test('one of the form before is made anew by itself, and answers until that is done', async () => {
    const { db, dataDir, search } = server.parts
    const [name = ''] = indexes()
    const file = join(dataDir, name)
    const now = new DatabaseSync(file)
    const made = join(dataDir, 'earlier.db')
    const then = new DatabaseSync(made)
    const texts = (columns: string) => `using fts5(${columns}, content = '', contentless_delete = 1, ${gramTokens})`
    then.exec(`create table state (name text primary key, value) without rowid; pragma user_version = 2;
      create table online (id integer primary key, at integer, "columnId" integer, seq integer not null);
      create virtual table "articleText" ${texts('title, source, content')};
      create virtual table "onlineText" ${texts('title, front, content')}`)
    const keep = then.prepare('insert into state values (?, ?)')
    // of what it knows one article is enough to tell that it was asked
    const state = now.prepare('select name, value from state').all() as { name: string; value: number | string }[]
    for (const { name, value } of state) keep.run(name, value)
    then.exec(`insert into "onlineText" (rowid, title, front, content) values (${ids[5]}, '${gramsOf('从前')}', '', '');
      insert into online values (${ids[5]}, 1, ${column}, 1)`)
    for (const one of [now, then]) one.close()
    renameSync(made, file)
    expect(await total('从前')).toBe(1)
    search.changed()
    await expect.poll(() => total('从前'), { timeout: 20_000 }).toBe(0)
    await whole('提案办理', 398 + 59)
    expect(indexes()).not.toEqual([name])
    expect(indexes()).toHaveLength(1)
    const renamed = await db.write
      .updateTable('article')
      .set({ title: '改了题目' })
      .where('id', '=', Number(ids[6]))
      .execute()
    expect(renamed).toHaveLength(1)
    await whole('改了题目', 1)
  })

  test.runIf(database === 'postgres')('one that knows only what is online answers visitors, and no list', async () => {
    const { dataDir, search } = server.parts
    const listed = async (title: string) => (await admin.call('article.list', { title })).value.total
    const held = (text: string) => search.holding('article', [{ columns: ['title'], text }], 'test')
    await makeArticles(server, 3, { columnId: column, status: 1, by: admin.userId, title: '未上线' })
    await expect.poll(async () => (await held('未上线'))?.sure.length, { timeout: 20_000 }).toBe(3)
    const [name = ''] = indexes()
    const made = join(dataDir, 'earlier.db')
    const now = new DatabaseSync(join(dataDir, name))
    now.exec(`vacuum into '${made}'`)
    now.close()
    const then = new DatabaseSync(made)
    then.exec(`drop table "articleHead"; drop table "articleBody"; drop table "articleBeside"; pragma user_version = 3`)
    then.close()
    for (const end of ['-wal', '-shm']) rmSync(join(dataDir, name + end), { force: true })
    renameSync(made, join(dataDir, name))
    expect(await held('未上线')).toBeNull()
    expect(await listed('未上线')).toBe(3)
    expect(await total('提案办理')).toBe(398 + 59)
    search.changed()
    await expect.poll(async () => (await held('未上线'))?.sure.length, { timeout: 20_000 }).toBe(3)
    expect(indexes()).not.toEqual([name])
  })

  test('it is for who holds the right', async () => {
    const editor = await server.person({ roles: ['staff'] })
    expect((await editor.call('search.status')).errorCode).toBe('NO_PERMISSION')
    expect((await editor.call('search.rebuild')).errorCode).toBe('NO_PERMISSION')
  })
})
