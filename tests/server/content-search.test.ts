import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
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

  test.runIf(database === 'postgres')(
    'what was written before a search began is found by it, however much is written meanwhile; without the index the texts are read',
    async () => {
      const { search, work } = server.parts
      const held = () => search.holding('article', [{ columns: ['content'], text: '逐篇' }], 'test')
      await expect.poll(held, { timeout: 20_000 }).not.toBeNull()
      await save(admin, '先写的', '<p>逐篇写入。</p>')
      const { run } = work.searches
      let more = 0
      vi.spyOn(work.searches, 'run').mockImplementation(async (task, input, caller) => {
        // each time the index takes something in, something else is written
        if (task === 'feedOnline' && more < 200) await save(admin, `又写的 ${++more}`, '<p>逐篇写入。</p>')
        return run(task as never, input as never, caller) as never
      })
      expect((await held())?.sure.length).toBeGreaterThan(0)
      expect(more).toBeLessThan(10)
      vi.restoreAllMocks()

      const errors = vi.spyOn(work.searches, 'run').mockRejectedValue(new Error('database or disk is full'))
      expect((await seek(admin, { keyword: '逐篇写' })).total).toBe(1 + more)
      expect(errors).toHaveBeenCalled()
      vi.restoreAllMocks()
      expect((await seek(admin, { keyword: '逐篇写' })).total).toBe(1 + more)
    },
  )

  test.runIf(database === 'postgres')(
    'an index that was damaged is made anew, and takes itself for whole only then',
    async () => {
      const { search, dataDir } = server.parts
      const held = async () =>
        (await search.holding('article', [{ columns: ['content'], text: '损坏' }], 'test'))?.sure.length
      await save(admin, '先前', '<p>损坏以前。</p>')
      await expect.poll(held, { timeout: 20_000 }).toBe(1)
      const [name = ''] = readdirSync(dataDir).filter((one) => /^search.*\.db$/.test(one))
      for (const end of ['-wal', '-shm']) rmSync(join(dataDir, name + end), { force: true })
      rmSync(join(dataDir, name))
      await save(admin, '随后', '<p>损坏以后。</p>')
      expect((await seek(admin, { keyword: '损坏以' })).total).toBe(2)
      await expect.poll(held, { timeout: 20_000 }).toBe(2)
    },
  )

  test.runIf(database === 'postgres')(
    'letters of every script are found small and large, as PostgreSQL tells them',
    async () => {
      await save(admin, 'Ａ型与Ж型', '<p>ÄÖ 与 Ｂ型。</p>')
      for (const keyword of ['ａ型', 'ж型', 'äö', 'Ｂ型']) expect((await seek(admin, { keyword })).total).toBe(1)
    },
  )

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
