import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limitsFrom } from '../../server/limits.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

const day = 24 * 3600_000
/** The 23rd of November 2026 is a Monday. */
const monday = Date.parse('2026-11-23T01:00:00Z')
const newYear = ['2027-01-01', '2027-01-02', '2027-01-03'].map((date) => ({ date, works: 0, name: '元旦' }))

describe.each(databases)('deadlines of letters on %s', (database) => {
  let server: TestServer
  let admin: Person
  let light: Person
  let dept: string
  let people = 0

  interface Receipt {
    readonly id: string
    readonly code: string
    readonly phone: string
    readonly due: string
  }
  const write = async (more: object = {}): Promise<Receipt> => {
    people += 1
    const phone = `135${String(people).padStart(8, '0')}`
    const letter = { type: 0, title: '东街路灯不亮', content: '东街的路灯有一周不亮了', name: '周小雨', openFlag: 1 }
    const reply = await admin.call('mail.add', { ...letter, phone, ...more })
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return { ...reply.value, phone }
  }
  const mine = (path: string, { code, phone }: Receipt, more: object = {}) =>
    visitorsOf(server, `203.0.113.${(people % 250) + 1}`).post(path, { code, phone, ...more })
  const look = async (key: Receipt) => (await mine('/web/mail/code', key)).value
  const get = async (id: string) => (await admin.call('mail.get', { id })).value
  const explain = async (id: string) => (await admin.call('mail.explain', { id })).value
  /** Each test begins on the Monday, whatever became of the one before. */
  beforeEach(() => at(monday))
  const move = async (call: string, id: string, reason = '请写明') =>
    (await admin.call(`mail.${call}`, { items: [{ id, reason }] })).value
  const forward = async (id: string) => {
    await admin.call('mail.examine', { ids: [id] })
    await admin.call('mailForum.deptSave', { id, deptId: dept })
  }
  const answer = (id: string, content = '已修好') => admin.call('mailForum.save', { id, deptId: dept, content })
  const overdue = async () =>
    (await admin.call('mailCount.realTimeList', { pageSize: 200 })).value.list.find(
      (row: { id: string }) => row.id === dept,
    )?.overdue

  /** Nobody's session lasts so long: people sign in anew. */
  const at = async (now: number) => {
    server.clock.now = now
    admin = await server.person({ roles: ['admin'] })
    light = await server.person({ roles: ['staff'], deptId: Number(dept) })
  }

  beforeAll(async () => {
    server = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
    server.clock.now = monday
    admin = await server.person({ roles: ['admin'] })
    dept = (await admin.call('dept.save', { name: '城管局', isCount: 1 })).value.id
  })
  afterAll(() => server.close())

  test('a letter that is late stays late while its writer is asked, and what they say does not begin its time anew', async () => {
    const letter = await write()
    await forward(letter.id)
    await at(monday + 10 * day)
    expect(await overdue()).toBe(1)
    await light.call('mailForum.returnMail', { ids: [letter.id], remarks: '来信内容不明确，无法办理' })
    await move('ask', letter.id)
    const asked = { state: 3, due: letter.due, overdue: 1 }
    expect(await get(letter.id)).toMatchObject(asked)
    expect((await admin.call('mail.counts', { overdue: 1 })).value.total).toBe(1)
    for (const filters of [{ overdue: 1 }, { waiting: 1 }])
      expect((await admin.call('mail.list', filters)).value.list).toMatchObject([{ id: letter.id, ...asked }])
    expect(await look(letter)).toMatchObject({ state: 3, due: letter.due, maySupplement: 1, mayComplain: 1 })
    expect((await mine('/x/mail/supplement', letter, { content: '学校门口' })).value).toMatchObject({
      ...{ state: 0, supplement: '学校门口', due: letter.due },
    })
    expect(await get(letter.id)).toMatchObject({ overdue: 1 })
    await move('reject', letter.id)
  })

  test('its time waits for its writer once, and only soon after its receipt', async () => {
    const [once, slow] = [await write(), await write({ type: 2 })]
    await move('ask', once.id)
    expect(await get(once.id)).toMatchObject({ state: 3, due: null, overdue: 0 })
    await at(monday + 2 * day)
    const said = await mine('/x/mail/supplement', once, { content: '学校门口' })
    expect(said, said.text).toMatchObject({ errorCode: '0' })
    const anew = '2026-12-02 23:59:59'
    expect(await get(once.id)).toMatchObject({ state: 0, due: anew })
    await move('ask', once.id)
    expect(await get(once.id)).toMatchObject({ state: 3, due: anew })
    // seven working days are over, and its own fifteen are not
    await at(Date.parse('2026-12-03T01:00:00Z'))
    await move('ask', slow.id)
    expect(await get(slow.id)).toMatchObject({ state: 3, due: slow.due })
    // who was asked and did not answer is not waited for any more
    const third = await write()
    await move('ask', third.id)
    await move('reject', third.id)
    expect((await admin.call('mail.examine', { ids: [third.id] })).value.done).toEqual([third.id])
    expect(await get(third.id)).toMatchObject({ state: 1, due: third.due })
    // what came of one whose time goes on came no earlier than it was asked for either
    const say = (at: string) => admin.call('mail.supplement', { id: slow.id, content: '来电说明', at })
    expect(await say('2020-01-01')).toMatchObject({
      ...{ errorCode: 'BAD_INPUT', errorMsg: '收到补充之日（at）：不能早于要求补充之日' },
    })
    expect((await say('2026-12-02')).errorMsg).toContain('不能早于要求补充之日')
    expect((await say('2027-01-20')).errorMsg).toContain('不能晚于今天')
    await at(Date.parse('2026-12-04T01:00:00Z'))
    expect((await say('2026-12-03')).value).toMatchObject({ state: 0, due: slow.due, supplement: '来电说明' })
    const [step] = (await admin.call('mail.history', { id: slow.id })).value.list
    expect(step).toMatchObject({ act: '补充', reason: '2026-12-03 收到' })
    for (const { id } of [once, slow, third]) await move('reject', id)
  })

  test('what a writer says by telephone is written down by the office, in the state in which they were asked alone', async () => {
    const letter = await write({ type: 1 })
    const say = (more: object = {}, who = admin) =>
      who.call('mail.supplement', { id: letter.id, content: '来电：在东街小学门口', ...more })
    expect((await say()).errorMsg).toContain('没有要求来信人补充')
    await move('ask', letter.id)
    expect((await say({}, light)).errorCode).toBe('NO_PERMISSION')
    await at(monday + 2 * day)
    expect((await say({ at: '2026-11-20' })).errorMsg).toContain('不能早于要求补充之日')
    expect((await say({ at: '2027-01-20' })).errorMsg).toContain('不能晚于今天')
    expect((await say({ version: 1 })).errorCode).toBe('STALE')
    // ten working days from the day on which they called
    expect((await say({ at: '2026-11-24' })).value).toMatchObject({
      ...{ state: 0, supplement: '来电：在东街小学门口', due: '2026-12-08 23:59:59' },
    })
    const [step] = (await admin.call('mail.history', { id: letter.id })).value.list
    expect(step).toMatchObject({ act: '补充', byName: expect.any(String) })
    await move('reject', letter.id)
  })

  test('of two letters that are merged the earlier deadline holds for both, and comes out again', async () => {
    const [into, urgent] = [await write({ type: 2, title: '先来的' }), await write({ type: 0, title: '急的' })]
    const merge = () => admin.call('mail.merge', { id: urgent.id, into: into.id })
    const dues = async () => {
      const { list } = (await admin.call('mail.list', { title: '的', pageSize: 100 })).value
      const listed = [into.id, urgent.id].map((id) => list.find((row: { id: string }) => row.id === id)?.due)
      return [(await get(into.id)).due, (await get(urgent.id)).due, ...listed, (await look(urgent)).due]
    }
    const counted = async () => [(await get(into.id)).counted, (await get(urgent.id)).counted]
    expect(await counted()).toEqual(['15 个工作日', '5 个工作日'])
    await merge()
    expect(new Set(await dues())).toEqual(new Set([urgent.due]))
    expect(new Set(await counted())).toEqual(new Set(['5 个工作日，按并入的来信的期限']))
    expect((await look(urgent)).extension).toBe(null)
    expect((await explain(urgent.id)).due).toBe(urgent.due.slice(0, 10))
    expect((await explain(into.id)).days[0].why).toContain('并入的来信')
    // the other writer is asked, and not this one
    await move('ask', into.id)
    expect(new Set(await dues())).toEqual(new Set([urgent.due]))
    await mine('/x/mail/supplement', into, { content: '学校门口' })
    expect(new Set(await dues())).toEqual(new Set([urgent.due]))
    // more time is given to both
    server.clock.now += 60_000
    await admin.call('mail.extend', { id: into.id, days: 2, reason: '需要现场核实' })
    expect(new Set(await dues())).toEqual(new Set(['2026-12-02 23:59:59']))
    const more = '这封信曾延长 2 个工作日'
    expect(await counted()).toEqual([
      `7 个工作日，按并入的来信的期限；${more}：需要现场核实`,
      `7 个工作日，按并入的来信的期限；${more}`,
    ])
    // who wrote is told; why, only of their own letter
    expect((await look(into)).extension).toBe('答复期限延长 2 个工作日：需要现场核实（2026-11-23告知）')
    expect((await look(urgent)).extension).toBe('答复期限延长 2 个工作日（2026-11-23告知）')
    await move('unmerge', urgent.id, '并错了信件')
    expect(await counted()).toEqual(['15 个工作日，延长 2 个工作日：需要现场核实', '5 个工作日'])
    expect((await look(urgent)).extension).toBe(null)
    expect(await get(urgent.id)).toMatchObject({ state: 0, due: urgent.due })
    expect(await get(into.id)).toMatchObject({ due: '2026-12-16 23:59:59' })
    // who is answered apart waits for it no longer
    server.clock.now += 60_000
    await merge()
    expect((await get(into.id)).due).toBe(urgent.due)
    // what it was given before they came is not theirs
    expect((await look(urgent)).extension).toBe(null)
    await admin.call('mail.tellMerged', { id: urgent.id, reply: '您反映的事已转有关部门' })
    expect(await get(into.id)).toMatchObject({ due: '2026-12-16 23:59:59' })
    expect((await get(urgent.id)).due).toBe(null)
    await move('reject', into.id)
  })

  test('what a letter was given more loses to one that comes in is said, and it is given more once again', async () => {
    const [into, urgent] = [await write({ type: 1, title: '延长过的' }), await write({ type: 1, title: '并来的' })]
    const extend = (days: number) => admin.call('mail.extend', { id: into.id, days, reason: '需要现场核实' })
    const later = '2026-12-28 23:59:59'
    expect((await extend(15)).value).toMatchObject({ due: later, extensionGone: null })
    expect((await extend(1)).errorMsg).toContain('只能延长一次')
    server.clock.now += 60_000
    const says = '原延长的 15 个工作日不再计入，答复期限改为 2026-12-07'
    const given = { id: urgent.id, into: into.id }
    const tried = await server.raw('/x/dry-run/x/mail/merge', {
      ...{ method: 'POST', body: JSON.stringify(given) },
      headers: { authorization: admin.token, 'content-type': 'application/json' },
    })
    expect(tried.value.value).toMatchObject({ due: urgent.due, extensionGone: says })
    expect((await admin.call('mail.merge', given)).value).toMatchObject({ due: urgent.due, extensionGone: says })
    expect(await get(into.id)).toMatchObject({ due: urgent.due, extensionGone: says })
    const reasonOf = async () => (await admin.call('mail.history', { id: into.id })).value.list[0]
    expect(await reasonOf()).toMatchObject({
      ...{ act: '并入来信', reason: `「并来的」（编号 ${urgent.id}）；${says}` },
    })
    // nobody is told any more of a day that does not hold
    expect(await look(into)).toMatchObject({ due: urgent.due, extension: null })
    server.clock.now += 60_000
    // once more, for all of them
    expect((await extend(5)).value).toMatchObject({ due: '2026-12-14 23:59:59', extendDays: 5, extensionGone: null })
    for (const one of [into, urgent]) expect(await look(one)).toMatchObject({ due: '2026-12-14 23:59:59' })
    expect((await look(into)).extension).toContain('延长 5 个工作日')
    expect((await extend(1)).errorMsg).toContain('答复期限已延长过 5 个工作日')
    // what comes in later with more time takes nothing away
    const late = await write({ type: 2 })
    await admin.call('mail.merge', { id: late.id, into: into.id })
    expect(await get(into.id)).toMatchObject({ due: '2026-12-14 23:59:59', extensionGone: null })
    await move('unmerge', urgent.id, '并错了信件')
    await move('reject', into.id)
  })

  test('more time that a letter is given anew makes its day a later one', async () => {
    const into = await write({ type: 0, title: '先来的' })
    await admin.call('mail.extend', { id: into.id, days: 15, reason: '需要现场核实' })
    await at(monday + 3 * day)
    const next = await write({ type: 0, title: '后来的' })
    await admin.call('mail.merge', { id: next.id, into: into.id })
    const before = await get(into.id)
    expect(before).toMatchObject({ due: '2026-12-03 23:59:59' })
    server.clock.now += 60_000
    const extend = (days: number) => admin.call('mail.extend', { id: into.id, days, reason: '需要现场核实' })
    expect(await extend(2)).toMatchObject({
      ...{ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('期限并不晚于现在的 2026-12-03') },
    })
    expect((await extend(6)).value).toMatchObject({ due: '2026-12-08 23:59:59' })
    await move('reject', into.id)
  })

  test('one that came later with more time does not take it from the one that it is merged into', async () => {
    const [into, late] = [await write({ type: 0 }), await write({ type: 2 })]
    await admin.call('mail.merge', { id: late.id, into: into.id })
    for (const id of [into.id, late.id]) expect((await get(id)).due).toBe(into.due)
    await move('reject', into.id)
  })

  test('a new answer may be rated anew; until it is, the rating counts as that of the earlier one', async () => {
    const letter = await write()
    await forward(letter.id)
    await answer(letter.id)
    await move('settle', letter.id)
    const rate = (rating: number, more: object = {}) => mine('/x/mail/rate', letter, { rating, ...more })
    const open = await look(letter)
    expect((await rate(2)).value).toMatchObject({ rating: 2, ratingOfEarlier: 0, mayRate: 0 })
    expect((await rate(1)).errorMsg).toContain('每次答复只能评价一次')
    const counted = async (span: object) =>
      (await admin.call('mailCount.realTimeList', { pageSize: 200, ...span })).value.list.find(
        ({ id }: { id: string }) => id === dept,
      )
    /** From the counts that are kept, and from the letters themselves. */
    const rated = async () => {
      const [kept, slow] = [await counted({}), await counted({ startTime: '2000-01-01', endTime: '2099-12-31' })]
      expect(kept).toEqual(slow)
      return [kept.rated, kept.satisfied]
    }
    const [n, satisfied] = await rated()
    await move('reopen', letter.id, '来信人不满意，需要补充答复')
    // what was said of an answer that is no more is kept, and counts no longer
    expect(await rated()).toEqual([n - 1, satisfied])
    server.clock.now += 60_000
    await admin.call('mailForum.deptSave', { id: letter.id, deptId: dept })
    await answer(letter.id, '这次真的修好了')
    await move('settle', letter.id)
    expect(await rated()).toEqual([n - 1, satisfied])
    expect(await look(letter)).toMatchObject({ rating: 2, ratingOfEarlier: 1, mayRate: 1 })
    expect(await get(letter.id)).toMatchObject({ rating: 2, ratingOfEarlier: 1 })
    server.clock.now += 60_000
    // a page that stood open since the earlier one says nothing of this one
    expect(await rate(3, { repliedAt: open.repliedAt })).toMatchObject({
      ...{ errorCode: 'STALE', errorMsg: '答复在您打开网页后改过，请先看新的答复，再评价' },
    })
    const { repliedAt } = await look(letter)
    expect((await rate(1, { repliedAt })).value).toMatchObject({ rating: 1, ratingOfEarlier: 0, mayRate: 0 })
    expect(await rated()).toEqual([n, satisfied + 1])
    const [step] = (await admin.call('mail.history', { id: letter.id })).value.list
    expect(step).toMatchObject({ act: '来信人评价', reason: '对此前的答复的评价是「基本满意」' })
  })

  test('a department for which letters wait is not deleted, and that is what is said', async () => {
    const letter = await write()
    await forward(letter.id)
    const { errorMsg } = await admin.call('dept.del', { id: dept })
    expect(errorMsg).toMatch(/还有 \d+ 封信件没有答复.*再删除/)
    await answer(letter.id)
    await move('settle', letter.id)
  })

  test('what is over is explained as it stood then, whatever becomes of the calendar', async () => {
    await at(Date.parse('2026-12-28T01:00:00Z'))
    const letter = await write({ type: 1 })
    const person = { applicant: 0, name: '周小雨', idNumber: '110101199003070134', address: '县城东街 1 号' }
    const wanted = { title: '路灯预算', content: '2026 年路灯预算批复', medium: 0, way: 0 }
    const asked = await admin.call('apply.add', { ...person, ...wanted, phone: '13900001234', channel: 1 })
    expect(asked, asked.text).toMatchObject({ errorCode: '0' })
    const { id } = asked.value
    await admin.call('apply.forward', { id, deptId: dept })
    await admin.call('apply.answer', { id, deptId: dept, outcome: 10, content: '现提供预算批复' })
    await at(Date.parse('2026-12-30T01:00:00Z'))
    expect((await admin.call('apply.issue', { items: [{ id }] })).value.done).toEqual([id])
    await forward(letter.id)
    await answer(letter.id)
    await move('settle', letter.id)
    const ofApply = async () => (await admin.call('apply.explain', { id })).value
    const before = [await explain(letter.id), await ofApply()]
    expect(before).toMatchObject([
      { due: letter.due.slice(0, 10), asOf: '2026-12-30', used: 2, left: 8 },
      { due: '2027-01-25', asOf: '2026-12-30', used: 2, left: 18 },
    ])
    expect((await admin.call('workday.save', { year: 2027, days: newYear })).errorCode).toBe('0')
    await at(server.clock.now + 20 * day)
    expect([await explain(letter.id), await ofApply()]).toEqual(before)
    const reply = await fetch(`${server.url}/apply/exportWord`, {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    })
    const parts = unzipSync(new Uint8Array(await reply.arrayBuffer()))
    const xml = strFromU8(parts['word/document.xml'] as Uint8Array)
    expect(xml).toContain('2027年1月25日（周一）届满')
    expect(xml).not.toContain('2027年1月26日')
    // what ended before its days were kept says that the calendar has changed since
    await server.parts.db.write.updateTable('apply').set({ countedBy: null }).where('id', '=', Number(id)).execute()
    const told = await ofApply()
    expect(told.says).toContain('答复期限是 2027-01-25，按当时的工作日历计算')
    expect(told).toMatchObject({ due: '2027-01-26', asOf: '2026-12-30' })
  })
})
