import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { themeGroups, topicPath } from '../../core/domain/theme-groups.ts'
import { type ThemeArea, themeAreas } from '../../core/domain/theme-names.ts'
import { limitsFrom } from '../../server/limits.ts'
import { databases } from '../support/databases.ts'
import { type Person, type Reply, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

describe.each(databases)('topics of the three groups on %s', (database) => {
  let server: TestServer
  let admin: Person
  let depts: Record<'culture' | 'office', string>
  let culture: Person
  let office: Person
  const name = '周小雨'

  let from = 0
  /** Somebody at an address of their own, so that no test uses up what another one may. */
  const stranger = () => {
    from += 1
    return visitorsOf(server, `203.1.${Math.floor(from / 250)}.${(from % 250) + 1}`)
  }
  let phones = 0
  const newPhone = () => {
    phones += 1
    return `138${String(phones).padStart(8, '0')}`
  }
  const send = async (area: ThemeArea, more: object = {}, headers = {}): Promise<Reply> => {
    const by = stranger()
    const given = { title: '图书馆晚点闭馆', content: '周末五点闭馆，来不及借书', name, openFlag: 1 }
    const codeId = await by.captcha()
    return by.post(
      topicPath(themeGroups[area], 'webAdd'),
      { ...given, phone: newPhone(), verifyCode: 'ab12', codeId, ...more },
      headers,
    )
  }
  const write = async (area: ThemeArea, more: object = {}) => {
    const phone = newPhone()
    const reply = await send(area, { phone, ...more })
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return { ...(reply.value as { id: string; code: string }), phone }
  }
  const look = async (area: ThemeArea, key: { code: string; phone: string }) =>
    stranger().post(topicPath(themeGroups[area], 'webCode'), key)
  const get = async (area: ThemeArea, id: string, who = admin) => (await who.call(`${area}.get`, { id })).value
  const whyNot = async (made: Promise<Reply>) => {
    const { value, errorMsg } = await made
    return value?.failed?.[0]?.errorMsg ?? errorMsg
  }
  const move = (area: ThemeArea, call: string, id: string, more: object = {}, who = admin) =>
    who.call(`${area}.${call}`, { items: [{ id, ...more }] })
  const over = (area: ThemeArea, call: string, id: string, more: object = {}, who = admin) =>
    who.call(`${area}.${call}`, { ids: [id], ...more })
  const dept = async (called: string): Promise<string> => (await admin.call('dept.save', { name: called })).value.id
  /** A topic that has passed, and is with the culture department. */
  const passed = async (area: ThemeArea, more: object = {}) => {
    const topic = await write(area, more)
    expect((await move(area, 'pass', topic.id)).value.done).toEqual([topic.id])
    expect((await over(area, 'transfer', topic.id, { deptId: depts.culture })).value.done).toEqual([topic.id])
    return topic
  }
  const reply = (area: ThemeArea, id: string, more: object = {}, who = culture) =>
    who.call(`${area}.replySave`, { id, content: '周末开放到晚上八点', ...more })

  beforeAll(async () => {
    server = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
    admin = await server.person({ roles: ['admin'] })
    depts = { culture: await dept('文史委'), office: await dept('办公室') }
    culture = await server.person({ roles: ['staff'], deptId: Number(depts.culture) })
    office = await server.person({ roles: ['staff'], deptId: Number(depts.office) })
  })
  afterAll(() => server.close())

  test.each(themeAreas)(
    '%s: sent, audited, handed on, replied to, shown, recommended, read by code and hidden',
    async (area) => {
      const topic = await write(area)
      const { id } = topic
      expect(topic.code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
      expect(await get(area, id)).toMatchObject({ state: 3, shown: 0, name: '周**', type: 0, kind: 0, replies: 0 })
      expect((await look(area, topic)).value).toMatchObject({ state: 3, says: '正在审核', answers: [] })
      expect(await whyNot(reply(area, id, {}, admin))).toContain('通过审核后才能回复')
      expect((await get(area, id, culture))?.id).toBe(undefined)
      await move(area, 'pass', id)
      await over(area, 'transfer', id, { deptId: depts.office, remarks: '请办' })
      expect((await over(area, 'giveBack', id, { remarks: '不属于本部门' }, office)).value.done).toEqual([id])
      await over(area, 'transfer', id, { deptId: depts.culture })
      const went = (await admin.call(`${area}.deptList`, { id })).value as { deptId: string }[]
      expect(went.find(({ deptId }) => deptId === depts.culture)).toMatchObject({ now: 1, times: 1 })
      expect(went.find(({ deptId }) => deptId === depts.office)).toMatchObject({ now: 0, times: 1 })
      const said = (await reply(area, id)).value
      expect(said).toMatchObject({ state: 3, type: 1, deptName: '文史委' })
      expect((await look(area, topic)).value).toMatchObject({ state: 1, says: '已通过审核，等待回复', answers: [] })
      expect(await whyNot(admin.call(`${area}.replyAudit`, { id: said.id, state: 2 }))).toContain('驳回必须填写理由')
      expect((await admin.call(`${area}.replyAudit`, { id: said.id, state: 1 })).value).toMatchObject({ state: 1 })
      expect((await look(area, topic)).value.answers).toEqual([
        expect.objectContaining({ deptName: '文史委', content: '周末开放到晚上八点' }),
      ])
      const open = async () =>
        (await server.anyone.call(`${area}.webList`, { title: '图书馆晚点' })).value.list.map(
          (one: { id: string }) => one.id,
        )
      expect(await open()).not.toContain(id)
      expect((await over(area, 'show', id, { show: 1 })).value.done).toEqual([id])
      expect(await open()).toContain(id)
      // it has its own way back, which the refusal names
      expect(await whyNot(move(area, 'undo', id))).toContain('的「显示」，不能撤销；要撤下请用「隐藏」')
      expect((await over(area, 'recommend', id, { recommend: 1 })).value.done).toEqual([id])
      expect((await server.anyone.call(`${area}.webGet`, { id })).value).toMatchObject({
        ...{ shownName: '周**', replies: 1, recommend: 1, deptName: '文史委' },
        answers: [{ content: '周末开放到晚上八点' }],
      })
      expect(await whyNot(admin.call(`${area}.update`, { id, title: '另一个标题' }))).toContain('请先隐藏再修改')
      expect((await over(area, 'show', id, { show: 0, reason: '提出人要求' })).value.done).toEqual([id])
      expect(await open()).not.toContain(id)
      expect(await get(area, id)).toMatchObject({ shown: 2, recommend: 0 })
      expect(await whyNot(reply(area, id))).toContain('已隐藏，不能回复，请先显示')
      const acts = (await admin.call(`${area}.history`, { id })).value.list.map(({ act }: { act: string }) => act)
      const judged = ['审核通过文史委的回复', '回复', '转交', '退回', '转交', '审核通过', '提出']
      expect(acts).toEqual(['隐藏', '推荐', '显示', ...judged])
    },
  )

  test('who judged a reply, and why, stands in the history of its topic, in a version of that', async () => {
    const area = 'theme'
    const { id } = await passed(area)
    const said = (await reply(area, id)).value
    const { version } = await get(area, id)
    await admin.call(`${area}.replyAudit`, { id: said.id, state: 1, reason: '不记的理由' })
    await admin.call(`${area}.replyAudit`, { id: said.id, state: 2, reason: '回复缺少依据' })
    const { list } = (await admin.call(`${area}.history`, { id })).value
    const byName = (await admin.call('auth.info')).value.name
    expect(list.slice(0, 2)).toMatchObject([
      { act: '驳回文史委的回复', reason: '回复缺少依据', byName, no: version + 2 },
      { act: '审核通过文史委的回复', reason: null, byName, no: version + 1 },
    ])
    expect(await get(area, id)).toMatchObject({ version: version + 2, replies: 0, answeredAt: null })
  })

  test.each(themeAreas)('%s: taken back from a department, which sees it no more', async (area) => {
    const { id } = await passed(area)
    expect((await over(area, 'transfer', id, { deptId: 0 })).value.done).toEqual([id])
    expect(await get(area, id)).toMatchObject({ deptId: null })
    expect((await culture.call(`${area}.get`, { id })).errorMsg).toContain('不存在或无权操作')
    expect(await whyNot(over(area, 'transfer', id, { deptId: 0 }))).toContain('没有转给部门')
  })

  test('what somebody sent they find by their own session, and nobody else does', async () => {
    for (const area of themeAreas) {
      const me = stranger()
      const token = await me.signIn(newPhone())
      const topic = await write(area, {})
      const reply = await send(area, { title: '我的话题' }, { authorization: token })
      const mine = (path: string, body: object) => me.post(path, body, { authorization: token })
      const list = await mine(topicPath(themeGroups[area], 'myList'), {})
      expect(list.value.list).toEqual([expect.objectContaining({ id: reply.value.id, title: '我的话题', state: 3 })])
      const path = topicPath(themeGroups[area], 'myGet')
      expect((await mine(path, { id: reply.value.id })).value).toMatchObject({ title: '我的话题' })
      expect((await mine(path, { id: topic.id })).errorMsg).toContain('不是您提出的')
      expect((await me.post(path, { id: reply.value.id })).status).toBe(401)
    }
  })

  test('a wrong code and a wrong phone get the same answer, and guesses are few', async () => {
    const topic = await write('xaxTheme')
    const wrong = await look('xaxTheme', { ...topic, phone: newPhone() })
    const nobodys = await look('xaxTheme', { code: 'AAAA-BBBB-CCCC', phone: topic.phone })
    expect(wrong.errorMsg).toBe('没有这条民生话题，请核对查询码和手机号')
    expect(nobodys.errorMsg).toBe(wrong.errorMsg)
    const typed = { ...topic, code: topic.code.toLowerCase().replaceAll('-', ' ') }
    expect((await look('xaxTheme', typed)).value).toMatchObject({ id: topic.id })
    const path = topicPath(themeGroups.xaxTheme, 'webCode')
    const other = await stranger().post(path, { code: topic.code, tel: topic.phone })
    expect(other.value).toMatchObject({ id: topic.id })
    const codes = Array.from({ length: 20 }, () => look('xaxTheme', { code: 'ZZZZ-ZZZZ-ZZZZ', phone: topic.phone }))
    await Promise.all(codes)
    expect((await look('xaxTheme', { code: 'ZZZZ-ZZZZ-ZZZZ', phone: topic.phone })).errorMsg).toContain('过于频繁')
    expect((await send('theme', { verifyCode: 'no' })).errorMsg).toContain('验证码')
  })

  test('what went wrong meanwhile is named, and nothing is changed', async () => {
    const area = 'llTheme'
    const stopped = (await admin.call('dept.save', { name: '已停用的部门', state: 1 })).value.id
    const topic = await passed(area)
    expect(await whyNot(over(area, 'transfer', topic.id, { deptId: stopped }))).toContain('已停用，不能转办')
    expect(await whyNot(over(area, 'transfer', topic.id, { deptId: '999999' }))).toContain('不存在')
    expect(await get(area, topic.id)).toMatchObject({ deptId: depts.culture })
    // two moderators at once: who comes second is told what the first one did
    const other = await write(area)
    const { version } = await get(area, other.id)
    await move(area, 'pass', other.id, { version })
    expect(await whyNot(move(area, 'reject', other.id, { version, reason: '内容不明确' }))).toContain('修改')
    expect(await whyNot(move(area, 'reject', other.id, { reason: '内容不明确' }))).toContain('它已通过审核')
    expect((await move(area, 'pass', other.id)).value).toMatchObject({ done: [other.id], unchanged: [other.id] })
    expect(await get(area, other.id)).toMatchObject({ state: 1, version: version + 1 })
    // so with what is done with one beside its audit: what was seen is not what stands there now
    const seen = async () => `${other.id}:${(await get(area, other.id)).version}`
    const acts = [
      ['transfer', { deptId: depts.culture }],
      ['show', { show: 1 }],
      ['recommend', { recommend: 1 }],
      ['show', { show: 0 }],
      ['giveBack', { remarks: '不属于本部门职责' }],
    ] as const
    for (const [call, given] of acts) {
      const before = await get(area, other.id)
      const late = await over(area, call, other.id, { ...given, versions: `${other.id}:${before.version - 1}` })
      expect(late.value.failed[0], call).toMatchObject({
        errorCode: 'STALE',
        errorMsg: expect.stringContaining('请核对'),
      })
      expect(await get(area, other.id), call).toEqual(before)
      const made = (await over(area, call, other.id, { ...given, versions: await seen() })).value
      expect([made.done, made.failed, made.unchanged], call).toEqual([[other.id], [], undefined])
    }
    const { version: now } = await get(area, other.id)
    const audited = over(area, 'themeAudit', other.id, {
      state: 2,
      reason: '内容不明确',
      versions: `${other.id}:${now - 1}`,
    })
    expect((await audited).value.failed[0]).toMatchObject({ errorCode: 'STALE' })
    // an audit of what was deleted meanwhile
    await admin.call(`${area}.dels`, { ids: [other.id] })
    expect(await whyNot(move(area, 'pass', other.id))).toContain('不存在或无权操作')
    expect((await look(area, other)).errorMsg).toContain('没有这条')
    const { id: replyId } = (await reply(area, topic.id)).value
    await admin.call(`${area}.replyDelete`, { ids: [replyId] })
    expect((await admin.call(`${area}.replyAudit`, { id: replyId, state: 1 })).errorMsg).toContain('不存在')
    // what waits for an audit under a topic that was hidden meanwhile does not pass
    await over(area, 'show', topic.id, { show: 1 })
    const { id: waiting } = (await reply(area, topic.id)).value
    await over(area, 'show', topic.id, { show: 0 })
    expect((await admin.call(`${area}.replyAudit`, { id: waiting, state: 1 })).errorMsg).toContain('已隐藏')
    expect((await admin.call(`${area}.replyGet`, { id: waiting })).value).toMatchObject({ state: 3 })
    // and what whoever wrote does not agree to is not shown
    const closed = await passed(area, { openFlag: 0 })
    expect(await whyNot(over(area, 'show', closed.id, { show: 1 }))).toContain('不同意公开')
    expect(await get(area, closed.id)).toMatchObject({ shown: 0 })
  })

  test.each(themeAreas)(
    '%s: a department is not stopped while a topic waits for it, and what it said is signed as it is called now',
    async (area) => {
      const deptId = await dept(`待撤${area}办`)
      const clerk = await server.person({ roles: ['staff'], deptId: Number(deptId) })
      const stop = () => admin.call('dept.save', { id: deptId, state: 1 })
      const { id } = await write(area)
      await move(area, 'pass', id)
      await over(area, 'transfer', id, { deptId })
      const { noun } = themeGroups[area]
      expect(await stop()).toMatchObject({
        ...{ errorCode: 'BAD_STATE', errorMsg: expect.stringContaining(`还有 1 条${noun}没有答复`) },
      })
      const said = (await reply(area, id, {}, clerk)).value
      await admin.call(`${area}.replyAudit`, { id: said.id, state: 1 })
      await over(area, 'show', id, { show: 1 })
      const folder = { theme: 'topic', llTheme: 'exchange', xaxTheme: 'life' }[area]
      const page = async () => (await fetch(`${server.url}/site/public_${folder}/${id}.html`)).text()
      await expect.poll(page).toContain(`待撤${area}办`)
      await admin.call('dept.save', { id: deptId, name: `改名${area}局` })
      await expect.poll(page).toContain(`改名${area}局`)
      expect((await stop()).value).toMatchObject({ state: 1 })
    },
  )

  test('forbidden words stay away from the site, and nobody reads another one’s data there', async () => {
    await admin.call('sensitive.add', { word: '违禁词汇甲', level: 2 })
    const bad = await passed('theme', { content: '这里有违禁词汇甲' })
    expect(await whyNot(over('theme', 'show', bad.id, { show: 1 }))).toContain('违禁词汇甲')
    const own = await passed('theme', { content: '请打 13912345678 找我，证件号 110101199003078814' })
    await over('theme', 'show', own.id, { show: 1 })
    const { text } = await server.anyone.call('theme.webGet', { id: own.id })
    expect(text).not.toContain('13912345678')
    expect(text).not.toContain('110101199003078814')
    expect(text).not.toContain(name)
    const seen = await admin.call('theme.reveal', { id: own.id, reason: '核实' })
    expect(seen.value).toEqual({ id: own.id, name, phone: own.phone })
    const log = await admin.call('log.list', { pageSize: 1 })
    expect(log.value.list[0].says ?? JSON.stringify(log.value.list[0])).toContain('查看')
  })

  test('the calls of each group that others have not', async () => {
    const asked = await passed('theme', { kind: 3, title: '社保补贴怎样申请' })
    await over('theme', 'show', asked.id, { show: 1 })
    const ids = async (call: string, input: object = {}) =>
      (await server.anyone.call(call, { pageSize: 200, ...input })).value.list.map((one: { id: string }) => one.id)
    expect(await ids('theme.zcwdThemeList')).toContain(asked.id)
    expect(await ids('theme.themeRecommendList')).not.toContain(asked.id)
    await over('theme', 'recommend', asked.id, { recommend: 1 })
    expect(await ids('theme.themeRecommendList')).toContain(asked.id)
    const said = (await reply('theme', asked.id)).value
    await admin.call('theme.replyAudit', { id: said.id, state: 1 })
    expect((await ids('theme.hotThemeList'))[0]).toBe(asked.id)
    const one = await write('theme', { title: '批量审核甲' })
    const two = await write('theme', { title: '批量审核乙' })
    const all = await admin.call('theme.examineAll', { title: '批量审核', audit: 2, reason: '内容不明确' })
    expect(all.value.done.toSorted()).toEqual([one.id, two.id].toSorted())
    expect((await admin.call('theme.examine', { ids: [one.id], state: 1 })).value.done).toEqual([one.id])
    const counts = (await admin.call('theme.queryStateThemeAll', { title: '批量审核' })).value
    expect(counts.states).toEqual(
      expect.arrayContaining([
        { status: 2, count: 1 },
        { status: 1, count: 1 },
      ]),
    )
    const byDept = (await admin.call('theme.themeCountList', { pageSize: 200 })).value.list
    expect(byDept.find((row: { deptName: string }) => row.deptName === '文史委').received).toBeGreaterThan(0)
    expect((await admin.call('theme.themeCountExcel', {})).text.length).toBeGreaterThan(500)
    expect((await admin.call('theme.listByPeopleId', {})).value.total).toBeGreaterThan(0)
    const request = await passed('llTheme', { kind: 2, title: '请关注校车' })
    expect((await admin.call('llTheme.qnsqlist', {})).value.list.map((row: { kind: number }) => row.kind)).toEqual([2])
    await over('llTheme', 'show', request.id, { show: 1 })
    expect(await ids('llTheme.appealList', { pageNumber: 1, pageSize: 10 })).toEqual([request.id])
    expect((await server.anyone.call('llTheme.appealGet', { id: request.id })).value).toMatchObject({ kind: 2 })
    const plain = await passed('llTheme')
    await over('llTheme', 'show', plain.id, { show: 1 })
    expect((await server.anyone.call('llTheme.appealGet', { id: plain.id })).errorCode).not.toBe('0')
    const audited = await write('llTheme')
    expect((await admin.call('llTheme.themeAudit', { ids: [audited.id], state: 1 })).value.done).toEqual([audited.id])
    expect((await admin.call('llTheme.themeExcel', {})).text.length).toBeGreaterThan(500)
    // who shows a topic of everyday life passes it by that; in the other groups it is refused
    const life = await write('xaxTheme')
    expect((await over('xaxTheme', 'show', life.id, { show: 1 })).value.done).toEqual([life.id])
    expect(await get('xaxTheme', life.id)).toMatchObject({ state: 1, shown: 1 })
    const fresh = await write('theme')
    expect(await whyNot(over('theme', 'show', fresh.id, { show: 1 }))).toContain('通过审核后才能显示')
  })

  test('a month is counted, counted anew, and corrected beside that', async () => {
    const month = '2026-11'
    const [first] = (await admin.call('themeCount.addMonthHistoryThemeCount', { month, family: 'xaxTheme' })).value
    expect(first).toMatchObject({ month, family: 'xaxTheme', reason: null })
    expect(first.received).toBe(first.countedReceived)
    const more = first.countedReceived + 8
    const edit = (input: object) => admin.call('themeCount.edit', { id: first.id, reason: '另有纸质登记', ...input })
    expect((await edit({ received: more })).value).toMatchObject({ received: more, updatedByName: expect.any(String) })
    expect((await edit({ passed: more + 1 })).errorMsg).toContain('不能多于收到的')
    await write('xaxTheme')
    const [again] = (await admin.call('themeCount.addMonthHistoryThemeCount', { month, family: 'xaxTheme' })).value
    expect(again).toMatchObject({ received: more, countedReceived: first.countedReceived + 1, reason: '另有纸质登记' })
    // what stood there is in the log: topics that were purged since are counted no more
    const { list } = (await admin.call('log.list', { area: 'themeCount', pageSize: 20 })).value
    expect(list.map(({ before }: { before: unknown }) => before)).toContainEqual(
      expect.objectContaining({ countedReceived: first.countedReceived }),
    )
    expect((await edit({ received: null })).value).toMatchObject({ received: first.countedReceived + 1, reason: null })
    expect((await admin.call('themeCount.addMonthHistoryThemeCount', { month: '2099-01' })).errorMsg).toContain(
      '还没有到',
    )
    const all = (await admin.call('themeCount.addMonthHistoryThemeCount', { month })).value
    expect(all).toHaveLength(3)
    expect((await admin.call('themeCount.listByMonth', { month })).value).toHaveLength(3)
    expect((await admin.call('themeCount.list', { family: 'theme' })).value.list).toHaveLength(1)
    expect((await admin.call('themeCount.listByMonthExcel', {})).text.length).toBeGreaterThan(500)
  })
})
