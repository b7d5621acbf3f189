import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookForDeadLinks } from '../../server/areas/article/dead-links-kept.ts'
import { visitsFrom } from '../../server/ports/visits.ts'
import { linksOf } from '../../server/site/links.ts'
import { makeArticles } from '../support/articles.ts'
import { databases } from '../support/databases.ts'
import { pdf, sendFile, uploadPicture } from '../support/files.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const watch = { stopped: () => false, progress: () => {} }
interface Dead {
  articleId: string
  title: string
  address: string
  text: string
  place: number
  why: string
  foundAt: string
}

let web: Server
let address: string
const asked: string[] = []
beforeAll(async () => {
  web = createServer((request, reply) => {
    asked.push(request.url ?? '')
    reply.writeHead(Number(/^\/(\d+)/.exec(request.url ?? '')?.[1] ?? 200)).end()
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
})
afterAll(() => {
  web.closeAllConnections()
  web.close()
})

const link = (to: string, text = '链接') => `<p><a href="${to}">${text}</a></p>`

describe('links of a text', () => {
  const around = { origin: 'https://www.qingshi.gov.cn', path: '/zx', folder: '/nowhere', pictures: ['/nowhere'] }
  const of = (html: string, jump: string | null = null) => linksOf({ texts: [{ html, jump }], around })[0]
  test.each([
    ['/zx/a/0/5.html', { article: 5 }],
    ['/a/0/5.html#top', { article: 5 }],
    ['http://www.qingshi.gov.cn/zx/a/1/1005.html?from=1', { article: 1005 }],
    ['/zx/a/0/5/0123-ab.pdf', { article: 5, stored: '0123-ab' }],
    ['/uploads/20261101-a.jpg', { missing: true }],
    ['https://www.gov.cn/zhengce/?a=1&amp;b=2', { outside: 'https://www.gov.cn/zhengce/?a=1&b=2' }],
    ['//www.gov.cn/', null],
    ['https://www.qingshi.gov.cn/other/', { outside: 'https://www.qingshi.gov.cn/other/' }],
    ['mailto:a@b.cn', null],
    ['#top', null],
    ['a/0/5.html', null],
    ['/zx/../../etc/passwd', null],
    ['/zx/list/', null],
  ])('%s', (to, found) => {
    expect(of(link(to))).toMatchObject(found === null ? [] : [found])
  })
  test('are told with their words, each once, and the jump of an article that is none', () => {
    expect(of('<a href="/a/0/5.html">见<b>通知</b></a>，又见<a href="/a/0/5.html">此处</a>')).toEqual([
      { address: '/a/0/5.html', text: '见通知', article: 5 },
    ])
    expect(of('', '/a/0/9.html')).toEqual([{ address: '/a/0/9.html', text: '跳转地址', article: 9 }])
  })
  test('take time that grows with the text alone, and no more than 500 of one text', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => link(`/a/0/${i}.html`)).join('')
    expect(of(many)).toHaveLength(500)
    const began = performance.now()
    of('<a '.repeat(300_000))
    of(`<a href="${'x'.repeat(1_000_000)}`)
    expect(performance.now() - began).toBeLessThan(2000)
  })
})

