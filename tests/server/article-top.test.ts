import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepTime } from '../../server/areas/article/clock.ts'
import { limitsFrom } from '../../server/limits.ts'
import { databases } from '../support/databases.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

const hour = 3600_000
const watch = { stopped: () => false, progress: () => {} }

describe.each(databases)('articles that stand first in their column, on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database, { limits: { ...limitsFrom({}), idleMs: 1000 * hour, sessionMs: 1000 * hour } })
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  const publish = async (columnId: number, title: string, publishTime = '2026-11-20 08:00') => {
    const saved = await admin.call('article.saveAdmin', anArticle(columnId, { title, publishTime, status: 1 }))
    const { articleId } = saved.value as { articleId: string }
    const items = [{ articleId }]
    await admin.call('article.accept', { items })
    await admin.call('article.approve', { items })
    return articleId
  }
  /** A column of three articles, the newest first. */
  const three = async (title: string) => {
    const column = await makeColumn(server, title)
    const ids = []
    for (const [i, name] of ['甲', '乙', '丙'].entries())
      ids.push(await publish(column, `${title}${name}`, `2026-11-1${i + 1} 08:00`))
    return { column, ids: ids as [string, string, string] }
  }
  const up = async (ids: string[], more: object = {}) => (await admin.call('article.articleUp', { ids, ...more })).value
  const view = async (articleId: string) => (await admin.call('article.view', { articleId })).value
  const shown = async (columnId: number) => {
    await server.parts.site.showTouched({ wait: true })
    const page = readFileSync(join(server.parts.dataDir, 'site', `c${columnId}`, 'index.html'), 'utf8')
    const items = page.slice(page.indexOf('<ul class="news">'))
    return [...items.matchAll(/<li><a[^>]*>(?:<b class="top">(置顶)<\/b> )?([^<]+)</g)].map(
      ([, top, title]) => `${top ? '^' : ''}${title}`,
    )
  }

  test('the last one put first is foremost, on the site too; taken back it stands by its time', async () => {
    const { column, ids } = await three('会议')
    const [a, b] = ids
    expect(await up([a])).toEqual({ done: [a], failed: [] })
    expect(await up([b])).toEqual({ done: [b], failed: [] })
    expect(await view(b)).toMatchObject({ top: 1, topUntil: null })
    expect(await view(a)).toMatchObject({ top: 2 })
    expect(await shown(column)).toEqual(['^会议乙', '^会议甲', '会议丙'])
    expect(await up([a])).toMatchObject({ done: [a], unchanged: [a] })
    expect(await up([b], { top: 0 })).toEqual({ done: [b], failed: [] })
    expect(await view(b)).toMatchObject({ top: null })
    expect(await shown(column)).toEqual(['^会议甲', '会议丙', '会议乙'])
    const { list } = (await admin.call('article.list', { columnId: column, top: 1, fields: ['title', 'top'] })).value
    expect(list).toEqual([{ articleId: a, title: '会议甲', top: 1 }])
    expect((await admin.call('article.list', { columnId: column, top: 0 })).value.total).toBe(2)
    const says = (await admin.call('log.list', { pageSize: 3 })).value.list.map((row: { says: string }) => row.says)
    expect(says.join()).toContain('取消置顶')
  })

  test('their order can be set; what does not stand first has none', async () => {
    const { column, ids } = await three('动态')
    const [a, b, c] = ids
    for (const id of [c, b, a]) await up([id])
    expect((await admin.call('article.articleSort', { articleId: a, sort: 3 })).value).toMatchObject({ top: 3 })
    expect(await shown(column)).toEqual(['^动态乙', '^动态丙', '^动态甲'])
    await up([c], { top: 0 })
    const refused = await admin.call('article.articleSort', { articleId: c, sort: 1 })
    expect(refused).toMatchObject({ errorCode: 'CONFLICT', errorMsg: expect.stringContaining('没有置顶') })
  })

  test('it ends at its time by itself, and is not put first until a time that is over', async () => {
    const { column, ids } = await three('通知')
    const past = await admin.call('article.articleUp', { ids: [ids[0]], topUntil: '2026-11-20' })
    expect(past).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('应晚于现在') })
    await up([ids[0]], { topUntil: '2026-11-22' })
    expect(await view(ids[0])).toMatchObject({ top: 1, topUntil: '2026-11-22 23:59:59' })
    expect(await shown(column)).toEqual(['^通知甲', '通知丙', '通知乙'])
    const { now } = server.clock
    server.clock.now = Date.parse('2026-11-23T00:01:00+08:00')
    expect(await keepTime(server.parts, watch)).toMatchObject({ says: expect.stringContaining('置顶到期 1 篇') })
    server.clock.now = now
    expect(await view(ids[0])).toMatchObject({ top: null, topUntil: null })
    expect(await shown(column)).toEqual(['通知丙', '通知乙', '通知甲'])
  })

  test('only what is published; not more than ten in a column; what moves or is purged stands first no more', async () => {
    const { column, ids } = await three('公开')
    const draft = (await admin.call('article.saveAdmin', anArticle(column, { status: 3 }))).value.articleId
    expect((await up([draft])).failed).toMatchObject([
      { errorCode: 'CONFLICT', errorMsg: expect.stringContaining('已发布') },
    ])
    const more = []
    for (let i = 0; i < 8; i += 1) more.push(await publish(column, `其他${i}`))
    const result = await up([...ids, ...more])
    expect(result.done).toHaveLength(10)
    expect(result.failed).toMatchObject([{ id: more[7], errorMsg: expect.stringContaining('已有 10 篇') }])
    // a place becomes free where one leaves the column
    const other = await makeColumn(server, '别处')
    await admin.call('article.updateAndApprove', { items: [{ articleId: ids[0], columnId: other }] })
    expect(await view(ids[0])).toMatchObject({ columnId: String(other), top: null })
    expect((await up([more[7] as string])).failed).toEqual([])
    await admin.call('article.takeDown', { items: [{ articleId: ids[1], reason: '内容有误' }] })
    await admin.call('article.delete', { items: [{ articleId: ids[1] }] })
    expect((await admin.call('article.recyclePurge', { items: [{ articleId: ids[1] }] })).value.failed).toEqual([])
    const left = await server.parts.db.read.selectFrom('articleTop').select('articleId').execute()
    expect(left.map(({ articleId }) => String(articleId))).not.toContain(ids[1])
  })

  test('it is for who may publish, within their reach; a dry run changes nothing', async () => {
    const { column, ids } = await three('权限')
    const writer = await server.person({ roles: ['staff'], columns: [column] })
    expect((await writer.call('article.articleUp', { ids })).errorCode).toBe('NO_PERMISSION')
    const stranger = await server.anyone.call('article.articleUp', { ids })
    expect(stranger.status).toBe(401)
    const dry = await server.raw('/x/dry-run/api/article/articleUp', {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'application/json' },
      body: JSON.stringify({ ids }),
    })
    expect(dry.text).toContain(JSON.stringify(ids))
    expect(await view(ids[0])).toMatchObject({ top: null })
  })
})
