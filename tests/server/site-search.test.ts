import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { databases } from '../support/databases.ts'
import { longestStretch, stretchMax } from '../support/loop.ts'
import { makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('the search of the site on %s', (database) => {
  let server: TestServer
  let admin: Person
  let column: number
  let below: number
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    column = await makeColumn(server, '要闻')
    below = await makeColumn(server, '县内', column)
  })
  afterAll(() => server.close())

  /** A published article. */
  async function published(title: string, content: string, more: object = {}): Promise<string> {
    const saved = await admin.call('article.saveAdmin', {
      columnId: column,
      title,
      content,
      publishTimeReason: '补录',
      ...more,
    })
    const { articleId } = saved.value
    for (const move of ['accept', 'approve']) await admin.call(`article.${move}`, { items: [{ articleId }] })
    return articleId
  }
  const seek = async (input: object) => {
    const reply = await server.anyone.call('article.queryEsArticle', { pageNumber: 1, pageSize: 10, ...input })
    expect(reply.errorCode, reply.text).toBe('0')
    return reply.value as { total: number; list: { id: string; title: string; titleMarked: string; extract: string }[] }
  }
  const titles = async (keyword: string, more: object = {}) =>
    (await seek({ keyword, ...more })).list.map((row) => row.title)

  test('what is online is found by its words, titles first, the newest first; what is not is not', async () => {
    const at = (day: number) => ({ publishTime: `2026-11-0${day} 08:00:00` })
    await published('提案办理情况', '<p>委员们到会。</p>', at(1))
    await published('视察侧记', '<p>委员<b>提</b>案三十件。</p>', at(3))
    await published('重点提案督办', '<p>现场推进。</p>', { ...at(2), columnId: below })
    await admin.call('article.saveAdmin', { columnId: column, title: '提案草稿', content: '<p>提案</p>' })
    expect(await titles('提案')).toEqual(['重点提案督办', '提案办理情况', '视察侧记'])
    expect(await titles('提案 委员')).toEqual(['提案办理情况', '视察侧记'])
    expect(await titles('提案', { columnId: below })).toEqual(['重点提案督办'])
    expect(await titles('提案', { pageSize: 1, pageNumber: 3 })).toEqual(['视察侧记'])
    expect((await seek({ keyword: '提案', pageSize: 1 })).total).toBe(3)
    expect(await titles('提案', { year: 2026 })).toHaveLength(3)
    expect(await titles('提案', { year: 2025 })).toEqual([])
  })

  test('full width, traditional characters, brackets of another form and small letters are the same', async () => {
    await published('关于加强协商的意见', '<p>政协发〔２０２６〕3号文件，ＡＢＣ计划。</p>')
    for (const words of ['政协发[2026]3号', '政協發（2026）3號', 'abc計劃', '"政协发〔2026〕3号文件"'])
      expect(await titles(words), words).toEqual(['关于加强协商的意见'])
    expect(await titles('政协发〔2026〕4号')).toEqual([])
  })

  test('marks and extracts hold the words, and no markup of the text', async () => {
    await published('<b>古槐</b>的保护', `<p>${'前文。'.repeat(40)}村口的古槐有三百年。</p><p>&lt;script&gt;</p>`)
    const [hit] = (await seek({ keyword: '古槐' })).list
    expect(hit?.titleMarked).toBe('&lt;b&gt;<em>古槐</em>&lt;/b&gt;的保护')
    expect(hit?.extract).toContain('村口的<em>古槐</em>有三百年。 &lt;script&gt;')
  })

  test('a word far behind in a long text is found', async () => {
    await published('长文', `<p>${'很长的文字。'.repeat(9000)}末尾的麒麟阁。</p>`)
    const [hit] = (await seek({ keyword: '麒麟阁' })).list
    expect(hit).toMatchObject({ title: '长文', extract: expect.stringContaining('末尾的<em>麒麟阁</em>。') })
  })

  test('taken down, deleted, taken out of the search or changed it is found no more, at once', async () => {
    const id = await published('汛期值守安排', '<p>各站值守。</p>')
    expect(await titles('汛期值守')).toHaveLength(1)
    expect((await admin.call('article.manualDeleteEs', { ids: [id] })).value.done).toEqual([id])
    expect(await titles('汛期值守')).toEqual([])
    await admin.call('article.manualSaveEs', { ids: [id] })
    expect(await titles('汛期值守')).toHaveLength(1)
    await admin.call('article.takeDown', { items: [{ articleId: id, reason: '到期' }] })
    expect(await titles('汛期值守')).toEqual([])
  })

  test('extracts of long texts are made beside the thread that answers, few on a page; marks alone find nothing', async () => {
    const ids: string[] = []
    for (let i = 0; i < 12; i += 1)
      ids.push(await published(`长卷 ${i}`, `<p>${'的确很长的卷宗。'.repeat(12_000)}</p>`))
    await vi.waitFor(
      async () => expect(await seek({ keyword: '卷宗' })).toMatchObject({ total: 12, whole: true }),
      20_000,
    )
    const extracts = vi.spyOn(server.parts.search, 'extract')
    const stretch = await longestStretch(() => seek({ keyword: '的 卷 宗 长', pageSize: 12 }))
    expect(extracts).toHaveBeenCalledTimes(12)
    extracts.mockRestore()
    expect(stretch).toBeLessThan(stretchMax)
    const many = await server.anyone.call('article.queryEsArticle', { keyword: '的', pageNumber: 1, pageSize: 200 })
    expect(many.errorCode).toBe('BAD_INPUT')
    for (const keyword of ['"', '“”', '" "']) expect(await titles(keyword)).toEqual([])
  })

  test('what was taken in once is not taken in again by every search', async () => {
    await seek({ keyword: '整批' })
    // as many as are read in one piece
    await makeArticles(server, 50, { columnId: column, status: 2, by: admin.userId, title: '整批' })
    await vi.waitFor(
      async () => expect(await seek({ keyword: '整批' })).toMatchObject({ total: 50, whole: true }),
      20_000,
    )
    const tasks = vi.spyOn(server.parts.work.searches, 'run')
    await seek({ keyword: '整批' })
    expect(tasks.mock.calls.filter(([task]) => task === 'feedOnline')).toEqual([])
    tasks.mockRestore()
  })

  test('columns are found by name and description, where the site leads to them', async () => {
    const given = { columnType: 1, categoryTitle: '提案公開', columnDescrip: '办理结果' }
    const { categoryId } = (await admin.call('column.save', given)).value
    const columns = async (keyword: string) =>
      (await seek({ keyword, esType: 'column' })).list.map(({ id, titleMarked }) => [id, titleMarked])
    expect(await columns('提案公开')).toEqual([])
    await published('结果一', '<p>办结。</p>', { columnId: Number(categoryId) })
    expect((await columns('提案公开')).map(([id]) => id)).toEqual([String(categoryId)])
    expect((await columns('办理 提案')).map(([id]) => id)).toEqual([String(categoryId)])
    expect(await columns('')).toEqual([])
    expect(await seek({ keyword: '要闻', esType: 'column' })).toMatchObject({
      total: 1,
      list: [{ url: expect.any(String) }],
    })
  })

  test('documents are found by title, text, number and year', async () => {
    await published('关于印发工作规则的通知', '<p>平政办发〔2025〕17号。各乡镇遵照执行。</p>', {
      publishTime: '2025-06-01 08:00:00',
    })
    const seekDocuments = async (input: object) =>
      (await server.anyone.call('article.queryEsArticleZwgk', { pageNumber: 1, pageSize: 10, ...input })).value.total
    expect(await seekDocuments({ title: '工作规则', wjType: '通知', wjbh: '平政办发[2025]17号', year: 2025 })).toBe(1)
    expect(await seekDocuments({ dataTime: '2025-06-01' })).toBe(1)
    expect(await seekDocuments({ title: '工作规则', year: 2024 })).toBe(0)
    expect(await seekDocuments({ title: '遵照执行' })).toBe(0)
    expect(await seekDocuments({ content: '遵照执行' })).toBe(1)
  })
})
