import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitsFrom } from '../../server/limits.ts'
import { databases } from '../support/databases.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

describe.each(databases)('letters by the pile on %s', (database) => {
  let server: TestServer
  let admin: Person
  let dept: number
  let phones = 0
  const write = async (from: string, more: object = {}) => {
    const by = visitorsOf(server, from)
    phones += 1
    const phone = `137${String(phones).padStart(8, '0')}`
    const sent = { type: 0, title: '专业贷款', content: '加微信办理', name: '周小雨', phone, openFlag: 0, ...more }
    const reply = await by.post('/web/mail/add', { ...sent, verifyCode: 'ab12', codeId: await by.captcha() })
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return { ...(reply.value as { id: string; code: string }), phone: sent.phone }
  }
  const get = async (id: string) => (await admin.call('mail.get', { id })).value
  const idsOf = async (search: object) =>
    (await admin.call('mail.list', { pageSize: 100, ...search })).value.list.map(({ id }: { id: string }) => id).sort()
  const sources = async (input: object = {}) => (await admin.call('mail.sources', input)).value
  const waits = async () => {
    const { piles: list } = (await admin.call('inbox.count')).value
    return list.find(({ pile }: { pile: string }) => pile === 'mail.complained')?.count ?? 0
  }
  const mine = (call: string, { code, phone }: { code: string; phone: string }, more: object = {}) =>
    visitorsOf(server, '203.0.113.9').post(call, { code, phone, ...more })

  beforeAll(async () => {
    server = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
    admin = await server.person({ roles: ['admin'] })
    dept = await makeDept(server, '城管局')
  })
  afterAll(() => server.close())

  test('a late letter that waits to be examined is one thing to do, and counts twice for nobody', async () => {
    const counted = async (who = admin) => {
      const { total, piles } = (await who.call('inbox.count')).value
      const of = (name: string) => piles.find(({ pile }: { pile: string }) => pile === name)
      return { total, late: of('mail.overdue'), toExamine: of('mail.toExamine') }
    }
    const { id } = await write('198.51.100.77', { title: '晚了的' })
    const before = await counted()
    await server.parts.db.write.updateTable('mail').set({ due: 1 }).where('id', '=', Number(id)).execute()
    const after = await counted()
    expect([after.late.count - before.late.count, after.late.apart, after.total - before.total]).toEqual([1, 0, 0])
    // in a department it is in no other pile of who only hands letters on
    const office = await server.person({ roles: ['auditor'] })
    const first = await counted(office)
    await server.parts.db.write.updateTable('mail').set({ state: 2 }).where('id', '=', Number(id)).execute()
    const then = await counted(office)
    expect([first.late?.apart, then.late?.apart]).toEqual([0, 1])
    expect(then.total).toBe(first.total)
    await server.parts.db.write.updateTable('mail').set({ deletedAt: 1 }).where('id', '=', Number(id)).execute()
  })

  test('what a department has answered late waits for the office, and is no longer late at the department', async () => {
    const clerk = await server.person({ roles: ['staff'], deptId: dept })
    const late = async (who: Person, name: string) => {
      const list = (await who.call('inbox.count')).value.piles as { pile: string; count: number; search: object }[]
      return list.find(({ pile }) => pile === name)
    }
    const { id } = await write('198.51.100.78', { title: '部门晚了的' })
    await admin.call('mail.examine', { ids: [id] })
    await admin.call('mailForum.deptSave', { id, deptId: dept })
    await server.parts.db.write.updateTable('mail').set({ due: 1 }).where('id', '=', Number(id)).execute()
    const own = await late(clerk, 'mail.overdueOwn')
    expect(own).toMatchObject({ count: 1, search: { overdue: '1', state: '2' } })
    expect((await clerk.call('mail.list', { overdue: 1, state: 2 })).value.total).toBe(1)
    const before = (await late(admin, 'mail.overdue'))?.count
    expect((await clerk.call('mailForum.save', { id, content: '已清理' })).errorCode).toBe('0')
    expect(await late(clerk, 'mail.overdueOwn')).toMatchObject({ count: 0 })
    expect((await clerk.call('inbox.list', { pile: 'mail.overdueOwn' })).value.list).toEqual([])
    expect((await late(admin, 'mail.overdue'))?.count).toBe(before)
    await server.parts.db.write.updateTable('mail').set({ deletedAt: 1 }).where('id', '=', Number(id)).execute()
  })

  test('what one place sends many of is told as a pile, put among spam with a reason at once, and comes back', async () => {
    const flood = [await write('198.51.100.7'), await write('198.51.100.7'), await write('198.51.100.7')]
    const same = [
      await write('198.51.100.8', { phone: '13900001111', title: '甲' }),
      await write('198.51.100.9', { phone: '13900001111', title: '乙' }),
      await write('198.51.100.10', { phone: '13900001111', title: '丙' }),
    ]
    await write('198.51.100.11', { title: '另一位' })
    const found = await sources()
    expect(found.total).toBe(2)
    expect(found.list).toMatchObject([
      { id: same[2]?.id, title: '丙', by: '手机号', n: 3, phone: '139****1111' },
      { id: flood[2]?.id, title: '专业贷款', by: '网络地址', n: 3, name: '周**' },
    ])
    expect((await sources({ least: 4 })).total).toBe(0)
    expect((await sources({ pageNumber: 2, pageSize: 1 })).list).toMatchObject([{ by: '网络地址' }])
    const ids = flood.map(({ id }) => id).sort()
    expect(await idsOf({ sameAs: flood[0]?.id })).toEqual(ids)
    expect(await idsOf({ sameAs: same[0]?.id })).toEqual(same.map(({ id }) => id).sort())
    const items = ids.map((id) => ({ id, reason: '广告、推销' }))
    const bare = await admin.call('mail.spam', { items: ids.map((id) => ({ id })) })
    expect(bare.value.failed[0].errorMsg).toContain('必须填写理由')
    expect((await admin.call('mail.spam', { items })).value).toMatchObject({ done: ids, failed: [] })
    expect(await get(ids[0] as string)).toMatchObject({ state: 9, reason: '广告、推销', overdue: 0 })
    expect((await sources()).total).toBe(1)
    expect((await admin.call('mail.examine', { ids: [ids[0]] })).value.failed[0].errorMsg).toContain('它在垃圾信件中')
    // whoever wrote is told that it was refused, and nothing of spam
    const own = (await mine('/web/mail/code', flood[0] as { code: string; phone: string })).value
    expect(own).toMatchObject({ state: 7, says: expect.stringContaining('不予受理'), mayComplain: 0 })
    expect(JSON.stringify(own)).not.toContain('广告')
    for (const [call, more] of [
      ['complain', { content: '没有人答复' }],
      ['supplement', { content: '补充' }],
      ['rate', { rating: 1 }],
    ] as const) {
      const { errorCode, errorMsg } = await mine(`/x/mail/${call}`, flood[0] as { code: string; phone: string }, more)
      expect([errorCode, errorMsg.includes('垃圾'), errorMsg.includes('期限内')], errorMsg).toEqual([
        'BAD_STATE',
        false,
        false,
      ])
    }
    // it is no work of anybody's any more
    expect(await idsOf({ state: 9 })).toEqual(ids)
    const [first, second, third] = ids as [string, string, string]
    expect((await admin.call('mail.undo', { items: [{ id: first }] })).value.done).toEqual([first])
    expect(await get(first)).toMatchObject({ state: 0 })
    expect((await admin.call('mail.notSpam', { items: [{ id: second }] })).value.done).toEqual([second])
    expect((await admin.call('mail.dels', { ids: [third] })).value.done).toEqual([third])
    const clerk = await server.person({ roles: ['staff'], deptId: dept })
    expect((await clerk.call('mail.spam', { items })).errorCode).toBe('NO_PERMISSION')
    expect((await clerk.call('mail.sources')).errorCode).toBe('NO_PERMISSION')
  })

  test('whose writer was asked and has said nothing for fifteen working days waits for the office', async () => {
    const { id } = await write('198.51.100.79', { title: '没有补充的' })
    const timed = await write('198.51.100.80', { title: '照常计期的' })
    for (const one of [id, timed.id]) await admin.call('mail.ask', { items: [{ id: one, reason: '请写明地点' }] })
    const set = (of: string, more: object) =>
      server.parts.db.write.updateTable('mail').set(more).where('id', '=', Number(of)).execute()
    const lapsed = async () => {
      const { piles } = (await admin.call('inbox.count')).value as { piles: { pile: string; count: number }[] }
      return [piles.find(({ pile }) => pile === 'mail.lapsed')?.count, await idsOf({ lapsed: 1 })]
    }
    // it is Saturday the 21st: fifteen working days before are since the 2nd, which was a Monday
    await set(id, { askedAt: Date.parse('2026-11-02T00:00:00+08:00') })
    expect(await lapsed()).toEqual([0, []])
    await set(id, { askedAt: Date.parse('2026-11-01T23:59:59+08:00') })
    // of one whose time goes on it is said that it is late
    await set(timed.id, { askedAt: 1, due: server.clock.now + 1 })
    expect(await lapsed()).toEqual([1, [id]])
    const { list } = (await admin.call('inbox.list', { pile: 'mail.lapsed' })).value
    expect(list).toMatchObject([{ id, since: '2026-11-01 23:59:59' }])
    await set(id, { deletedAt: 1 })
    await set(timed.id, { deletedAt: 1 })
    expect(await lapsed()).toEqual([0, []])
  })

  test('a complaint waits for whoever may take a letter up again, until it is dealt with', async () => {
    const answered = async (title: string) => {
      const letter = await write('198.51.100.20', { title })
      await admin.call('mail.examine', { ids: [letter.id] })
      await admin.call('mailForum.deptSave', { id: letter.id, deptId: dept })
      await admin.call('mailForum.save', { id: letter.id, deptId: dept, content: '已办' })
      return letter
    }
    const settle = (id: string) => admin.call('mail.settle', { items: [{ id }] })
    const [one, other, late] = [await answered('甲'), await answered('乙'), await answered('丙')]
    await settle(one.id)
    await settle(other.id)
    await server.parts.db.write.updateTable('mail').set({ due: 1 }).where('id', '=', Number(late.id)).execute()
    for (const letter of [one, other, late])
      expect((await mine('/x/mail/complain', letter, { content: '并没有办' })).errorCode).toBe('0')
    expect(await waits()).toBe(3)
    expect(await idsOf({ complained: 2 })).toEqual([one.id, other.id, late.id].sort())
    const result = '经核实，路灯已修好，已电话说明'
    expect((await admin.call('mail.settleComplaint', { id: one.id, result })).value).toMatchObject({
      complaintResult: result,
      complaintDoneAt: expect.any(String),
    })
    expect((await admin.call('mail.settleComplaint', { id: one.id, result })).errorMsg).toContain('已经处理')
    await admin.call('mail.reopen', { items: [{ id: other.id, reason: '来信人投诉答复不实' }] })
    // who complained of having no answer has one now
    await settle(late.id)
    // the other one is told that it is worked on, and has its complaint dealt with by the new answer
    expect(await waits()).toBe(1)
    expect((await mine('/web/mail/code', other)).value.complaintSays).toBe('您已投诉，来信正在重新办理。')
    await admin.call('mailForum.deptSave', { id: other.id, deptId: dept })
    await admin.call('mailForum.save', { id: other.id, deptId: dept, content: '重新办了' })
    await settle(other.id)
    expect(await waits()).toBe(0)
    expect(await idsOf({ complained: 1 })).toEqual([one.id, other.id, late.id].sort())
    const { list } = (await admin.call('mail.history', { id: one.id })).value
    expect(list[0]).toMatchObject({ act: '处理投诉', reason: result })
    const plain = await write('198.51.100.21')
    expect((await admin.call('mail.settleComplaint', { id: plain.id, result })).errorMsg).toContain('没有投诉')
  })
})
