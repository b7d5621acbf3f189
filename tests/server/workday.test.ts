import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shippedYears } from '../../core/domain/workday-shipped.ts'
import { calendarNow } from '../../server/workdays/calendar.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const newYear = [{ date: '2027-01-01', works: 0, name: '元旦' }]
const shippedDays = (year: number) =>
  (shippedYears.find((one) => one.year === year)?.days ?? []).map((one) => ({ ...one, works: one.works ? 1 : 0 }))

describe.each(databases)('the calendar of working days on %s', (database) => {
  let server: TestServer
  let admin: Person
  let staff: Person
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'], name: '林知远' })
    staff = await server.person({ roles: ['staff'] })
  })
  afterAll(() => server.close())

  const yearOf = async (year: number) => (await staff.call('workday.get', { year })).value
  const nextOf = async (day: string, n = 1) => (await staff.call('workday.next', { day, n })).value

  test('has the years that ship with their notices, and says which are missing and from when', async () => {
    const { value } = await staff.call('workday.list')
    expect(value.map(({ year, origin, pressing }: Record<string, unknown>) => [year, origin, pressing])).toEqual([
      [2024, 'shipped', 0],
      [2025, 'shipped', 0],
      [2026, 'shipped', 0],
      [2027, 'none', 1],
    ])
    expect(value[2]).toMatchObject({ off: 33, worked: 6, working: 248, missing: null, version: 0 })
    expect(value[2].source).toContain('国办发明电〔2025〕7号')
    expect(value[3]).toMatchObject({ missing: '2027 年节假日尚未导入，期限为暂定', working: 261 })
    const before = server.clock.now
    server.clock.now = Date.parse('2026-09-30T15:59:00Z')
    const then = await server.person({ roles: ['admin'] })
    expect((await then.call('workday.list')).value).toHaveLength(3)
    // midnight in Shanghai
    server.clock.now += 60_000
    expect((await then.call('workday.list')).value).toHaveLength(4)
    server.clock.now = before
  })

  test('counts to the next working day, either way; what cannot be counted is refused', async () => {
    expect(await nextOf('2026-09-30')).toEqual({ date: '2026-10-08', weekday: '周四', provisional: null })
    expect(await nextOf('2026-10-08', -1)).toMatchObject({ date: '2026-09-30' })
    expect(await nextOf('2026-12-31', 20)).toMatchObject({ provisional: '2027 年节假日尚未导入，期限为暂定' })
    expect((await staff.call('workday.next')).value.date).toBe('2026-11-23')
    expect(await staff.call('workday.next', { day: '2199-12-30', n: 50 })).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect(await staff.call('workday.next', { n: 2001 })).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect(await staff.call('workday.next', { n: 0.5 })).toMatchObject({ errorCode: 'BAD_INPUT' })
  })

  test('explains a deadline day by day', async () => {
    const asked = {
      ...{ start: '2026-09-18', n: 3 },
      extensions: [{ n: 1, day: '2026-09-24', why: '需要核实' }],
      suspensions: [{ from: '2026-09-21', to: '2026-09-22', why: '征求第三方意见' }],
    }
    const { value } = await staff.call('workday.explain', asked)
    expect(value).toMatchObject({
      ...{ start: '2026-09-18', due: '2026-09-28', counted: null, total: 4, used: 4, left: 0, provisional: null },
      says: '2026-09-28（周一）届满',
    })
    expect(value.days).toHaveLength(11)
    expect(value.days[2]).toEqual({
      ...{ date: '2026-09-20', weekday: '周日', role: 'counted', number: 1, why: '周日，国庆节安排上班' },
    })
    const late = await staff.call('workday.explain', { ...asked, extensions: [{ n: 1, day: '2026-09-25' }] })
    expect(late).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('届满后不能延长') })
    const open = await staff.call('workday.explain', { ...asked, suspensions: [{ from: '2026-09-21' }] })
    expect(open.value).toMatchObject({ due: null, says: '期限暂停，尚不能确定届满日期' })
    const months = await staff.call('workday.explain', { start: '2026-11-30', n: 3, unit: 'months' })
    expect(months.value).toMatchObject({ due: '2027-03-01', counted: '2027-02-28', provisional: expect.any(String) })
    for (const wrong of [
      { n: 0 },
      { n: 4000 },
      { unit: 'weeks' },
      { start: '2026-02-30' },
      { start: '1950-01-01' },
      { start: '9999-12-30', unit: 'days', rolls: 0 },
      { start: '2199-12-30' },
    ])
      expect(await staff.call('workday.explain', { ...asked, ...wrong }), JSON.stringify(wrong)).toMatchObject({
        errorCode: 'BAD_INPUT',
      })
  })

  test('is changed by who may, holds at once in each process, and is told in the log', async () => {
    expect(await staff.call('workday.save', { year: 2027, days: newYear })).toMatchObject({
      errorCode: 'NO_PERMISSION',
    })
    const other = { ...server.parts }
    const counted = async () => (await calendarNow({ db: other.db.read, parts: other })).has(2027)
    expect(await counted()).toBe(false)
    const { value } = await admin.call('workday.save', {
      year: 2027,
      days: newYear,
      source: '县政府办通知',
      version: 0,
    })
    expect(value).toMatchObject({
      ...{ year: 2027, origin: 'own', off: 1, working: 260, missing: null, version: 1, updatedName: '林知远' },
      ...{ changes: [{ date: '2027-01-01', before: null, after: '元旦放假' }], recount: '没有期限因此改变' },
    })
    expect(await counted()).toBe(true)
    expect(await nextOf('2026-12-31')).toMatchObject({ date: '2027-01-04', provisional: null })
    const { list } = (await admin.call('log.list', { call: 'workday.save', pageSize: 1 })).value
    expect(list[0]).toMatchObject({ sentence: expect.stringContaining('修改节假日安排：2027 年') })
    expect(list[0].after).toMatchObject({ '2027-01-01': '元旦放假' })
  })

  test('what changes nothing is no change; who saw an older state hears so', async () => {
    const total = async () => (await admin.call('log.list', { call: 'workday.save', pageSize: 1 })).value.total
    const before = await total()
    const again = await admin.call('workday.save', { year: 2027, days: newYear, version: 1 })
    expect(again.value).toMatchObject({ changes: [], recount: null, version: 1 })
    expect(await total()).toBe(before)
    expect(await admin.call('workday.save', { year: 2027, days: newYear, version: 0 })).toMatchObject({
      errorCode: 'STALE',
      errorMsg: expect.stringContaining('已由他人修改'),
    })
    const at = (name: string) => admin.call('workday.save', { year: 2027, version: 1, days: [{ ...newYear[0], name }] })
    const codes = (await Promise.all(['甲', '甲子', '甲丑'].map(at))).map(({ errorCode }) => errorCode)
    expect(codes.sort()).toEqual(['0', 'STALE', 'STALE'])
  })

  test('days that do not fit are refused by name, and nothing is kept', async () => {
    const refusal = async (days: object[]) => (await admin.call('workday.save', { year: 2027, days })).errorMsg
    expect(await refusal([...newYear, ...newYear])).toContain('2027-01-01 出现了两次')
    expect(await refusal([{ date: '2027-01-04', works: 1, name: '元旦' }])).toContain('本来就上班')
    expect(await refusal([{ date: '2028-06-01', works: 0, name: '元旦' }])).toContain('不属于 2027 年')
    expect(await refusal([])).toContain('没有一天')
    expect((await yearOf(2027)).version).toBe(2)
  })

  test('names are one line without signs that are not seen', async () => {
    const hidden = { date: '2028-01-03', works: 0, name: ' 元\u200b旦\n<b>' }
    const { value } = await admin.call('workday.save', { year: 2028, days: [hidden], source: '一\n二' })
    expect(value).toMatchObject({ source: '一 二', days: [{ name: '元旦 <b>' }] })
    await admin.call('workday.reset', { year: 2028 })
    const empty = { ...hidden, name: '\u200b' }
    expect((await admin.call('workday.save', { year: 2028, days: [empty] })).errorMsg).toContain('缺少节日名称')
  })

  test('is imported from the text of a notice; a rehearsal does nothing', async () => {
    const text = '关于2027年部分节假日安排的通知\n一、元旦：1月1日（周五）至3日放假，共3天。'
    const tried = await server.raw('/x/dry-run/x/workday/import', {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    })
    expect(tried.value, tried.text).toMatchObject({ rehearsed: true, value: { off: 3, recount: '没有期限因此改变' } })
    expect(tried.value.value.changes).toMatchObject([
      { before: expect.stringContaining('甲') },
      { after: '元旦放假' },
      {},
    ])
    expect((await yearOf(2027)).off).toBe(1)
    const { value } = await admin.call('workday.importYear', { text, sourceUrl: 'https://www.gov.cn/2027' })
    expect(value).toMatchObject({ year: 2027, off: 3, version: 3, sourceUrl: 'https://www.gov.cn/2027' })
    expect(value.source).toBe('国务院办公厅关于2027年部分节假日安排的通知')
    const bad = await admin.call('workday.importYear', { text: '元旦放假' })
    expect(bad).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('内容（text）') })
    expect(await admin.call('workday.importYear', { text, sourceUrl: 'javascript:1' })).toMatchObject({
      errorCode: 'BAD_INPUT',
    })
  })

  test('a rehearsal tells how many deadlines would move, and moves none', async () => {
    const deptId = (await admin.call('dept.save', { name: '办公室' })).value.id
    const task = { title: '报送信息', content: '每部门三篇', deptIds: [deptId], limitDays: 40 }
    const { id, deadline } = (await admin.call('assignment.add', task)).value
    const text = '关于2027年部分节假日安排的通知\n一、元旦：1月1日（周五）至5日放假，共5天。'
    const reply = await server.raw('/x/dry-run/x/workday/import', {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    })
    expect(reply.value.value.recount).toBe('期限将变：交办任务 1 件')
    expect((await admin.call('assignment.get', { id })).value.deadline).toBe(deadline)
    await admin.call('assignment.dels', { ids: [id] })
  })

  test('is reset to what ships, or to nothing', async () => {
    expect((await admin.call('workday.reset', { year: 2027 })).value).toMatchObject({
      origin: 'none',
      off: 0,
      version: 0,
    })
    expect(await admin.call('workday.reset', { year: 2027 })).toMatchObject({ errorCode: 'NOT_FOUND' })
    const days = shippedDays(2026).filter(({ date }) => date !== '2026-10-10')
    await admin.call('workday.save', { year: 2026, days })
    expect(await nextOf('2026-10-09')).toMatchObject({ date: '2026-10-12' })
    const { value } = await admin.call('workday.reset', { year: 2026, version: 1 })
    expect(value).toMatchObject({ origin: 'shipped', version: 0 })
    expect(value.changes).toEqual([{ date: '2026-10-10', before: null, after: '国庆节上班' }])
    expect(await nextOf('2026-10-09')).toMatchObject({ date: '2026-10-10' })
  })
})
