import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activitiesOf } from '../support/activities.ts'
import { databases } from '../support/databases.ts'
import { pdf, sendFile } from '../support/files.ts'
import { makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

const picture = (name: string) => `/uploads/20261101-00000000-0000-4000-8000-00000000000${name}-640.jpg`

describe.each(databases)('periodicals on %s', (database) => {
  let server: TestServer
  let admin: Person
  let writer: Person
  let auditor: Person
  let column: number
  let hands: ReturnType<typeof activitiesOf>
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    writer = await server.person({ roles: ['auditor'] })
    auditor = await server.person({ roles: ['auditor'] })
    column = await makeColumn(server)
    hands = activitiesOf(
      server,
      'periodical',
      () => writer,
      () => auditor,
    )
  })
  afterAll(() => server.close())

  const open = (name: string, input: object = {}) => server.anyone.call(`periodical.${name}`, input)
  const page = async (path: string) => {
    const reply = await fetch(`${server.url}/site/public_periodical/${path}`)
    return reply.status === 200 ? reply.text() : `${reply.status}`
  }
  const titles = async (where: object): Promise<string[]> =>
    (await hands.call('articleGetlist', where)).value.map(({ title }: { title: string }) => title)

  test('an issue is added, found by title, month and state, changed and deleted; its title is its own', async () => {
    const { call } = hands
    const given = { title: '甲刊第1期', number: 1, publishedOn: '2025-03-01', summary: '简介' }
    const { value } = await call('saveOrUpdate', given)
    expect(value).toMatchObject({ ...given, publishedOn: '2025-03-01 00:00:00', status: 3, files: [], pageCount: 0 })
    const { id } = value
    const march = { startTime: '2025-03-01', endTime: '2025-03-31' }
    expect((await call('list', { ...march, status: 3 })).value).toMatchObject({ total: 1, list: [{ id }] })
    expect((await call('list', { ...march, status: 5 })).value.total).toBe(0)
    expect((await call('listByTitle', { name: '甲刊' })).value).toEqual([{ id, name: '甲刊第1期' }])
    expect(await call('listByTitle', { name: '' })).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect((await call('options')).value).toContainEqual({ id, name: '甲刊第1期' })
    expect((await call('saveOrUpdate', { title: '甲刊' })).errorMsg).toContain('publishedOn')
    expect((await call('edit', { id, version: 1, number: 2 })).value).toMatchObject({ number: 2, version: 2 })
    await call('dels', { ids: [id] })
    expect((await call('saveOrUpdate', given)).errorMsg).toContain('在回收站中')
    expect((await call('counts', {})).value.states).toContainEqual({ status: 3, count: 0 })
  })

  test('its pages are added, called, arranged and deleted with what stands on them', async () => {
    const { call, add, page, text } = hands
    const id = await add()
    const first = await page(id, '第一版')
    const second = await page(id, '第二版', { sortType: 1 })
    expect((await call('pageGet', { id: second })).value).toMatchObject({
      ...{ title: '第二版', sortType: 1, sort: 2, status: 3, periodicalId: id, articleCount: 0 },
    })
    expect(await call('pageSaveOrUpdate', { periodicalId: id, title: '第一版' })).toMatchObject({
      errorCode: 'CONFLICT',
    })
    expect((await call('pageSaveOrUpdate', { title: '无刊' })).errorMsg).toContain('periodicalId')
    expect((await call('pageSaveOrUpdate', { periodicalId: id, title: ' ' })).errorMsg).toContain('title')
    expect((await call('pageEdit', { id: first, version: 1, sortType: 1 })).value).toMatchObject({
      title: '第一版',
      sortType: 1,
    })
    expect((await call('pageSaveOrUpdate', { id: first, title: '要闻版' })).value).toMatchObject({ title: '要闻版' })
    const other = await add()
    expect(await call('pageSaveOrUpdate', { id: first, periodicalId: other })).toMatchObject({ errorCode: 'BAD_INPUT' })
    const arranged = await call('pageArrange', { periodicalId: id, pageIds: [second, first] })
    expect(arranged.value.map((one: { id: string }) => one.id)).toEqual([second, first])
    expect(await call('pageArrange', { periodicalId: id, pageIds: [second] })).toMatchObject({ errorCode: 'CONFLICT' })
    await text(first, '一篇')
    expect((await call('pageList', { periodicalId: id, title: '要闻' })).value).toMatchObject({
      ...{ total: 1, list: [{ id: first, articleCount: 1 }] },
    })
    expect((await call('pageList', { periodicalId: id, status: 5 })).value.total).toBe(0)
    expect((await call('pageDels', { ids: [first, '99999'] })).value).toMatchObject({
      ...{ done: [first], failed: [{ errorCode: 'NOT_FOUND' }] },
    })
    expect(await titles({ periodicalId: id })).toEqual([])
  })

  test('articles of the site and texts of its own stand on pages, in order, and move to another page of the issue', async () => {
    const { call, add, page, text } = hands
    const id = await add()
    const [one, two] = [await page(id, '一版'), await page(id, '二版')]
    const [first = '', second = ''] = await hands.articles(column, 2, '可选的')
    expect((await call('choose', { ids: [second, first, '99999'], layoutId: one })).value).toMatchObject({
      ...{ done: [second, first], failed: [{ id: '99999', errorCode: 'NOT_FOUND' }] },
    })
    const again = await call('choose', { ids: [first], layoutId: two })
    expect(again.value).toMatchObject({ unchanged: [first] })
    const own = await text(two, '自己的', { author: '周明川', newsType: 1 })
    expect((await call('articleGet', { id: own })).value).toMatchObject({
      ...{ title: '自己的', author: '周明川', content: '<p>自己的的正文。</p>', categoryType: 'CONTENT', newsType: 1 },
      ...{ layoutTitle: '二版', hidden: null, articleId: null },
    })
    const listed = (await call('articleGetlist', { periodicalId: id })).value
    expect(listed.map(({ title }: { title: string }) => title)).toEqual(['可选的（2）', '可选的（1）', '自己的'])
    expect((await call('articleGet', { id: listed[0].id })).value.content).toContain('提案办理')
    const [a, b] = listed.map((row: { id: string }) => row.id)
    expect(
      (await call('arrange', { periodicalId: id, layoutId: one, contentIds: [b, a] })).value.map(
        (row: { id: string }) => row.id,
      ),
    ).toEqual([b, a])
    expect(await call('arrange', { periodicalId: id, layoutId: one, contentIds: [b, a, own] })).toMatchObject({
      errorCode: 'NOT_FOUND',
    })
    expect((await call('articleEdit', { id: a, layoutId: two })).value).toMatchObject({ layoutTitle: '二版' })
    expect(await titles({ layoutId: two })).toEqual(['自己的', '可选的（2）'])
    const other = await page(await add(), '别刊的版')
    expect((await call('articleEdit', { id: a, layoutId: other })).errorMsg).toContain('只能移到同一期的版面')
    expect((await call('articleEdit', { id: a, title: '改写' })).errorMsg).toContain('随文章')
    expect((await call('articleEdit', { id: own, version: 1, title: '改过的' })).value).toMatchObject({
      title: '改过的',
      newsType: 1,
    })
    expect(await call('articleEdit', { id: own, version: 1, title: '乙' })).toMatchObject({ errorCode: 'STALE' })
    expect((await call('articleList', { periodicalId: id, newsType: 1 })).value).toMatchObject({
      total: 1,
      list: [{ id: own }],
    })
    expect((await call('articleList', { title: '改过的' })).value.total).toBe(1)
    expect((await call('articleDels', { ids: [a, '99999'] })).value).toMatchObject({
      ...{ done: [a], failed: [{ id: '99999', errorCode: 'NOT_FOUND' }] },
    })
    expect((await titles({ title: '改过的' })).length).toBe(1)
    for (const [missing, says] of [
      [{ title: '无版', content: '<p>文</p>' }, 'layoutId'],
      [{ layoutId: one, content: '<p>文</p>' }, 'title'],
      [{ layoutId: one, title: '无文' }, 'content'],
      [{ layoutId: one, title: '链接', categoryType: 'URL' }, 'jumpUrl'],
    ] as const)
      expect((await call('articleSaveOrUpdate', missing)).errorMsg).toContain(says)
  })

  test('it is judged by another person, and visitors read its pages; what an article is shows beside its line', async () => {
    const { call, add, page: pageOf, text } = hands
    const file = (await sendFile(server, writer, 'periodical', '整期.pdf', pdf('整期'))).value.id
    const id = await add({ title: '公开的一期', publishedOn: '2024-05-06', files: [file] })
    const across = await pageOf(id, '一版', { sortType: 1 })
    const down = await pageOf(id, '二版')
    const [article = ''] = await hands.articles(column, 1, '选用的文章')
    await call('choose', { ids: [article], layoutId: across })
    const images = ['1', '2', '3', '4'].map((name) => `<img src="${picture(name)}" alt="">`).join('')
    const three = await text(down, '三图的', { newsType: 3, content: `<p>文</p>${images}` })
    const single = await text(down, '单图的', { newsType: 1, cover: picture('5') })
    const video = await text(down, '视频的', { newsType: 2 })
    const link = { newsType: 0, categoryType: 'URL', jumpUrl: 'https://example.com/a', content: null }
    await text(down, '链接的', link)
    await text(down, '无图的', { newsType: 0, cover: picture('6') })
    expect((await open('sitePeriodical', { id })).errorCode).toBe('NOT_FOUND')
    await hands.move('submit', id)
    expect((await hands.at(id)).noApproval).toContain('由您提交')
    expect(await call('articleEdit', { id: three, author: '甲' })).toMatchObject({ errorCode: 'BAD_STATE' })
    await hands.move('recall', id)
    await hands.publish(id)
    expect((await call('pageGet', { id: down })).value.status).toBe(5)

    const { value } = await open('sitePeriodical', { id })
    expect(value).toMatchObject({
      ...{ title: '公开的一期', url: `/site/public_periodical/${id}.html`, files: [{ name: '整期.pdf' }] },
      pages: [
        { title: '一版', sortType: 1, articles: [{ title: '选用的文章（1）', pictures: [] }] },
        {
          ...{ title: '二版', sortType: 2 },
          articles: [
            { title: '三图的', pictures: [picture('1'), picture('2'), picture('3')] },
            { title: '单图的', pictures: [picture('5')], url: `/site/public_periodical/text_${single}.html` },
            { title: '视频的', newsType: 2, pictures: [] },
            { title: '链接的', url: 'https://example.com/a', categoryType: 'URL' },
            { title: '无图的', pictures: [] },
          ],
        },
      ],
    })
    expect((await open('siteGet', { id: single })).value).toMatchObject({ content: '<p>单图的的正文。</p>' })
    expect((await open('siteGet', { id: value.pages[0].articles[0].id })).value.content).toContain('提案办理')
    const inMay = { startTime: '2024-05-01', endTime: '2024-05-31' }
    expect((await open('sitePageList', inMay)).value).toMatchObject({
      ...{ total: 1, list: [{ id, pages: [{ title: '一版' }, { title: '二版' }] }] },
    })
    expect((await open('siteMonths', { year: 2024 })).value).toEqual([{ month: '2024-05', issues: 1 }])
    expect((await open('siteTop', { size: 50 })).value.map((one: { id: string }) => one.id)).toContain(id)
    expect((await open('siteTop')).errorCode).toBe('MISSING_PARAMETER')

    await expect.poll(() => page(`${id}.html`)).toContain('三图的')
    const html = await page(`${id}.html`)
    expect(html).toMatch(/<ul class="page-articles page-across">\s*<li>\s*<a href="[^"]*">选用的文章/)
    expect(html.match(/<img src="[^"]*0000[1-5]-640/g)).toHaveLength(4)
    expect(html).toMatch(/视频的<\/a> <b class="top">视频<\/b>/)
    expect(await page(`text_${video}.html`)).toContain('视频的的正文。')
    expect(await page('month_202405.html')).toContain('公开的一期')

    await admin.call('article.takeDown', { items: [{ articleId: article, reason: '内容已过时' }] })
    expect(await page(`${id}.html`)).not.toContain('选用的文章')
    expect((await hands.at(id)).hiddenCount).toBe(1)
    await admin.call('article.undo', { items: [{ articleId: article }] })
    await expect.poll(() => page(`${id}.html`)).toContain('选用的文章')
    await call('pageDels', { ids: [down] })
    expect(await page(`text_${single}.html`)).toBe('404')
    await hands.move('takeDown', id, { reason: '过期' })
    for (const name of [`${id}.html`, 'month_202405.html']) expect(await page(name)).toBe('404')
    expect((await open('siteGet', { id: single })).errorCode).toBe('NOT_FOUND')
  })

  test('a forbidden word in a text, an author or the name of a page keeps it off the site', async () => {
    const { call, add, page: pageOf, text, move } = hands
    await admin.call('sensitive.add', { word: '禁用词语', level: 2 })
    const id = await add()
    const one = await pageOf(id, '禁用词语版')
    const own = await text(one, '一篇', { author: '禁用词语' })
    const refused = async () => {
      await move('submit', id)
      const { failed } = (await move('publish', id, {}, auditor)).value
      await move('recall', id)
      return failed[0]?.errorMsg
    }
    expect(await refused()).toContain('禁用词语版')
    await call('pageEdit', { id: one, title: '一版' })
    expect(await refused()).toContain('《一篇》')
    await call('articleEdit', { id: own, author: '' })
    await hands.publish(id)
    expect(await call('articleEdit', { id: own, title: '自行更正' })).toMatchObject({ errorCode: 'BAD_STATE' })
    const mine = { layoutId: one, title: '自行加上', content: '<p>未经审核</p>' }
    expect(await call('articleSaveOrUpdate', mine)).toMatchObject({ errorCode: 'BAD_STATE' })
    for (const [name, input] of [
      ['articleEdit', { id: own, title: '禁用词语' }],
      ['pageEdit', { id: one, title: '禁用词语' }],
    ] as const)
      expect(await call(name, input, admin)).toMatchObject({ errorCode: 'SENSITIVE_WORDS' })
  })

  test('a preview is drawn before anybody else sees it', async () => {
    const id = await hands.add({ title: '预览的一期' })
    await hands.text(await hands.page(id, '一版'), '还没有发布的一篇')
    const { text } = await hands.call('preview', { id })
    for (const part of ['<h1>预览的一期</h1>', '还没有发布的一篇', '一版']) expect(text).toContain(part)
    expect(await open('preview', { id })).toMatchObject({ status: 401 })
  })
})
