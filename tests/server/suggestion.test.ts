import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rightsChanged } from '../../server/access/rights.ts'
import { deadlines } from '../../server/areas/suggestion/deadline.ts'
import { limitsFrom } from '../../server/limits.ts'
import { calendarNow } from '../../server/workdays/calendar.ts'
import { lastMoment } from '../../server/workdays/limit.ts'
import { databases } from '../support/databases.ts'
import { giveScope, type Person, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

describe.each(databases)('suggestions of visitors on %s', (database) => {
  let server: TestServer
  let admin: Person
  let visitor: ReturnType<typeof visitorsOf>
  const name = '周小雨'
  const phone = '13900001234'

  const send = async (more: object = {}, headers = {}) =>
    visitor.post(
      '/suggest/add',
      {
        ...{ title: '多种些树', content: '东街两边没有树荫，建议种树', name, phone },
        ...{ verifyCode: 'ab12', codeId: await visitor.captcha() },
        ...more,
      },
      headers,
    )
  const add = async (more: object = {}): Promise<string> => (await send(more)).value.id
  const get = async (id: string) => (await admin.call('suggestion.get', { id })).value
  const answer = (id: string, more: object = {}) =>
    admin.call('suggestion.answer', { id, reply: '已列入明年的计划', ...more })
  const move = (call: string, id: string, more: object = {}) =>
    admin.call(`suggestion.${call}`, { items: [{ id, ...more }] })
  const whyNot = async (made: ReturnType<typeof move>) => (await made).value.failed[0]?.errorMsg
  const shown = async (): Promise<{ id: string; title: string; shownName: string; reply: string }[]> =>
    (await server.anyone.call('suggestion.webList', { pageSize: 200 })).value.list

  beforeAll(async () => {
    server = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
    admin = await server.person({ roles: ['admin'] })
    visitor = visitorsOf(server)
  })
  afterAll(() => server.close())

  test('one is made with a captcha, answered, made public and taken off again', async () => {
    const id = await add()
    expect(await get(id)).toMatchObject({ status: 0, name: '周**', phone: '139****1234', reply: null })
    expect(await whyNot(move('publish', id))).toBe('还没有答复，请先答复再公开')
    expect(await whyNot(admin.call('suggestion.del', { id }))).toContain('它还等着办理')
    await answer(id)
    expect(await get(id)).toMatchObject({ status: 4 })
    expect(await whyNot(admin.call('suggestion.del', { id }))).toContain('它已答复，请先公开')
    expect(await shown()).toEqual([])
    await move('publish', id)
    expect(await shown()).toEqual([expect.objectContaining({ id, title: '多种些树', shownName: '周**' })])
    expect(await whyNot(move('reject', id, { reason: '涉及个人隐私' }))).toContain('请先撤下')
    expect((await admin.call('suggestion.del', { id })).value.failed[0].errorMsg).toContain('请先撤下')
    expect(await whyNot(move('withdraw', id))).toContain('必须填写理由')
    await move('withdraw', id, { reason: '涉及个人隐私' })
    expect(await shown()).toEqual([])
    const counts = async (title: string) => (await admin.call('suggestion.counts', { title })).value
    const none = [0, 1, 2, 3, 4].map((status) => ({ status, count: 0 }))
    expect(await counts('种些树')).toEqual({ total: 1, states: none.with(2, { status: 2, count: 1 }) })
    expect((await admin.call('suggestion.del', { id })).value.done).toEqual([id])
    expect(await counts('种些树')).toEqual({ total: 0, states: none })
  })

  test('who gives a phone reads by a code how it stands, and the answer once the office has looked at it', async () => {
    // the phone of the other tests may send no more than ten
    const mine = '13700002222'
    const sent = (await send({ phone: mine })).value
    expect(sent.code).toMatch(/^(\w{4}-){2}\w{4}$/)
    const { id, code } = sent
    const own = (key: object = {}) => visitor.post('/x/suggestion/webCode', { code, phone: mine, ...key })
    const dept = (await admin.call('dept.save', { name: `绿化办${database}` })).value.id
    expect((await own()).value).toMatchObject({ id, title: '多种些树', status: 0, says: null, reply: null })
    // however it is typed
    expect((await own({ code: code.toLowerCase().replaceAll('-', '') })).value.id).toBe(id)
    await answer(id, { deptId: dept })
    expect((await own()).value).toMatchObject({ status: 4, says: expect.stringContaining('已答复'), reply: null })
    await move('publish', id)
    const told = { status: 1, reply: '已列入明年的计划', deptName: `绿化办${database}`, repliedAt: expect.any(String) }
    expect((await own()).value).toMatchObject(told)
    await move('withdraw', id, { reason: '涉及个人隐私' })
    expect((await own()).value).toMatchObject({ ...told, status: 2, says: '办结说明：涉及个人隐私' })
    await move('reject', id, { reason: '内容不明确，无法办理' })
    expect((await own()).value).toMatchObject({ status: 3, says: '不予受理：内容不明确，无法办理', reply: null })
    // a wrong code, a wrong phone, and one that is deleted get the same answer
    const none = ['NOT_FOUND', '没有这条建议，请核对查询码和手机号']
    const refused = async (key: object) => {
      const { errorCode, errorMsg } = await own(key)
      return [errorCode, errorMsg]
    }
    expect(await refused({ phone: '13900009999' })).toEqual(none)
    expect(await refused({ code: '2222-2222-2222' })).toEqual(none)
    await admin.call('suggestion.del', { id })
    expect(await refused({})).toEqual(none)
    const { db } = server.parts
    const row = await db.read.selectFrom('suggestion').selectAll().where('id', '=', Number(id)).executeTakeFirst()
    expect(JSON.stringify(row)).not.toContain(code)
  })

  test('who gives none has the number alone, and no code finds it', async () => {
    const { id, code } = (await send({ phone: '' })).value
    expect([typeof id, code]).toEqual(['string', null])
    for (const typed of ['', '-', id])
      expect((await visitor.post('/x/suggestion/webCode', { code: typed, phone })).errorCode).toMatch(
        /^(BAD_INPUT|NOT_FOUND)$/,
      )
  })

  test('the page of one that is public is signed by the department as it is called now', async () => {
    const id = await add()
    const dept = (await admin.call('dept.save', { name: '园林所' })).value
    await answer(id, { deptId: dept.id })
    await move('publish', id)
    const page = async () => (await fetch(`${server.url}/site/public_suggest/${id}.html`)).text()
    await expect.poll(page).toContain('园林所')
    await admin.call('dept.save', { id: dept.id, name: '园林绿化中心' })
    await expect.poll(page).toContain('园林绿化中心')
    await move('withdraw', id, { reason: '涉及个人隐私' })
  })

  test('a withdrawal that is taken back gives the old place in the list back', async () => {
    const [one, two] = [await add({ phone: '13711110001' }), await add({ phone: '13711110002' })]
    for (const id of [one, two]) {
      await answer(id, {})
      expect((await move('publish', id)).value.done).toEqual([id])
    }
    const places = async () => {
      const rows = await server.parts.db.read.selectFrom('suggestion').select(['id', 'openNo']).execute()
      return [one, two].map((id) => rows.find((row) => String(row.id) === id)?.openNo ?? null)
    }
    const before = await places()
    await move('withdraw', one, { reason: '涉及个人隐私' })
    expect(await places()).toEqual([null, before[1]])
    expect((await move('undo', one)).value.done).toEqual([one])
    expect(await places()).toEqual(before)
    for (const id of [one, two]) await move('withdraw', id, { reason: '涉及个人隐私' })
  })

  test('what is shown to visitors has no forbidden word, and nobody’s numbers', async () => {
    await admin.call('sensitive.add', { word: '倒卖发票', level: 2 })
    const id = await add({ title: '请回电', content: '我的电话 13812345678，证件 11010519491231002X' })
    await answer(id, { reply: '已按 13812345678 回复，举报倒卖发票请拨热线' })
    expect(await whyNot(move('publish', id))).toContain('含有敏感词「倒卖发票」，请改写公开稿后再公开')
    await answer(id, { reply: '已按 13812345678 回复' })
    expect((await move('publish', id)).value.done).toEqual([id])
    const text = JSON.stringify((await shown()).find((one) => one.id === id))
    expect(text).toContain('138****5678')
    expect(text).not.toMatch(/13812345678|11010519491231002X/)
    // what stands on the site already is not made worse
    const worse = await answer(id, { reply: '倒卖发票' })
    expect(worse).toMatchObject({ errorCode: 'BAD_STATE', errorMsg: expect.stringContaining('要修改请先撤下') })
    await move('withdraw', id, { reason: '涉及个人隐私' })
  })

  test('who wrote one is named nowhere on the site, and nobody finds out what is hidden by searching', async () => {
    const title = '孟庆林的建议：请回电13911112222'
    const content = '我叫孟 庆林，wx13911112222，邮箱meng@example.cn，家住东街小区3号楼2单元501室'
    const id = await add({ name: '孟庆林', title, content })
    await answer(id, { reply: '孟庆林先生：请致电 0312-7201234' })
    expect((await move('publish', id)).value.done).toEqual([id])
    const one = (await shown()).find((row) => row.id === id)
    expect(one).toMatchObject({
      title: '孟**的建议：请回电139****2222',
      content: expect.stringContaining('我叫孟**，wx139****2222，邮箱m***@example.cn，家住东街小区****'),
      // where the office is reached may be read
      reply: '孟**先生：请致电 0312-7201234',
    })
    const page = async () => (await fetch(`${server.url}/site/public_suggest/${id}.html`)).text()
    await expect.poll(page).toContain('孟**的建议')
    expect(await page()).not.toMatch(/庆林|1391111|meng@|501室/)
    const found = async (asked: string) =>
      (await server.anyone.call('suggestion.webList', { title: asked })).value.total
    expect([await found('回电139'), await found('回电1391'), await found('孟庆林')]).toEqual([1, 0, 0])
    await move('withdraw', id, { reason: '答复有误，更正后再公开' })
    await answer(id, { reply: '孟庆林先生：已办' })
    await move('publish', id, { version: (await get(id)).version })
    expect((await shown()).find((row) => row.id === id)).toMatchObject({ reply: '孟**先生：已办' })
    await move('withdraw', id, { reason: '涉及个人隐私' })
  })

  test('how one is to stand on the site is shown before, and written by who may publish; nothing else goes there', async () => {
    const content = '我住东街，我的腿有残疾，请修坡道，电话 13812345678'
    const id = await add({ title: '请修坡道', content, name: '孟庆林', phone: '13700005555' })
    const draft = (more: object = {}, who = admin) => who.call('suggestion.draft', { id, ...more })
    expect(await draft()).toMatchObject({ errorCode: 'BAD_STATE', errorMsg: '还没有答复，答复后再写公开稿' })
    await answer(id, { reply: '孟庆林先生：月底修好' })
    const proposed = {
      title: '请修坡道',
      content: content.replace('13812345678', '138****5678'),
      reply: '孟**先生：月底修好',
    }
    expect(await get(id)).toMatchObject({ draft: proposed, draftedAt: null, openTitle: null })
    const clerk = await server.person({ roles: ['staff'] })
    expect((await draft({}, clerk)).errorCode).toBe('NO_PERMISSION')
    // what is written is what is shown; of what is not given the proposal stands
    const worded = { ...proposed, content: '我住东街，请修坡道' }
    const { version } = await get(id)
    expect((await draft({ content: worded.content, version })).value).toMatchObject({
      ...{ draft: worded, draftedAt: expect.any(String), status: 4, content },
    })
    expect((await draft({ version })).errorCode).toBe('STALE')
    const [step] = (await admin.call('suggestion.history', { id })).value.list
    expect(step.act).toBe('写公开稿')
    expect(step.changed.map(({ title }: { title: string }) => title)).toContain('公开稿内容')
    // somebody's data that is put back is not published
    await draft({ content: '请修坡道，孟庆林' })
    const named = '含有提出人的姓名，请改写公开稿后再公开（命令 xzx suggestion draft 编号）'
    expect(await whyNot(move('publish', id))).toContain(named)
    expect(await whyNot(move('publish', id, { reason: '已核对' }))).toContain(named)
    // a number of the office's own is, by who says why
    await draft({ content: '请修坡道，值班电话 13722223333' })
    expect(await whyNot(move('publish', id))).toMatch(/含有手机号码.*写明理由/)
    expect((await move('publish', id, { reason: '值班电话是公开的' })).value.failed).toEqual([])
    await move('withdraw', id, { reason: '答复有误，更正后再公开' })
    await draft({ content: worded.content })
    // another answer has its wording made anew, and what was written of the rest stays
    await answer(id, { reply: '孟庆林先生：本周修好' })
    const anew = { ...worded, reply: '孟**先生：本周修好' }
    expect((await get(id)).draft).toEqual(anew)
    expect((await move('publish', id)).value.failed).toEqual([])
    const onSite = async () => (await shown()).find((one) => one.id === id)
    expect(await onSite()).toMatchObject(anew)
    expect((await draft()).errorMsg).toBe('建议已公开，请先撤下再修改公开稿')
    // taken down it is answered anew and worded better, and comes back so
    await move('withdraw', id, { reason: '答复有误，更正后再公开' })
    await answer(id, { reply: '孟庆林先生：已修好' })
    expect((await get(id)).draft).toEqual({ ...worded, reply: '孟**先生：已修好' })
    await draft({ title: '请修东街的坡道' })
    expect((await move('publish', id, { version: (await get(id)).version })).value.failed).toEqual([])
    expect(await onSite()).toMatchObject({ content: worded.content, title: '请修东街的坡道' })
    await move('withdraw', id, { reason: '涉及个人隐私' })
    await move('reject', id, { reason: '内容不明确，无法办理' })
    expect((await draft()).errorMsg).toBe('建议现为「不予受理」，不会公开，没有公开稿')
  })

  test('what is answered waits for who publishes, and no longer for its department', async () => {
    const dept = (await admin.call('dept.save', { name: `市容局${database}` })).value.id
    const clerk = await server.person({ roles: ['staff'], deptId: Number(dept) })
    const id = await add({ title: '待公开的' })
    await admin.call('suggestion.answer', { id, deptId: dept })
    const waits = async (who: Person) =>
      Object.fromEntries(
        (await who.call('inbox.count')).value.piles
          .filter(({ area }: { area: string }) => area === 'suggestion')
          .map(({ title, count }: { title: string; count: number }) => [title, count]),
      )
    const before = await waits(admin)
    expect(await waits(clerk)).toEqual({ 已超期: 0, 待办理: 1 })
    expect((await clerk.call('suggestion.answer', { id, reply: '本周清运' })).value).toMatchObject({ status: 4 })
    expect(await waits(clerk)).toEqual({ 已超期: 0, 待办理: 0 })
    expect(await waits(admin)).toEqual({
      ...{ 已超期: 0, 待办理: before.待办理 - 1 },
      '已答复，待公开': before['已答复，待公开'] + 1,
    })
    expect((await admin.call('inbox.list', { pile: 'suggestion.toPublish' })).value.list).toContainEqual(
      expect.objectContaining({ id, title: '待公开的' }),
    )
    // said better before anybody has published it, and taken back
    await clerk.call('suggestion.answer', { id, reply: '今天清运' })
    expect(await get(id)).toMatchObject({ status: 4, reply: '今天清运' })
    // another one who has not seen it is told
    expect((await admin.call('suggestion.answer', { id, reply: '另一个答复' })).errorCode).toBe('STALE')
    await clerk.call('suggestion.undo', { items: [{ id }] })
    expect(await get(id)).toMatchObject({ status: 4, reply: '本周清运' })
  })

  test('it is to be answered within the working days that the setting said when it came, and is late after them', async () => {
    const days = (value: string) => admin.call('setting.save', { items: [{ name: 'suggestion.days', value }] })
    expect((await days('0')).errorCode).toBe('BAD_INPUT')
    const more = { title: '有期限的', phone: '13700003333' }
    const [usual, { value: short }] = [(await send(more)).value, (await days('3')) && (await send(more))]
    await days('15')
    const { id, code, due } = short
    expect(await get(id)).toMatchObject({ due, limitDays: 3, overdue: 0 })
    expect(await get(usual.id)).toMatchObject({ due: usual.due, limitDays: 15, overdue: 0 })
    expect(due < usual.due).toBe(true)
    const own = async () => (await visitor.post('/x/suggestion/webCode', { code, phone: more.phone })).value
    expect(await own()).toMatchObject({ due })
    const late = async (overdue: 0 | 1): Promise<string[]> =>
      (await admin.call('suggestion.list', { overdue, title: '有期限的', sortField: 'due' })).value.list.map(
        (row: { id: string }) => row.id,
      )
    const waits = async () => (await admin.call('inbox.list', { pile: 'suggestion.overdue' })).value.list
    expect([await late(1), await waits()]).toEqual([[], []])
    const set = (of: string, to: object) =>
      server.parts.db.write.updateTable('suggestion').set(to).where('id', '=', Number(of)).execute()
    await set(id, { due: server.clock.now - 1 })
    expect(await get(id)).toMatchObject({ overdue: 1 })
    expect([await late(1), await late(0)]).toEqual([[id], [usual.id]])
    expect(await waits()).toEqual([expect.objectContaining({ id })])
    // who is reminded of it, and what of
    const remindedOf = async (person: Person) => {
      const { list } = (await admin.call('reminder.preview', { pageSize: 200 })).value
      return list
        .filter(({ userId }: { userId: string }) => userId === String(person.userId))
        .map(({ says }: { says: string }) => says)
        .join()
    }
    const dept = Number((await admin.call('dept.save', { name: `督办科${database}` })).value.id)
    const clerk = await server.person({ roles: ['staff'], deptId: dept })
    expect(await remindedOf(clerk)).not.toContain('有期限的')
    await set(id, { deptId: dept })
    const says = /建议《有期限的》已于 .+ 到期，还没有答复/
    expect(await remindedOf(clerk)).toMatch(says)
    await set(usual.id, { due: server.clock.now + 3600_000 })
    expect(await remindedOf(admin)).toMatch(/建议《有期限的》.+ 到期，请及时办理/)
    await set(usual.id, {
      due: lastMoment(await calendarNow({ db: server.parts.db.read, parts: server.parts }), {
        createdAt: server.clock.now,
        limitDays: 15,
      }),
    })
    // what was answered still waits for who publishes, and so does its writer
    await answer(id)
    expect(await late(1)).toEqual([id])
    expect(await remindedOf(clerk)).not.toContain('有期限的')
    expect(await remindedOf(admin)).toMatch(says)
    await move('settle', id, { reason: '提出人要求不公开' })
    expect(await remindedOf(admin)).not.toMatch(says)
    expect([await late(1), (await own()).due]).toEqual([[], null])
    // one that came before there was a time has none
    await set(usual.id, { due: null, limitDays: null })
    expect(await get(usual.id)).toMatchObject({ due: null, overdue: 0, provisional: null })
    expect(await late(0)).toContain(usual.id)
  })

  test('deadlines of what waits follow the calendar, those of the rest stay, and the history says so', async () => {
    const more = { title: '跟随日历的', phone: '13700004444' }
    const [open, closed, fresh] = [await add(more), await add(more), await add(more)]
    const { db } = server.parts
    const set = (of: string, to: object) =>
      db.write.updateTable('suggestion').set(to).where('id', '=', Number(of)).execute()
    await set(open, { due: 1 })
    await set(closed, { due: 1, status: 2 })
    const calendar = await calendarNow({ db: db.read, parts: server.parts })
    const watch = { stopped: () => false, progress: () => {} }
    expect(await deadlines.again(server.parts, calendar, watch as never)).toBe(1)
    expect((await get(open)).due).toBe((await get(fresh)).due)
    const row = await db.read.selectFrom('suggestion').select('due').where('id', '=', Number(closed)).executeTakeFirst()
    expect(row?.due).toBe(1)
    expect(JSON.stringify((await admin.call('suggestion.history', { id: open })).value.list)).toContain('重新计算期限')
  })

  test('what was not accepted is answered by nobody: nobody would read it; closed otherwise it is', async () => {
    const dept = Number((await admin.call('dept.save', { name: `信访科${database}` })).value.id)
    const clerk = await server.person({ roles: ['staff'], deptId: dept })
    const id = await add({ title: '没有受理的', phone: '13700006666' })
    await answer(id, { deptId: String(dept) })
    await move('reject', id, { reason: '不属于本单位职责' })
    const before = await get(id)
    const says = '当前为「不予受理」，不能答复：它没有受理，提出人看不到答复；要答复请先「办结不公开」，再修改答复'
    for (const who of [clerk, admin])
      expect(await who.call('suggestion.answer', { id, reply: '另一个答复' })).toMatchObject({
        ...{ errorCode: 'BAD_STATE', errorMsg: says },
      })
    expect(await get(id)).toEqual(before)
    await move('settle', id, { reason: '已当面或电话答复提出人' })
    expect((await answer(id, { reply: '另一个答复' })).value).toMatchObject({ status: 2, reply: '另一个答复' })
  })

  test('one is not closed without a word', async () => {
    const id = await add({ title: '不公开的' })
    expect(await whyNot(move('settle', id))).toContain('必须填写理由')
    await move('settle', id, { reason: '已当面或电话答复提出人' })
    expect(await get(id)).toMatchObject({ status: 2, reason: '已当面或电话答复提出人' })
    const [last] = (await admin.call('suggestion.history', { id })).value.list
    expect(last).toMatchObject({ act: '办结不公开', reason: '已当面或电话答复提出人' })
  })

  test('without the captcha, or with what is no phone, nothing is stored', async () => {
    const before = await server.parts.db.read.selectFrom('suggestion').select('id').execute()
    expect((await send({ verifyCode: 'wrong' })).errorCode).toBe('CAPTCHA_WRONG')
    const other = await send({ phone: '12345' })
    expect([other.errorCode, other.errorMsg]).toEqual(['BAD_INPUT', expect.stringContaining('应为 11 位手机号')])
    expect((await send({ title: '' })).errorCode).not.toBe('0')
    const after = await server.parts.db.read.selectFrom('suggestion').select('id').execute()
    expect(after).toEqual(before)
  })

  test('a repeat with the same key is the same suggestion, and needs no second captcha', async () => {
    const codeId = await visitor.captcha()
    const headers = { 'x-request-key': `key-${database}` }
    const first = await send({ codeId }, headers)
    const again = await send({ codeId }, headers)
    expect([first.errorCode, again.value]).toEqual(['0', first.value])
  })

  test('name and phone are encrypted, found by the whole number, and read by an act that the log tells', async () => {
    const id = await add({ title: '查得到的' })
    const { db } = server.parts
    const row = await db.read
      .selectFrom('suggestion')
      .selectAll()
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow()
    for (const secret of [name, phone]) expect(JSON.stringify(row)).not.toContain(secret)
    const found = async (input: object) =>
      (await admin.call('suggestion.list', { title: '查得到', ...input })).value.total
    expect([await found({ phone }), await found({ phone: '13900001235' })]).toEqual([1, 0])
    expect((await admin.call('suggestion.reveal', { id })).value).toEqual({ id, name, phone })
    const { list } = (await admin.call('log.systemLogList', { pageSize: 1 })).value
    expect(list[0].sentence).toBe('查看建议「查得到的」提出人的姓名和手机号')
    const log = await db.read.selectFrom('log').selectAll().execute()
    for (const secret of [name, phone, '东街两边没有树荫']) expect(JSON.stringify(log)).not.toContain(secret)
  })

  /** What the role of this alias holds of the area, within its departments. */
  async function giveKeys(alias: string): Promise<void> {
    const db = server.parts.db.write
    const { id } = await db.selectFrom('role').select('id').where('alias', '=', alias).executeTakeFirstOrThrow()
    const keys = await db.selectFrom('resource').select('id').where('alias', 'like', 'suggestion%').execute()
    await db
      .insertInto('roleResource')
      .values(keys.map((key) => ({ roleId: id, resourceId: key.id })))
      .onConflict((oc) => oc.doNothing())
      .execute()
    await giveScope(server, alias, 'DEPART')
    await db.transaction().execute(rightsChanged)
  }

  test('a department sees what was given to it; the list for strangers is the same for the staff', async () => {
    await giveKeys('readonly')
    const dept = (await admin.call('dept.save', { name: '园林局' })).value.id
    const clerk = await server.person({ roles: ['readonly'], deptId: Number(dept) })
    const id = await add({ title: '园林的' })
    const seen = async (): Promise<string[]> =>
      (await clerk.call('suggestion.list', { pageSize: 200 })).value.list.map((row: { id: string }) => row.id)
    expect(await seen()).toEqual([])
    expect((await clerk.call('suggestion.get', { id })).errorCode).toBe('NOT_FOUND')
    await answer(id, { deptId: dept })
    expect(await get(id)).toMatchObject({ deptId: dept, deptName: '园林局' })
    const stopped = (await admin.call('dept.save', { name: '绿化处' })).value.id
    await server.parts.db.write.updateTable('dept').set({ state: 1 }).where('id', '=', Number(stopped)).execute()
    expect(await answer(id, { deptId: stopped })).toMatchObject({
      ...{ errorCode: 'BAD_STATE', errorMsg: '部门「绿化处」已停用，不能转办' },
    })
    expect(await get(id)).toMatchObject({ deptId: dept })
    expect(await seen()).toEqual([id])
    expect((await clerk.call('suggestion.webList', { pageSize: 200 })).value.list).toEqual(await shown())
  })

  test('what stands on the site is changed only by who may publish', async () => {
    const dept = (await admin.call('dept.save', { name: '交通局' })).value.id
    const clerk = await server.person({ roles: ['staff'], deptId: Number(dept) })
    const id = await add({ title: '交通的' })
    await answer(id, { deptId: dept })
    const change = (reply: string, more: object = {}) => clerk.call('suggestion.answer', { id, reply, ...more })
    const { version } = await get(id)
    expect((await change('本月增设站点', { version })).value).toMatchObject({ reply: '本月增设站点' })
    // what is published is what was read: not what somebody has just put there
    expect((await move('publish', id)).value.failed[0]).toMatchObject({
      ...{ errorCode: 'STALE', errorMsg: expect.stringContaining('请核对后再提交') },
    })
    expect((await move('publish', id, { version })).value.failed[0]).toMatchObject({ errorCode: 'STALE' })
    await move('publish', id, { version: (await get(id)).version })
    const refused = await change('换了的答复')
    expect(refused.errorCode).toBe('BAD_STATE')
    expect(refused.errorMsg).toContain('建议和答复已在网站上')
    expect(await get(id)).toMatchObject({ reply: '本月增设站点' })
    // nor what its writer reads by the code, once it is closed
    await move('withdraw', id, { reason: '涉及个人隐私' })
    expect((await change('换了的答复')).errorMsg).toContain('提出人凭查询码看得到答复')
    // nor by way of an earlier wording
    await answer(id, { reply: '下月增设站点' })
    const { list } = (await clerk.call('suggestion.history', { id })).value
    const earlier = list.find(({ act }: { act: string }) => act === '公开').id
    const { values } = (await clerk.call('suggestion.revision', { id, revisionId: earlier })).value
    expect(values).toEqual([
      {
        ...{ field: 'reply', title: '答复', value: '本月增设站点', now: '下月增设站点' },
        kept: expect.stringContaining('须有公开建议的权限'),
      },
    ])
    const back = (who: Person) => who.call('suggestion.restore', { id, revisionId: earlier })
    expect(await back(clerk)).toMatchObject({ errorCode: 'NO_PERMISSION' })
    expect((await back(admin)).value).toMatchObject({ reply: '本月增设站点', status: 2 })
  })

  test('too many from one network are refused in words, and another network is not', async () => {
    const far = visitorsOf(server, '198.51.100.9')
    const post = async (by: typeof far) =>
      by.post('/suggest/add', { title: '很多', content: '很多很多', verifyCode: 'ab12', codeId: await by.captcha() })
    // without a phone they share none of its limit
    for (let n = 1; n <= 60; n++) expect((await post(far)).errorCode, `${n}`).toBe('0')
    const last = await post(far)
    expect([last.errorCode, last.errorMsg]).toEqual(['TOO_MANY', expect.stringContaining('提交建议过于频繁')])
    expect((await post(visitorsOf(server, '192.0.2.44'))).errorCode).toBe('0')
  })

  test('what strangers send with somebody’s phone keeps nobody at another network from writing', async () => {
    const phone = '13700003333'
    const post = async (by: ReturnType<typeof visitorsOf>) =>
      by.post('/suggest/add', {
        title: '代写',
        content: '写了又写',
        phone,
        verifyCode: 'ab12',
        codeId: await by.captcha(),
      })
    for (let n = 1; n <= 10; n++) expect((await post(visitorsOf(server, `198.51.100.${20 + n}`))).errorCode).toBe('0')
    const owner = visitorsOf(server, '192.0.2.45')
    for (let n = 1; n <= 10; n++) expect((await post(owner)).errorCode, `${n}`).toBe('0')
    expect(await post(owner)).toMatchObject({ errorCode: 'TOO_MANY', errorMsg: expect.stringContaining('24 小时后') })
    // whoever owns many networks has eight shares of one phone, and no more
    for (let n = 1; n <= 80; n++) expect((await post(visitorsOf(server, `2001:db8:90:${n}::1`))).errorCode).toBe('0')
    expect((await post(visitorsOf(server, '2001:db8:90:99::1'))).errorCode).toBe('TOO_MANY')
  })

  test('what somebody leaves who is frozen is taken, and marked for the staff; a token that is over is told', async () => {
    const from = visitorsOf(server, '198.51.100.77')
    const [mine, none] = ['13700001111', '13700002222']
    const file = async (more: object, headers = {}) =>
      from.post(
        '/suggest/add',
        { title: '修路', content: '修一修', verifyCode: 'ab12', codeId: await from.captcha(), ...more },
        headers,
      )
    const token = await from.signIn(mine)
    const own = (await file({}, { authorization: token })).value.id as string
    const left = (await file({ phone: mine })).value.id as string
    const others = (await file({ phone: none })).value.id as string
    const frozen = async (id: string) => {
      const listed = (await admin.call('suggestion.list', { title: '修路', pageSize: 50 })).value.list
      const said = (await get(id)).frozen
      expect(listed.find((row: { id: string }) => row.id === id).frozen).toBe(said)
      return said
    }
    expect([await frozen(own), await frozen(left), await frozen(others)]).toEqual([null, null, null])
    const people = (await admin.call('people.list', { peoplePhone: mine })).value.list[0].id
    const ban = (more: object) => admin.call('people.banAudit', { ids: [people], reason: '多次发布广告', ...more })
    await ban({ peopleState: 1, endTime: '2026-12-31' })
    expect([await frozen(own), await frozen(left), await frozen(others)]).toEqual([
      '提出人已冻结至 2026-12-31 23:59:59',
      '所留手机号的用户已冻结至 2026-12-31 23:59:59',
      null,
    ])
    // a stranger is not told by the answer whose phone is on the list
    expect((await file({ phone: mine })).errorCode).toBe('0')
    const before = await server.parts.db.read.selectFrom('suggestion').select('id').execute()
    for (const dead of [token, 'x'.repeat(43)])
      expect(await file({}, { authorization: dead })).toMatchObject({
        status: 401,
        errorCode: 'SESSION_OVER',
        errorMsg: '登录已过期，或已在别处退出，请重新登录',
      })
    const after = await server.parts.db.read.selectFrom('suggestion').select('id').execute()
    expect(after).toHaveLength(before.length)
    // from the office it is a stranger's as before, and reading asks for no token
    expect((await file({}, { authorization: admin.token })).errorCode).toBe('0')
    expect((await from.post('/suggest/web/list', {}, { authorization: token })).errorCode).toBe('0')
    await ban({ peopleState: 0 })
    expect([await frozen(own), await frozen(left)]).toEqual([null, null])
  })
})
