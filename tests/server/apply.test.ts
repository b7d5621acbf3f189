import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportLines } from '../../core/domain/apply-outcomes.ts'
import { deadlines } from '../../server/areas/apply/deadline.ts'
import { dropUnused } from '../../server/attachments/unused.ts'
import { limitsFrom } from '../../server/limits.ts'
import { calendarNow } from '../../server/workdays/calendar.ts'
import { databases } from '../support/databases.ts'
import { fetchFile, sendFile } from '../support/files.ts'
import { type Person, type Reply, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

const day = 24 * 3600_000

describe.each(databases)('requests for disclosure on %s', (database) => {
  let server: TestServer
  let admin: Person
  let depts: Record<'water' | 'light', string>
  let water: Person
  let light: Person
  const name = '周小雨'
  const idNumber = '110101199003070134'
  interface Receipt {
    id: string
    code: string
    due: string | null
    phone: string
  }

  let from = 0
  /** Somebody at an address of their own, so that no test uses up what another one may. */
  const stranger = () => {
    from += 1
    return visitorsOf(server, `203.0.${Math.floor(from / 250)}.${(from % 250) + 1}`)
  }
  const person = { applicant: 0, name, idNumber, medium: 1, way: 3 }
  const wanted = { title: '东街改造的预算', content: '2025 年东街改造项目的预算批复' }
  const send = async (more: object = {}, headers = {}, by = stranger()): Promise<Reply> =>
    by.post(
      '/web/apply/save',
      {
        ...{ ...person, ...wanted, phone: '13900001234', verifyCode: 'ab12', codeId: await by.captcha() },
        ...more,
      },
      headers,
    )
  let phones = 0
  const own = () => {
    phones += 1
    return `137${String(phones).padStart(8, '0')}`
  }
  const ask = async (more: object = {}): Promise<Receipt> => {
    const phone = own()
    const reply = await send({ phone, ...more })
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return { ...reply.value, phone }
  }
  /** One that came over the counter, and counts from that day. */
  const handedIn = async (more: object = {}): Promise<Receipt> => {
    const phone = own()
    const reply = await admin.call('apply.add', { ...person, ...wanted, phone, channel: 1, ...more })
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return { ...reply.value, phone }
  }
  const mine = (call: string, { code, phone }: Pick<Receipt, 'code' | 'phone'>, more: object = {}) =>
    stranger().post(call, { code, phone, ...more })
  const look = async (key: Receipt) => (await mine('/x/apply/code', key)).value
  const get = async (id: string, who = admin) => (await who.call('apply.get', { id })).value
  const move = (call: string, id: string, more: object = {}, who = admin) =>
    who.call(`apply.${call}`, { items: [{ id, ...more }] })
  const whyNot = async (made: Promise<Reply>) => (await made).value.failed[0]?.errorMsg
  const forward = (id: string, more: object = {}) => admin.call('apply.forward', { id, deptId: depts.light, ...more })
  const answer = (who: Person, id: string, more: object = {}) =>
    who.call('apply.answer', { id, outcome: 10, content: '现提供预算批复', ...more })
  const dept = async (called: string): Promise<string> => (await admin.call('dept.save', { name: called })).value.id
  const answered = async (more: object = {}, said: object = {}) => {
    const receipt = await handedIn(more)
    await forward(receipt.id)
    expect((await answer(light, receipt.id, said)).errorCode).toBe('0')
    expect((await move('issue', receipt.id)).value.done).toEqual([receipt.id])
    return receipt
  }
  const set = (id: string, more: object) =>
    server.parts.db.write.updateTable('apply').set(more).where('id', '=', Number(id)).execute()
  const document = async (id: string, paper?: string) => {
    const reply = await admin.call('apply.exportWord', { id, ...(paper && { paper }) })
    expect(reply.status, reply.text).toBe(200)
    return reply
  }
  const bytesOf = async (path: string, body: object, token = admin.token) => {
    const reply = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { type: reply.headers.get('content-type') ?? '', bytes: new Uint8Array(await reply.arrayBuffer()) }
  }
  const wordText = async (id: string, paper?: string) => {
    const { bytes } = await bytesOf('/apply/exportWord', { id, ...(paper && { paper }) })
    const parts = unzipSync(bytes)
    return { parts: Object.keys(parts).sort(), xml: strFromU8(parts['word/document.xml'] as Uint8Array) }
  }
  const upload = async (path: string, called: string, content: string, headers: Record<string, string> = {}) => {
    const form = new FormData()
    form.append('file', new Blob([content]), called)
    if (path.includes('attachment')) form.append('to', 'applyDept')
    return server.raw(path, { method: 'POST', headers, body: form })
  }
  const pdf = '%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\n%%EOF'

  beforeAll(async () => {
    server = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
    admin = await server.person({ roles: ['admin'] })
    depts = { water: await dept('水利局'), light: await dept('城管局') }
    water = await server.person({ roles: ['staff'], deptId: Number(depts.water) })
    light = await server.person({ roles: ['staff'], deptId: Number(depts.light) })
  })
  afterAll(() => server.close())

  test('one is sent, confirmed, handed on, returned, handed on again, answered, issued, delivered and read', async () => {
    const receipt = await ask()
    const { id } = receipt
    expect(receipt.code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
    // over the network it counts from when both have confirmed it
    expect(receipt.due).toBe(null)
    expect(await get(id)).toMatchObject({
      ...{ state: 0, name: '周**', idNumber: '11*************134', due: null, receivedAt: null, channel: 0 },
    })
    expect((await look(receipt)).says).toContain('确认之日起计算')
    expect((await forward(id)).errorMsg).toContain('它还没有确认收到')
    expect((await admin.call('apply.explain', { id })).errorMsg).toContain('期限没有起算')
    expect((await move('confirm', id)).value.done).toEqual([id])
    // twenty working days after Saturday the 21st of November
    expect(await get(id)).toMatchObject({
      state: 1,
      due: '2026-12-18 23:59:59',
      starts: expect.stringContaining('确认'),
    })
    const handed = (await forward(id, { deptIds: [depts.water], remarks: '请检索' })).value
    expect(handed).toMatchObject({ state: 2, deptName: '城管局', depts: [{ lead: 1, remarks: '请检索' }, { lead: 0 }] })
    const back = await light.call('apply.giveBack', { ids: [id], remarks: '本部门没有相关信息' })
    expect(back.value).toMatchObject({ done: [id] })
    // who assists was in the middle of it
    expect((await answer(water, id)).errorMsg).toContain('主办部门已退回，待重新转办')
    expect(await get(id)).toMatchObject({ state: 1, deptId: null, reason: '城管局：本部门没有相关信息' })
    await forward(id, { deptIds: [depts.water] })
    expect((await answer(water, id, { outcome: undefined, content: '我局没有' })).value).toMatchObject({
      lead: 0,
      state: 2,
    })
    expect((await light.call('apply.answer', { id, content: '没有写结果' })).errorMsg).toContain('办理结果')
    expect((await answer(light, id)).value).toMatchObject({ lead: 1, outcome: 10 })
    expect(await look(receipt)).toMatchObject({ state: 4, answer: null, outcome: null })
    await move('redo', id, { reason: '依据的条款不当' })
    expect(await get(id)).toMatchObject({
      state: 2,
      depts: [
        { lead: 1, state: 1 },
        { lead: 0, state: 2 },
      ],
    })
    await answer(light, id, { outcome: 20, content: '公开其余部分' })
    expect((await move('issue', id)).value.done).toEqual([id])
    expect(await look(receipt)).toMatchObject({ state: 5, outcome: 20, article: '第三十七条', answer: '公开其余部分' })
    expect((await admin.call('apply.deliver', { id, way: 0, note: 'EMS 1234' })).value).toMatchObject({
      ...{ state: 6, deliverWay: 0, deliverNote: 'EMS 1234' },
    })
    const acts = (await admin.call('apply.history', { id, pageSize: 50 })).value.list.map(
      (one: { act: string }) => one.act,
    )
    expect(acts.toReversed()).toEqual([
      ...[
        '提出申请',
        '确认收到',
        '转办',
        '退回',
        '转办',
        '协办答复',
        '拟定答复',
        '退回重办',
        '拟定答复',
        '签发答复',
        '登记送达',
      ],
    ])
    expect((await admin.call('apply.dels', { ids: [id] })).value.failed[0].errorMsg).toContain('年度报告')
  })

  test('a draft that is not handed in is thrown away by who wrote it and by the office, which may then hand the request on', async () => {
    const office = await server.person({ roles: ['auditor'], deptId: Number(await dept('信息公开办')) })
    const receipt = await handedIn({})
    const { id } = receipt
    await move('confirm', id)
    const file = JSON.parse((await upload('/x/attachment/upload', '稿.pdf', pdf, { authorization: office.token })).text)
    const own = { id, content: '办公室自己的稿', outcome: 10, done: 0, files: [file.value.id] }
    const kept = (await office.call('apply.answer', own)).value
    expect(kept).toMatchObject({ state: 1, files: [{ name: '稿.pdf' }] })
    expect((await forward(id)).errorMsg).toBe(
      `「信息公开办」已写了答复，不能改转其他部门，请先删去它没有提交的答复稿（命令 xzx apply discard ${id} --dept 信息公开办），或保留为协办部门`,
    )
    // another clerk of the office says which one was read
    const other = { id, deptId: kept.deptId }
    expect((await admin.call('apply.discard', other)).errorCode).toBe('STALE')
    expect((await admin.call('apply.discard', { ...other, version: 0 })).errorCode).toBe('STALE')
    expect((await light.call('apply.discard', { id })).errorCode).not.toBe('0')
    expect((await office.call('apply.discard', { id, version: kept.version })).value.depts).toEqual([])
    expect((await office.call('apply.discard', { id })).errorMsg).toContain('没有转给这个部门')
    expect((await admin.call('apply.history', { id })).value.list[0]).toMatchObject({
      ...{ act: '删去答复稿', reason: '信息公开办的答复稿，没有提交过' },
    })
    expect((await forward(id, { deptIds: [depts.water] })).value).toMatchObject({ state: 2, deptName: '城管局' })
    // what a department throws away it may write anew; what is handed in is none of that
    await answer(light, id, { done: 0 })
    const colleague = await server.person({ roles: ['staff'], deptId: Number(depts.light) })
    expect((await colleague.call('apply.discard', { id })).errorCode).not.toBe('0')
    expect((await light.call('apply.discard', { id })).value.depts[0]).toMatchObject({
      ...{ lead: 1, state: 0, content: null, outcome: null, files: [] },
    })
    expect((await light.call('apply.discard', { id })).errorMsg).toContain('没有还没提交的答复稿')
    await answer(water, id)
    const history = (await admin.call('apply.history', { id })).value.list
    expect(history[0]).toMatchObject({ act: '协办答复', reason: '水利局' })
    expect((await water.call('apply.discard', { id })).errorMsg).toContain('没有还没提交的答复稿')
    expect((await answer(light, id)).value).toMatchObject({ state: 2, outcome: 10 })
    expect((await admin.call('apply.discard', { id, deptId: depts.light })).errorMsg).toContain('它已有答复稿')
    const [told] = (await admin.call('log.list', { keyword: '答复稿', pageSize: 5 })).value.list
    expect(told.says ?? JSON.stringify(told)).toContain('没有提交的答复稿')
  })

  test('what is wrong with single fields and with how they fit is told at once, and nothing twice', async () => {
    const wrong = { phone: '139', idNumber: '110101199003070130', way: 1, email: 'a@b' }
    const { errorCode, errorMsg } = await send(wrong)
    expect(errorCode).toBe('BAD_INPUT')
    for (const field of ['phone', 'idNumber', 'email']) expect(errorMsg.split(`（${field}）`)).toHaveLength(2)
    expect((await send({ ...wrong, idNumber: '1'.repeat(60) })).errorMsg.split('（idNumber）')).toHaveLength(2)
    expect((await send({ ...wrong, phone: undefined })).errorMsg).toBe('缺少必填参数：phone')
    // not told who asks, nobody can say what belongs to them
    expect((await send({ applicant: 9, phone: '139', idNumber: '' })).errorMsg).not.toContain('idNumber')
  })

  test('what the form lacks is said by its field; who asks as what is encrypted, masked, and read by an act that the log tells', async () => {
    const company = { applicant: 1, name: '青石印务有限公司', idNumber: '', orgCode: '91110000MA0000001X' }
    for (const [field, bad] of [
      ['idNumber', { idNumber: '110101199003070135' }],
      ['idNumber', { idNumber: undefined }],
      ['orgCode', { ...company, orgCode: '123', contact: '傅春生' }],
      ['contact', company],
      ['address', { way: 0 }],
      ['email', { way: 1 }],
      ['email', { email: 'nobody' }],
      ['phone', { phone: '12345' }],
      ['title', { title: '' }],
      ['outcome', { applicant: 9 }],
    ] as const) {
      const reply = await send(bad)
      expect(reply.errorCode, JSON.stringify(bad)).toMatch(/^(?:BAD_INPUT|MISSING_PARAMETER)$/)
      if (field !== 'outcome') expect(reply.errorMsg).toContain(field)
    }
    expect((await send({ verifyCode: 'wrong' })).errorCode).toBe('CAPTCHA_WRONG')
    const receipt = await ask({ ...company, contact: '傅春生', title: '查得到的' })
    const row = await server.parts.db.read
      .selectFrom('apply')
      .selectAll()
      .where('id', '=', Number(receipt.id))
      .executeTakeFirstOrThrow()
    const secrets = ['青石印务有限公司', '傅春生', receipt.phone, receipt.code]
    for (const secret of secrets) expect(JSON.stringify(row)).not.toContain(secret)
    const found = async (phone: string) => (await admin.call('apply.list', { phone })).value.total
    expect([await found(receipt.phone), await found('13700000000')]).toEqual([1, 0])
    expect((await admin.call('apply.reveal', { id: receipt.id, reason: '确认收到' })).value).toMatchObject({
      ...{ name: '青石印务有限公司', contact: '傅春生', phone: receipt.phone, idNumber: null },
    })
    const log = JSON.stringify(await server.parts.db.read.selectFrom('log').selectAll().execute())
    for (const secret of [...secrets, idNumber]) expect(log).not.toContain(secret)
  })

  test('it counts from the day of the channel', async () => {
    const yesterday = '2026-11-20'
    expect((await handedIn({ receivedAt: yesterday })).due).toBe('2026-12-18 23:59:59')
    expect((await handedIn({ channel: 2, receivedAt: '2026-11-18' })).due).toBe('2026-12-16 23:59:59')
    // an ordinary letter and a fax are to be confirmed first, or have been
    const letter = await handedIn({ channel: 3 })
    expect([letter.due, (await get(letter.id)).state]).toEqual([null, 0])
    expect((await handedIn({ channel: 4, receivedAt: yesterday })).due).toBe('2026-12-18 23:59:59')
    const late = await admin.call('apply.add', {
      ...{ ...person, ...wanted, phone: own(), channel: 1, receivedAt: '2026-12-30' },
    })
    expect(late.errorMsg).toContain('不能晚于今天')
    const old = await admin.call('apply.add', {
      ...{ ...person, ...wanted, phone: own(), channel: 1, receivedAt: '2016-11-20' },
    })
    expect(old.errorMsg).toContain('早于一年前')
    // what the office entered wrongly is counted nowhere, and can be deleted
    const wrong = await handedIn({ receivedAt: '2026-10-20' })
    const entered = async () => (await admin.call('apply.list', { year: 2026, line: 'new', pageSize: 1 })).value.total
    const before = await entered()
    expect((await move('reject', wrong.id, { reason: '登记有误，另行登记' })).value.done).toEqual([wrong.id])
    expect(await entered()).toBe(before - 1)
    // one that a department has had is none that was entered wrongly
    const real = await handedIn({ receivedAt: yesterday })
    await forward(real.id)
    expect((await light.call('apply.giveBack', { ids: [real.id], remarks: '不属于本部门' })).value.done).toEqual([
      real.id,
    ])
    expect(await whyNot(move('reject', real.id, { reason: '登记有误，另行登记' }))).toContain('它已受理')
    expect((await admin.call('apply.dels', { ids: [wrong.id] })).value.done).toEqual([wrong.id])
    // taken back, it has no deadline again
    await move('confirm', letter.id)
    expect((await get(letter.id)).due).not.toBe(null)
    await admin.call('apply.undo', { items: [{ id: letter.id }] })
    expect(await get(letter.id)).toMatchObject({ state: 0, due: null, receivedAt: null })
    await move('reject', letter.id, { reason: '广告或恶意内容' })
    expect((await look(letter)).says).toBe('不予登记：广告或恶意内容')
  })

  test('what is missing is asked for once and in time; the clock stands, and begins anew when it comes', async () => {
    const receipt = await handedIn()
    const { id } = receipt
    const late = await handedIn({ receivedAt: '2026-11-02' })
    const clarify = (of: string, more: object = {}) =>
      admin.call('apply.clarify', { id: of, content: '请写明年份', days: 10, ...more })
    // nor is there anything to be supplied, whatever day is written
    for (const at of ['2026-10-01', '2026-11-20'])
      expect(await admin.call('apply.supplement', { id: late.id, content: '2025 年', at })).toMatchObject({
        ...{ errorCode: 'BAD_STATE', errorMsg: expect.stringContaining('没有告知补正') },
      })
    expect(await get(late.id)).toMatchObject({ mayClarify: 0, clarifyUntil: '2026-11-11' })
    expect(await get(id)).toMatchObject({ mayClarify: 1, clarifyUntil: '2026-12-01' })
    expect((await clarify(late.id)).errorMsg).toContain('7 个工作日内告知补正，已于 2026-11-11 届满')
    expect((await mine('/x/apply/webSupplement', receipt, { content: '早了' })).errorMsg).toContain('没有要补正的')
    expect((await clarify(id)).value).toMatchObject({ state: 3, due: null, suppliesUntil: '2026-12-04 23:59:59' })
    expect((await look(receipt)).says).toBe('请补正：请写明年份（最迟 2026-12-04）')
    const standing = (await admin.call('apply.explain', { id })).value
    expect(standing.days.at(-1)).toMatchObject({ role: 'suspended', why: expect.stringContaining('等申请人补正') })
    server.clock.now += 3 * day
    expect((await mine('/x/apply/webSupplement', receipt, { content: '2025 年' })).value).toMatchObject({
      ...{ state: 1, supplement: '2025 年', due: '2026-12-22 23:59:59' },
    })
    server.clock.now -= 3 * day
    expect((await clarify(id)).errorMsg).toContain('一次性告知')
    const { start, days } = (await admin.call('apply.explain', { id })).value
    expect([start, days[0].why]).toEqual(['2026-11-24', '重新起算，当日不计：收到申请人的补正'])
    // on paper it is written down by the office; and who supplies nothing has given up
    const other = await handedIn()
    await clarify(other.id)
    expect((await admin.call('apply.supplement', { id: other.id, content: '2024 年' })).value).toMatchObject({
      state: 1,
    })
    const silent = await handedIn()
    await clarify(silent.id, { days: 5 })
    const lapse = () =>
      admin.call('apply.answer', { id: silent.id, deptId: depts.light, outcome: 61, content: '逾期未补正' })
    expect((await lapse()).errorMsg).toContain('还没有届满')
    const lapsed = async () => {
      const { piles } = (await admin.call('inbox.count')).value as { piles: { pile: string; count: number }[] }
      const { list } = (await admin.call('apply.list', { lapsed: 1 })).value as { list: { id: string }[] }
      return [piles.find(({ pile }) => pile === 'apply.lapsed')?.count, list.map((one) => one.id)]
    }
    expect(await lapsed()).toEqual([0, []])
    const { list } = (await admin.call('apply.list', { state: 3 })).value
    expect(list).toMatchObject([{ id: silent.id, due: null, suppliesUntil: '2026-11-27 23:59:59' }])
    await set(silent.id, { suppliesUntil: server.clock.now - day })
    // what nobody supplies waits for the office
    expect(await lapsed()).toEqual([1, [silent.id]])
    await set(silent.id, { deptId: Number(depts.light) })
    expect((await answer(light, silent.id, { outcome: 61, content: '逾期未补正' })).errorMsg).toContain(
      '待申请人补正，逾期不补正的由受理机构答复',
    )
    await set(silent.id, { deptId: null })
    expect((await lapse()).value).toMatchObject({ outcome: 61 })
    expect(await lapsed()).toEqual([0, []])
    expect((await answer(admin, other.id, { deptId: depts.light, outcome: 61 })).errorMsg).toContain('逾期没有补正')
  })

  test('the time to supply what is missing is provisional where holidays are not known, and follows the calendar', async () => {
    const receipt = await handedIn()
    const { id } = receipt
    const asked = (await admin.call('apply.clarify', { id, content: '请写明年份', days: 30 })).value
    const says = '2027 年节假日尚未导入，期限为暂定'
    expect(asked).toMatchObject({ state: 3, suppliesUntil: '2027-01-01 23:59:59', provisional: says })
    expect((await look(receipt)).says).toBe(`请补正：请写明年份（最迟 2027-01-01；${says}）`)
    expect((await wordText(id, 'clarify')).xml).toContain(`2027年1月1日（${says}）（含当日）以前`)
    const days = [{ date: '2027-01-01', works: 0, name: '元旦' }]
    expect((await admin.call('workday.save', { year: 2027, days, version: 0 })).value.recount).toContain(
      '依申请公开的补正期限 1 件',
    )
    expect(await get(id)).toMatchObject({ suppliesUntil: '2027-01-04 23:59:59', provisional: null })
    expect((await admin.call('apply.history', { id })).value.list[0].act).toBe('重新计算期限')
    expect((await look(receipt)).says).toBe('请补正：请写明年份（最迟 2027-01-04）')
    await admin.call('workday.reset', { year: 2027 })
    expect(await get(id)).toMatchObject({ suppliesUntil: '2027-01-01 23:59:59', provisional: says })
    // who was asked before the days were kept has the day that was told
    await set(id, { supplyDays: null })
    expect(await get(id)).toMatchObject({ suppliesUntil: '2027-01-01 23:59:59', provisional: null })
  })

  test('more time is given once, with a notice; a third party’s days do not count, and fifteen at most', async () => {
    const receipt = await handedIn({ receivedAt: '2026-11-16' })
    const { id } = receipt
    expect(receipt.due).toBe('2026-12-14 23:59:59')
    const extend = (days: number) => admin.call('apply.extend', { id, days, reason: '需要检索的档案较多' })
    expect((await extend(21)).errorCode).toBe('BAD_INPUT')
    expect((await extend(10)).value).toMatchObject({ due: '2026-12-28 23:59:59', extendDays: 10 })
    expect((await extend(1)).errorMsg).toContain('只能延长一次，最多 20 个工作日')
    expect((await look(receipt)).extension).toBe('答复期限延长 10 个工作日：需要检索的档案较多（2026-11-21告知）')
    const third = await admin.call('apply.thirdParty', { id, name: '城建公司', at: '2026-11-18' })
    // fifteen working days from the 18th end on the 9th of December; sixteen with the first one do not count
    expect(third.value).toMatchObject({ thirdUntil: '2026-12-09', due: '2027-01-19 23:59:59' })
    expect(third.value.provisional).toContain('2027 年节假日尚未导入')
    expect((await admin.call('apply.thirdParty', { id, name: '另一家' })).errorMsg).toContain('已经征求过')
    const reply = await admin.call('apply.thirdReply', { id, opinion: '不同意', at: '2026-11-20' })
    expect(reply.value).toMatchObject({ due: '2026-12-31 23:59:59', thirdOpinion: '不同意' })
    const { days, says, startsBy } = (await admin.call('apply.explain', { id })).value
    const roles = (role: string) => days.filter((one: { role: string }) => one.role === role)
    expect([roles('counted').length, roles('extended').length, roles('suspended').length]).toEqual([20, 10, 3])
    expect(roles('extended')[0].why).toContain('批准延长：需要检索的档案较多')
    expect([says, startsBy]).toEqual([expect.stringContaining('2026-12-31'), '当面提交的，以提交之日为收到申请之日'])
    const late = await handedIn({ receivedAt: '2026-10-12', title: '已经晚了' })
    const overdue = await admin.call('apply.list', { overdue: 1, title: '已经晚了' })
    expect(overdue.value.list).toMatchObject([{ id: late.id, overdue: 1 }])
    const more = await admin.call('apply.extend', { id: late.id, days: 5, reason: '晚了' })
    expect(more.errorMsg).toContain('届满后不能延长')
  })

  test('what was answered wrongly, or is to be answered anew, is: its time begins then, and the first answer stays in the history', async () => {
    const file = (await sendFile(server, light, 'applyDept', '批复2024.pdf', Buffer.from(pdf))).value.id
    const first = { content: '现提供 2024 年的批复', outcome: 20, files: [file] }
    const receipt = await answered({ receivedAt: '2026-10-12' }, first)
    const { id } = receipt
    await admin.call('apply.deliver', { id, way: 3, note: '本人领取' })
    expect(await whyNot(move('again', id))).toContain('重新答复必须填写理由')
    expect((await move('again', id, { reason: '答复内容有误，更正' })).value.done).toEqual([id])
    const taken = await get(id)
    expect(taken).toMatchObject({ state: 2, answer: null, deliveredAt: null, overdue: 0, deptId: depts.light })
    const { value: days } = await admin.call('apply.explain', { id })
    expect([days.days[0].date, days.startsBy]).toEqual([
      taken.againAt.slice(0, 10),
      expect.stringContaining('重新答复'),
    ])
    expect(taken.due > taken.againAt).toBe(true)
    expect(await look(receipt)).toMatchObject({ state: 2, answer: null, says: expect.stringContaining('重新办理') })
    const [step] = (await admin.call('apply.history', { id })).value.list
    expect(step).toMatchObject({ act: '重新答复', reason: '答复内容有误，更正' })
    expect(step.changed).toContainEqual(
      expect.objectContaining({ field: 'answer', before: '现提供 2024 年的批复', after: null }),
    )
    expect(step.changed.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining(['outcome', 'deliverWay', 'deliverNote']),
    )
    expect(step.changed).toContainEqual(
      expect.objectContaining({ field: 'outcome', before: '部分公开（区分处理）', after: null }),
    )
    // what was served is kept with the request, whatever becomes of the draft that begins with it
    expect(taken.earlierFiles.map(({ name }: { name: string }) => name)).toEqual([
      '批复2024.pdf',
      expect.stringMatching(/^答复书-.*\.docx$/),
    ])
    expect(
      (await admin.call('apply.discard', { id, deptId: depts.light, version: taken.depts[0].version })).errorCode,
    ).toBe('0')
    server.clock.now += 2 * 24 * 3600_000
    await dropUnused(server.parts)
    server.clock.now -= 2 * 24 * 3600_000
    const [kept] = (await get(id)).earlierFiles
    expect(await fetchFile(server, admin, kept.id)).toMatchObject({ text: pdf })
    expect((await get(id)).files).toEqual([])
    expect((await admin.call('apply.history', { id })).value.list[0].reason).toContain('原答复及其附件已留存')
    // its time may be made longer once more
    expect((await admin.call('apply.extend', { id, days: 5, reason: '要重新检索' })).errorCode).toBe('0')
    expect((await answer(light, id, { content: '现提供 2025 年的批复' })).errorCode).toBe('0')
    expect((await move('issue', id)).value.done).toEqual([id])
    expect(await look(receipt)).toMatchObject({ state: 5, answer: '现提供 2025 年的批复' })
    expect((await wordText(id)).xml).toContain('决定重新答复')
    await admin.call('apply.deliver', { id, way: 3 })
    await admin.call('apply.draft', { id })
    await move('publish', id)
    expect(await whyNot(move('again', id, { reason: '附件有误或遗漏' }))).toContain('请先撤下')
    await move('withdraw', id, { reason: '内容有误，更正后再公开' })
  })

  test('it becomes a Word file: the form, how it was handled, one extension day by day, and the letters', async () => {
    const { id } = await handedIn({
      receivedAt: '2026-11-16',
      way: 0,
      address: '青石县东街 12 号',
      title: '<预算> & 批复',
    })
    const unsigned = await handedIn({ title: '还没有签发的' })
    await forward(unsigned.id)
    await answer(light, unsigned.id)
    // what nobody has signed is told from the letter
    const drafted = (await wordText(unsigned.id, 'answer')).xml
    for (const says of ['现提供预算批复', '（草稿，尚未签发，不得送达）', '（未签发）']) expect(drafted).toContain(says)
    await move('issue', unsigned.id)
    expect((await wordText(unsigned.id, 'answer')).xml).not.toMatch(/草稿|未签发/)
    expect((await admin.call('apply.exportWord', { id, paper: 'answer' })).errorMsg).toContain('没有答复书')
    expect((await admin.call('apply.exportWord', { id, paper: 'extend' })).errorMsg).toContain('没有延长过')
    await admin.call('apply.extend', { id, days: 5, reason: '需要检索的档案较多' })
    await document(id)
    const { parts, xml } = await wordText(id)
    expect(parts).toEqual([
      ...['[Content_Types].xml', '_rels/.rels', 'word/_rels/document.xml.rels', 'word/document.xml', 'word/styles.xml'],
    ])
    for (const told of [
      name,
      '11*************134',
      '青石县东街 12 号',
      '&lt;预算&gt; &amp; 批复',
      '批准延长 5 个工作日',
    ])
      expect(xml).toContain(told)
    expect(xml).not.toContain(idNumber)
    const text = (row: string) => [...row.matchAll(/<w:t [^>]*>([^<]*)</g)].map(([, said]) => said)
    const rows = xml.split('<w:tr>').map(text)
    expect(rows).toContainEqual(['2026年11月17日', expect.any(String), '计入', '1', '工作日'])
    expect(rows.filter(([, , role]) => role === '计入（延长）')).toHaveLength(5)
    const deadline = (some: string[][]) => some.find(([called]) => called === '答复期限')?.[1]
    expect(deadline(rows as string[][])).toMatch(/^2026年12月\d+日$/)
    const long = await handedIn({ receivedAt: '2026-11-16' })
    await admin.call('apply.extend', { id: long.id, days: 20, reason: '需要检索的档案较多' })
    const far = (await wordText(long.id)).xml
    expect(deadline(far.split('<w:tr>').map(text) as string[][])).toMatch(
      /^2027年1月\d+日（2027 年节假日尚未导入，期限为暂定）$/,
    )
    // as papers write days
    expect(far).toMatch(/2027年1月\d+日（周.）届满/)
    expect(far).not.toMatch(/\d{4}-\d\d-\d\d/)
    expect((await wordText(id, 'extend')).xml).toContain('第三十三条')
    await forward(id)
    await answer(light, id, { outcome: 41, content: '可以向县档案馆查询' })
    await move('issue', id)
    const letter = (await wordText(id, 'answer')).xml
    for (const told of ['第三十六条第（四）、（五）项', '经检索，本机关不掌握', '可以向县档案馆查询', '六十日内'])
      expect(letter).toContain(told)
    const log = await admin.call('log.list', { pageSize: 5 })
    expect(JSON.stringify(log.value.list)).toContain('文书')
    expect((await light.call('apply.exportWord', { id })).errorCode).toBe('NO_PERMISSION')
  })

  test('files of the answer are taken by staff and by the applicant; programs, macros and double endings are refused', async () => {
    for (const [called, content] of [
      ['程序.pdf', 'MZ\u0090\u0000\u0003'],
      ['脚本.pdf', `${pdf}\n/OpenAction << /S /JavaScript >>`],
      ['报告.exe.pdf', pdf],
      ['报告.pdf.exe', pdf],
      ['宏.docx', 'PK\u0003\u0004 word/document word/vbaProject.bin'],
    ] as const)
      expect((await upload('/x/apply/upload', called, content)).errorCode, called).toBe('BAD_INPUT')
    const { id: fileId, pass } = (await upload('/x/apply/upload', '证明.pdf', pdf)).value
    expect((await send({ phone: own(), files: [{ id: fileId, pass: 'x'.repeat(43) }] })).errorMsg).toContain(
      '请重新上传',
    )
    const asked = (await send({ phone: own(), files: [{ id: fileId, pass }] })).value
    expect((await get(asked.id)).files).toMatchObject([{ id: fileId, name: '证明.pdf' }])
    const attach = async (called: string) =>
      (await upload('/x/attachment/upload', called, pdf, { authorization: light.token })).value.id
    const one = await attach('批复.pdf')
    const receipt = await answered({}, { files: [one] })
    expect((await look(receipt)).files).toMatchObject([{ id: one, name: '批复.pdf' }])
    const single = await bytesOf('/apply/download', { id: receipt.id })
    expect(strFromU8(single.bytes)).toBe(pdf)
    const theirs = await bytesOf('/x/apply/file', { code: receipt.code, phone: receipt.phone, fileId: one }, '')
    expect(strFromU8(theirs.bytes)).toBe(pdf)
    expect((await mine('/x/apply/file', receipt, { fileId })).errorCode).toBe('NOT_FOUND')
    const two = await answered({}, { files: [await attach('批复.pdf'), await attach('批复.pdf')] })
    const packed = unzipSync((await bytesOf('/apply/download', { id: two.id })).bytes)
    expect(Object.keys(packed)).toEqual(['批复.pdf', '批复(2).pdf'])
    const none = await answered()
    expect((await admin.call('apply.download', { id: none.id })).errorMsg).toContain('答复没有附件')
    expect((await water.call('apply.download', { id: two.id })).errorCode).toBe('NOT_FOUND')
  })

  test('who has a landline alone is registered at the counter, and finds their request by its number however that is written', async () => {
    const { code } = await handedIn({ phone: '0912-3456789' })
    for (const phone of ['0912-3456789', '09123456789', '（0912）3456789'])
      expect((await mine('/x/apply/code', { code, phone })).value, phone).toMatchObject({ state: 1 })
    expect((await admin.call('apply.list', { phone: '0912 3456789' })).value.total).toBe(1)
    const short = await admin.call('apply.add', { ...person, ...wanted, phone: '3456789', channel: 1 })
    expect(short).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('带区号的固定电话') })
    // who sends it from the network is reached on a mobile phone
    expect((await send({ phone: '0912-3456789' })).errorMsg).toContain('应为 11 位手机号')
  })

  test('a wrong code, and a code with another phone, get the same answer; guessing is limited', async () => {
    const receipt = await ask()
    const wrong = await mine('/x/apply/code', { code: 'AAAA-BBBB-CCCC', phone: receipt.phone })
    const other = await mine('/x/apply/code', { code: receipt.code, phone: '13612345678' })
    expect([wrong.errorCode, other.errorCode, other.errorMsg]).toEqual(['NOT_FOUND', 'NOT_FOUND', wrong.errorMsg])
    const typed = { code: ` ${receipt.code.replaceAll('-', '').toLowerCase()}`, phone: receipt.phone }
    expect((await mine('/x/apply/code', typed)).value).toMatchObject({ state: 0 })
    const by = visitorsOf(server, '198.51.100.40')
    for (let n = 0; n < 60; n++) await by.post('/x/apply/code', { code: `X${n}`, phone: receipt.phone })
    expect((await by.post('/x/apply/code', { code: receipt.code, phone: receipt.phone })).errorCode).toBe('TOO_MANY')
  })

  test('who lost the receipt sends again under the same key and gets the same code', async () => {
    const by = visitorsOf(server, '198.51.100.50')
    const codeId = await by.captcha()
    const headers = { 'x-request-key': `request-${database}` }
    const first = await send({ codeId }, headers, by)
    const again = await send({ codeId }, headers, by)
    expect([first.errorCode, again.value]).toEqual(['0', first.value])
    expect((await send({ codeId: await by.captcha(), title: '另一件' }, headers, by)).errorCode).toBe('CONFLICT')
  })

  test('a department sees its own requests, answers for nobody else, and is not deleted with them', async () => {
    const { id } = await handedIn({ title: '只给城管局的' })
    await forward(id)
    const seen = async (who: Person) => (await who.call('apply.list', { title: '只给城管局' })).value.total
    expect([await seen(light), await seen(water)]).toEqual([1, 0])
    expect((await answer(water, id)).errorCode).toBe('NOT_FOUND')
    expect((await answer(light, id, { deptId: depts.water })).errorMsg).toContain('没有转给这个部门')
    expect((await light.call('apply.issue', { items: [{ id }] })).errorCode).toBe('NO_PERMISSION')
    expect((await light.call('apply.listByDept', { title: '只给城管局' })).value.list).toMatchObject([{ id }])
    expect((await water.call('apply.listByDept', { title: '只给城管局' })).value.total).toBe(0)
    const gone = await dept('撤并办')
    const other = await handedIn()
    await forward(other.id, { deptId: gone })
    expect((await admin.call('dept.del', { id: gone })).errorMsg).toContain('「撤并办」还有 1 件依申请公开没有答复')
    expect((await light.call('apply.deptList', {})).value.map((one: { name: string }) => one.name)).toContain('水利局')
    const both = await Promise.all([answer(light, id), answer(light, id)])
    expect(both.map(({ errorCode }) => errorCode).sort()).toEqual(['0', 'BAD_STATE'])
    expect(await whyNot(move('publish', id))).toContain('答复还没有签发')
  })

  test('its department is told by short message once a day', async () => {
    const { id } = await handedIn()
    expect((await admin.call('apply.smsReminder', { id })).errorMsg).toContain('不在部门办理')
    const quiet = await dept('没有电话的局')
    await forward(id, { deptId: quiet })
    expect((await admin.call('apply.smsReminder', { id })).errorMsg).toContain(
      '主办部门没有人登记手机号，不能发短信催办',
    )
    await server.person({ roles: ['staff'], deptId: Number(quiet), mobile: '13911112222' } as never)
    const { secret, db } = server.parts
    await db.write
      .updateTable('user')
      .set({ mobile: secret.encrypt('13911112222'), mobileHash: secret.lookup('13911112222') })
      .where('deptId', '=', Number(quiet))
      .execute()
    const remind = () => admin.call('apply.smsReminder', { id })
    expect((await remind()).value).toEqual({ id })
    expect((await remind()).errorMsg).toContain('一天只催办一次')
    await set(id, { remindedAt: server.clock.now - day })
    expect((await remind()).errorCode).toBe('0')
    const [last] = await db.read.selectFrom('sms').selectAll().orderBy('id', 'desc').limit(1).execute()
    expect(secret.decrypt(last?.text as string)).toMatch(
      /依申请公开〔2026〕第 \d+ 号由贵部门主办，答复期限到 2026-12-18/,
    )
  })

  test('settings are read by an empty body and saved by their fields, by a right of their own', async () => {
    expect((await admin.call('apply.system', {})).value).toMatchObject({ open: 1 })
    const auditor = await server.person({ roles: ['auditor'] })
    expect((await auditor.call('apply.system', {})).errorCode).toBe('NO_PERMISSION')
    expect((await admin.call('apply.system', { open: 0, phone: '0000-1111111' })).value).toMatchObject({
      ...{ open: 0, phone: '0000-1111111', office: expect.any(String) },
    })
    expect((await send({ phone: own() })).errorMsg).toContain('网上暂不受理')
    // who opens the form without scripts is told before anything is typed
    expect((await server.raw('/x/form/page?form=apply')).text).toContain('网上暂不受理')
    expect((await server.anyone.call('apply.webDeptList', {})).value).toMatchObject({ open: 0 })
    expect((await admin.call('apply.system', { office: ' ' })).errorCode).toBe('BAD_INPUT')
    await admin.call('apply.system', { open: 1 })
  })

  test('the office shows answers in a wording of its own, in which nobody’s data stand', async () => {
    const { id } = await answered({ title: `${name}要的预算` }, { content: `已与${name}联系，手机 13722223333` })
    await admin.call('apply.deliver', { id, way: 3 })
    expect(await whyNot(move('publish', id))).toContain('还没有公开稿')
    const { draft } = await get(id)
    expect(JSON.stringify(draft)).not.toMatch(/周小雨|13722223333/)
    await admin.call('apply.draft', { id, title: '东街改造的预算', answer: `已与${name}联系` })
    expect(await whyNot(move('publish', id))).toContain('申请人的姓名')
    await admin.call('apply.draft', { id, answer: '预算批复见附件' })
    expect((await move('publish', id)).value.done).toEqual([id])
    const shown = { id, title: '东街改造的预算', answer: '预算批复见附件', outcome: 10, deptName: '城管局' }
    expect((await server.anyone.call('apply.webGet', { id })).value).toMatchObject(shown)
    expect((await server.anyone.call('apply.webList', { title: '东街改造' })).value.list).toMatchObject([shown])
    expect((await admin.call('apply.draft', { id })).errorMsg).toContain('请先撤下')
    await move('withdraw', id, { reason: '涉及第三方权益' })
    expect((await server.anyone.call('apply.webGet', { id })).errorCode).toBe('NOT_FOUND')
  })

  test('what looks like somebody’s data is published by who says why, and nothing of whoever asked', async () => {
    const receipt = await answered()
    const { id, phone } = receipt
    await admin.call('apply.deliver', { id, way: 3 })
    const write = (said: string) => admin.call('apply.draft', { id, title: '东街改造的预算', answer: said })
    const reason = '收件的是本机关公开的值班电话'
    await write(`请致电 ${phone}`)
    expect(await whyNot(move('publish', id, { reason }))).toContain('申请人的手机号')
    await write(`请致电 ${phone.replace(/./g, (figure: string) => '零一二三四五六七八九'[Number(figure)] ?? figure)}`)
    expect(await whyNot(move('publish', id, { reason }))).toContain('申请人的手机号')
    // nor what proves who somebody is, be it theirs or another's
    for (const number of ['11010519491231002X', '99000019900101012X']) {
      await write(`申请人身份证号 ${number}`)
      expect(await whyNot(move('publish', id, { reason }))).toMatch(/证件号|身份证号/)
    }
    await write('值班电话 13722223333')
    expect(await whyNot(move('publish', id))).toMatch(/含有手机号码.*公开时写明理由/)
    expect(await whyNot(move('publish', id, { reason: ' ' }))).toContain('手机号码')
    expect((await move('publish', id, { reason })).value.done).toEqual([id])
    expect((await server.anyone.call('apply.webGet', { id })).value.answer).toBe('值班电话 13722223333')
    const [last] = (await admin.call('apply.history', { id })).value.list
    expect(last).toMatchObject({ act: '公开', reason })
    const [row] = (await admin.call('log.list', { keyword: reason })).value.list
    expect(row.says).toBe('在网站选登申请和答复')
  })

  test('whoever is named, lived at or reached beside the applicant’s name stands on the site no more than that', async () => {
    const said = { contact: '王小五', address: '青石县东街小区某某院内', email: 'wxw@example.com' }
    const org = { applicant: 1, name: '青石县某某公司', orgCode: '91110000600037341L', idNumber: undefined }
    const told = `${said.contact}先生：材料已寄到${said.address}，另发 ${said.email}`
    const { id } = await answered({ ...org, ...said, way: 0, title: `${said.contact}要的预算` }, { content: told })
    await admin.call('apply.deliver', { id, way: 0 })
    const { draft } = await get(id)
    for (const one of Object.values(said)) expect(JSON.stringify(draft)).not.toContain(one)
    await admin.call('apply.draft', { id, title: '东街改造的预算', answer: told })
    expect(await whyNot(move('publish', id))).toContain('申请人或联系人的姓名')
    await admin.call('apply.draft', { id, title: '东街改造的预算', answer: `材料已寄到${said.address}` })
    expect(await whyNot(move('publish', id))).toContain('联系人、证件号码、地址或邮箱')
    // whoever is to be spoken with is found by their name, whatever else was filled in there
    await server.parts.db.write
      .updateTable('apply')
      .set({ contact: server.parts.secret.encrypt('王小五经理') })
      .where('id', '=', Number(id))
      .execute()
    await admin.call('apply.draft', { id, title: '东街改造的预算', answer: '王小五先生：现提供预算' })
    expect(await whyNot(move('publish', id, { reason: '核对无误' }))).toContain('申请人或联系人的姓名')
  })

  test('the report counts each request where the law’s table has it, and each number leads to its rows', async () => {
    const at = (text: string) => Date.parse(`${text}T10:00:00+08:00`)
    const old = await answered({ applicant: 4, orgCode: '91110000MA0000001X', contact: '程守正', idNumber: '' })
    await set(old.id, { receivedAt: at('2019-12-20'), answeredAt: at('2020-01-10') })
    const within = await answered({}, { outcome: 36 })
    await set(within.id, { receivedAt: at('2020-03-01'), answeredAt: at('2020-03-20') })
    const next = await handedIn()
    await set(next.id, { receivedAt: at('2020-12-30') })
    const { lines } = (await admin.call('apply.report', { year: 2020 })).value
    const of = (line: string) => lines.find((one: { line: string }) => one.line === line)
    expect(lines.map((one: { line: string }) => one.line)).toEqual(reportLines.map(({ line }) => line))
    expect([of('new'), of('over')]).toMatchObject([
      { a0: 2, total: 2 },
      { a4: 1, total: 1 },
    ])
    expect([of('10'), of('36'), of('done'), of('next')]).toMatchObject([
      ...[{ a4: 1, total: 1 }, { a0: 1, total: 1 }, { total: 2 }, { a0: 1, total: 1 }],
    ])
    expect(of('new').total + of('over').total).toBe(of('done').total + of('next').total)
    for (const { line, total } of lines)
      expect((await admin.call('apply.list', { year: 2020, line })).value.total, line).toBe(total)
    expect((await admin.call('apply.list', { year: 2020, line: 'new', applicant: 0 })).value.total).toBe(2)
    expect((await light.call('apply.report', { year: 2020 })).errorCode).toBe('NO_PERMISSION')
    const sheet = await bytesOf('/export/WbExcel', { year: 2020, line: 'done' })
    expect(strFromU8(unzipSync(sheet.bytes)['xl/worksheets/sheet1.xml'] as Uint8Array).match(/<row /g)).toHaveLength(3)
  })

  test('the numbers of the report that are kept are those of a slow count, on the first and last moment of a year and after each change', async () => {
    const [first, last] = ['2018-01-01T00:00:00.000+08:00', '2018-12-31T23:59:59.999+08:00'].map(Date.parse) as number[]
    const agree = async () => {
      for (const year of [2017, 2018, 2019]) {
        const { lines } = (await admin.call('apply.report', { year })).value
        for (const { line, total } of lines)
          expect((await admin.call('apply.list', { year, line })).value.total, `${year} ${line}`).toBe(total)
      }
    }
    const one = await answered()
    const other = await answered({}, { outcome: 36 })
    await set(one.id, { receivedAt: first as number, answeredAt: last as number })
    await set(other.id, { receivedAt: last as number, answeredAt: (last as number) + 1 })
    await agree()
    await set(one.id, { receivedAt: (first as number) - 1, answeredAt: null })
    await agree()
    await set(other.id, { state: 8, outcome: null })
    expect((await admin.call('apply.dels', { ids: [other.id] })).value.done).toEqual([other.id])
    await agree()
    expect((await move('binPurge', other.id)).value.done).toEqual([other.id])
    await agree()
    // no other test counts it
    await set(one.id, { receivedAt: null })
    await agree()
  })

  test('the register numbers them by year, one after another, also when some come at once; a purged number is nobody else’s', async () => {
    const numberOf = async ({ id }: { id: string }) => {
      const [, year, no] = /^〔(\d{4})〕第 (\d+) 号$/.exec((await get(id)).no) as RegExpExecArray
      return [Number(year), Number(no)] as const
    }
    const first = await numberOf(await handedIn())
    const some = await Promise.all(Array.from({ length: 4 }, () => handedIn()))
    const numbers = await Promise.all(some.map(numberOf))
    expect(numbers.map(([, no]) => no - first[1]).sort()).toEqual([1, 2, 3, 4])
    const last = some[numbers.findIndex(([, no]) => no === first[1] + 4)] as { id: string }
    await set(last.id, { state: 8 })
    const gone = await admin.call('apply.dels', { ids: [last.id] })
    expect(gone.value?.done, gone.text).toEqual([last.id])
    expect((await move('binPurge', last.id)).value.done).toEqual([last.id])
    expect(await numberOf(await handedIn())).toEqual([first[0], first[1] + 5])
  })

  test('deadlines of open requests follow the calendar, those of answered ones stay', async () => {
    const [open, closed] = [await handedIn(), await handedIn()]
    const { db } = server.parts
    const watch = { stopped: () => false, progress: () => {} } as never
    const again = async () =>
      deadlines.again(server.parts, await calendarNow({ db: db.read, parts: server.parts }), watch)
    // what other tests have put off
    await again()
    await set(open.id, { due: 1 })
    await set(closed.id, { due: 1, state: 6 })
    expect(await again()).toBe(1)
    expect((await get(open.id)).due).toBe(open.due)
    const row = await db.read.selectFrom('apply').select('due').where('id', '=', Number(closed.id)).executeTakeFirst()
    expect(row?.due).toBe(1)
    expect(JSON.stringify((await admin.call('apply.history', { id: open.id })).value.list)).toContain('重新计算期限')
  })
})
