import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailMergedMost, mailMergedShown } from '../../core/domain/mail-states.ts'
import { deadlines } from '../../server/areas/mail/deadline.ts'
import { limitsFrom } from '../../server/limits.ts'
import { calendarNow } from '../../server/workdays/calendar.ts'
import { databases } from '../support/databases.ts'
import { fetchFile, pdf, sendFile } from '../support/files.ts'
import { type Person, type Reply, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

describe.each(databases)('letters that stand in another one on %s', (database) => {
  let server: TestServer
  let admin: Person
  let light: Person
  let dept: string
  let people = 0
  const watch = { stopped: () => false, progress: () => {} }

  const write = async (more: object = {}) => {
    people += 1
    const own = { phone: `136${String(people).padStart(8, '0')}` }
    const by = visitorsOf(server, `203.0.113.${people}`)
    const letter = { type: 1, title: '东街路灯不亮', content: '东街的路灯有一周不亮了', name: '周小雨', openFlag: 1 }
    const answers = { verifyCode: 'ab12', codeId: await by.captcha() }
    const reply = await by.post('/web/mail/add', { ...letter, ...own, ...answers, ...more })
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return { ...reply.value, ...own } as { id: string; code: string; phone: string }
  }
  const look = async ({ code, phone }: { code: string; phone: string }) =>
    (await visitorsOf(server, '198.51.100.7').post('/web/mail/code', { code, phone })).value
  const get = async (id: string, who = admin) => (await who.call('mail.get', { id })).value
  const move = (call: string, id: string, more: object = {}) =>
    admin.call(`mail.${call}`, { items: [{ id, reason: '已核实', ...more }] })
  const whyNot = async (made: Promise<Reply>) => (await made).value.failed[0]?.errorMsg
  const merge = (id: string, into: string) => admin.call('mail.merge', { id, into })
  const acts = async (id: string, who = admin) =>
    (await who.call('mail.history', { id })).value.list.map(({ act, reason }: { act: string; reason: string }) =>
      [act, reason].filter(Boolean).join('：'),
    )

  /** Puts letters into one as merging would, more than anybody merges by hand. */
  async function fill(into: string, like: string, n: number) {
    const db = server.parts.db.write
    const { id: _, ...one } = await db
      .selectFrom('mail')
      .selectAll()
      .where('id', '=', Number(like))
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: n }, (_n, i) => ({
      ...one,
      ...{ codeHash: `${into}-${i}`, state: 8, mergedInto: Number(into), version: 2 },
    }))
    for (let i = 0; i < n; i += 100)
      await db
        .insertInto('mail')
        .values(rows.slice(i, i + 100))
        .execute()
  }

  beforeAll(async () => {
    server = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
    admin = await server.person({ roles: ['admin'] })
    dept = (await admin.call('dept.save', { name: '城管局' })).value.id
    light = await server.person({ roles: ['staff'], deptId: Number(dept) })
  })
  afterAll(() => server.close())

  test('whoever answers a letter reads what the letters say that stand in it, and its history tells of them', async () => {
    const into = await write({ title: '路灯不亮' })
    const double = await write({ title: '路灯又不亮', content: '昨晚一位老人在桥头摔倒' })
    await merge(double.id, into.id)
    await admin.call('mail.examine', { ids: [into.id] })
    await admin.call('mailForum.deptSave', { id: into.id, deptId: dept })
    const shown = await get(into.id, light)
    expect(shown).toMatchObject({ mergedCount: 1, mergedWaiting: 1 })
    expect(shown.merged).toMatchObject([{ id: double.id, content: '昨晚一位老人在桥头摔倒', readable: 0 }])
    expect((await light.call('mail.get', { id: double.id })).errorCode).toBe('NOT_FOUND')
    expect(JSON.stringify(shown.merged)).not.toMatch(/周小雨|136/)
    expect((await get(into.id)).merged).toMatchObject([{ readable: 1 }])
    expect(await acts(into.id, light)).toContain(`并入来信：「路灯又不亮」（编号 ${double.id}）`)
    await move('unmerge', double.id)
    expect(await acts(into.id)).toContain(`取消并入的来信：「路灯又不亮」（编号 ${double.id}）`)
    expect(await get(into.id)).toMatchObject({ merged: [], mergedCount: 0 })
  })

  test('whoever wrote the letter does not read in its answer who wrote those that stand in it', async () => {
    const [into, double] = [await write(), await write({ title: '路灯', name: '王建国' })]
    await merge(double.id, into.id)
    await admin.call('mail.examine', { ids: [into.id] })
    await admin.call('mailForum.deptSave', { id: into.id, deptId: dept })
    const answer = (content: string) => admin.call('mailForum.save', { id: into.id, deptId: dept, content })
    for (const content of ['王建国同志反映的路灯已修复', `已电话答复${double.phone}`]) {
      await answer(content)
      for (const act of ['settle', 'publish']) {
        const why = await whyNot(move(act, into.id))
        expect([act, why]).toEqual([act, expect.stringMatching(/并入的来信的来信人.*退回重办/)])
      }
      expect((await look(into)).reply).toBe(null)
      await move('redo', into.id)
    }
    await answer('周小雨同志，路灯已修复')
    expect(await whyNot(move('settle', into.id))).toBeUndefined()
    expect((await look(into)).reply).toContain('已修复')
  })

  test('whoever answers a letter reads the files of those that stand in it, and of no other one', async () => {
    const attached = async (name: string, more: object) => {
      const files = [(await sendFile(server, admin, 'mail', name)).value.id]
      const own = { title: name, type: 1, content: '见附件', name: '周小雨', phone: '13900004455', openFlag: 1 }
      const { id } = (await admin.call('mail.add', { ...own, ...more, files })).value
      return { id: id as string, file: files[0] as string }
    }
    const [into, double, other] = [
      await attached('路灯.pdf', {}),
      await attached('现场.pdf', {}),
      await attached('别的.pdf', {}),
    ]
    await merge(double.id, into.id)
    await admin.call('mail.examine', { ids: [into.id] })
    await admin.call('mailForum.deptSave', { id: into.id, deptId: dept })
    const shown = await get(into.id, light)
    expect(shown.files).toMatchObject([{ id: into.file, name: '路灯.pdf' }])
    expect(shown.merged).toMatchObject([{ id: double.id, files: [{ id: double.file, name: '现场.pdf', kind: 'pdf' }] }])
    const read = async (file: string, who = light) => {
      const reply = await fetchFile(server, who, file)
      return reply.status === 200 && reply.text === pdf().toString() ? 'read' : reply.errorCode
    }
    const another = await server.person({
      roles: ['staff'],
      deptId: Number((await admin.call('dept.save', { name: '水务局' })).value.id),
    })
    expect([await read(into.file), await read(double.file), await read(other.file)]).toEqual([
      ...['read', 'read', 'NOT_FOUND'],
    ])
    expect([await read(double.file, another), await read(double.file, admin)]).toEqual(['NOT_FOUND', 'read'])
    // what is taken out again is its own, and the other one's readers' no more
    await move('unmerge', double.id)
    expect(await read(double.file)).toBe('NOT_FOUND')
    await merge(double.id, into.id)
    await admin.call('mail.tellMerged', { id: double.id, reply: '已转有关部门' })
    await admin.call('mail.del', { id: double.id })
    expect([await read(double.file), await read(double.file, admin)]).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  })

  test('an answer of one’s own names nobody else whose letter stands there', async () => {
    const into = await write({ title: '先来的', name: '欧阳长河' })
    const [one, other] = [await write({ name: '诸葛小花' }), await write({ name: '司马相如' })]
    await merge(one.id, into.id)
    await merge(other.id, into.id)
    for (const name of ['欧阳长河', '司马相如'])
      expect((await admin.call('mail.tellMerged', { id: one.id, reply: `${name}同志也反映过` })).errorMsg).toContain(
        '含有并入那一封的其他来信人的姓名',
      )
    expect((await admin.call('mail.tellMerged', { id: one.id, reply: '诸葛小花同志：已转有关部门' })).errorMsg).toBe('')
  })

  test('who still waits for an answer is not forgotten by a deletion, of their own letter or of the other one', async () => {
    const [into, double, third] = [await write({ title: '先来的' }), await write(), await write()]
    await merge(double.id, into.id)
    await merge(third.id, double.id).then(({ errorMsg }) =>
      expect(errorMsg).toContain(`请并入那一封（编号 ${into.id}）`),
    )
    const waits = `并入的 ${into.id} 号信没有公开`
    expect(await whyNot(admin.call('mail.del', { id: double.id }))).toContain(waits)
    await move('reject', into.id)
    expect((await look(double)).says).toContain('将另行答复您')
    expect(await whyNot(admin.call('mail.dels', { ids: [double.id] }))).toContain(waits)
    expect(await whyNot(admin.call('mail.del', { id: into.id }))).toContain(`（编号 ${double.id}）并入了这封信`)
    await admin.call('mail.tellMerged', { id: double.id, reply: '您反映的事已转有关部门' })
    // each has an answer of their own now
    expect((await admin.call('mail.del', { id: into.id })).value.done).toEqual([into.id])
    expect(await look(double)).toMatchObject({ status: 1, reply: '您反映的事已转有关部门' })
    expect((await admin.call('mail.del', { id: double.id })).value.done).toEqual([double.id])
  })

  test('the answer that is promised to a writer is open and has one deadline everywhere, until it is given', async () => {
    const [into, double] = [await write({ title: '先到的', type: 6 }), await write({ title: '后到的' })]
    await merge(double.id, into.id)
    const row = async (filters: object) =>
      (await admin.call('mail.list', { ...filters, mergedInto: into.id })).value.list as { due: string }[]
    const long = 20 * 24 * 3600_000
    const db = server.parts.db.write
    // it came long ago, and is late by that
    const old = { createdAt: server.clock.now - long, due: server.clock.now - long / 2 }
    await db.updateTable('mail').set(old).where('id', '=', Number(double.id)).execute()
    expect([await row({ overdue: 1 }), await row({ waiting: 1 })]).toEqual([[], []])
    expect(await row({ overdue: 0 })).toHaveLength(1)
    await move('reject', into.id)
    const [one] = await row({ waiting: 1 })
    // what is late stays late
    expect(one).toMatchObject({ id: double.id, overdue: 1 })
    const { days, due } = (await admin.call('mail.explain', { id: double.id })).value
    expect(days[0].why).toContain('收到')
    expect(one?.due.slice(0, 10)).toBe(due)
    expect((await look(double)).due).toBe(one?.due)
    const waits = async () =>
      (await admin.call('inbox.count')).value.piles.find(({ pile }: { pile: string }) => pile === 'mail.overdue')
        ?.count ?? 0
    const before = (await waits()) - 1
    const all = async () => (await admin.call('inbox.count')).value.total as number
    const total = await all()
    const extended = await admin.call('mail.extend', { id: double.id, days: 15, reason: '需要核实' })
    expect(extended.errorMsg).toContain('届满后不能延长')
    await db
      .updateTable('mail')
      .set({ due: server.clock.now - 3600_000 })
      .where('id', '=', Number(double.id))
      .execute()
    await write({ title: '第三封' })
    expect(await row({ overdue: 1 })).toMatchObject([{ id: double.id, overdue: 1 }])
    // the third one alone is more to do
    expect(await all()).toBe(total + 1)
    expect([await row({ overdue: 0 }), await waits()]).toEqual([[], before + 1])
    expect((await look(double)).mayComplain).toBe(1)
    const foretold = JSON.stringify((await admin.call('reminder.preview', { pageSize: 200 })).value.list)
    expect(foretold).toContain('来信《后到的》已于')
    // one calendar for all
    expect(await deadlines.again(server.parts, await calendarNow({ db, parts: server.parts }), watch)).toBeGreaterThan(
      0,
    )
    expect((await row({ waiting: 1 }))[0]?.due).toBe(one?.due)
    await admin.call('mail.tellMerged', { id: double.id, reply: '您反映的事已转有关部门' })
    expect([await row({ overdue: 1 }), await row({ waiting: 1 })]).toEqual([[], []])
  })

  test('who was answered apart reads the answer too that becomes public later, each with its day', async () => {
    const [into, double] = [await write({ title: '先到的' }), await write({ title: '后到的' })]
    await merge(double.id, into.id)
    await admin.call('mail.tellMerged', { id: double.id, reply: '您那边的路灯另行安排' })
    expect(await look(double)).toMatchObject({
      ...{ status: 1, reply: '您那边的路灯另行安排', repliedAt: expect.any(String), openReply: null },
      says: '与您反映的同一问题的来信一并办理，已另行答复您',
    })
    await admin.call('mail.examine', { ids: [into.id] })
    await admin.call('mailForum.deptSave', { id: into.id, deptId: dept })
    await light.call('mailForum.save', { id: into.id, content: '路灯已修好' })
    expect((await move('publish', into.id)).value.failed).toEqual([])
    const both = await look(double)
    expect(both).toMatchObject({
      ...{ reply: '您那边的路灯另行安排', repliedAt: expect.any(String), deptName: null },
      ...{ openReply: '路灯已修好', openRepliedAt: expect.any(String), openDeptName: '城管局' },
      says: expect.stringContaining('现已公开答复'),
    })
    expect(await acts(double.id)).toContain(`并入的信已公开答复：${into.id} 号信，来信人也可查看`)
    await move('withdraw', into.id)
    expect(await look(double)).toMatchObject({ reply: '您那边的路灯另行安排', openReply: null })
  })

  test('a public letter takes up nobody whom it names, for nothing of a writer is public', async () => {
    const into = await write({ title: '路灯不亮', content: '邻居诸葛小花也反映过' })
    await admin.call('mail.examine', { ids: [into.id] })
    await admin.call('mailForum.deptSave', { id: into.id, deptId: dept })
    await light.call('mailForum.save', { id: into.id, content: '路灯已修好' })
    expect((await move('publish', into.id)).value.failed).toEqual([])
    const named = await write({ name: '诸葛小花', openFlag: 0 })
    const other = await write({ name: '王建国' })
    await admin.call('mail.examine', { ids: [named.id, other.id] })
    expect(await merge(named.id, into.id)).toMatchObject({
      errorCode: 'PRIVATE_DATA',
      errorMsg: expect.stringContaining('已公开，公开的文字中有并入后来信人的姓名；请先撤回公开'),
    })
    expect(await get(named.id)).toMatchObject({ state: 1 })
    expect((await get(into.id)).mergedCount).toBe(0)
    expect((await merge(other.id, into.id)).errorCode).toBe('0')
  })

  test('a letter takes up so many and no more; its page names some with their number, and a filter finds all', async () => {
    const [into, like, next, also, last] = [await write(), await write(), await write(), await write(), await write()]
    await merge(like.id, into.id)
    await fill(into.id, like.id, mailMergedMost - 2)
    const whole = await get(into.id)
    expect(whole.merged).toHaveLength(mailMergedShown)
    expect(whole).toMatchObject({ mergedCount: mailMergedMost - 1, mergedWaiting: mailMergedMost - 1 })
    expect((await admin.call('mail.list', { mergedInto: into.id, pageSize: 5 })).value).toMatchObject({
      total: mailMergedMost - 1,
    })
    await merge(also.id, next.id)
    const both = await merge(next.id, into.id)
    expect(both).toMatchObject({ errorCode: 'BAD_STATE' })
    expect(both.errorMsg).toContain(`最多并入 ${mailMergedMost} 封`)
    expect(both.errorMsg).toContain('连同并入它的共 2 封')
    expect((await merge(last.id, into.id)).errorCode).toBe('0')
    // whoever wrote them waits when it ends, and no longer when it is taken up again
    await move('reject', into.id)
    const left = async () => (await admin.call('mail.list', { left: 1, mergedInto: into.id })).value.total
    expect(await left()).toBe(mailMergedMost)
    expect(await whyNot(admin.call('mail.del', { id: into.id }))).toContain(`等 ${mailMergedMost} 封信并入了这封信`)
    await admin.call('mail.examine', { ids: [into.id] })
    expect(await left()).toBe(0)
  })

  test('one that already holds more than may stand in one is read and taken apart as before, and goes into no other', async () => {
    const [into, like, other] = [await write(), await write(), await write()]
    await merge(like.id, into.id)
    await fill(into.id, like.id, 3000)
    expect(await merge(into.id, other.id)).toMatchObject({ errorCode: 'BAD_STATE' })
    expect((await move('unmerge', like.id)).value.done).toEqual([like.id])
    expect((await get(into.id)).mergedCount).toBe(3000)
  })
})
