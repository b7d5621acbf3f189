import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqlite } from '../../server/db/open.ts'
import { databases } from '../support/databases.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

/** What is kept of earlier answers must never be told in the place of what is so now. */
describe.each(databases)('answers that are kept on %s', (database) => {
  let server: TestServer
  let clerk: Person
  let columnId: number
  beforeAll(async () => {
    server = await startServer(database)
    columnId = await makeColumn(server)
    clerk = await server.person({ roles: ['staff'], deptId: await makeDept(server), columns: [columnId] })
  })
  afterAll(() => server.close())

  const titles = async (person = clerk, input = {}) =>
    (await person.call('article.list', input)).value.list.map(({ title }: { title: string }) => title)
  /** Writes as another process does, which this one does not see doing it. */
  const elsewhere = async (statement: string) => {
    const { db, dataDir } = server.parts
    const other = db.dialect === 'sqlite' ? openSqlite(join(dataDir, 'xzx.db')) : db
    await sql.raw(statement).execute(other.write)
    if (other !== db) await other.close()
  }

  test('a list, asked again and again, shows every change at once, whoever makes it', async () => {
    expect(await titles()).toEqual([])
    const made = await clerk.call('article.saveRole', { ...anArticle(columnId), title: '第一稿' })
    expect(await titles()).toEqual(['第一稿'])
    expect(await titles()).toEqual(['第一稿'])
    const { articleId, version } = made.value
    await clerk.call('article.update', { articleId, version, title: '第二稿' })
    expect(await titles()).toEqual(['第二稿'])
    await elsewhere(`update article set title = '别处所改' where id = ${articleId}`)
    expect(await titles()).toEqual(['别处所改'])
  })

  test('names in it are those of now', async () => {
    const name = async () => (await clerk.call('article.list', {})).value.list[0].columnName
    const before = await name()
    await elsewhere(`update "column" set title = '改名后的栏目' where id = ${columnId}`)
    expect([before, await name()]).toEqual(['政协要闻', '改名后的栏目'])
  })

  test('nobody gets what was told to somebody else, or to another question', async () => {
    const other = await server.person({ roles: ['staff'], deptId: await makeDept(server, '别的部门') })
    expect(await titles()).toHaveLength(1)
    expect(await titles(other)).toEqual([])
    expect(await titles(clerk, { title: '没有这样的标题' })).toEqual([])
    expect(await titles()).toHaveLength(1)
  })

  test('a session that another process ends is over with the next call, and one grown old by the clock', async () => {
    const { userId, call } = await server.person({ roles: ['staff'] })
    expect((await call('article.list', {})).errorCode).toBe('0')
    await elsewhere(`delete from session where "userId" = ${userId}`)
    expect((await call('article.list', {})).errorCode).toBe('SESSION_OVER')
    const late = await server.person({ roles: ['staff'] })
    expect((await late.call('article.list', {})).errorCode).toBe('0')
    server.clock.now += 400 * 24 * 3600_000
    expect((await late.call('article.list', {})).errorCode).toBe('SESSION_OVER')
  })
})
