import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bulletinsOf, manyBulletins } from '../support/bulletins.ts'
import { databases } from '../support/databases.ts'
import { pdf, sendFile } from '../support/files.ts'
import { makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('the bulletin as anybody reads it, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let column: number
  let hands: ReturnType<typeof bulletinsOf>
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    column = await makeColumn(server)
    hands = bulletinsOf(server, () => admin)
  })
  afterAll(() => server.close())

  const open = (name: string, input: object = {}) => server.anyone.call(`bulletin.${name}`, input)
  const page = async (path: string) => {
    const reply = await fetch(`${server.url}/site/${path}`)
    return reply.status === 200 ? reply.text() : `${reply.status}`
  }
  const idsIn = ({ value }: { value: { list: { id: string }[] } }) => value.list.map(({ id }) => id)
  /** A published issue with an article, a text of its own, and a file. */
  async function whole(more: object = {}) {
    const file = (await sendFile(server, admin, 'bulletin', '整期.pdf', pdf('整期'))).value.id
    const id = await hands.issue({ title: '公开的一期', summary: '本期简介', files: [file], ...more })
    const [article = ''] = await hands.articles(column, 1, '选用的文章')
    await hands.call('addsArticleBulletin', { ids: [article], intoId: id, section: '通知' })
    const own = await hands.text(id, '自己的一篇', { section: '文件', docNumber: '一号' })
    expect((await hands.move('publish', id)).value.done).toEqual([id])
    return { id, own, article }
  }

  test('only what is published is answered, and no more of it than is meant for visitors', async () => {
    const { id, own, article } = await whole({ year: 2024 })
    const hidden = await hands.issue({ year: 2023 })
    const inHidden = await hands.text(hidden, '没有发布的')
    expect((await open('siteGetYear')).value).toContainEqual({ year: 2024, issues: 1 })
    expect(JSON.stringify((await open('siteGetYear')).value)).not.toContain('2023')
    expect(idsIn(await open('siteGetByYear', { year: 2024 }))).toEqual([id])
    expect(idsIn(await open('siteGetByYear', { year: 2023 }))).toEqual([])
    const { list } = (await open('siteIssueList', { title: '公开的一期' })).value
    expect(Object.keys(list[0]).sort()).toEqual(
      ['cover', 'id', 'number', 'publishedOn', 'summary', 'title', 'total', 'type', 'url', 'year'].sort(),
    )
    const { value: issue } = await open('siteGetIssue', { id })
    expect(issue).toMatchObject({
      ...{ contentCount: 2, url: `/site/public_bulletin/${id}.html` },
      contents: [
        { title: '选用的文章（1）', section: '通知', url: expect.stringContaining(`/${article}.html`) },
        { id: own, title: '自己的一篇', docNumber: '一号', url: `/site/public_bulletin/text_${own}.html` },
      ],
      files: [{ name: '整期.pdf', url: expect.stringContaining(`/site/public_bulletin/${id}/`) }],
    })
    expect(idsIn(await open('sitePageList', { bulletinId: id, section: '文件' }))).toEqual([own])
    expect(idsIn(await open('sitePageList', { title: '自己的', year: 2024 }))).toEqual([own])
    expect((await open('siteGet', { id: own })).value).toMatchObject({ content: '<p>自己的一篇的正文。</p>' })
    const named = issue.contents[0].id
    expect((await open('siteGet', { id: named })).value.content).toContain('提案办理')
    for (const [call, given] of [
      ['siteGetIssue', hidden],
      ['siteGet', inHidden],
      ['siteGet', '99999'],
    ] as const)
      expect(await open(call, { id: given })).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(idsIn(await open('sitePageList', { bulletinId: hidden }))).toEqual([])
    expect(await open('sitePageList', { pageSize: 201 })).toMatchObject({ errorCode: 'BAD_INPUT' })
  })

  test('it has pages of years, issues and texts, a file to keep, and none of it once it is withdrawn', async () => {
    const { id, own, article } = await whole({ year: 2022, title: '二二年一期' })
    const path = `public_bulletin/${id}.html`
    await expect.poll(() => page(path)).toContain('本期简介')
    const issue = await page(path)
    for (const part of [
      '<h1>二二年一期</h1>',
      '<h3>通知</h3>',
      `/${article}.html">选用的文章（1）`,
      `text_${own}.html">自己的一篇`,
      '（一号）',
    ])
      expect(issue).toContain(part)
    const address = /href="(?<path>[^"]*)" download="整期\.pdf"/.exec(issue)?.groups?.path ?? ''
    const file = await fetch(`${server.url}${address}`)
    expect(await file.text()).toBe(pdf('整期').toString())
    expect(file.headers.get('content-disposition')).toContain('attachment')
    expect(await page(`public_bulletin/text_${own}.html`)).toContain('自己的一篇的正文。')
    for (const list of ['public_bulletin/', 'public_bulletin/year_2022.html', 'index.html', 'search.json'])
      expect(await page(list)).toContain('二二年一期')
    expect(await page('map.html')).toContain('>公报</a>')
    const map = await page('sitemap.xml')
    expect(map).toContain(`public_bulletin/${id}.html`)
    expect(map).not.toContain('.pdf')
    await hands.call('edit', { id, title: '改过的一期' })
    expect(await page(path)).toContain('改过的一期')
    await hands.call('delsArticleBulletin', { ids: [own] })
    expect(await page(path)).not.toContain('自己的一篇')
    expect(await page(`public_bulletin/text_${own}.html`)).toBe('404')
    await hands.move('withdraw', id, { reason: '期号或日期有误' })
    for (const gone of [path, 'public_bulletin/year_2022.html', address.replace('/site/', '')])
      expect(await page(gone)).toBe('404')
    for (const list of ['public_bulletin/', 'index.html', 'search.json'])
      expect(await page(list)).not.toContain('改过的一期')
    expect(existsSync(join(server.parts.dataDir, 'site', address.replace('/site/', '')))).toBe(false)
  })

  test('an article that leaves the site leaves the issue, is told of in the console, and comes back to its place', async () => {
    const { id, article } = await whole({ year: 2021 })
    const path = `public_bulletin/${id}.html`
    await expect.poll(() => page(path)).toContain('选用的文章')
    await admin.call('article.takeDown', { items: [{ articleId: article, reason: '内容有误' }] })
    expect(await page(path)).not.toContain('选用的文章')
    expect((await open('siteGetIssue', { id })).value).toMatchObject({ contentCount: 1 })
    expect(await hands.at(id)).toMatchObject({ contentCount: 2, hiddenCount: 1 })
    const [first] = await hands.contents(id)
    expect(first).toMatchObject({ articleId: article, title: '选用的文章（1）', hidden: '文章已下架，不在网站上' })
    expect(await open('siteGet', { id: first.id })).toMatchObject({ errorCode: 'NOT_FOUND' })
    await admin.call('article.undo', { items: [{ articleId: article }] })
    await expect.poll(() => page(path)).toContain('选用的文章')
    const back = await page(path)
    expect(back.indexOf('选用的文章')).toBeLessThan(back.indexOf('自己的一篇'))
    await admin.call('article.takeDown', { items: [{ articleId: article, reason: '内容有误' }] })
    await admin.call('article.delete', { items: [{ articleId: article }] })
    expect((await hands.contents(id))[0]).toMatchObject({ hidden: '文章已删除到回收站' })
    await admin.call('article.recyclePurge', { items: [{ articleId: article }] })
    await expect.poll(async () => (await hands.contents(id))[0].hidden).toBe('文章已彻底删除')
  })

  test('nothing is made anew that stayed as it was', async () => {
    const { id } = await whole({ year: 2019 })
    const other = await whole({ year: 2018 })
    const made = (name: string) => readFileSync(join(server.parts.dataDir, 'site/public_bulletin', name))
    await expect.poll(() => page(`public_bulletin/${other.id}.html`)).toContain('公开的一期')
    const before = made(`${other.id}.html`)
    await hands.call('edit', { id, summary: '另一个简介' })
    expect(made(`${id}.html`).toString()).toContain('另一个简介')
    expect(made(`${other.id}.html`)).toEqual(before)
    // what the test put beside the workflow is made by the first
    await admin.call('generate.all')
    const { value } = await admin.call('generate.all')
    expect(value).toMatchObject({ written: 0, failed: [] })
  })

  test('an issue with 10,000 contents, and 500 issues, are answered without a question for each row', async () => {
    const articles = await hands.articles(column, 300, '很多中的')
    const [large = 0] = await manyBulletins(server, 500, 10_000, articles)
    const asked = async (work: () => Promise<unknown>) => {
      const start = performance.now()
      await work()
      return performance.now() - start
    }
    const few = await asked(() => hands.call('list', { pageSize: 10 }))
    const { value } = await hands.call('articleBulletinList', { id: String(large) })
    expect(value).toHaveLength(10_000)
    expect((await open('siteGetIssue', { id: String(large) })).value.contents).toHaveLength(200)
    expect((await hands.call('list', { type: 1, pageSize: 200 })).value.list).toHaveLength(200)
    // twenty times as many rows
    expect(await asked(() => hands.call('list', { type: 1, pageSize: 200 }))).toBeLessThan(20 * Math.max(few, 20))
    const ids = value.map(({ id }: { id: string }) => id)
    const turned = await hands.call('arrange', {
      bulletinId: String(large),
      contentIds: [ids.at(-1), ...ids.slice(0, -1)],
    })
    expect(turned.value[0]).toMatchObject({ id: ids.at(-1), sort: 1 })
    expect(turned.value.at(-1)).toMatchObject({ sort: 10_000 })
    const full = await hands.call('addOrUpdateArticleBulletin', {
      bulletinId: String(large),
      title: '甲',
      content: '乙',
    })
    expect(full.errorMsg).toContain('最多 10000 篇')
  })
})
