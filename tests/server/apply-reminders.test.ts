import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { remind } from '../../server/reminders/send.ts'
import { databases } from '../support/databases.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const day = 24 * 3600_000

describe.each(databases)('reminders of requests for disclosure on %s', (database) => {
  let server: TestServer
  let desk: Person
  let clerk: Person
  let helper: Person
  let stranger: Person
  let checker: Person
  let lead: number
  let beside: number
  let phones = 0
  const watch = { stopped: () => false, progress: () => {} }
  const run = (after = 0) => remind({ ...server.parts, now: () => server.clock.now + after }, watch)
  const told = async (who: Person, about: string): Promise<string[]> => {
    const { list } = (await who.call('notice.myList', { pageSize: 50 })).value
    const texts: string[] = []
    for (const { id } of list) texts.push((await who.call('notice.open', { id })).value.content)
    return texts.filter((text) => text.includes(about))
  }
  const dueAt = (id: string, due: number) =>
    server.parts.db.write.updateTable('apply').set({ due }).where('id', '=', Number(id)).execute()
  const add = async (title: string): Promise<string> => {
    phones += 1
    const who = { applicant: 0, name: '周小雨', idNumber: '110101199003070134', medium: 1, way: 3, channel: 1 }
    const asked = { title, content: '东街改造项目的预算批复', phone: `137${String(phones).padStart(8, '0')}` }
    const reply = await desk.call('apply.add', { ...who, ...asked })
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return reply.value.id
  }
  const handed = async (title: string, due: number) => {
    const id = await add(title)
    expect((await desk.call('apply.forward', { id, deptId: lead, deptIds: [beside] })).errorCode).toBe('0')
    await dueAt(id, due)
    return id
  }
  const answer = (who: Person, id: string) => who.call('apply.answer', { id, outcome: 10, content: '现提供预算批复' })

  beforeAll(async () => {
    server = await startServer(database)
    desk = await server.person({ roles: ['admin'] })
    lead = await makeDept(server, '主办局')
    beside = await makeDept(server, '协办局')
    clerk = await server.person({ roles: ['staff'], deptId: lead })
    helper = await server.person({ roles: ['staff'], deptId: beside })
    stranger = await server.person({ roles: ['staff'], deptId: await makeDept(server, '别的局') })
    checker = await server.person({ roles: ['auditor'] })
  })
  afterAll(() => server.close())

  test('departments are reminded before the time ends and each day after, the office of what waits for it; nobody while the time stands or is over', async () => {
    const near = await handed('三天内到期', server.clock.now + day)
    const late = await handed('已经到期', server.clock.now - day)
    await handed('期限还早', server.clock.now + 20 * day)
    const toForward = await add('没有转办')
    await dueAt(toForward, server.clock.now - day)
    // while the applicant is asked the time stands
    const asked = await handed('等补正的', server.clock.now + day)
    expect((await desk.call('apply.clarify', { id: asked, content: '请说明年度', days: 10 })).errorCode).toBe('0')
    expect((await answer(helper, near)).errorCode).toBe('0')
    const foretold = (await desk.call('reminder.preview', { pageSize: 200 })).value.list as {
      userId: string
      says: string
    }[]
    expect(foretold.find(({ userId }) => userId === String(clerk.userId))?.says).toContain('申请《三天内到期》')
    await run()
    expect(await told(clerk, '申请《三天内到期》2026-')).toHaveLength(1)
    for (const said of ['期限还早', '等补正的', '没有转办']) expect(await told(clerk, said)).toEqual([])
    // who assists has said its part of the one, and not of the other
    expect(await told(helper, '三天内到期')).toEqual([])
    expect(await told(helper, '申请《已经到期》已于')).toHaveLength(1)
    expect(await told(checker, '申请《没有转办》已于')).toHaveLength(1)
    expect(await told(checker, '已经到期')).toEqual([])
    await answer(helper, late)
    await answer(clerk, late)
    await run(day)
    expect(await told(clerk, '三天内到期')).toHaveLength(1)
    expect(await told(clerk, '已经到期')).toHaveLength(1)
    expect(await told(checker, '申请《已经到期》已于')).toHaveLength(1)
    // what nobody supplied by the day that was told waits for the office, and for no department
    expect(await told(checker, '等补正的')).toEqual([])
    const lapsed = { suppliesUntil: server.clock.now - 3600_000 }
    await server.parts.db.write.updateTable('apply').set(lapsed).where('id', '=', Number(asked)).execute()
    await run(day + 3600_000)
    expect(await told(checker, '申请《等补正的》的补正期限已于')).toHaveLength(1)
    expect(await told(clerk, '等补正的')).toEqual([])
    // others of the house read nothing of it
    expect(await told(stranger, '到期')).toEqual([])
    expect((await desk.call('apply.issue', { items: [{ id: late }] })).value.done).toEqual([late])
    await run(2 * day)
    expect(await told(checker, '申请《已经到期》已于')).toHaveLength(1)
    expect(await told(checker, '申请《没有转办》已于')).toHaveLength(3)
  })
})
