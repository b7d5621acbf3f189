import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { remind } from '../../server/reminders/send.ts'
import { databases } from '../support/databases.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const day = 24 * 3600_000

describe.each(databases)('reminders of proposals on %s', (database) => {
  let server: TestServer
  let desk: Person
  let member: Person
  let clerk: Person
  let helper: Person
  let checker: Person
  let lead: number
  let beside: number
  const watch = { stopped: () => false, progress: () => {} }
  const run = (after = 0) => remind({ ...server.parts, now: () => server.clock.now + after }, watch)
  const told = async (who: Person, about: string): Promise<string[]> => {
    const { list } = (await who.call('notice.myList', { pageSize: 50 })).value
    const texts: string[] = []
    for (const { id } of list) texts.push((await who.call('notice.open', { id })).value.content)
    return texts.filter((text) => text.includes(about))
  }
  const handed = async (title: string, due: number) => {
    const id = await add(title)
    await desk.call('proposal.file', { items: [{ id }] })
    await desk.call('proposal.forward', { id, deptId: lead, deptIds: [beside] })
    await server.parts.db.write.updateTable('proposal').set({ due }).where('id', '=', Number(id)).execute()
    return id
  }
  const add = async (title: string): Promise<string> => {
    const given = { title, content: '建议错时开放车位', type: 0, class: 1, openFlag: 1 }
    return (await member.call('proposal.add', given)).value.id
  }
  const answer = (who: Person, id: string) =>
    who.call('proposal.answer', { id, content: '已开放六个大院', outcome: 0, unitOpen: 1 })

  beforeAll(async () => {
    server = await startServer(database)
    desk = await server.person({ roles: ['admin'] })
    member = await server.person({ roles: ['reporter'] })
    lead = await makeDept(server, '主办局')
    beside = await makeDept(server, '协办局')
    clerk = await server.person({ roles: ['staff'], deptId: lead })
    helper = await server.person({ roles: ['staff'], deptId: beside })
    checker = await server.person({ roles: ['auditor'] })
  })
  afterAll(() => server.close())

  test('units are reminded before the time ends and each day after, until they have said their part; who checks, of what is answered', async () => {
    const near = await handed('两周内到期', server.clock.now + 5 * day)
    const late = await handed('已经到期', server.clock.now - day)
    await handed('期限还早', server.clock.now + 60 * day)
    await answer(helper, near)
    const foretold = (await desk.call('reminder.preview', { pageSize: 200 })).value.list as {
      userId: string
      says: string
    }[]
    expect(foretold.find(({ userId }) => userId === String(clerk.userId))?.says).toContain('提案《两周内到期》')
    await run()
    expect(await told(clerk, '提案《两周内到期》2026-')).toHaveLength(1)
    expect(await told(clerk, '期限还早')).toEqual([])
    // who assists has said its part of the one, and not of the other
    expect(await told(helper, '两周内到期')).toEqual([])
    expect(await told(helper, '提案《已经到期》已于')).toHaveLength(1)
    expect(await told(checker, '已经到期')).toEqual([])
    await answer(clerk, late)
    await run(day)
    expect(await told(clerk, '两周内到期')).toHaveLength(1)
    expect(await told(clerk, '已经到期')).toHaveLength(1)
    expect(await told(checker, '提案《已经到期》已于')).toHaveLength(1)
    // others of the house read nothing of it
    expect(await told(member, '到期')).toEqual([])
    await run(2 * day)
    expect(await told(checker, '提案《已经到期》已于')).toHaveLength(2)
    await desk.call('proposal.deliver', { items: [{ id: late }] })
    await run(3 * day)
    expect(await told(checker, '提案《已经到期》已于')).toHaveLength(2)
  })
})
