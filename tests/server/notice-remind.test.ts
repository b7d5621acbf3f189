import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { remind } from '../../server/reminders/send.ts'
import { databases } from '../support/databases.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const day = 24 * 3600_000

describe.each(databases)('who has not read a notice, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let one: Person
  let two: Person
  let dept: number
  beforeAll(async () => {
    server = await startServer(database)
    dept = await makeDept(server, '办公室')
    admin = await server.person({ roles: ['admin'] })
    one = await server.person({ roles: ['staff'], deptId: dept })
    two = await server.person({ roles: ['staff'], deptId: dept })
  })
  afterAll(() => server.close())

  const titles = async (person: Person) =>
    (await person.call('notice.myList')).value.list.map(({ title }: { title: string }) => title)
  async function sendNew(title: string, more: object = {}) {
    const given = { title, content: '内容', audience: 1, deptIds: [dept], mustConfirm: 0, isPublic: 0, ...more }
    const { id, version } = (await admin.call('notice.add', given)).value
    expect((await admin.call('notice.send', { items: [{ id, version }] })).value.done).toEqual([id])
    return id as string
  }

  test('is reminded by a button, once a day, and nobody else is', async () => {
    const id = await sendNew('防汛值班')
    await one.call('notice.open', { id })
    expect((await admin.call('notice.remind', { id })).value).toEqual({
      id,
      reminded: 1,
      says: '提醒还没有阅读《防汛值班》的 1 人',
    })
    expect(await titles(two)).toContain('提醒：请阅读通知《防汛值班》')
    expect(await titles(one)).toEqual(['防汛值班'])
    expect((await admin.call('log.list', { call: 'notice.remind' })).value.list[0]).toMatchObject({
      sentence: '提醒没有阅读通知「防汛值班」的人',
      after: { reminded: 1 },
    })
    expect(await admin.call('notice.remind', { id })).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: expect.stringContaining('今天'),
    })
    const nextDay = () =>
      server.parts.db.write
        .updateTable('notice')
        .set({ remindedAt: server.clock.now - day })
        .where('id', '=', Number(id))
        .execute()
    await nextDay()
    expect((await admin.call('notice.remind', { id })).value.reminded).toBe(1)
    await nextDay()
    await two.call('notice.open', { id })
    expect(await admin.call('notice.remind', { id })).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: expect.stringContaining('已全部阅读'),
    })
    // what asks to be confirmed is not done by being read; who may not send does not remind
    const important = await sendNew('须确认的', { mustConfirm: 1 })
    await one.call('notice.open', { id: important })
    expect((await one.call('notice.remind', { id: important })).errorCode).toBe('NO_PERMISSION')
    expect((await admin.call('notice.remind', { id: important })).value.reminded).toBe(2)
    const draft = (await admin.call('notice.add', { title: '草稿', content: '内容', audience: 0 })).value
    expect((await admin.call('notice.remind', { id: draft.id })).errorCode).toBe('BAD_STATE')
  })

  test.each(['withdraw', 'delete', 'undo'])('of what is out no longer (%s) no reminder stays', async (way) => {
    const id = await sendNew(`误发的 ${way}`)
    expect((await admin.call('notice.remind', { id })).value.reminded).toBe(2)
    expect(await titles(two)).toContain(`提醒：请阅读通知《误发的 ${way}》`)
    if (way === 'undo') expect((await admin.call('notice.undo', { items: [{ id }] })).value.done).toEqual([id])
    else await admin.call('notice.withdraw', { items: [{ id, reason: '接收范围有误' }] })
    if (way === 'delete') expect((await admin.call('notice.dels', { ids: [id] })).value.done).toEqual([id])
    expect((await titles(two)).join()).not.toContain('误发的')
  })

  test('is reminded by a rule of reminders, some working days after', async () => {
    const [rule] = (await admin.call('reminder.list', { event: 'noticeUnread' })).value.list
    expect(rule).toMatchObject({ enabled: 0, leadSays: '发送超过 2 个工作日' })
    await admin.call('reminder.edit', { id: rule.id, enabled: 1 })
    await sendNew('没有人看的')
    const run = (after: number) =>
      remind(
        { ...server.parts, now: () => server.clock.now + after },
        { stopped: () => false, progress: () => undefined },
      )
    await run(0)
    expect((await titles(two)).filter((title: string) => title.startsWith('提醒：1 件'))).toEqual([])
    await run(12 * day)
    const told = (await two.call('notice.myList')).value.list.find(({ title }: { title: string }) =>
      /^提醒：\d+ 件/.test(title),
    )
    const { content } = (await two.call('notice.open', { id: told.id })).value
    expect(content).toContain('通知还没有阅读')
    expect(content).toMatch(/通知《没有人看的》于 .* 发送，您还没有阅读/)
  })
})
