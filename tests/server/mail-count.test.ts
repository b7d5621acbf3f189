import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('numbers of letters on %s', (database) => {
  let server: TestServer
  let admin: Person
  let dept: string

  interface Row {
    readonly id: string
    readonly deptId: string | null
    readonly status: number
    readonly publicFlag: number
    readonly overdue: number
    readonly rating: number | null
  }
  const all = async (call: string, more: object = {}) => (await admin.call(call, { pageSize: 200, ...more })).value.list
  const own = async (call = 'mailCount.list') => (await all(call)).find((row: { id: string }) => row.id === dept)

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    const depts: number[] = []
    for (const name of ['城管局', '水利局', '教育局'])
      depts.push(Number((await admin.call('dept.save', { name, isCount: 1 })).value.id))
    dept = String(depts[0])
    const db = server.parts.db.write
    for (let n = 0; n < 36; n++) {
      const written = {
        title: `第 ${n} 封`,
        type: 0,
        content: '内容',
        name: '周小雨',
        phone: '13900001234',
        openFlag: 1,
      }
      const { id } = (await admin.call('mail.add', written)).value
      // every state, and each of them late, rated and deleted somewhere
      const values = {
        ...{
          state: n % 9,
          deptId: n % 7 === 6 ? null : (depts[n % 3] as number),
          rating: n % 4 === 0 ? (n % 3) + 1 : null,
        },
        ...(n % 5 === 0 && { due: 1 }),
        ...(n % 6 === 0 && { repliedAt: Date.now() }),
        ...(n % 11 === 0 && { deletedAt: 1 }),
      }
      await db.updateTable('mail').set(values).where('id', '=', Number(id)).execute()
    }
  })
  afterAll(() => server.close())

  test('what is counted at once is what a slow count of the letters finds', async () => {
    const letters = (await all('mail.list')) as Row[]
    const slow = (id: string) => {
      const theirs = letters.filter(({ deptId }) => deptId === id)
      const n = (fits: (row: Row) => boolean) => theirs.filter(fits).length
      return {
        received: theirs.length,
        replied: n(({ status }) => status === 1),
        opened: n(({ publicFlag }) => publicFlag === 1),
        overdue: n(({ overdue }) => overdue === 1),
        rated: n(({ rating }) => rating !== null),
        satisfied: n(({ rating }) => rating === 1),
      }
    }
    const counted = await all('mailCount.realTimeList')
    expect(counted.length).toBeGreaterThan(2)
    for (const row of counted) expect(row, row.deptName).toMatchObject(slow(row.id))
    expect(counted.some(({ replied }: { replied: number }) => replied > 1)).toBe(true)
    expect(counted.some(({ late }: { late: number }) => late > 0)).toBe(true)
    // from the letters themselves, where a span is asked for
    expect(await all('mailCount.realTimeList', { startTime: '2000-01-01', endTime: '2099-12-31' })).toEqual(counted)
    const { list } = (await server.anyone.call('mailCount.webList', { pageSize: 200 })).value
    for (const row of list) {
      const { received, replied, opened } = slow(row.id)
      expect(row).toMatchObject({ received, replied, opened })
    }
  })

  test('one is corrected with a reason, both numbers are shown, and what is counted comes back', async () => {
    const before = await own()
    const update = (more: object) => admin.call('mailCount.update', { id: dept, reason: '启用前另有纸质来信', ...more })
    expect((await update({ reason: '', received: 99 })).errorCode).toBe('BAD_INPUT')
    expect((await update({ received: 0 })).errorMsg).toContain('不能多于收到的')
    expect((await update({ received: 99, reason: ' ' })).errorCode).toBe('BAD_INPUT')
    expect((await update({ received: 99 })).value).toMatchObject({
      ...{ received: 99, countedReceived: before.received, replied: before.replied },
      ...{ reason: '启用前另有纸质来信', updatedByName: expect.any(String) },
    })
    expect((await server.anyone.call('mailCount.webGet', { id: dept })).value).toMatchObject({ received: 99 })
    expect(await own('mailCount.realTimeList')).toMatchObject({ received: before.received })
    expect((await admin.call('mailCount.mailCountExcel', {})).status).toBe(200)
    expect((await admin.call('mailCount.mailCountRealExcel', {})).status).toBe(200)
    // what is not named stays as it was corrected
    expect((await update({ replied: 50, version: 1 })).value).toMatchObject({ received: 99, replied: 50, version: 2 })
    expect((await update({ replied: 51, version: 1 })).errorCode).toBe('STALE')
    // what has come since is counted on from there, and the row says so; each number for itself
    const { id } = (
      await admin.call('mail.add', {
        ...{ title: '后来的一封', type: 0, content: '内容', name: '周小雨', phone: '13900001234', openFlag: 1 },
      })
    ).value
    expect((await own()).since).toBe(null)
    await server.parts.db.write
      .updateTable('mail')
      .set({ deptId: Number(dept) })
      .where('id', '=', Number(id))
      .execute()
    const more = before.received + 1
    expect(await own()).toMatchObject({
      ...{ received: 100, countedReceived: more, replied: 50 },
      since: `收到更正为 99 时统计 ${before.received}，现在统计 ${more}，续计为 100`,
    })
    expect((await server.anyone.call('mailCount.webGet', { id: dept })).value).toMatchObject({ received: 100 })
    expect((await update({ received: 20, replied: 20 })).value).toMatchObject({
      received: 20,
      replied: 20,
      since: null,
    })
    // of a correction of before nobody knows what was counted
    await server.parts.db.write.updateTable('mailCount').set({ thenReceived: null }).execute()
    expect(await own()).toMatchObject({ received: 20, since: expect.stringContaining('请重新更正') })
    await server.parts.db.write.deleteFrom('mail').where('id', '=', Number(id)).execute()
    await admin.call('mailCount.reset', { id: dept })
    expect(await own()).toEqual(before)
    const clerk = await server.person({ roles: ['staff'], deptId: Number(dept) })
    expect((await clerk.call('mailCount.update', { id: dept, received: 1, reason: '试' })).errorCode).toBe(
      'NO_PERMISSION',
    )
    expect((await admin.call('mailCount.get', { id: '987654321' })).errorCode).toBe('NOT_FOUND')
  })
})