describe.each(databases)('links that lead nowhere, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let column: number
  beforeAll(async () => {
    server = await startServer(database)
    Object.assign(server.parts.ports, { visits: visitsFrom({ XZX_VISIT_NETS: '127.0.0.1' }) })
    admin = await server.person({ roles: ['admin'], name: '管理员甲' })
    column = await makeColumn(server)
  })
  afterAll(() => server.close())
  const move = async (call: string, articleId: string, more: object = {}) => {
    const { value } = await admin.call(`article.${call}`, { items: [{ articleId, ...more }] })
    expect(value).toEqual({ done: [articleId], failed: [] })
    await server.parts.site.idle()
  }
  const publish = async (more: object = {}): Promise<string> => {
    const { value, errorMsg } = await admin.call('article.saveRole', anArticle(column, more))
    expect(errorMsg).toBe('')
    await move('accept', value.articleId)
    await move('approve', value.articleId)
    return value.articleId
  }
  const pageOf = (id: string) => `/site/a/${Math.floor(Number(id) / 1000)}/${id}.html`
  const kept = async (more: object = {}, who = admin) =>
    (await who.call('article.deadLinks', { pageSize: 100, ...more })).value.list as Dead[]
  const check = async (content: string) =>
    (await admin.call('article.detection', { title: '检查', content })).value.links as Dead[]

  test('are named before a text is submitted: an article that was taken down, an attachment and a page that are not there', async () => {
    const file = (await sendFile(server, admin, 'article', '办法.pdf', pdf('办法'))).value.id
    const there = await publish({ title: '在线的', files: [file] })
    const gone = await publish({ title: '下架的' })
    const picture = await uploadPicture(server, admin, 400, 225)
    const { stored } = await server.parts.db.read
      .selectFrom('attachment')
      .select('stored')
      .where('rowId', '=', Number(there))
      .executeTakeFirstOrThrow()
    const own = (name: string) => `${pageOf(there).replace('.html', '')}/${name}.pdf`
    const text = [
      link(pageOf(there)),
      link(pageOf(gone), '见下架的通知'),
      link(own(stored)),
      link(own('00ff'), '旧附件'),
      link(picture),
      link('/uploads/20200101-00000000-0000-0000-0000-000000000000.jpg', '旧图'),
      link('/site/'),
      link('/site/nothing/', '没有的栏目'),
      link('https://www.gov.cn/'),
    ].join('')
    const whys = async () => (await check(text)).map(({ text: says, place, why }) => [says, place, why])
    const always = [
      ['旧附件', 0, '文章没有这个附件'],
      ['旧图', 0, '网站上没有这个页面或文件'],
      ['没有的栏目', 0, '网站上没有这个页面或文件'],
    ]
    expect(await whys()).toEqual(always)
    await move('takeDown', gone, { reason: '内容有误' })
    expect(await whys()).toEqual([['见下架的通知', 0, '文章不在网站上，可能已下架或删除'], ...always])
    // what stands as it is saved is looked at by its number
    const { value } = await admin.call(
      'article.saveAdmin',
      anArticle(column, { content: link(pageOf(gone)), status: 3 }),
    )
    const { links } = (await admin.call('article.articleSensitiveList', { articleId: value.articleId })).value
    expect(links).toMatchObject([{ address: pageOf(gone) }])
    expect(await check(`${link(pageOf(gone))}${'<p>正文</p>'.repeat(6000)}`)).toHaveLength(1)
  })

  test('are found at night in what is online, and go when they are mended', async () => {
    const target = await publish({ title: '被链接的' })
    const from = await publish({ title: '有链接的', content: link(pageOf(target), '见通知') })
    await publish({ title: '跳转的', categoryType: 'URL', jumpUrl: pageOf(target) })
    await lookForDeadLinks(server.parts, watch)
    expect(await kept()).toEqual([])
    await move('takeDown', target, { reason: '内容有误' })
    expect(await lookForDeadLinks(server.parts, watch)).toMatchObject({
      state: 'done',
      says: expect.stringContaining('发现 2 个失效链接'),
    })
    const found = await kept()
    expect(found.map(({ title, text, place }) => [title, text, place])).toEqual([
      ['跳转的', '跳转地址', 0],
      ['有链接的', '见通知', 0],
    ])
    expect(await kept({ articleId: from })).toHaveLength(1)
    expect((await admin.call('article.deadLinksState')).value).toMatchObject({ inside: 2, outside: 0 })
    // as the night does it, or somebody who would not wait
    const run = await admin.call('schedule.run', { name: 'links' })
    expect([run.errorMsg, run.value.state]).toEqual(['', 'done'])
    const state = (await admin.call('article.deadLinksState')).value
    expect(state).toMatchObject({ at: expect.any(String), says: expect.stringContaining('发现 2 个失效链接') })
    // what is still there was found when it was found first
    server.clock.now += 60_000
    await lookForDeadLinks(server.parts, watch)
    expect((await kept()).map(({ foundAt }) => foundAt)).toEqual(found.map(({ foundAt }) => foundAt))
    // of what left the site itself nothing is told
    await move('takeDown', from, { reason: '内容有误' })
    expect((await kept()).map(({ title }) => title)).toEqual(['跳转的'])
    await move('undo', target)
    await lookForDeadLinks(server.parts, watch)
    expect(await kept()).toEqual([])
  })

  test('on other sites are looked at where a setting allows, once each, and only what surely is gone is told', async () => {
    const set = (value: string) => admin.call('setting.save', { items: [{ name: 'links.outside', value }] })
    asked.length = 0
    const urls = ['/404/x', '/410', '/403', '/500', '/200'].map((path) => `${address}${path}`)
    await publish({ title: '站外一', content: urls.map((url) => link(url)).join('') })
    await publish({ title: '站外二', content: link(urls[0] as string, '同一个') })
    await lookForDeadLinks(server.parts, watch)
    expect([await kept({ place: 1 }), asked]).toEqual([[], []])
    await set('1')
    await lookForDeadLinks(server.parts, watch)
    const found = await kept({ place: 1 })
    expect(found.map(({ title, address: at, why }) => [title, at.slice(address.length), why])).toEqual([
      ['站外二', '/404/x', '网页不存在（HTTP 404）'],
      ['站外一', '/404/x', '网页不存在（HTTP 404）'],
      ['站外一', '/410', '网页不存在（HTTP 410）'],
    ])
    expect(asked.filter((path) => path === '/404/x')).toHaveLength(1)
    // what a night has found is known to who writes the next text
    expect(await check(link(urls[0] as string, '再用'))).toMatchObject([{ text: '再用', place: 1 }])
    Object.assign(server.parts.ports, { visits: visitsFrom({}) })
    const before = asked.length
    await lookForDeadLinks(server.parts, watch)
    expect([await kept({ place: 1 }), asked.length]).toEqual([[], before])
    await set('0')
  })

  test('are shown to who reaches the article', async () => {
    await publish({ title: '别人的', content: link('/site/a/9/9999.html') })
    await lookForDeadLinks(server.parts, watch)
    expect(await kept()).toHaveLength(1)
    const other = await server.person({
      roles: ['staff'],
      deptId: await makeDept(server, '提案委'),
      columns: [await makeColumn(server, '别处')],
    })
    expect(await kept({}, other)).toEqual([])
    expect((await other.call('article.deadLinksState')).value).toMatchObject({ inside: 0 })
  })

  test('of thousands of articles are looked for a few at a time, and a stop is heard', async () => {
    await makeArticles(server, 1200, { columnId: column, status: 2, by: admin.userId })
    const told: number[] = []
    const seen = { stopped: () => false, progress: (done: number) => void told.push(done) }
    expect(await lookForDeadLinks(server.parts, seen)).toMatchObject({ state: 'done' })
    expect(told.length).toBeGreaterThan(20)
    expect(told.at(-1)).toBeGreaterThanOrEqual(1200)
    expect(await lookForDeadLinks(server.parts, { ...seen, stopped: () => true })).toEqual({ state: 'cancelled' })
  })
})
