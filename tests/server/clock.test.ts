import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepTime } from '../../server/areas/article/clock.ts'
import { limitsFrom } from '../../server/limits.ts'
import { databases } from '../support/databases.ts'
import { anArticle, giveScope, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

const hour = 3600_000
/** 2026-11-21 09:05 in Shanghai. */
const start = Date.parse('2026-11-21T01:05:00Z')
const watch = { stopped: () => false, progress: () => {} }

describe.each(databases)('articles that go online and off by the clock, on %s', (database) => {
  let server: TestServer
  let column: number
  let first: Person
  let second: Person
  let writer: Person
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database, { limits: { ...limitsFrom({}), idleMs: 1000 * hour, sessionMs: 1000 * hour } })
    column = await makeColumn(server)
    admin = await server.person({ roles: ['admin'] })
    first = await server.person({ roles: ['auditor'], name: '审核甲' })
    second = await server.person({ roles: ['auditor'], name: '审核乙' })
    writer = await server.person({ roles: ['staff'], columns: [column], name: '周明川' })
  })
  beforeEach(() => {
    server.clock.now = start
  })
  afterAll(() => server.close())

  type Id = { articleId: string }
  const view = async ({ articleId }: Id) => (await admin.call('article.view', { articleId })).value
  const save = async (more: object = {}) => {
    const reply = await writer.call('article.saveRole', anArticle(column, more))
    expect(reply.errorMsg).toBe('')
    return reply.value as Id
  }
  const move = async (who: Person, call: string, a: Id, more: object = {}) =>
    (await who.call(`article.${call}`, { items: [{ articleId: a.articleId, ...more }] })).value
  const done = async (who: Person, call: string, a: Id, more: object = {}) =>
    expect(await move(who, call, a, more)).toMatchObject({ done: [a.articleId], failed: [] })
  const accepted = async (more: object = {}) => {
    const a = await save(more)
    await done(first, 'accept', a)
    return a
  }
  const timed = async (publishTime = '2026-11-22 08:00', more: object = {}) => {
    const a = await accepted({ publishTime, ...more })
    await done(second, 'approve', a)
    return a
  }
  const published = async (more: object = {}) => {
    const a = await accepted(more)
    await done(second, 'approve', a)
    return a
  }
  /** The next minute after a time in Shanghai. */
  const at = async (time: string) => {
    server.clock.now = Date.parse(`${time}:00+08:00`)
    return keepTime(server.parts, watch)
  }
  const steps = async ({ articleId }: Id) => (await admin.call('article.revisions', { articleId })).value.list
  const online = async ({ articleId }: Id) =>
    (await server.anyone.call('article.webView', { articleId })).text.includes('<html')
  const waiting = async () => {
    const { value } = await second.call('inbox.count')
    return value.piles.find(({ pile }: { pile: string }) => pile === 'article.toApprove')?.count ?? 0
  }

  test('an approval before its time lets it wait, and the clock publishes it once', async () => {
    const before = await waiting()
    const a = await timed()
    expect(await view(a)).toMatchObject({ status: 0, scheduledAt: '2026-11-22 08:00:00', approvedAt: null })
    expect(await waiting()).toBe(before)
    expect((await steps(a))[0]).toMatchObject({ act: '审核通过，定时发布', byName: '审核乙', status: 0 })
    expect(await at('2026-11-22 07:59')).toMatchObject({ idle: true })
    expect(await online(a)).toBe(false)
    expect(await at('2026-11-22 08:00')).toMatchObject({ state: 'done', says: '定时发布 1 篇，定时下架 0 篇' })
    expect(await view(a)).toMatchObject({
      ...{ status: 2, scheduledAt: null, publishTime: '2026-11-22 08:00:00', approvedByName: '审核乙' },
      approvedAt: '2026-11-22 08:00:00',
    })
    expect(await online(a)).toBe(true)
    expect((await steps(a))[0]).toMatchObject({ act: '定时发布', byName: '系统', status: 2 })
    expect(await at('2026-11-22 08:01')).toMatchObject({ idle: true })
    const { list } = (await admin.call('log.list', { targetId: a.articleId })).value
    expect(list[0]).toMatchObject({ kind: 'system', result: '成功 1 项；到时自动执行' })
    expect(list[1]).toMatchObject({ result: '成功 1 项；其中 1 项定时发布' })
  })

  test('what was due while no server ran is published at its next start, with the time that was meant', async () => {
    const a = await timed('2026-11-22 08:00')
    await at('2026-11-25 17:30')
    expect(await view(a)).toMatchObject({ status: 2, publishTime: '2026-11-22 08:00:00' })
  })

  test('approved once more it stays; a change or a rejection ends it', async () => {
    const a = await timed()
    await done(second, 'approve', a)
    expect((await steps(a)).length).toBe(3)
    await done(second, 'reject', a, { reason: '还要改' })
    expect(await view(a)).toMatchObject({ status: 4, scheduledAt: null })
    const changed = await timed()
    expect((await writer.call('article.update', { articleId: changed.articleId, title: '改了' })).errorMsg).toBe('')
    expect(await view(changed)).toMatchObject({ status: 1, scheduledAt: null })
    const now = await timed()
    await done(second, 'updateAndApprove', now, { publishTime: null })
    expect(await view(now)).toMatchObject({ status: 2, scheduledAt: null, publishTime: '2026-11-21 09:05:00' })
    expect(await at('2026-11-23 00:00')).toMatchObject({ idle: true })
  })

  test('it is taken back by who approved it; after the clock has published it too, and is not published again', async () => {
    const a = await timed()
    await done(second, 'undo', a)
    expect(await view(a)).toMatchObject({ status: 0, scheduledAt: null })
    await done(second, 'approve', a)
    await at('2026-11-22 08:00')
    expect((await move(first, 'undo', a)).failed[0].errorMsg).toContain('只能撤销本人的操作')
    await done(second, 'undo', a)
    expect(await view(a)).toMatchObject({ status: 0, scheduledAt: null })
    expect(await at('2026-11-22 08:01')).toMatchObject({ idle: true })
  })

  test('what may not be online any more stays off, waits again, and says why', async () => {
    const a = await timed('2026-11-22 08:00', { title: '题中有禁语' })
    const plain = await timed('2026-11-22 08:00')
    const { value: word } = await admin.call('sensitive.add', { word: '禁语', level: 2 })
    expect(await at('2026-11-22 08:00')).toMatchObject({
      ...{
        state: 'failed',
        says: expect.stringMatching(/^定时发布 1 篇，定时下架 0 篇，1 篇没有执行（文章 \d+：.*「禁语」/),
      },
    })
    expect(await view(plain)).toMatchObject({ status: 2 })
    expect(await view(a)).toMatchObject({ status: 0, scheduledAt: null })
    expect((await steps(a))[0]).toMatchObject({ act: '定时发布未执行', reason: expect.stringContaining('「禁语」') })
    expect(await at('2026-11-22 08:01')).toMatchObject({ idle: true })
    await admin.call('sensitive.dels', { ids: [word.id] })
  })

  test('it goes off the site at its time; a revision under way ends with it', async () => {
    const a = await published({ offlineTime: '2026-11-23 18:00' })
    expect((await writer.call('article.update', { articleId: a.articleId, title: '修订' })).errorMsg).toBe('')
    await at('2026-11-23 17:59')
    expect(await online(a)).toBe(true)
    expect(await at('2026-11-23 18:00')).toMatchObject({ says: '定时发布 0 篇，定时下架 1 篇' })
    expect(await online(a)).toBe(false)
    expect(await view(a)).toMatchObject({ status: 5, reason: '已到定时下架的时间', review: null })
    expect((await steps(a))[0]).toMatchObject({ act: '定时下架', byName: '系统' })
    // brought back as it is it would be gone the same minute
    await writer.call('article.update', { articleId: a.articleId, status: 1 })
    await done(first, 'accept', a)
    expect((await move(second, 'approve', a)).failed[0].errorMsg).toContain('定时下架的时间 2026-11-23 18:00 已经过了')
  })

  test('no time to go off before the one to go online, nor before now', async () => {
    const times = async (publishTime: string | null, offlineTime: string) =>
      (await writer.call('article.saveRole', anArticle(column, { publishTime, offlineTime }))).errorMsg
    expect(await times('2026-11-22 08:00', '2026-11-22 08:00')).toContain('应晚于现在，也应晚于发布时间')
    expect(await times(null, '2026-11-21 09:00')).toContain('应晚于现在')
    expect(await times('2026-11-22 08:00', '2026-11-22 09:00')).toBe('')
  })

  test('the list tells what is timed, and the calendar of a month what comes when, within what one may see', async () => {
    const a = await timed('2027-02-28 23:59', { offlineTime: '2027-03-01 00:00', title: '春节值班安排' })
    const list = async (timed: number) =>
      (await admin.call('article.list', { timed, status: [0], pageSize: 200 })).value.list.map(
        (row: Id) => row.articleId,
      )
    expect(await list(1)).toContain(a.articleId)
    expect(await list(0)).not.toContain(a.articleId)
    const month = async (name: string, who = admin) => (await who.call('article.calendar', { month: name })).value
    const row = { articleId: a.articleId, title: '春节值班安排', status: 0 }
    expect(await month('2027-02')).toEqual([expect.objectContaining({ ...row, at: '2027-02-28 23:59:00', act: 0 })])
    expect(await month('2027-03')).toEqual([expect.objectContaining({ ...row, at: '2027-03-01 00:00:00', act: 1 })])
    await giveScope(server, 'staff', 'SELF')
    const other = await server.person({ roles: ['staff'] })
    expect(await month('2027-02', other)).toEqual([])
    expect((await admin.call('article.calendar', { month: '2027-13' })).errorMsg).toContain('应写作 2026-11')
  })
})
