import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { remind } from '../../server/reminders/send.ts'
import { databases } from '../support/databases.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const day = 24 * 3600_000

describe.each(databases)('days of letters and their reminders on %s', (database) => {
  let server: TestServer
  let admin: Person
  let clerk: Person
  let helper: Person
  let office: Person
  const watch = { stopped: () => false, progress: () => {} }
  const run = (after = 0) => remind({ ...server.parts, now: () => server.clock.now + after }, watch)
  const told = async (person: Person): Promise<string[]> => {
    const { list } = (await person.call('notice.myList', { pageSize: 50 })).value
    const texts: string[] = []
    for (const { id } of list) texts.push((await person.call('notice.open', { id })).value.content)
    return texts
  }
  const write = async (title: string, more: object = {}) =>
    (
      await admin.call('mail.add', {
        ...{ title, type: 0, content: '内容', name: '周小雨', phone: '13900001234', openFlag: 0, ...more },
      })
    ).value as { id: string; due: string }
  const dueAt = (id: string, due: number) =>
    server.parts.db.write.updateTable('mail').set({ due }).where('id', '=', Number(id)).execute()

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    const depts = { lead: await makeDept(server, '城管局'), help: await makeDept(server, '水利局') }
    clerk = await server.person({ roles: ['staff'], deptId: depts.lead })
    helper = await server.person({ roles: ['staff'], deptId: depts.help })
    office = await server.person({ roles: ['auditor'] })
    const late = await write('路灯不亮')
    await admin.call('mail.examine', { ids: [late.id] })
    await admin.call('mailForum.deptSave', { id: late.id, deptId: depts.lead, deptIds: [depts.help] })
    await admin.call('mailForum.save', { id: late.id, deptId: depts.help, content: '已查看' })
    await dueAt(late.id, server.clock.now - day)
    const soon = await write('明天到期')
    await dueAt(soon.id, server.clock.now + 3600_000)
    await write('还早')
  })
  afterAll(() => server.close())

  test('what is late is told to the department that has not answered, what waits for the office to the office, once a day', async () => {
    const foretold = (await admin.call('reminder.preview', { pageSize: 200 })).value.list as {
      userId: string
      says: string
    }[]
    const says = foretold.find(({ userId }) => userId === String(clerk.userId))?.says
    expect(says).toContain('来信《路灯不亮》已于')
    expect(await told(clerk)).toEqual([])
    expect(await run()).toMatchObject({ state: 'done' })
    expect(await told(clerk)).toEqual([expect.stringContaining('来信《路灯不亮》已于')])
    // who assists has said its part
    expect(await told(helper)).toEqual([])
    const [first] = await told(office)
    expect(first).toContain('来信《明天到期》')
    expect(first).not.toContain('还早')
    expect(first).not.toContain('路灯不亮')
    expect(await run(3600_000)).toMatchObject({ idle: true })
    expect(await told(clerk)).toHaveLength(1)
    await run(day)
    expect(await told(clerk)).toHaveLength(2)
  })

  test('by short message too, where the rule says so, and not at all where it is off', async () => {
    const { list } = (await admin.call('reminder.list', { event: 'mailOverdue' })).value
    const [{ id }] = list
    await admin.call('reminder.edit', { id, channel: 3 })
    const { parts } = server
    const phone = '13900005678'
    await parts.db.write
      .updateTable('user')
      .set({ mobile: parts.secret.encrypt(phone), mobileHash: parts.secret.lookup(phone) })
      .where('id', '=', clerk.userId)
      .execute()
    await run(2 * day)
    const texts = (await admin.call('sms.list')).value
    expect(texts.total).toBe(1)
    expect(await told(clerk)).toHaveLength(3)
    await admin.call('reminder.edit', { id, enabled: 0 })
    await run(3 * day)
    expect(await told(clerk)).toHaveLength(3)
  })

  test('what one department has left lying, for months and by the thousand, is counted, and keeps nothing from another', async () => {
    const { list } = (await admin.call('reminder.list', { event: 'mailOverdue' })).value
    await admin.call('reminder.edit', { id: list[0].id, enabled: 1, channel: 1 })
    const depts = { many: await makeDept(server, '城管局'), few: await makeDept(server, '教育局') }
    const [many, few] = [
      await server.person({ roles: ['staff'], deptId: depts.many }),
      await server.person({ roles: ['staff'], deptId: depts.few }),
    ]
    const { write: db } = server.parts.db
    const late = async (title: string, deptId: number, due: number, times: number) => {
      const { id } = await write(title)
      await admin.call('mail.examine', { ids: [id] })
      await admin.call('mailForum.deptSave', { id, deptId })
      await dueAt(id, due)
      const { id: _, ...row } = await db
        .selectFrom('mail')
        .selectAll()
        .where('id', '=', Number(id))
        .executeTakeFirstOrThrow()
      const place = await db
        .selectFrom('mailForum')
        .selectAll()
        .where('mailId', '=', Number(id))
        .executeTakeFirstOrThrow()
      for (let i = 1; i < times; i += 1) {
        const more = { ...row, code: `L${i}`, codeHash: `L${i}` }
        const made = await db.insertInto('mail').values(more).returning('id').executeTakeFirstOrThrow()
        const { id: _own, ...part } = place
        await db
          .insertInto('mailForum')
          .values({ ...part, mailId: made.id })
          .execute()
      }
    }
    await late('积压的来信', depts.many, server.clock.now - 60 * day, 1150)
    await late('另一个局的来信', depts.few, server.clock.now - 2 * day, 1)
    const foretold = (await admin.call('reminder.preview', { pageSize: 200 })).value.list as {
      userId: string
      things: number
      says: string
    }[]
    const of = (person: Person) => foretold.find(({ userId }) => userId === String(person.userId))
    expect(of(few)?.says).toContain('另一个局的来信')
    expect(of(many)).toMatchObject({ things: 1150 })
    await run(4 * day)
    expect(await told(few)).toEqual([expect.stringContaining('另一个局的来信')])
    const [message] = await told(many)
    expect(message).toContain('积压的来信')
    expect(message).toContain('另有 1130 件')
  })

  test('the days of a kind are a setting for letters to come; those that came keep theirs', async () => {
    const before = await write('按原来的')
    // five working days after Saturday the 21st of November
    expect(before.due).toBe('2026-11-27 23:59:59')
    for (const bad of ['0', '61', '五'])
      expect((await admin.call('setting.save', { items: [{ name: 'mail.days0', value: bad }] })).errorCode).toBe(
        'BAD_INPUT',
      )
    const saved = await admin.call('setting.save', { items: [{ name: 'mail.days0', value: '3' }] })
    expect(saved, saved.text).toMatchObject({ errorCode: '0' })
    expect((await write('按新的')).due).toBe('2026-11-25 23:59:59')
    expect((await write('投诉照旧', { type: 3 })).due).toBe('2026-12-11 23:59:59')
    expect((await admin.call('mail.get', { id: before.id })).value).toMatchObject({
      due: '2026-11-27 23:59:59',
      limitDays: 5,
    })
  })
})
