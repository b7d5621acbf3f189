import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calendarChanged } from '../../server/workdays/calendar.ts'
import { recount } from '../../server/workdays/recount.ts'
import { databases } from '../support/databases.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const newYear = [{ date: '2027-01-01', works: 0, name: '元旦' }]
const unknown = '2027 年节假日尚未导入，期限为暂定'

describe.each(databases)('deadlines in working days on %s', (database) => {
  let server: TestServer
  let admin: Person
  let dept: number
  beforeAll(async () => {
    server = await startServer(database)
    dept = await makeDept(server, '办公室')
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  const given = async (title: string, more: object) =>
    (await admin.call('assignment.add', { title, content: '内容', deptIds: [dept], ...more })).value
  const task = async ({ id }: { id: string }) => (await admin.call('assignment.get', { id })).value

  test('begin on the day after, and are provisional where they reach into a year that nobody has entered', async () => {
    const near = await given('十个工作日', { limitDays: 10 })
    expect(near).toMatchObject({ deadline: '2026-12-04 23:59:59', limitDays: 10, provisional: null, overdue: 0 })
    const far = await given('三十个工作日', { limitDays: 30 })
    expect(far).toMatchObject({ deadline: '2027-01-01 23:59:59', provisional: unknown })
    const { list } = (await admin.call('assignment.list', { title: '三十' })).value
    expect(list[0]).toMatchObject({ provisional: unknown })
    const chosen = await given('选定的日子', { deadline: '2027-01-01' })
    expect(chosen).toMatchObject({ limitDays: null, provisional: null })
  })

  test('are explained day by day, to who sees the task', async () => {
    const { list } = (await admin.call('assignment.list', { title: '十个工作日' })).value
    const { id } = list.find(({ limitDays }: { limitDays: number }) => limitDays === 10)
    const { value } = await admin.call('assignment.explain', { id })
    expect(value).toMatchObject({ start: '2026-11-21', due: '2026-12-04', total: 10, used: 0, left: 10, late: 0 })
    expect(value.days.at(-1)).toMatchObject({ date: '2026-12-04', number: 10 })
    const chosen = (await admin.call('assignment.list', { title: '选定的日子' })).value.list[0]
    expect(await admin.call('assignment.explain', { id: chosen.id })).toMatchObject({ errorCode: 'BAD_STATE' })
    const stranger = await server.person({ roles: ['staff'], deptId: await makeDept(server, '别处') })
    expect(await stranger.call('assignment.explain', { id })).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('one takes the place of the other', async () => {
    const both = { title: '甲', content: '内容', deptIds: [dept], deadline: '2026-12-01', limitDays: 3 }
    expect(await admin.call('assignment.add', both)).toMatchObject({
      errorCode: 'BAD_INPUT',
      errorMsg: expect.stringContaining('只填一个'),
    })
    const { id } = await given('改期', { limitDays: 5 })
    const edit = async (more: object) => (await admin.call('assignment.edit', { id, ...more })).value
    expect(await edit({ deadline: '2026-12-31' })).toMatchObject({ limitDays: null, deadline: '2026-12-31 23:59:59' })
    expect(await edit({ limitDays: 6 })).toMatchObject({ limitDays: 6, deadline: '2026-11-30 23:59:59' })
    expect(await edit({ title: '改名' })).toMatchObject({ limitDays: 6, deadline: '2026-11-30 23:59:59' })
    expect(await edit({ deadline: null })).toMatchObject({ limitDays: null, deadline: null })
    const createdAt = server.clock.now - 10 * 86_400_000
    await server.parts.db.write.updateTable('assignment').set({ createdAt }).where('id', '=', Number(id)).execute()
    expect(await admin.call('assignment.edit', { id, limitDays: 1 })).toMatchObject({ errorCode: 'BAD_INPUT' })
    await admin.call('assignment.dels', { ids: [id] })
  })

  test('follow a change of the calendar while they are open; the receipt tells how many', async () => {
    const open = await given('随日历', { limitDays: 31 })
    const closed = await given('已办结', { limitDays: 31 })
    await admin.call('assignment.close', { id: closed.id, remark: '不再需要' })
    const { value } = await admin.call('workday.save', { year: 2027, days: newYear })
    // this one and the one of thirty days; that of a chosen day is left as it is
    expect(value.recount).toBe('期限有变：交办任务 2 件')
    const now = await task(open)
    expect(now).toMatchObject({ deadline: '2027-01-05 23:59:59', provisional: null, version: 2 })
    expect(await task(closed)).toMatchObject({ deadline: '2027-01-04 23:59:59', provisional: null })
    const steps = (await admin.call('assignment.history', { id: open.id })).value.list
    expect(steps[0]).toMatchObject({ act: '重新计算期限', reason: '工作日历有改动' })
    const { list } = (await admin.call('log.list', { call: 'assignment.edit', pageSize: 1 })).value
    expect(list[0].result).toContain('工作日历改动后重新计算期限')
    const job = (await admin.call('schedule.jobs')).value.list.find(
      ({ jobId }: { jobId: string }) => jobId === value.jobId,
    )
    expect(job).toMatchObject({ scope: '重新计算期限', state: 'done', says: value.recount })
    // taken up again it is counted by what holds by then
    expect((await admin.call('assignment.reopen', { id: closed.id })).value.deadline).toBe('2027-01-05 23:59:59')
  })

  test('what a process left undone is made up for by the schedule, once', async () => {
    const open = await given('补算', { limitDays: 31 })
    // its process ends between the change and the counting
    const { db } = server.parts
    await db.write.deleteFrom('workday').execute()
    await calendarChanged(db.write)
    expect((await task(open)).deadline).toBe('2027-01-05 23:59:59')
    const watch = { stopped: () => false, progress: () => {} }
    expect(await recount(server.parts, { ...watch, stopped: () => true })).toMatchObject({ state: 'cancelled' })
    expect(await recount(server.parts, watch)).toMatchObject({ state: 'done', receipt: { changed: { assignment: 4 } } })
    expect(await task(open)).toMatchObject({ deadline: '2027-01-04 23:59:59', provisional: unknown })
    expect(await recount(server.parts, watch)).toMatchObject({ idle: true })
  })

  test('written while the calendar is changed, none is left behind', async () => {
    const many = await Promise.all([
      ...Array.from({ length: 8 }, (_, i) => given(`同时 ${i}`, { limitDays: 31 })),
      admin.call('workday.save', { year: 2027, days: newYear }),
      ...Array.from({ length: 8 }, (_, i) => given(`同时又 ${i}`, { limitDays: 31 })),
    ])
    await recount(server.parts, { stopped: () => false, progress: () => {} })
    for (const one of many.filter(({ id }) => id)) expect((await task(one)).deadline).toBe('2027-01-05 23:59:59')
  })
})
