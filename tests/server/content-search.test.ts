import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('the search of the staff on %s', (database) => {
  let server: TestServer
  let admin: Person
  let column: number
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    column = await makeColumn(server)
  })
  afterAll(() => server.close())

  const save = async (by: Person, title: string, content: string) =>
    (await by.call('article.saveAdmin', anArticle(column, { title, content }))).value.articleId as string
  const seek = async (by: Person, input: object) => {
    const reply = await by.call('article.contentSearch', input)
    expect(reply.errorCode, reply.text).toBe('0')
    return reply.value as {
      total: number
      list: {
        articleId: string
        title: string
        titleMarked: string
        extract: string
        unfound: number
        status: number
      }[]
    }
  }

  test('all words have to stand there, in any state; where they stand is shown', async () => {
    await save(admin, '供水<改造>方案', `<p>${'前面的话。'.repeat(50)}老旧管网全部更换。</p>`)
    await save(admin, '供水简报', '<p>水厂运行平稳。</p>')
    const { total, list } = await seek(admin, { keyword: '供水 管网' })
    expect(total).toBe(1)
    expect(list[0]).toMatchObject({ titleMarked: '<em>供水</em>&lt;改造&gt;方案', unfound: 0, status: 1 })
    expect(list[0]?.extract).toContain('老旧<em>管网</em>全部更换')
    expect((await seek(admin, { keyword: '供水', sortField: 'title', sortOrder: 'asc' })).total).toBe(2)
    expect((await seek(admin, { keyword: '供水', status: [2] })).total).toBe(0)
    expect((await seek(admin, { keyword: '“”' })).total).toBe(0)
    expect((await seek(admin, { columnId: column, pageSize: 1 })).list).toHaveLength(1)
  })

  test('an extract of a long text is made beside the thread that answers', async () => {
    await save(admin, '长篇', `<p>${'很长的文字。'.repeat(9000)}末尾的麒麟阁。</p>`)
    const { list } = await seek(admin, { keyword: '麒麟阁' })
    expect(list[0]).toMatchObject({ title: '长篇', extract: expect.stringContaining('末尾的<em>麒麟阁</em>。') })
  })

  test('nobody finds what is out of their reach; what visitors do not find is told, and found by that', async () => {
    const other = await server.person({ roles: ['staff'], deptId: await makeDept(server) })
    const own = await save(admin, '防汛值守', '<p>夜间值守。</p>')
    expect((await seek(other, { keyword: '防汛' })).total).toBe(0)
    for (const move of ['accept', 'approve']) await admin.call(`article.${move}`, { items: [{ articleId: own }] })
    await admin.call('article.manualDeleteEs', { ids: [own] })
    const { list } = await seek(admin, { unfound: 1 })
    expect(list).toMatchObject([{ articleId: own, unfound: 1 }])
    await admin.call('article.manualSaveEs', { ids: [own] })
    expect((await seek(admin, { unfound: 1 })).total).toBe(0)
    expect((await server.anyone.call('article.contentSearch', {})).status).toBe(401)
  })
})
