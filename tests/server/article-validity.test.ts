import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('whether documents still hold, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let column: number
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    column = await makeColumn(server, '规范性文件')
  })
  afterAll(() => server.close())

  const publish = async (title: string) => {
    const saved = await admin.call('article.saveAdmin', anArticle(column, { title, status: 1 }))
    const { articleId } = saved.value as { articleId: string }
    for (const move of ['accept', 'approve']) await admin.call(`article.${move}`, { items: [{ articleId }] })
    return articleId
  }
  const mark = async (ids: string[], more: object) => admin.call('article.validity', { ids, ...more })
  const view = async (articleId: string) => (await admin.call('article.view', { articleId })).value
  const read = async (path: string) => {
    await server.parts.site.showTouched({ wait: true })
    return readFileSync(join(server.parts.dataDir, 'site', path), 'utf8')
  }
  const pageOf = (id: string) => read(`a/${Math.floor(Number(id) / 1000)}/${id}.html`)
  const noticeIn = (html: string) =>
    /<div class="validity[^>]*>([\s\S]*?)<\/div>/
      .exec(html)?.[1]
      ?.replace(/<a [^>]*>|<[^>]+>/g, (tag) => (tag.startsWith('<a ') ? '→' : ''))
      .trim()

  test('it shows at once at the head of the page, in lists, feeds and searches, and no text is changed', async () => {
    const old = await publish('关于公共停车场管理的暂行规定')
    const fresh = await publish('公共停车场管理办法')
    const { version } = await view(old)
    const how = { state: 3, day: '2026-11-01', byId: fresh, note: '新办法同日施行。', reason: '清理规范性文件' }
    expect((await mark([old], how)).value).toEqual({ done: [old], failed: [] })
    expect(noticeIn(await pageOf(old))).toBe(
      '已废止本文件自 2026年11月1日 起废止，见→《公共停车场管理办法》。新办法同日施行。',
    )
    expect(await read(`c${column}/index.html`)).toContain('<b class="held">[已废止]</b> 关于公共停车场管理的暂行规定')
    expect(await read(`c${column}/rss.xml`)).toContain('<title>[已废止] 关于公共停车场管理的暂行规定</title>')
    const asked = { keyword: '公共停车场', pageNumber: 1, pageSize: 10 }
    const found = (await server.anyone.call('article.queryEsArticle', asked)).value.list
    expect(found.map(({ id, validity }: { id: string; validity: unknown }) => [id, validity])).toEqual([
      [fresh, null],
      [old, 3],
    ])
    const { list } = (await admin.call('article.list', { validity: 3, fields: ['title', 'validity'] })).value
    expect(list).toEqual([{ articleId: old, title: '关于公共停车场管理的暂行规定', validity: 3 }])
    expect(await view(old)).toMatchObject({
      ...{ version, status: 2, review: null, validity: 3 },
      validityMark: {
        day: '2026-11-01 00:00:00',
        byId: fresh,
        byTitle: '公共停车场管理办法',
        note: '新办法同日施行。',
      },
    })
    const [row] = (await admin.call('log.list', { pageSize: 1 })).value.list
    expect(JSON.stringify(row)).toContain('清理规范性文件')
    expect((await mark([old], how)).value).toEqual({ done: [old], failed: [], unchanged: [old] })
  })

  test('a mark that is taken away is gone at once; the log says so', async () => {
    const id = await publish('关于限制养犬的通告')
    await mark([id], { state: 4 })
    expect(noticeIn(await pageOf(id))).toBe('已失效本文件已经失效。')
    expect((await mark([id], { state: 0 })).value.done).toEqual([id])
    expect(noticeIn(await pageOf(id))).toBeUndefined()
    expect(await read(`c${column}/index.html`)).not.toContain('关于限制养犬的通告</a><b')
    expect(await view(id)).toMatchObject({ validity: null, validityMark: null })
    const says = (await admin.call('log.list', { pageSize: 1 })).value.list[0].sentence
    expect(says).toContain('取消标注')
    expect((await mark([id], { state: 0 })).value).toMatchObject({ unchanged: [id] })
  })

  test('where what repealed it leaves the site, the words stay and the way there goes; purged too; back again it leads there', async () => {
    const old = await publish('旧规定')
    const fresh = await publish('《新规定》')
    await mark([old], { state: 2, byId: fresh })
    expect(noticeIn(await pageOf(old))).toBe('已修改本文件已经修改，见→《新规定》。')
    const items = [{ articleId: fresh, reason: '内容有误' }]
    await admin.call('article.takeDown', { items })
    expect(noticeIn(await pageOf(old))).toBe('已修改本文件已经修改，见《新规定》。')
    await admin.call('article.undo', { items: [{ articleId: fresh }] })
    expect(noticeIn(await pageOf(old))).toContain('→')
    await admin.call('article.takeDown', { items })
    await admin.call('article.delete', { items })
    expect((await admin.call('article.recyclePurge', { items })).value.failed).toEqual([])
    expect(noticeIn(await pageOf(old))).toBe('已修改本文件已经修改，见《新规定》。')
    expect((await view(old)).validityMark).toMatchObject({ byId: null, byTitle: '《新规定》' })
  })

  test('what is refused: a day to come, itself, what visitors cannot read; each item by itself', async () => {
    const id = await publish('供水管理规定')
    const draft = (await admin.call('article.saveAdmin', anArticle(column, { status: 3 }))).value.articleId
    const refused = async (more: object) => (await mark([id], { state: 3, ...more })).errorMsg
    expect(await refused({ day: '2099-01-01' })).toContain('还没有到')
    expect(await refused({ byId: draft })).toContain('不在网站上')
    expect(await refused({ state: 0, note: '说明' })).toContain('取消标注时不写')
    expect((await mark([id, '999999'], { state: 1, byId: id })).value.failed).toMatchObject([
      { id, errorMsg: expect.stringContaining('自己') },
      { id: '999999', errorCode: 'NOT_FOUND' },
    ])
    // a draft bears its mark too, before anybody sees it
    expect((await mark([draft], { state: 1 })).value.done).toEqual([draft])
  })

  test('it is a right of its own, within one’s reach; a dry run changes nothing', async () => {
    const id = await publish('市容管理规定')
    const writer = await server.person({ roles: ['staff'], columns: [column] })
    expect((await writer.call('article.validity', { ids: [id], state: 3 })).errorCode).toBe('NO_PERMISSION')
    const auditor = await server.person({ roles: ['auditor'] })
    const dry = await server.raw('/x/dry-run/x/article/validity', {
      method: 'POST',
      headers: { authorization: auditor.token, 'content-type': 'application/json' },
      body: JSON.stringify({ ids: [id], state: 3 }),
    })
    expect(dry.text).toContain(JSON.stringify([id]))
    expect((await view(id)).validity).toBeNull()
  })
})
