import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chunksOf } from '../../core/chunks.ts'
import { readSheet } from '../../core/sheet/read.ts'
import { databases } from '../support/databases.ts'
import { lettersOfBefore } from '../support/letters.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

const letters = lettersOfBefore()

describe.each(databases)('letters of before on %s', (database) => {
  let server: TestServer
  let admin: Person
  interface Row {
    readonly row: number
    readonly fate: string
    readonly id: string | null
    readonly code: string | null
    readonly says: string | null
    readonly marks: readonly string[]
    readonly dept: string | null
  }
  interface Done {
    readonly saved: number
    readonly skipped: number
    readonly failed: number
    readonly rows: readonly Row[]
  }
  const send = async (items: readonly object[], who = admin): Promise<Done> => {
    const reply = await who.call('mail.importMany', { items })
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return reply.value
  }
  const total = async (search: object = {}) => (await admin.call('mail.list', { ...search, pageSize: 1 })).value.total
  const get = async (id: string | null) => (await admin.call('mail.get', { id })).value
  const one = (more: object = {}) => ({ title: '旧路不平', content: '村口的路坑洼不平', time: '2026-03-01', ...more })

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    await admin.call('dept.save', { name: '提案委员会', isCount: 1 })
  })
  afterAll(() => server.close())

  test('all of them come in once, are found, counted and exported', async () => {
    const sums = { saved: 0, failed: 0 }
    for (const some of chunksOf(letters, 200)) {
      const { saved, failed } = await send(some)
      sums.saved += saved
      sums.failed += failed
    }
    expect(sums).toEqual({ saved: letters.length, failed: 0 })
    expect(await total()).toBe(letters.length)
    // the same again is nothing new
    const [first = []] = chunksOf(letters, 200)
    expect(await send(first)).toMatchObject({ saved: 0, skipped: first.length })
    const answered = letters.filter(({ reply }) => reply).length
    expect(await total({ status: 1 })).toBe(answered)
    // what a search finds is what a slow look through them finds
    for (const word of ['小区', '路灯', '公交']) {
      const inTitle = letters.filter(({ title = '' }) => title.includes(word)).length
      expect([word, await total({ title: word })]).toEqual([word, inTitle])
      const inText = letters.filter(({ content = '' }) => content.includes(word)).length
      expect([word, await total({ content: word })]).toEqual([word, inText])
    }
    const until = '2026-06-30'
    const early = letters.filter(({ time = '' }) => time.slice(0, 10) <= until).length
    expect(await total({ endTime: until })).toBe(early)
    const counted = (await admin.call('mailCount.realTimeList', { pageSize: 200 })).value.list
    for (const { id, received, replied } of counted)
      expect([received, replied]).toEqual([await total({ deptId: id }), await total({ deptId: id, status: 1 })])
    const sheet = await fetch(`${server.url}/mail/mailBoxExcel`, {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'application/json' },
      body: JSON.stringify({ title: '小区' }),
    })
    const bytes = new Uint8Array(await sheet.arrayBuffer())
    let rows = -1
    for await (const _ of readSheet(async function* () {
      yield bytes
    }))
      rows += 1
    expect(rows).toBe(await total({ title: '小区' }))
  })

  test('an answered one is settled and shown to nobody; one that is open waits, with its time from its receipt', async () => {
    const { rows } = await send([
      one({ code: 'A1', reply: '已整修', replyTime: '2026-03-05 10:00:00', dept: '提案委员会', openFlag: '是' }),
      one({ code: 'A2', type: '建言', name: '周小雨', phone: '13900001234', time: '2026/11/20' }),
    ])
    const [done, open] = rows.map(({ id }) => id) as [string, string]
    expect(await get(done)).toMatchObject({
      ...{ state: 5, status: 1, publicFlag: 0, openFlag: 1, type: 5, deptName: '提案委员会', reply: '已整修' },
      ...{ createdAt: '2026-03-01 00:00:00', repliedAt: '2026-03-05 10:00:00', name: null },
      depts: [{ deptName: '提案委员会', lead: 1, state: 2, content: '已整修' }],
    })
    expect((await server.anyone.call('mail.webGet', { id: done })).errorCode).toBe('NOT_FOUND')
    expect(await get(open)).toMatchObject({
      ...{ state: 0, type: 2, name: '周**', phone: '139****1234', openFlag: 0, overdue: 0 },
      // fifteen working days after the 20th of November
      due: '2026-12-11 23:59:59',
    })
    // whoever wrote finds it by the code that it got, where a phone is known
    expect(rows.map(({ code }) => code !== null)).toEqual([false, true])
    const key = { code: rows[1]?.code, phone: '13900001234' }
    expect((await visitorsOf(server).post('/web/mail/code', key)).value).toMatchObject({ title: '旧路不平', state: 0 })
    // whoever imports knows it too: nobody rates by it, and none is told of what is answered
    const both = { time: '2026/11/20', phone: '13900001235' }
    const [over, later] = (await send([one({ ...both, code: 'A3', reply: '已整修' }), one({ ...both, code: 'A4' })]))
      .rows
    expect(over).toMatchObject({ fate: 'saved', code: null })
    await server.parts.db.write
      .updateTable('mail')
      .set({ state: 5, reply: '已整修', repliedAt: server.clock.now })
      .where('id', '=', Number(later?.id))
      .execute()
    const own = { code: later?.code, phone: both.phone }
    expect((await visitorsOf(server).post('/web/mail/code', own)).value).toMatchObject({ state: 5, mayRate: 0 })
    expect((await visitorsOf(server).post('/x/mail/rate', { ...own, rating: 1 })).errorMsg).toContain('导入的')
    const { db } = server.parts
    const row = await db.read.selectFrom('mail').selectAll().where('id', '=', Number(open)).executeTakeFirstOrThrow()
    for (const secret of ['周小雨', '13900001234']) expect(JSON.stringify(row)).not.toContain(secret)
    const { list } = (await admin.call('mail.history', { id: open })).value
    expect(list.map(({ act }: { act: string }) => act)).toEqual(['导入'])
    expect((await admin.call('mail.publish', { items: [{ id: done }] })).value.done).toEqual([done])
  })

  test('what a department had it has here; what it had under another name stands in the history and is told', async () => {
    const { rows } = await send([
      one({ code: 'E1', dept: '提案委员会', status: '办理中' }),
      one({ code: 'E2', dept: '没有的局', status: '待办理' }),
      one({ code: 'E3', status: '已办理' }),
      one({ code: 'E4', phone: '139****1234' }),
    ])
    expect(rows.map(({ marks, dept }) => [marks, dept])).toEqual([
      [[], null],
      [['dept'], '没有的局'],
      [['unanswered'], null],
      [['phone'], null],
    ])
    const [had, lost, unanswered] = rows.map(({ id }) => id) as [string, string, string]
    expect(await get(had)).toMatchObject({
      ...{ state: 2, status: 0, deptName: '提案委员会' },
      depts: [{ deptName: '提案委员会', lead: 1, state: 0, content: null }],
    })
    expect(await get(lost)).toMatchObject({ state: 0, deptName: null })
    const { list } = (await admin.call('mail.history', { id: lost })).value
    expect(list).toMatchObject([{ act: '导入', reason: '原来的主办部门：没有的局' }])
    expect(await get(unanswered)).toMatchObject({ state: 0, status: 0, reply: null })
    const { id: deptId } = await server.parts.db.read
      .selectFrom('dept')
      .select('id')
      .where('name', '=', '提案委员会')
      .executeTakeFirstOrThrow()
    const staff = await server.person({ roles: ['staff'], deptId })
    const answered = await staff.call('mailForum.save', { id: had, content: '已整修', done: 1 })
    expect(answered, answered.text).toMatchObject({ errorCode: '0' })
  })

  test('a letter that was exported is known again by its number, and comes in with its state elsewhere', async () => {
    const { rows } = await send([one({ code: 'F1', title: '取回的信' })])
    const id = rows[0]?.id
    const seen = await get(String(id))
    const back = { title: seen.title, content: seen.content, time: seen.createdAt, state: '不予受理' }
    expect(await send([{ ...back, id: String(id) }])).toMatchObject({ saved: 0, skipped: 1, rows: [{ id }] })
    const elsewhere = await send([{ ...back, content: '别处', title: '别处的信', id: String(id) }])
    expect(elsewhere).toMatchObject({ saved: 1 })
    expect(await get(String(elsewhere.rows[0]?.id))).toMatchObject({ state: 7, reply: null })
  })

  test('each row that will not do is named, and the others come in', async () => {
    const before = await total()
    const done = await send([
      one({ row: 7, code: 'B1', title: '' }),
      one({ row: 8, code: 'B2', time: '上周' }),
      one({ row: 9, code: 'B3', phone: '12345' }),
      one({ row: 10, code: 'B4', type: '表扬' }),
      one({ row: 11, code: 'B5', replyTime: '2026-02-01', reply: '早了' }),
      one({ row: 12, code: 'B6', content: '长'.repeat(20_001) }),
      one({ row: 13, code: 'B7', phone: '1.39E+10' }),
      one({ row: 14, code: 'B8', dept: '没有的局', reply: '好' }),
      one({ row: 15, code: 'B8' }),
      one({ row: 16, code: 'B9', time: '2027-01-01' }),
      one({ row: 17, code: 'B10', status: '不知道' }),
    ])
    expect(done).toMatchObject({ saved: 1, skipped: 1, failed: 9 })
    const says = Object.fromEntries(done.rows.map(({ row, says: why }) => [row, why]))
    expect(says).toMatchObject({
      7: '标题（title）：请填写',
      8: expect.stringContaining('来信时间（time）：无法识别「上周」'),
      9: expect.stringContaining('手机号（phone）：'),
      10: expect.stringContaining('来信类型（type）：没有「表扬」'),
      11: '回复时间（replyTime）：早于来信时间',
      12: expect.stringContaining('最多 20000 个字'),
      13: expect.stringContaining('手机号（phone）：'),
      14: '部门「没有的局」这里没有，没有写主办部门，记在办理记录里',
      15: '与第 14 行是同一封',
      16: expect.stringContaining('还没有到'),
      17: expect.stringContaining('回复状态（status）：没有「不知道」'),
    })
    expect(await total()).toBe(before + 1)
    // what lies in the recycle bin is not imported anew
    const { id } = done.rows.find(({ fate }) => fate === 'saved') as Row
    await admin.call('mail.del', { id })
    expect(await send([one({ code: 'B8' })])).toMatchObject({ saved: 0, skipped: 1 })
    expect(await send([one({ code: 'B8', source: '旧网站' })])).toMatchObject({ saved: 1 })
    const staff = await server.person({ roles: ['staff'] })
    expect((await staff.call('mail.importMany', { items: [one()] })).errorCode).toBe('NO_PERMISSION')
  })

  test('two who import the same at once, in whatever order, end well, and nothing is doubled', async () => {
    for (let i = 0; i < 5; i += 1) {
      const items = Array.from({ length: 60 }, (_, n) => one({ code: `两次-${i}-${n}`, title: `同时的 ${i}-${n}` }))
      const done = await Promise.all([send(items), send(items.toReversed()), send(items)])
      expect(done.map(({ saved }) => saved).sort((a, b) => a - b)).toEqual([0, 0, 60])
      expect(done.map(({ skipped }) => skipped).sort((a, b) => a - b)).toEqual([0, 60, 60])
      expect(await total({ title: `同时的 ${i}-` })).toBe(60)
    }
  })

  test('a code that an import could not tell any more is told to who imports the same again, and to nobody else', async () => {
    const items = ['13900001241', '13900001242'].map((phone, i) => one({ code: `K${i}`, title: `断了的${i}`, phone }))
    const first = (await send(items)).rows.map(({ code }) => code)
    expect(await send([...items, one({ code: 'K2', title: '新的一封' })])).toMatchObject({
      ...{ saved: 1, skipped: 2 },
      rows: [{ fate: 'skipped', code: first[0] }, { fate: 'skipped', code: first[1] }, { fate: 'saved' }],
    })
    const codesOf = async (some: readonly object[], who = admin) => (await send(some, who)).rows.map(({ code }) => code)
    // who does not name the phone, who is another one, and who only tries, get none
    expect(await codesOf([one({ code: 'K0' }), one({ code: 'K1', phone: '13900001241' })])).toEqual([null, null])
    const other = await server.person({ roles: ['admin'] })
    expect(await codesOf(items, other)).toEqual([null, null])
    const dry = await server.raw('/x/dry-run/x/mail/import', {
      ...{ method: 'POST', body: JSON.stringify({ items }) },
      headers: { authorization: admin.token, 'content-type': 'application/json' },
    })
    expect(dry.value.value.rows.map(({ code }: Row) => code)).toEqual([null, null])
    // nor is that of one told that is over
    const ids = (await send(items)).rows.map(({ id }) => id)
    await admin.call('mail.reject', { items: [{ id: ids[0], reason: '重复' }] })
    expect(await codesOf(items)).toEqual([null, first[1]])
  })
})
