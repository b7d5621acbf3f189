import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deadlines } from '../../server/areas/mail/deadline.ts'
import { limitsFrom } from '../../server/limits.ts'
import { calendarNow } from '../../server/workdays/calendar.ts'
import { databases } from '../support/databases.ts'
import { type Person, type Reply, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

const day = 24 * 3600_000

describe.each(databases)('letters of the public on %s', (database) => {
  let server: TestServer
  let admin: Person
  let visitor: ReturnType<typeof visitorsOf>
  let depts: Record<'water' | 'light' | 'school', string>
  let water: Person
  let light: Person
  let school: Person
  const phone = '13900001234'
  const name = '周小雨'
  interface Receipt {
    id: string
    code: string
    due: string
  }

  let from = 0
  /** Somebody at an address of their own, so that no test uses up what another one may. */
  const stranger = () => {
    from += 1
    return visitorsOf(server, `203.0.${Math.floor(from / 250)}.${(from % 250) + 1}`)
  }
  const send = async (more: object = {}, headers = {}, by = stranger()): Promise<Reply> =>
    by.post(
      '/web/mail/add',
      {
        ...{ type: 1, title: '东街路灯不亮', content: '东街从学校到桥头的路灯有一周不亮了', name, phone, openFlag: 1 },
        ...{ verifyCode: 'ab12', codeId: await by.captcha() },
        ...more,
      },
      headers,
    )
  let phones = 0
  const write = async (more: object = {}): Promise<Receipt> => {
    phones += 1
    const own = `137${String(phones).padStart(8, '0')}`
    const reply = await send({ phone: own, ...more })
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return { ...reply.value, phone: own }
  }
  const mine = (call: string, key: object, more: object = {}) => stranger().post(call, { ...key, ...more })
  const look = async ({ code, phone: own }: Receipt & { phone?: string }) =>
    (await mine('/web/mail/code', { code, phone: own ?? phone })).value
  const get = async (id: string, who = admin) => (await who.call('mail.get', { id })).value
  const move = (call: string, id: string, more: object = {}, who = admin) =>
    who.call(`mail.${call}`, { items: [{ id, ...more }] })
  const whyNot = async (made: Promise<Reply>) => (await made).value.failed[0]?.errorMsg
  const examine = (...ids: string[]) => admin.call('mail.examine', { ids })
  const forward = (id: string, more: object = {}) =>
    admin.call('mailForum.deptSave', { id, deptId: depts.light, ...more })
  const answer = (who: Person, id: string, more: object = {}) =>
    who.call('mailForum.save', { id, content: '路灯已于昨日修复', ...more })
  const dept = async (called: string): Promise<string> => (await admin.call('dept.save', { name: called })).value.id
  /** A letter that a department has answered. */
  const answered = async (more: object = {}, reply: object = {}) => {
    const receipt = await write(more)
    await examine(receipt.id)
    await forward(receipt.id)
    expect((await answer(light, receipt.id, reply)).errorCode).toBe('0')
    return receipt
  }
  const upload = async (called: string, content: Uint8Array | string, by = '198.51.100.1') => {
    const form = new FormData()
    form.append('file', new Blob([content as BlobPart]), called)
    return server.raw('/x/mail/upload', { method: 'POST', headers: { 'x-forwarded-for': by }, body: form })
  }
  const pdf = '%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\n%%EOF'

  beforeAll(async () => {
    server = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
    admin = await server.person({ roles: ['admin'] })
    visitor = visitorsOf(server)
    depts = { water: await dept('水利局'), light: await dept('城管局'), school: await dept('教育局') }
    water = await server.person({ roles: ['staff'], deptId: Number(depts.water) })
    light = await server.person({ roles: ['staff'], deptId: Number(depts.light) })
    school = await server.person({ roles: ['staff'], deptId: Number(depts.school) })
  })
  afterAll(() => server.close())

  test('one is written, examined, handed on, returned, handed on again, answered, published, read and rated', async () => {
    const receipt = await write()
    const { id } = receipt
    expect(receipt.code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
    // ten working days after Saturday the 21st of November
    expect(receipt.due).toBe('2026-12-04 23:59:59')
    expect(await get(id)).toMatchObject({
      ...{ state: 0, status: 0, name: '周**', openFlag: 1, publicFlag: 0, overdue: 0, deptId: null },
    })
    expect((await forward(id)).errorMsg).toContain('它还没有审核')
    await examine(id)
    const handed = (await forward(id, { deptIds: [depts.water], remarks: '请现场查看' })).value
    expect(handed).toMatchObject({
      ...{ state: 2, deptName: '城管局' },
      depts: [
        { deptName: '城管局', lead: 1, state: 0, remarks: '请现场查看' },
        { deptName: '水利局', lead: 0 },
      ],
    })
    const back = await light.call('mailForum.returnMail', { ids: [id], remarks: '不属于本部门职责' })
    expect(back.value).toMatchObject({ done: [id] })
    expect(await get(id)).toMatchObject({ state: 1, deptId: null, reason: '城管局：不属于本部门职责' })
    expect((await get(id, light))?.id).toBe(undefined)
    // who assists was in the middle of it
    expect((await answer(water, id)).errorMsg).toBe('当前为「已受理，待转办」，不能答复：主办部门已退回，待重新转办')
    await forward(id, { deptId: depts.light, deptIds: [depts.water] })
    expect((await answer(water, id, { content: '桥头一盏由我局管理' })).value).toMatchObject({ state: 2, lead: 0 })
    expect(await get(id)).toMatchObject({ state: 2 })
    expect((await answer(light, id, { done: 0, content: '正在查看' })).value).toMatchObject({ state: 1 })
    expect((await answer(light, id)).value).toMatchObject({ state: 2, lead: 1 })
    expect(await look(receipt)).toMatchObject({ state: 4, status: 0, reply: null })
    expect(await whyNot(move('redo', id))).toContain('必须填写理由')
    await move('redo', id, { reason: '答复没有回应来信的问题' })
    expect(await get(id)).toMatchObject({
      state: 2,
      depts: [
        { lead: 1, state: 1 },
        { lead: 0, state: 2 },
      ],
    })
    await answer(light, id, { content: '东街路灯已于 11 月 20 日修复' })
    expect((await move('publish', id)).value.done).toEqual([id])
    expect(await look(receipt)).toMatchObject({
      ...{ state: 6, status: 1, deptName: '城管局', reply: '东街路灯已于 11 月 20 日修复' },
      ...{ mayRate: 1, mayComplain: 1, maySupplement: 0 },
    })
    const shown = (await server.anyone.call('mail.webList', { title: '路灯' })).value.list
    expect(shown).toEqual([expect.objectContaining({ id, shownName: '周**', deptName: '城管局' })])
    expect((await server.anyone.call('mail.webGet', { id })).value).toMatchObject({ title: '东街路灯不亮' })
    const key = { code: receipt.code, phone: (receipt as unknown as { phone: string }).phone }
    expect((await mine('/x/mail/rate', key, { rating: 1, words: '很快' })).value).toMatchObject({
      rating: 1,
      mayRate: 0,
    })
    expect((await mine('/x/mail/rate', key, { rating: 3 })).errorMsg).toContain('只能评价一次')
    expect((await mine('/x/mail/complain', key, { content: '又坏了' })).value).toMatchObject({ mayComplain: 0 })
    expect((await mine('/x/mail/complain', key, { content: '又坏了' })).errorMsg).toContain('只能投诉一次')
    expect((await admin.call('mail.list', { complained: 1 })).value.list).toMatchObject([{ id, rating: 1 }])
    await move('withdraw', id, { reason: '应来信人要求撤下' })
    expect((await server.anyone.call('mail.webGet', { id })).errorCode).toBe('NOT_FOUND')
    // nor does a complaint go with its letter
    const gone = await admin.call('mail.dels', { ids: [id] })
    expect(gone.value.failed).toMatchObject([{ id, errorMsg: expect.stringContaining('有投诉还没有处理') }])
    const { reply } = await get(id)
    await move('reopen', id, { reason: '来信人投诉答复不实' })
    expect(await get(id)).toMatchObject({ state: 1, repliedAt: null })
    // what its writer had been told stays on its page
    const [step] = (await admin.call('mail.history', { id })).value.list
    expect(step.changed).toContainEqual(expect.objectContaining({ field: 'reply', before: reply, after: null }))
    const acts = (await admin.call('mail.history', { id, pageSize: 50 })).value.list.map(
      (one: { act: string }) => one.act,
    )
    expect(acts.toReversed()).toEqual([
      '来信',
      '审核通过',
      '转办',
      '退回',
      '转办',
      '协办答复',
      '答复',
      '退回重办',
      '答复',
      '公开',
      '来信人评价',
      '来信人投诉',
      '撤下',
      '重新办理',
    ])
  })

  test('a wrong code, and a code with another phone, get the same answer; capitals and dashes do not matter', async () => {
    const receipt = (await write()) as Receipt & { phone: string }
    const ask = (code: string, own = receipt.phone) => mine('/web/mail/code', { code, phone: own })
    const wrong = await ask('AAAA-BBBB-CCCC')
    const other = await ask(receipt.code, '13612345678')
    expect([wrong.errorCode, other.errorCode]).toEqual(['NOT_FOUND', 'NOT_FOUND'])
    expect(other.errorMsg).toBe(wrong.errorMsg)
    expect((await ask(` ${receipt.code.replaceAll('-', '').toLowerCase()}`)).value).toMatchObject({ state: 0 })
    // what is guessed is limited by code and by address
    const by = visitorsOf(server, '198.51.100.40')
    for (let n = 0; n < 60; n++) await by.post('/web/mail/code', { code: `X${n}`, phone })
    expect((await by.post('/web/mail/code', { code: receipt.code, phone: receipt.phone })).errorCode).toBe('TOO_MANY')
    for (let n = 0; n < 20; n++) await ask(receipt.code, '13612345678')
    expect((await ask(receipt.code)).errorCode).toBe('TOO_MANY')
    expect((await ask((await write()).code)).errorCode).toBe('NOT_FOUND')
  })

  test('guesses of a phone count together, however the code is spelled and whatever is asked for by it', async () => {
    const { code } = await write()
    const plain = code.replaceAll('-', '')
    const spelled = (n: number) => `${plain.slice(0, n % 12)}${['-', ' ', '—', '\u200b'][n % 4]}${plain.slice(n % 12)}`
    const ways: readonly (readonly [string, object])[] = [
      ['/web/mail/code', {}],
      ['/x/mail/rate', { rating: 1 }],
      ['/x/mail/complain', { content: '投诉' }],
      ['/x/mail/supplement', { content: '补充' }],
    ]
    const codes: string[] = []
    for (let n = 0; n < 21; n++) {
      const [call, more] = ways[n % 4] as (typeof ways)[number]
      const reply = await mine(call, { code: spelled(n), phone: `1361234${String(n).padStart(4, '0')}` }, more)
      codes.push(reply.errorCode)
    }
    expect(codes).toEqual([...Array<string>(20).fill('NOT_FOUND'), 'TOO_MANY'])
  })

  test('who lost the receipt sends again under the same key and gets the same code', async () => {
    const by = visitorsOf(server, '198.51.100.50')
    const codeId = await by.captcha()
    const headers = { 'x-request-key': `letter-${database}` }
    const first = await send({ codeId }, headers, by)
    const again = await send({ codeId }, headers, by)
    expect([first.errorCode, again.value]).toEqual(['0', first.value])
    // the captcha was drawn anew, and the phone has left its Wi-Fi
    const anew = { codeId: await by.captcha(), verifyCode: 'ab12' }
    expect((await send(anew, headers, by)).value).toEqual(first.value)
    expect((await send({ codeId: 'gone', verifyCode: 'zz' }, headers, stranger())).value).toEqual(first.value)
    // what is refused so has used up no captcha
    expect((await send({ ...anew, title: '另一封' }, headers, by)).errorCode).toBe('CONFLICT')
    const other = await send({ ...anew, title: '另一封' }, { 'x-request-key': `other-${database}` }, by)
    expect(other.value.id).not.toBe(first.value.id)
  })

  test('of a letter that another process is just taking in, the same sending is told so, not that its captcha is wrong', async () => {
    const by = visitorsOf(server, '198.51.100.51')
    const key = { 'x-request-key': `twice-${database}` }
    const letter = { codeId: await by.captcha(), phone: '13755550000' }
    expect((await send(letter, key, by)).errorCode).toBe('0')
    // as the second one finds it before the first one's answer is kept
    await server.parts.db.write.deleteFrom('requestKey').where('key', 'like', `%twice-${database}`).execute()
    expect(await send(letter, key, by)).toMatchObject({
      errorCode: 'TOO_MANY',
      errorMsg: '这次提交正在处理，请稍后再试',
    })
    expect((await send({ ...letter, title: '另一封' }, key, by)).errorCode).toBe('CAPTCHA_WRONG')
    server.clock.now += 31_000
    expect((await send(letter, key, by)).errorCode).toBe('CAPTCHA_WRONG')
    // one that was refused is not being done any more
    const refused = { codeId: await by.captcha(), phone: '13755550000', files: [{ id: 999_999, pass: 'x'.repeat(43) }] }
    const other = { 'x-request-key': `refused-${database}` }
    expect((await send(refused, other, by)).errorCode).toBe('BAD_INPUT')
    expect((await send(refused, other, by)).errorCode).toBe('CAPTCHA_WRONG')
  })

  test('without the captcha, or with what does not fit, nothing is stored', async () => {
    const before = (await admin.call('mail.list', {})).value.total
    expect((await send({ verifyCode: 'wrong' })).errorCode).toBe('CAPTCHA_WRONG')
    for (const bad of [{ phone: '12345' }, { title: '' }, { type: 9 }, { name: '' }, { openFlag: 2 }, { content: ' ' }])
      expect((await send(bad)).errorCode, JSON.stringify(bad)).toBe('BAD_INPUT')
    // what only looks empty, and marks in heaps
    for (const bad of [
      { title: '\u3164\u3164' },
      { name: '\u3164' },
      { content: '\u2800\u200b' },
      { name: '\u0301\u115f' },
    ])
      expect((await send(bad)).errorMsg, JSON.stringify(bad)).toContain('请输入')
    expect((await send({ title: `e${'\u0301'.repeat(99)}` })).errorMsg).toContain('叠加的符号过多')
    expect((await admin.call('mail.list', {})).value.total).toBe(before)
  })

  test('what tells who wrote is encrypted, masked, found by the whole number, and read by an act that the log tells', async () => {
    const own = '13711112222'
    const { id, code } = await write({ phone: own, title: '查得到的' })
    const { db } = server.parts
    const row = await db.read.selectFrom('mail').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow()
    for (const secret of [name, own, code]) expect(JSON.stringify(row)).not.toContain(secret)
    const found = async (input: object) => (await admin.call('mail.list', { title: '查得到', ...input })).value.total
    expect([await found({ phone: own }), await found({ phone: '13711112223' })]).toEqual([1, 0])
    expect((await admin.call('mail.reveal', { id, reason: '核实情况' })).value).toEqual({ id, name, phone: own })
    // nor is anything in the log that somebody wrote of themselves, or the staff to it, nor from where it came
    const written = '我的手机13977778888身份证11010519491231002X'
    const told = await write({ title: written })
    const files = await upload('张三身份证11010519491231002X.pdf', pdf)
    expect(files.errorCode).toBe('0')
    await examine(told.id)
    await forward(told.id, { remarks: '请给13977778888回电，邮箱zs@qq.com' })
    const listed = JSON.stringify((await admin.call('log.list', { pageSize: 200 })).value)
    const kept = await db.read.selectFrom('log').selectAll().execute()
    expect(listed).toContain('我的手机139****8888')
    for (const own of ['13977778888', '11010519491231002X', 'zs@qq.com'])
      expect([listed.includes(own), JSON.stringify(kept).includes(own)], own).toEqual([false, false])
    const strangers = kept.filter(({ call, userId }) => call.startsWith('mail.') && userId === null)
    expect([strangers.length > 2, new Set(strangers.map(({ address: at }) => at))]).toEqual([true, new Set([''])])
    const log = JSON.stringify(await db.read.selectFrom('log').selectAll().execute())
    for (const secret of [name, own, code]) expect(log).not.toContain(secret)
  })

  test('a department sees its own letters and no others, and answers for nobody else', async () => {
    const { id } = await write({ title: '只给城管局的' })
    await examine(id)
    await forward(id)
    const seen = async (who: Person) =>
      (await who.call('mail.list', { title: '只给城管局' })).value.list.map((one: { id: string }) => one.id)
    expect([await seen(light), await seen(water)]).toEqual([[id], []])
    expect((await answer(water, id)).errorCode).toBe('NOT_FOUND')
    expect((await answer(light, id, { deptId: depts.water })).errorMsg).toContain('没有转给这个部门')
    expect((await light.call('mail.publish', { items: [{ id }] })).errorCode).toBe('NO_PERMISSION')
    expect((await water.call('mailForum.listByMailid', { id })).errorCode).toBe('NOT_FOUND')
    await forward(id, { deptIds: [depts.water] })
    expect(await seen(water)).toEqual([id])
    expect((await answer(water, id, { deptId: depts.light })).errorCode).toBe('NO_PERMISSION')
    const listed = (await water.call('mailForum.mailListByDept', {})).value.list
    expect(listed.find((one: { id: string }) => one.id === id)).toMatchObject({ lead: 0, forumState: 0 })
    // who assists gives up its own part
    const back = await water.call('mailForum.returnMail', { ids: [id], remarks: '应由其他部门主办' })
    expect(back.value.done).toEqual([id])
    expect(await get(id)).toMatchObject({ state: 2, depts: [{ deptName: '城管局' }] })
    expect(await seen(water)).toEqual([])
    const { list } = (await admin.call('mail.history', { id, pageSize: 50 })).value
    expect(list.find(({ act }: { act: string }) => act === '退回协办')).toMatchObject({
      reason: '水利局：应由其他部门主办',
    })
  })

  test('what a department says that assists stands in the history: handed in, changed, taken back to a draft; a draft does not', async () => {
    const { id } = await write({ title: '协办也留痕' })
    await examine(id)
    await forward(id, { deptIds: [depts.water] })
    const acts = async () =>
      (await admin.call('mail.history', { id, pageSize: 50 })).value.list
        .map(({ act, reason }: { act: string; reason: string }) => [act, reason])
        .filter(([act]: [string]) => act.includes('协办'))
        .toReversed()
    await answer(water, id, { done: 0 })
    expect(await acts()).toEqual([])
    await answer(water, id)
    await answer(water, id, { content: '河道一侧由我局修复' })
    await answer(water, id, { done: 0 })
    const told = [['协办答复'], ['修改协办答复'], ['协办答复改回草稿']].map(([act]) => [act, '水利局'])
    expect(await acts()).toEqual(told)
    expect((await admin.call('mail.history', { id })).value.list[0]).toMatchObject({ status: 2 })
    await answer(light, id)
    expect(await get(id)).toMatchObject({ state: 4 })
  })

  test('two clerks who answer at once: the second is told; what is answered or closed is answered no more', async () => {
    const { id } = await write({ title: '两人同时答复' })
    await examine(id)
    await forward(id)
    const other = await server.person({ roles: ['staff'], deptId: Number(depts.light) })
    await answer(light, id, { done: 0 })
    expect((await answer(other, id)).errorCode).toBe('STALE')
    const [{ version }] = (await other.call('mailForum.listByMailid', { id })).value
    expect((await answer(other, id, { version: version - 1 })).errorCode).toBe('STALE')
    const both = await Promise.all([answer(light, id), answer(light, id)])
    expect(both.map(({ errorCode }) => errorCode).sort()).toEqual(['0', 'BAD_STATE'])
    expect((await answer(light, id)).errorMsg).toContain('它已有答复，待审核')
    await move('settle', id)
    expect((await answer(light, id)).errorMsg).toContain('它已办结')
    expect((await light.call('mailForum.returnMail', { ids: [id], remarks: '改' })).value.failed[0].errorMsg).toContain(
      '它已办结',
    )
    expect((await forward(id)).errorMsg).toContain('它已办结')
  })

  test('two of the office at once: the second is told, unless they have seen what the first has done', async () => {
    const other = await server.person({ roles: ['auditor'] })
    const { id } = await write()
    await examine(id)
    expect((await forward(id)).errorCode).toBe('0')
    const again = (more: object = {}) => other.call('mailForum.deptSave', { id, deptId: depts.water, ...more })
    expect(await again()).toMatchObject({ errorCode: 'STALE', errorMsg: expect.stringContaining('请核对后再提交') })
    expect(await get(id)).toMatchObject({ deptName: '城管局' })
    const { version } = await get(id)
    expect((await again({ version })).value).toMatchObject({ deptName: '水利局' })
    await answer(water, id)
    await move('settle', id)
    const publish = (more: object = {}) => move('publish', id, more, other)
    expect((await publish()).value.failed[0]).toMatchObject({ errorCode: 'STALE' })
    expect(await get(id)).toMatchObject({ state: 5 })
    const seen = (await get(id)).version
    expect((await publish({ version: seen })).value.done).toEqual([id])
    await move('withdraw', id, { reason: '涉及个人隐私' })
    // later it is no race any more
    server.clock.now += 11 * 60_000
    expect((await publish()).value.done).toEqual([id])
    server.clock.now -= 11 * 60_000
    await move('withdraw', id, { reason: '涉及个人隐私' })
  })

  test('what holds somebody’s data or words that must not be there is not published before it is taken out', async () => {
    const own = '13722223333'
    const { id } = await answered(
      { phone: own, title: '请回电', content: `我是${name}，手机 ${own}，身份证 110101199003070134` },
      { content: '已与来信人 13722223333 联系' },
    )
    const refused = (await move('publish', id)).value.failed[0]
    expect(refused).toMatchObject({ errorCode: 'PRIVATE_DATA', errorMsg: expect.stringContaining('手机号码') })
    expect(refused.errorMsg).toContain('来信人的姓名')
    const { draft } = await get(id)
    expect(JSON.stringify(draft)).not.toMatch(/13722223333|周小雨|110101199003070134/)
    await admin.call('mail.draft', { id, title: '请回电（已隐去）' })
    expect((await move('publish', id)).value).toMatchObject({ done: [id] })
    const { value } = await server.anyone.call('mail.webGet', { id })
    expect(value).toMatchObject({ title: '请回电（已隐去）' })
    expect(JSON.stringify(value)).not.toMatch(/13722223333|周小雨|110101199003070134/)
    // the original stays what it was
    expect((await get(id)).content).toContain(own)
    expect((await admin.call('mail.draft', { id })).errorMsg).toContain('请先撤下')
    // answered anew, the letter keeps the wording that the office gave it; that of the answer is written anew before it goes online
    const again = await answered({ title: '楼道堆物', content: '马秀兰在楼道堆物' })
    await admin.call('mail.draft', { id: again.id, content: '有住户在楼道堆物', reply: '早先的答复' })
    await move('redo', again.id, { reason: '答复与来信不符' })
    expect((await answer(light, again.id, { content: '已清理' })).errorCode).toBe('0')
    expect((await get(again.id)).draft).toMatchObject({ content: '有住户在楼道堆物', reply: '已清理' })
    expect((await get(again.id)).published).toMatchObject({ content: '有住户在楼道堆物', reply: null })
    const { version } = await get(again.id)
    expect(await whyNot(move('publish', again.id, { version }))).toContain('请重新写公开稿')
    await admin.call('mail.draft', { id: again.id, version })
    expect((await move('publish', again.id, { version: version + 1 })).value.done).toEqual([again.id])
    expect((await server.anyone.call('mail.webGet', { id: again.id })).value).toMatchObject({
      ...{ content: '有住户在楼道堆物', reply: '已清理' },
    })
    const word = '绝密配方'
    await admin.call('sensitive.add', { word, level: 2 })
    const bad = await answered({ title: '有词的', content: `这里有${word}` })
    const [held] = (await move('publish', bad.id)).value.failed
    expect(held).toMatchObject({ errorCode: 'SENSITIVE_WORDS' })
    // no reason lifts it, and none is asked for
    expect(held.errorMsg).not.toContain('理由')
    const closed = await answered({ openFlag: 0, title: '不愿公开的' })
    expect(await whyNot(move('publish', closed.id))).toContain('来信人不同意公开')
    await move('settle', closed.id)
    expect(await look(closed)).toMatchObject({ state: 5, status: 1, reply: '路灯已于昨日修复' })
    expect((await server.anyone.call('mail.webGet', { id: closed.id })).errorCode).toBe('NOT_FOUND')
  })

  test('an amount is no phone; what is doubtful is published by who says why, and nothing of whoever wrote', async () => {
    const plain = await answered({ title: '问资金' }, { content: '本次下达资金13800000000元' })
    expect((await move('publish', plain.id)).value.done).toEqual([plain.id])
    expect((await server.anyone.call('mail.webGet', { id: plain.id })).value.reply).toBe('本次下达资金13800000000元')
    const own = '13722223333'
    const { id } = await answered({ phone: own, title: '问电话' }, { content: '值班电话 13812345678' })
    const reason = '已核对，是本局公开的值班电话'
    expect(await whyNot(move('publish', id))).toMatch(/含有手机号码.*公开时写明理由/)
    for (const written of [own, 'l3722223333', 'I37 2222 3333', '137和2222和3333', '𝟏𝟑𝟕    2222    3333']) {
      await admin.call('mail.draft', { id, reply: `请致电 ${written}` })
      expect(await whyNot(move('publish', id, { reason })), written).toContain('来信人的手机号')
    }
    // what pays somebody is published for no reason, nor what names whoever wrote; so none is asked for
    await admin.call('mail.draft', { id, reply: '已发到账号 2710012301101234567' })
    expect(await whyNot(move('publish', id, { reason }))).toContain('银行卡号')
    expect(await whyNot(move('publish', id))).not.toContain('理由')
    await admin.call('mail.draft', { id, reply: `请致电 ${own}` })
    expect(await whyNot(move('publish', id))).not.toContain('理由')
    await admin.call('mail.draft', { id, reply: '值班电话 13812345678' })
    expect((await move('publish', id, { reason })).value.done).toEqual([id])
    expect((await server.anyone.call('mail.webGet', { id })).value.reply).toBe('值班电话 13812345678')
    expect((await admin.call('mail.history', { id })).value.list[0]).toMatchObject({ act: '公开', reason })
    expect((await admin.call('log.list', { keyword: reason })).value.total).toBe(1)
  })

  test('what is laid the other way round is looked at as it is read, and stands on the site so', async () => {
    const turned = '我的电话\u202e87654321831\u202c'
    const { id } = await answered({ title: '转过来的', content: turned }, { content: '已\u2067办\u2069结' })
    expect(await whyNot(move('publish', id))).toContain('手机号码')
    expect((await get(id)).draft).toMatchObject({ content: '我的电话138****5678', reply: '已办结' })
    const named = [...name].toReversed().join('')
    const other = await answered({ title: '转过来的姓名', content: `我是\u202e${named}\u202c` })
    expect(await whyNot(move('publish', other.id))).toContain('来信人的姓名')
    const fine = await answered(
      { title: '转过来的字', content: '路灯\u202e亮不\u202c' },
      { content: '已\u2067办\u2069结' },
    )
    expect((await move('publish', fine.id)).value.done).toEqual([fine.id])
    const shown = (await server.anyone.call('mail.webGet', { id: fine.id })).value
    expect(shown).toMatchObject({ content: '路灯不亮', reply: '已办结' })
  })

  test('spelled otherwise a phone is hidden all the same, and a spaced name is one', async () => {
    const content = 'Tel13812345678，138.1234.5678，邮箱zs@qq.com，座机0558-7201234，周 小雨'
    const { id } = await answered({ content })
    expect(await whyNot(move('publish', id))).toMatch(/手机号码.*电子邮箱.*来信人的姓名/)
    expect((await admin.call('mail.draft', { id })).value.openContent).toBe(
      'Tel138****5678，138******5678，邮箱z*@qq.com，座机055*****1234，周**',
    )
    expect((await move('publish', id)).value.done).toEqual([id])
    await move('withdraw', id, { reason: '涉及个人隐私' })
    const more = await answered({
      content: '残疾证号61052619900101123443，打139000033330913，账号2710012301101234567，红旗小区8-1502',
    })
    expect((await admin.call('mail.draft', { id: more.id })).value.openContent).toBe(
      '残疾证号61***************443，打139********0913，账号271************4567，红旗小区****',
    )
  })

  test('whoever wrote is asked for more, and their time begins anew when they have said it', async () => {
    const receipt = (await write({ type: 0 })) as Receipt & { phone: string }
    const { id, code } = receipt
    const key = { code, phone: receipt.phone }
    expect((await mine('/x/mail/supplement', key, { content: '早了' })).errorMsg).toContain('没有要补充的')
    await move('ask', id, { reason: '请写明事情发生的时间和地点' })
    expect(await look(receipt)).toMatchObject({
      state: 3,
      due: null,
      maySupplement: 1,
      says: '请补充：请写明事情发生的时间和地点',
    })
    server.clock.now += 3 * day
    const said = await mine('/x/mail/supplement', key, { content: '学校门口' })
    // five working days after Tuesday the 24th
    expect(said.value).toMatchObject({ state: 0, supplement: '学校门口', due: '2026-12-01 23:59:59' })
    server.clock.now -= 3 * day
    const explained = (await admin.call('mail.explain', { id })).value
    expect(explained).toMatchObject({ start: '2026-11-24', due: '2026-12-01' })
  })

  test('time is extended once and while it lasts; what is late is listed', async () => {
    const receipt = await write({ type: 0, title: '要延长的' })
    const { id } = receipt
    expect(receipt.due).toBe('2026-11-27 23:59:59')
    const extend = (days: number, of = id) => admin.call('mail.extend', { id: of, days, reason: '需要现场核实' })
    expect((await extend(3)).value).toMatchObject({ due: '2026-12-02 23:59:59', extendDays: 3 })
    expect((await extend(1)).errorMsg).toContain('只能延长一次')
    const { days } = (await admin.call('mail.explain', { id })).value
    expect(JSON.stringify(days)).toContain('批准延长：需要现场核实')
    const late = await write({ type: 0, title: '已经晚了' })
    const { db } = server.parts
    await db.write
      .updateTable('mail')
      .set((eb) => ({ createdAt: eb('createdAt', '-', 14 * day), due: eb('due', '-', 14 * day) }))
      .where('id', '=', Number(late.id))
      .execute()
    const overdue = async () =>
      (await admin.call('mail.list', { overdue: 1, title: '已经晚了' })).value.list.map((one: { id: string }) => one.id)
    expect(await overdue()).toEqual([late.id])
    expect(await get(late.id)).toMatchObject({ overdue: 1 })
    expect((await extend(2, late.id)).errorMsg).toContain('届满后不能延长')
    expect(await look(late)).toMatchObject({ mayComplain: 1 })
  })

  test('who wrote a letter that was merged is not forgotten when that one ends with nothing public', async () => {
    const told = '与您反映同一问题的来信已经了结，没有公开的答复；信箱的管理部门将另行答复您'
    const left = async () =>
      (await admin.call('mail.list', { left: 1 })).value.list.map((one: { id: string }) => one.id)
    const pile = async () => {
      const { piles } = (await admin.call('inbox.count')).value
      return piles.find((one: { pile: string }) => one.pile === 'mail.left')?.count ?? 0
    }
    const merge = (id: string, into: string) => admin.call('mail.merge', { id, into })
    // who wrote what is answered with it stands on the site no more than who wrote it
    const kept = await answered({ title: '留下的一封' })
    const other = await write({ title: '同一件事', name: '端木青青', phone: '13900000002' })
    await merge(other.id, kept.id)
    await admin.call('mail.draft', { id: kept.id, reply: '端木青青同志反映的问题同步处理' })
    expect(await whyNot(move('publish', kept.id, { reason: '已核对' }))).toContain('来信人的姓名')
    await admin.call('mail.draft', { id: kept.id, reply: '另请联系一三九零零零零零零零二' })
    expect(await whyNot(move('publish', kept.id, { reason: '已核对' }))).toContain('来信人的手机号')
    const before = await pile()
    const first = await write({ title: '先来的一封', content: '只有我知道的事' })
    const second = await write({ title: '后来的一封' })
    await merge(second.id, first.id)
    expect((await get(first.id)).merged).toMatchObject([
      { id: second.id, title: '后来的一封', leftAt: null, reply: null },
    ])
    expect(await look(second)).toMatchObject({ says: '与您反映的同一问题的来信一并办理', status: 0 })
    // refused: the other one waits, and reads nothing of why
    await move('reject', first.id, { reason: '已经或应当通过诉讼、仲裁解决' })
    expect(await left()).toEqual([second.id])
    expect(await pile()).toBe(before + 1)
    const shown = await look(second)
    expect(shown).toMatchObject({ state: 8, status: 0, says: told, reply: null, deptName: null })
    expect(JSON.stringify(shown)).not.toMatch(/诉讼|只有我知道|先来的/)
    expect(await whyNot(admin.call('mail.del', { id: first.id }))).toMatch(/「后来的一封」（编号 \d+）并入了这封信/)
    // taken up again it waits for that one as before
    await admin.call('mail.examine', { ids: [first.id] })
    expect(await left()).toEqual([])
    expect(await look(second)).toMatchObject({ says: '与您反映的同一问题的来信一并办理' })
    await move('spam', first.id, { reason: '广告、推销' })
    expect(await left()).toEqual([second.id])
    expect(
      (await admin.call('mail.tellMerged', { id: second.id, reply: '您反映的事已转有关部门' })).value.leftAt,
    ).toBeNull()
    expect(await left()).toEqual([])
    expect(await look(second)).toMatchObject({ status: 1, reply: '您反映的事已转有关部门' })
    await move('unmerge', second.id, { reason: '并错了信件' })
    expect((await admin.call('mail.del', { id: first.id })).value).toMatchObject({ done: [first.id] })
    // settled in private, or withdrawn from the site, is no answer for the other one either
    const open = await answered({ title: '答复了的一封' })
    const third = await write({ title: '第三封' })
    await merge(third.id, open.id)
    await move('publish', open.id)
    expect(await left()).toEqual([])
    expect(await look(third)).toMatchObject({ status: 1, reply: '路灯已于昨日修复' })
    await move('withdraw', open.id, { reason: '涉及个人隐私' })
    expect(await left()).toEqual([third.id])
    expect(await look(third)).toMatchObject({ status: 0, says: told, reply: null })
    const fourth = await write({ title: '第四封' })
    // one that has ended so takes up no more: its writer's time would begin anew, and later than they were promised
    expect(await merge(fourth.id, open.id)).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: expect.stringContaining('已办结，没有公开的答复'),
    })
    expect(await left()).toEqual([third.id])
    await move('reopen', open.id, { reason: '情况有变化' })
    expect(await left()).toEqual([])
  })

  test('what is taken up again is open for all that answered it: nobody is left unreminded by what they wrote then', async () => {
    const { id } = await write({ title: '又坏了' })
    await examine(id)
    await forward(id, { deptIds: [depts.water] })
    await answer(water, id, { content: '桥头一盏已修' })
    await answer(light, id, { content: '已修好' })
    await move('settle', id)
    await move('reopen', id, { reason: '来信人投诉答复不实' })
    await forward(id, { deptId: depts.light, deptIds: [depts.water], remarks: '请重新办理' })
    const places = [
      { lead: 1, state: 1, content: '已修好' },
      { lead: 0, state: 1, content: '桥头一盏已修' },
    ]
    expect((await get(id)).depts).toMatchObject(places)
    // handed on once more within the same handling, what was handed in stays so
    await answer(water, id, { content: '桥头一盏又修', version: (await get(id)).depts[1].version })
    await forward(id, { remarks: '请抓紧' })
    expect((await get(id)).depts).toMatchObject([{ state: 1 }, { state: 2, content: '桥头一盏又修' }])
  })

  test('of two departments that wrote on one letter and become one the part of who leads stays, and the other stands in the history', async () => {
    const [gone, stays] = [await dept('路灯所'), await dept('市政公司')]
    const hand = await Promise.all(
      [gone, stays].map((deptId) => server.person({ roles: ['staff'], deptId: Number(deptId) })),
    )
    const { id } = await write({ title: '两家都办的' })
    const other = await write({ title: '一家主办' })
    await examine(id, other.id)
    await forward(id, { deptId: gone, deptIds: [stays] })
    await forward(other.id, { deptId: stays, deptIds: [gone] })
    expect((await answer(hand[1] as Person, id, { content: '已安排材料' })).errorCode).toBe('0')
    expect((await answer(hand[0] as Person, other.id, { content: '已现场查看' })).errorCode).toBe('0')
    expect(await admin.call('dept.merge', { id: gone, intoId: stays, reason: '机构改革' })).toMatchObject({
      errorCode: '0',
    })
    const one = await get(id)
    expect(one).toMatchObject({ deptId: stays, depts: [{ deptId: stays, lead: 1, content: null }] })
    expect((await get(other.id)).depts).toMatchObject([{ deptId: stays, lead: 1 }])
    const told = async (of: string) =>
      JSON.stringify((await admin.call('mail.history', { id: of, pageSize: 50 })).value)
    expect(await told(id)).toContain('「市政公司」的一份并入办理记录。办理内容：已安排材料')
    expect(await told(other.id)).toContain('「路灯所」的一份并入办理记录。办理内容：已现场查看')
    expect((await answer(hand[1] as Person, id, { content: '已修好' })).errorCode).toBe('0')
    expect(await get(id)).toMatchObject({ state: 4, reply: '已修好' })
  })

  test('a wrong merge is taken back: the letter waits and its time counts, those that had come with it come back, and who wrote reads its own state', async () => {
    const [right, wrong, double, theirs] = [await write(), await write(), await write(), await write()]
    const merge = (id: string, into: string) => admin.call('mail.merge', { id, into })
    await move('ask', double.id, { reason: '请写明地点' })
    await merge(theirs.id, double.id)
    await merge(double.id, wrong.id)
    await admin.call('mail.tellMerged', { id: double.id, reply: '已修好' })
    expect(await get(theirs.id)).toMatchObject({ state: 8, mergedInto: wrong.id })
    expect(await look(double)).toMatchObject({ state: 8, reply: '已修好' })
    expect(await whyNot(admin.call('mail.undo', { items: [{ id: double.id }] }))).toMatch(/不能撤销/)
    const whole = (await merge(right.id, wrong.id)).value
    expect(whole).toMatchObject({ state: 8 })
    expect(await whyNot(admin.call('mail.undo', { items: [{ id: right.id }] }))).toContain('xzx mail unmerge')
    expect(await whyNot(move('unmerge', double.id))).toContain('取消合并必须填写理由')
    expect((await move('unmerge', double.id, { reason: '并错了信件' })).value.done).toEqual([double.id])
    expect(await get(double.id)).toMatchObject({
      ...{ state: 0, mergedInto: null, reply: null, reason: '并错了信件', due: double.due },
    })
    expect(await get(theirs.id)).toMatchObject({ state: 8, mergedInto: double.id })
    expect(await get(right.id)).toMatchObject({ state: 8, mergedInto: wrong.id })
    expect(await look(double)).toMatchObject({ state: 0, status: 0, reply: null, due: double.due })
    const acts = async (id: string) =>
      (await admin.call('mail.history', { id })).value.list.map((one: { act: string }) => one.act)
    expect((await acts(double.id)).slice(0, 2)).toEqual(['取消合并', '另行回复来信人'])
    expect((await acts(theirs.id)).slice(0, 3)).toEqual(['随并入的信件改为并入', '随并入的信件改为并入', '合并'])
    expect(await whyNot(move('unmerge', double.id, { reason: '再来' }))).toContain('不能取消合并')
    expect(await whyNot(admin.call('mail.undo', { items: [{ id: double.id }] }))).toContain('请重新合并')
    // what had been merged by itself into the other one stays there
    await merge(double.id, wrong.id)
    await move('unmerge', theirs.id, { reason: '并错了信件' })
    await merge(theirs.id, wrong.id)
    await move('unmerge', double.id, { reason: '并错了信件' })
    expect(await get(theirs.id)).toMatchObject({ state: 8, mergedInto: wrong.id })
    expect((await light.call('mail.unmerge', { items: [{ id: theirs.id, reason: '不归我' }] })).errorCode).toBe(
      'NO_PERMISSION',
    )
  })

  test('doubles are taken up into one, and each who wrote reads of its answer what everybody may, or what is written to them', async () => {
    const first = await write({ title: '第一\u202e封' })
    // what would turn the text around is not kept
    expect((await get(first.id)).title).toBe('第一封')
    const double = await write({ title: '同一件事', name: '孟庆林' })
    const merge = (id: string, into: string) => admin.call('mail.merge', { id, into })
    const tell = (id: string, reply: string, more: object = {}) => admin.call('mail.tellMerged', { id, reply, ...more })
    expect((await merge(first.id, first.id)).errorMsg).toContain('不能把信并入它自己')
    expect((await tell(double.id, '已修好')).errorMsg).toContain('只有已合并的信件')
    expect((await merge(double.id, first.id)).value).toMatchObject({ state: 8, mergedInto: first.id })
    expect((await merge(first.id, double.id)).errorMsg).toContain('已并入另一封信')
    expect(await look(double)).toMatchObject({ state: 8, status: 0, reply: null, due: first.due })
    await examine(first.id)
    await forward(first.id)
    const answerOf = '周小雨女士：您（电话13944449999）的补贴已停发'
    await answer(light, first.id, { content: answerOf })
    await move('settle', first.id)
    // the answer is about whoever wrote the first one
    const handled = { state: 8, status: 0, reply: null, repliedAt: null, deptName: null }
    expect(await look(double)).toMatchObject({ ...handled, says: expect.stringContaining('将另行答复您') })
    const phoneOf = (receipt: object) => (receipt as { phone: string }).phone
    expect((await mine('/x/mail/rate', { code: double.code, phone: phoneOf(double) }, { rating: 1 })).errorCode).toBe(
      'BAD_STATE',
    )
    expect((await admin.call('mail.draft', { id: first.id })).errorCode).toBe('0')
    expect((await move('publish', first.id)).value.done).toEqual([first.id])
    const shown = await look(double)
    expect(shown).toMatchObject({ status: 1, deptName: '城管局', reply: '周**女士：您（电话139****9999）的补贴已停发' })
    await move('withdraw', first.id, { reason: '涉及个人隐私' })
    await admin.call('mail.dels', { ids: [first.id] })
    expect(await look(double)).toMatchObject(handled)
    for (const own of [answerOf, '周小雨家已停发', '请找13944449999'])
      expect((await tell(double.id, own)).errorCode, own).toBe('PRIVATE_DATA')
    const told = (await tell(double.id, '您反映的路灯已修好')).value
    expect(told).toMatchObject({ state: 8, reply: '您反映的路灯已修好' })
    expect(await look(double)).toMatchObject({ status: 1, reply: '您反映的路灯已修好' })
    expect((await tell(double.id, '改一改')).errorCode).toBe('STALE')
    expect((await tell(double.id, '改一改', { version: told.version })).value).toMatchObject({ reply: '改一改' })
  })

  test('programs, macros, scripts and double endings are refused by what they are', async () => {
    const kept = await upload('现场.pdf', pdf)
    expect(kept.value).toMatchObject({ name: '现场.pdf', kind: 'pdf' })
    for (const [called, content] of [
      ['程序.pdf', 'MZ\u0090\u0000\u0003'],
      ['脚本.pdf', `${pdf}\n/OpenAction << /S /JavaScript >>`],
      ['报告.exe.pdf', pdf],
      ['报告.pdf.exe', pdf],
      ['脚本.sh', '#!/bin/sh\nrm -rf /'],
      ['页面.png', '<html><script>1</script></html>'],
      ['宏.docx', 'PK\u0003\u0004 word/document word/vbaProject.bin'],
    ] as const)
      expect((await upload(called, content)).errorCode, called).toBe('BAD_INPUT')
    // a picture is drawn anew: nothing of where and with what it was taken comes along
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#777' } })
      .withExif({ IFD0: { Artist: 'ZhouXiaoyu', Make: 'Camera' } })
      .jpeg()
      .toBuffer()
    expect(photo.includes('ZhouXiaoyu')).toBe(true)
    const { value: picture } = await upload('现场.jpg', photo)
    expect((await upload('假.png', Buffer.from('89504e470d0a1a0a3c3f706870', 'hex'))).errorMsg).toContain('图片已损坏')
    const shown = await send({ files: [{ id: picture.id, pass: picture.pass }], phone: '13733335555' })
    const bytes = await server.raw(`/x/attachment/get?id=${picture.id}`, {
      ...{ method: 'POST', headers: { authorization: admin.token } },
    })
    expect([shown.errorCode, bytes.status, bytes.text.includes('ZhouXiaoyu')]).toEqual(['0', 200, false])
    // nothing of it lies where files have addresses, nor beside what is kept
    const { dataDir } = server.parts
    expect(readdirSync(join(dataDir, 'uploads')).filter((one) => /\.(?:jpg|png)$/.test(one))).toEqual([])
    expect(readdirSync(join(dataDir, 'attachments')).filter((one) => one.includes('.'))).toEqual([])
    const { id, pass } = kept.value
    const files = [{ id, pass }]
    expect((await send({ files: [{ id, pass: 'x'.repeat(43) }] })).errorMsg).toContain('请重新上传')
    const letter = (await send({ files, phone: '13733334444' })).value
    expect((await get(letter.id)).files).toMatchObject([{ id, name: '现场.pdf' }])
    expect((await send({ files, phone: '13733334444' })).errorMsg).toContain('请重新上传')
    const download = (who: Person) =>
      server.raw(`/x/attachment/get?id=${id}`, { method: 'POST', headers: { authorization: who.token } })
    expect((await download(admin)).text).toBe(pdf)
    expect((await download(school)).errorCode).toBe('NOT_FOUND')
    for (let n = 0; n < 30; n++) await upload('满.pdf', pdf, '198.51.100.60')
    expect((await upload('满.pdf', pdf, '198.51.100.60')).errorCode).toBe('TOO_MANY')
  })

  test('files that one network sends and writes nothing with keep none of another network out', async () => {
    const waits = async (sender: string, mb: number) =>
      server.parts.db.write
        .insertInto('attachment')
        .values({
          ...{ to: 'mail', rowId: 0, wasRowId: 0, place: 0, name: '满.pdf', kind: 'pdf', createdBy: null },
          ...{ size: mb * 1024 * 1024, stored: randomUUID(), movedAt: server.clock.now },
          sender: server.parts.secret.mark('file sender', sender),
        })
        .execute()
    await waits('198.51.100.61', 150)
    const refused = await upload('现场.pdf', pdf, '198.51.100.61')
    expect(refused).toMatchObject({ errorCode: 'TOO_MANY', errorMsg: expect.stringContaining('您所在网络') })
    const { value } = await upload('现场.pdf', pdf, '198.51.100.62')
    // of many networks together: who has none waiting still finds room
    for (let n = 0; n < 10; n++) await waits(`203.0.113.${n}`, 140)
    expect((await upload('现场.pdf', pdf, '198.51.100.62')).errorCode).toBe('TOO_MANY')
    expect((await upload('现场.pdf', pdf, '198.51.100.63')).errorCode).toBe('0')
    await send({ files: [{ id: value.id, pass: value.pass }], phone: '13733334445' })
    const row = server.parts.db.read.selectFrom('attachment').select(['rowId', 'sender'])
    const kept = await row.where('id', '=', Number(value.id)).executeTakeFirstOrThrow()
    expect([kept.rowId > 0, kept.sender]).toEqual([true, null])
    await server.parts.db.write.deleteFrom('attachment').where('name', '=', '满.pdf').execute()
  })

  test('files that are still on their way take no more of the disk than one network may hold, and keep nobody else out', async () => {
    const owner = '198.51.100.70'
    const held = server.parts.work.arriving(owner)
    expect(held.every((one) => one.take(60 * 1024 * 1024 - 10))).toBe(true)
    expect(await upload('现场.pdf', pdf, owner)).toMatchObject({
      ...{ errorCode: 'TOO_MANY', errorMsg: expect.stringContaining('同时上传的文件过多') },
    })
    expect((await upload('现场.pdf', pdf, '198.51.100.71')).errorCode).toBe('0')
    for (const one of held) one.leave()
    // what was refused holds nothing either
    expect((await upload('现场.pdf', pdf, owner)).errorCode).toBe('0')
  })

  test('a department with letters is not deleted, and it is said how many; a file lists what the list does', async () => {
    const gone = await dept('撤并办')
    const { id } = await write({ title: '给撤并办的' })
    await examine(id)
    await forward(id, { deptId: gone })
    const reply = await admin.call('dept.del', { id: gone })
    expect(reply.errorMsg).toContain('「撤并办」还有 1 封信件')
    // nor stopped: nobody of it could answer
    expect(await admin.call('dept.save', { id: gone, state: 1 })).toMatchObject({
      ...{ errorCode: 'BAD_STATE', errorMsg: expect.stringContaining('还有 1 封信件没有答复') },
    })
    const sheet = await admin.call('mail.mailBoxExcel', { deptId: gone })
    expect(sheet.status).toBe(200)
    expect((await admin.call('mail.top', { size: 1 })).value).toHaveLength(1)
  })

  test('like ones that were answered stand beside a letter; what was deleted lies in the bin and comes back', async () => {
    const old = await answered({ title: '西街井盖破损' })
    await move('settle', old.id)
    const { id } = await write({ title: '南街井盖破损严重' })
    const [first] = (await admin.call('mail.like', { id })).value
    expect(first).toMatchObject({ id: old.id, deptName: '城管局' })
    // and those that somebody works on still, where they have more in common than a word that many have
    const open = await write({ title: '南街井盖又破损' })
    const other = await write({ title: '北街路灯不亮' })
    const found = (await admin.call('mail.like', { id })).value as { id: string; state: number }[]
    expect(found.find((one) => one.id === open.id)).toMatchObject({
      state: 0,
      repliedAt: null,
      content: expect.any(String),
    })
    expect(found.some((one) => one.id === other.id || one.id === id)).toBe(false)
    // what is wrong with the number of the letter that is to stay is said of that number
    const mistaken = async (into: string) => (await admin.call('mail.merge', { id: open.id, into })).errorMsg
    const says = '并入的信件（into）：'
    expect(await mistaken(open.id)).toBe(`${says}不能把信并入它自己`)
    expect(await mistaken('999999')).toBe(`${says}信件 999999 不存在或无权操作`)
    expect(await mistaken(old.id)).toContain(`${says}「西街井盖破损」已办结，没有公开的答复`)
    const [refused] = (await admin.call('mail.del', { id })).value.failed
    expect(refused.errorMsg).toContain('它还等着办理')
    await move('spam', id, { reason: '广告、推销' })
    expect((await admin.call('mail.del', { id })).value.done).toEqual([id])
    expect((await get(id))?.id).toBe(undefined)
    await admin.call('mail.binRestore', { items: [{ id }] })
    expect(await get(id)).toMatchObject({ state: 9 })
    await move('notSpam', id)
    await move('reject', id, { reason: '不属于本单位职责' })
    expect(await get(id)).toMatchObject({ state: 7, reason: '不属于本单位职责' })
    await admin.call('mail.undo', { items: [{ id }] })
    expect(await get(id)).toMatchObject({ state: 0 })
  })

  test('who hands a letter on without a word of those that assist leaves them with it, and the history names them', async () => {
    const { id } = await write({ title: '河边垃圾' })
    await examine(id)
    const deptIds = [depts.water]
    const first = await admin.call('mailForum.deptSave', { id, deptId: depts.light, deptIds })
    expect(first.errorCode, first.text).toBe('0')
    await admin.call('mailForum.deptSave', { id, deptId: depts.light, remarks: '请抓紧' })
    const assisting = async () =>
      (await get(id)).depts.filter(({ lead }: { lead: unknown }) => Number(lead) === 0).length
    expect(await assisting()).toBe(1)
    await admin.call('mailForum.deptSave', { id, deptId: depts.light, deptIds: [] })
    expect(await assisting()).toBe(0)
    const told = JSON.stringify((await admin.call('mail.history', { id })).value.list)
    expect(told).toMatch(/不再协办：水利局[\s\S]*协办：水利局/)
    // taken off by itself, it is named as well, and by whom
    await admin.call('mailForum.deptSave', { id, deptId: depts.light, deptIds })
    const [place] = (await get(id)).depts.filter(({ lead }: { lead: unknown }) => Number(lead) === 0)
    const seen = (await get(id)).version
    expect((await admin.call('mailForum.dels', { ids: [place.id] })).value.done).toEqual([place.id])
    expect(await assisting()).toBe(0)
    const [off] = (await admin.call('mail.history', { id })).value.list
    expect(off).toMatchObject({ act: '取消协办', reason: '水利局', byName: expect.any(String) })
    const [logged] = (await admin.call('log.systemLogList', { pageSize: 1 })).value.list
    expect(logged.sentence).toContain('取消协办')
    // what changes nothing leaves no trace, and nothing said is asked for
    const { version } = await get(id)
    expect(version).toBe(seen + 1)
    expect((await admin.call('mailForum.deptSave', { id, deptId: depts.light, deptIds: [] })).value.version).toBe(
      version,
    )
    expect((await admin.call('mailForum.deptSave', { id })).errorMsg).toContain('请写明主办部门')
    expect(await get(id)).toMatchObject({ version })
  })

  test('an answer that was sent back is not shown once its letter is merged', async () => {
    const [into, other] = [await write({ title: '甲' }), await write({ title: '乙' })]
    await examine(into.id, other.id)
    await forward(other.id)
    expect((await answer(light, other.id, { content: '内部：先拖着' })).errorCode).toBe('0')
    expect((await move('redo', other.id, { reason: '答复的用语不当' })).value.done).toEqual([other.id])
    await light.call('mailForum.returnMail', { ids: [other.id], remarks: '不属于本部门职责' })
    expect((await admin.call('mail.merge', { id: other.id, into: into.id })).errorCode).toBe('0')
    expect(await look(other)).toMatchObject({ state: 8, status: 0, reply: null })
  })

  test('an office registers a letter that came on paper', async () => {
    const { value } = await admin.call('mail.add', {
      ...{ title: '纸质来信', type: 2, content: '建议增设座椅', name, phone: '13744445555', openFlag: 0 },
    })
    expect(value).toMatchObject({ code: expect.any(String) })
    expect((await visitor.post('/web/mail/code', { code: value.code, phone: '13744445555' })).value).toMatchObject({
      title: '纸质来信',
    })
  })

  test('deadlines of open letters follow the calendar, those of closed ones stay, and the history says so', async () => {
    const [open, closed] = [await write(), await write()]
    const { db } = server.parts
    const set = (id: string, more: object) =>
      db.write.updateTable('mail').set(more).where('id', '=', Number(id)).execute()
    await set(open.id, { due: 1 })
    await set(closed.id, { due: 1, state: 5 })
    const { due } = await get((await write()).id)
    const changed = await deadlines.again(server.parts, await calendarNow({ db: db.read, parts: server.parts }), {
      ...{ stopped: () => false, progress: () => {} },
    } as never)
    expect(changed).toBe(1)
    expect((await get(open.id)).due).toBe(due)
    const row = await db.read.selectFrom('mail').select('due').where('id', '=', Number(closed.id)).executeTakeFirst()
    expect(row?.due).toBe(1)
    const { list } = (await admin.call('mail.history', { id: open.id })).value
    expect(JSON.stringify(list)).toContain('重新计算期限')
  })
})
