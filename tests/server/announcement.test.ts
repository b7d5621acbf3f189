import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatTime } from '../../core/domain/time.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const minute = 60_000

describe.each(databases)('announcement on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  beforeEach(async () => {
    const { list } = (await admin.call('announcement.list', { pageSize: 100 })).value
    if (list.length > 0) await admin.call('announcement.dels', { ids: list.map((one: { id: string }) => one.id) })
  })
  afterAll(() => server.close())

  const ago = (ms: number) => formatTime(server.clock.now - ms)
  const add = async (title: string, more: object = {}) =>
    (await admin.call('announcement.add', { title, content: '<p>内容</p>', ...more })).value
  const titles = (list: { title: string }[]) => list.map((one) => one.title)

  test('is added, found, changed and deleted', async () => {
    const value = await add(' 停水公告 ', { startTime: '2026-01-05 08:00:00', endTime: '2026-01-06' })
    expect(value).toMatchObject({ title: '停水公告', top: 0, version: 1, state: 2, content: '<p>内容</p>' })
    expect(value).toMatchObject({ startTime: '2026-01-05 08:00:00', endTime: '2026-01-06 23:59:59' })
    const { content: _, ...brief } = value
    expect((await admin.call('announcement.list', { title: '停水' })).value).toMatchObject({ total: 1, list: [brief] })
    expect((await admin.call('announcement.list')).value.list[0]).not.toHaveProperty('content')
    expect((await admin.call('announcement.get', { id: value.id })).value).toEqual(value)
    const edit = { id: value.id, version: 1, top: 1, endTime: null }
    const changed = (await admin.call('announcement.edit', edit)).value
    expect(changed).toMatchObject({ title: '停水公告', top: 1, endTime: null, state: 1, version: 2 })
    expect(changed.startTime).toBe('2026-01-05 08:00:00')
    expect(await admin.call('announcement.edit', edit)).toMatchObject({ errorCode: 'STALE' })
    expect((await admin.call('announcement.dels', { ids: [value.id] })).value).toEqual({ done: [value.id], failed: [] })
    expect(await admin.call('announcement.get', { id: value.id })).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('stands where the clock says, and is listed by it, pinned ones first', async () => {
    await add('将来', { startTime: ago(-minute) })
    await add('现在')
    await add('到点', { startTime: ago(2 * minute), endTime: ago(-minute) })
    await add('置顶', { startTime: ago(9 * minute), top: 1 })
    await add('过去', { startTime: ago(9 * minute), endTime: ago(minute) })
    const listed = async (more: object) => (await admin.call('announcement.list', more)).value
    expect(titles((await listed({})).list)).toEqual(['置顶', '将来', '现在', '到点', '过去'])
    for (const [state, expected] of [
      [0, ['将来']],
      [1, ['置顶', '现在', '到点']],
      [2, ['过去']],
    ] as const) {
      const { list, total } = await listed({ state })
      expect(titles(list)).toEqual(expected)
      expect(total).toBe(expected.length)
      expect(new Set(list.map((one: { state: number }) => one.state))).toEqual(new Set([state]))
    }
    const top = await server.anyone.call('announcement.getTop', { size: 2 })
    expect(titles(top.value)).toEqual(['置顶', '现在'])
    expect(titles((await server.anyone.call('announcement.getTop')).value)).toEqual(['置顶', '现在', '到点'])
    expect(Object.keys(top.value[0]).sort()).toEqual([
      'banner',
      'content',
      'endTime',
      'id',
      'startTime',
      'title',
      'top',
    ])
    expect(await server.anyone.call('announcement.getTop', { size: 51 })).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect(await server.anyone.call('announcement.list')).toMatchObject({ errorCode: 'NOT_SIGNED_IN' })
  })

  test('an end that is not after the start is refused, also against what is stored', async () => {
    const span = { startTime: '2026-05-02', endTime: '2026-05-01 12:00:00' }
    const refused = { errorCode: 'BAD_INPUT', errorMsg: '结束时间（endTime）：应晚于开始时间 2026-05-02 00:00:00' }
    expect(await admin.call('announcement.add', { title: '甲', content: '<p>乙</p>', ...span })).toMatchObject(refused)
    const { id } = await add('甲', { startTime: span.startTime })
    expect(await admin.call('announcement.edit', { id, endTime: span.endTime })).toMatchObject(refused)
    expect(await admin.call('announcement.edit', { id, endTime: '5月' })).toMatchObject({ errorCode: 'BAD_INPUT' })
  })

  test('the content is cleaned like an article, and one of which nothing is left is refused', async () => {
    const { content } = await add('甲', { content: '<p onclick="x()">内容<script>alert(1)</script></p>' })
    expect(content).toBe('<p>内容</p>')
    for (const blank of ['', '<p>&nbsp;</p>', '<script>alert(1)</script>']) {
      const refused = await admin.call('announcement.add', { title: '甲', content: blank })
      expect(refused).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('content') })
    }
    const { id } = await add('乙')
    expect(await admin.call('announcement.edit', { id, content: '<p> </p>' })).toMatchObject({ errorCode: 'BAD_INPUT' })
  })

  test('the log tells of it by its title, and keeps no text', async () => {
    const { id } = await add('供暖公告')
    await admin.call('announcement.edit', { id, content: '<p>不应记入日志的话</p>' })
    const { list } = (await admin.call('log.list', { pageSize: 2 })).value
    expect(list[0]).toMatchObject({ says: '修改公告' })
    expect(JSON.stringify(list)).toContain('供暖公告')
    expect(JSON.stringify(list)).not.toContain('不应记入日志的话')
  })

  test('nothing forbidden and nobody’s own data go before visitors unasked; a program’s are told in the log', async () => {
    await admin.call('sensitive.add', { word: '倒卖发票', level: 2 })
    const add = (more: object) => admin.call('announcement.add', { title: '公示', content: '<p>公示如下</p>', ...more })
    expect(await add({ title: '倒卖发票公示' })).toMatchObject({ errorCode: 'SENSITIVE_WORDS' })
    expect(await add({ content: '<p>代为倒 卖 发 票</p>' })).toMatchObject({ errorCode: 'SENSITIVE_WORDS' })
    const phone = { content: '<p>联系人 13812345678</p>' }
    expect(await add({ ...phone, privacyReason: '' })).toMatchObject({
      errorCode: 'PRIVATE_DATA',
      errorMsg: expect.stringMatching(/^公开个人信息的理由（privacyReason）：含个人信息：手机号码 1 处/),
    })
    const { value } = await add({ ...phone, privacyReason: '办事联系电话' })
    expect(value.id).toBeDefined()
    expect((await add(phone)).errorCode).toBe('0')
    const edit = await admin.call('announcement.edit', { id: value.id, ...phone, privacyReason: '' })
    expect(edit.errorCode).toBe('PRIVATE_DATA')
    const told = (await admin.call('log.list', { pageSize: 50 })).value.list.map(
      (row: { result: string }) => row.result,
    )
    expect(told.join()).toContain('公开的理由：办事联系电话')
  })
})
