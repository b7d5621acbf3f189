import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('a request key on %s', (database) => {
  let server: TestServer
  let column: number
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
    column = await makeColumn(server)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  const send = (path: string, key: string, body: unknown) =>
    server.raw(path, {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'application/json', 'x-request-key': key },
      body: JSON.stringify(body),
    })
  const saveWith = (key: string, title: string) => send('/api/article/save/admin', key, anArticle(column, { title }))
  const refused = { errorCode: 'CONFLICT', errorMsg: expect.stringContaining('x-request-key') }

  test('stands for one content: another one under it is refused, not taken for the first', async () => {
    const key = crypto.randomUUID()
    const first = await saveWith(key, '甲')
    expect(await saveWith(key, '乙')).toMatchObject(refused)
    expect((await saveWith(key, '甲')).value.articleId).toBe(first.value.articleId)
  })

  test('stands for one list: other items under it are not called done', async () => {
    const [a, b] = [await saveWith('list-a', '甲'), await saveWith('list-b', '乙')]
    const accept = (id: string) => send('/api/article/accept', 'list', [id])
    expect((await accept(a.value.articleId)).value.done).toEqual([a.value.articleId])
    expect(await accept(b.value.articleId)).toMatchObject(refused)
    expect((await accept(a.value.articleId)).value.done).toEqual([a.value.articleId])
  })

  test('keeps no answer as it is: a token that was made is nowhere in the database', async () => {
    const made = await send('/x/auth/script/add', 'token', { name: '夜间生成', keys: ['article_list'] })
    const kept = JSON.stringify(await server.parts.db.read.selectFrom('requestKey').selectAll().execute())
    expect(kept).toContain('"token"')
    expect(kept).not.toContain(made.value.token)
    expect(kept).not.toContain('夜间生成')
    expect((await send('/x/auth/script/add', 'token', { name: '夜间生成', keys: ['article_list'] })).value).toEqual(
      made.value,
    )
  })
})
