import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deadlines } from '../../server/areas/proposal/deadline.ts'
import { up as returnLeft } from '../../server/db/migrations/202611261930-proposal-left.ts'
import { calendarNow } from '../../server/workdays/calendar.ts'
import { databases } from '../support/databases.ts'
import { type Person, type Reply, startServer, type TestServer } from '../support/server.ts'

const day = 24 * 3600_000

describe.each(databases)('proposals of members on %s', (database) => {
  let server: TestServer
  let desk: Person
  let member: Person
  let other: Person
  let depts: Record<'light' | 'water' | 'stopped', string>
  let light: Person
  let water: Person

  const add = async (more: object = {}, who = member): Promise<string> => {
    const given = { title: '改善停车条件', content: '建议错时开放车位', type: 0, class: 1, openFlag: 1, ...more }
    const reply = await who.call('proposal.add', given)
    expect(reply, reply.text).toMatchObject({ errorCode: '0', value: { state: 0, round: 1 } })
    return reply.value.id
  }
  const get = async (id: string, who = desk) => (await who.call('proposal.get', { id })).value
  const move = (call: string, id: string, more: object = {}, who = desk) =>
    who.call(`proposal.${call}`, { items: [{ id, ...more }] })
  const whyNot = async (made: Promise<Reply>) => {
    const { value, errorMsg } = await made
    return value?.failed?.[0]?.errorMsg ?? errorMsg
  }
  const forward = (id: string, more: object = {}) => desk.call('proposal.forward', { id, deptId: depts.light, ...more })
  const answer = (who: Person, id: string, more: object = {}) =>
    who.call('proposal.answer', { id, content: '已开放六个大院', outcome: 0, unitOpen: 1, ...more })
  const rate = (id: string, rating: number, who = member) => who.call('proposal.rate', { id, rating, words: '见附言' })
  /** One that is with the unit that leads. */
  const assigned = async (more: object = {}) => {
    const id = await add(more)
    await move('file', id)
    expect((await forward(id)).errorCode).toBe('0')
    return id
  }
  /** One that waits for the member's judgement. */
  const delivered = async (more: object = {}, said: object = {}) => {
    const id = await assigned(more)
    expect((await answer(light, id, said)).errorCode).toBe('0')
    await move('deliver', id)
    return id
  }

  beforeAll(async () => {
    server = await startServer(database)
    const admin = await server.person({ roles: ['admin'] })
    const dept = async (name: string, more: object = {}) => (await admin.call('dept.save', { name, ...more })).value.id
    depts = { light: await dept('城管局'), water: await dept('水利局'), stopped: await dept('已撤并局', { state: 1 }) }
    desk = await server.person({ roles: ['admin'], name: '提案科' })
    member = await server.person({ roles: ['reporter'], name: '王委员' })
    other = await server.person({ roles: ['reporter'] })
    light = await server.person({ roles: ['staff'], deptId: Number(depts.light) })
    water = await server.person({ roles: ['staff'], deptId: Number(depts.water) })
  })
  afterAll(() => server.close())

  test('one goes from the member to the units and back, twice where the member is not content, and onto the site', async () => {
    const id = await add()
    expect(await whyNot(forward(id))).toContain('它还没有立案')
    expect((await member.call('proposal.edit', { id, title: '改善老城区停车条件' })).value).toMatchObject({
      title: '改善老城区停车条件',
    })
    expect((await move('file', id)).value.done).toEqual([id])
    const { no } = await get(id)
    expect(no).toMatch(/^2026-\d{4}$/)
    expect(await whyNot(member.call('proposal.edit', { id, title: '再改' }))).toContain('已审查，不能修改')
    const handed = (await forward(id, { deptIds: [depts.water], remarks: '请会商' })).value
    // three calendar months after Saturday the 21st of November; the last day is a Sunday
    expect(handed).toMatchObject({ state: 2, deptName: '城管局', due: '2027-02-22 23:59:59', overdue: 0 })
    expect(handed.depts).toMatchObject([{ deptName: '城管局', lead: 1, remarks: '请会商' }, { lead: 0 }])
    expect((await light.call('proposal.giveBack', { ids: [id], remarks: '应由水利局主办' })).value.done).toEqual([id])
    expect(await get(id)).toMatchObject({ state: 1, deptId: null })
    await forward(id, { deptIds: [depts.water] })
    expect((await answer(water, id, { content: '河边车位由我局管理' })).value).toMatchObject({ state: 2, lead: 0 })
    expect(await get(id)).toMatchObject({ state: 2 })
    expect((await desk.call('proposal.history', { id })).value.list[0]).toMatchObject({
      ...{ act: '协办答复', reason: '水利局' },
    })
    expect(await whyNot(light.call('proposal.answer', { id, content: '已办' }))).toContain('办理结果')
    expect((await answer(light, id)).value).toMatchObject({ state: 2, lead: 1 })
    expect(await get(id)).toMatchObject({ state: 3, outcome: 0, reply: '已开放六个大院' })
    // the office checks it before the member reads it
    expect(await get(id, member)).toMatchObject({ state: 3, outcome: null, reply: null })
    expect((await member.call('proposal.letter', { id })).errorMsg).toContain('还没有答复')
    expect((await member.call('proposal.history', { id })).text).not.toContain('已开放六个大院')
    expect(await whyNot(move('redo', id))).toContain('必须填写理由')
    await move('redo', id, { reason: '没有与委员沟通' })
    expect(await get(id)).toMatchObject({ state: 2, depts: [{ lead: 1, state: 1 }, { lead: 0 }] })
    await answer(light, id)
    await move('deliver', id)
    expect(await whyNot(rate(id, 1, desk))).toContain('只有提出提案的委员本人')
    expect((await rate(id, 3)).value).toMatchObject({ state: 8, rating: 3, ratingWords: '见附言' })
    const again = (await forward(id)).value
    expect(again).toMatchObject({ state: 2, round: 2, reply: null, outcome: null })
    expect(again.earlierReply).toBe('已开放六个大院\n协办单位水利局：河边车位由我局管理')
    await answer(light, id, { content: '增加到十个大院' })
    await move('deliver', id)
    expect((await rate(id, 3)).value).toMatchObject({ state: 5, round: 2 })
    expect((await move('publish', id)).value.done).toEqual([id])
    const open = (await server.anyone.call('proposal.webList', {})).value.list
    expect(open).toEqual([expect.objectContaining({ id, no, deptName: '城管局', reply: '增加到十个大院' })])
    await move('withdraw', id, { reason: '应委员要求撤下' })
    expect((await server.anyone.call('proposal.webGet', { id })).errorCode).not.toBe('0')
    const acts = (await desk.call('proposal.history', { id, pageSize: 50 })).value.list.map(
      ({ act }: { act: string }) => act,
    )
    expect(acts).toContain('委员不满意')
    expect(acts[0]).toBe('撤下')
  })

  test('a member sees their own, a unit those that it has, and nobody else’s', async () => {
    const own = await add({ title: '只有本人看到' })
    const mine = async (who: Person) =>
      (await who.call('proposal.myList', { title: '只有本人看到' })).value.list.map(({ id }: { id: string }) => id)
    expect(await mine(member)).toEqual([own])
    expect(await mine(other)).toEqual([])
    expect((await other.call('proposal.get', { id: own })).errorCode).not.toBe('0')
    expect((await light.call('proposal.get', { id: own })).errorCode).not.toBe('0')
    await move('file', own)
    await forward(own, { deptId: depts.water })
    expect(await get(own, water)).toMatchObject({ id: own })
    expect((await answer(light, own)).errorCode).not.toBe('0')
    const waits = (await water.call('inbox.count', {})).text
    expect(waits).toContain('proposal.toAnswer')
  })

  test('a department is not stopped while a proposal waits for its part, whether it leads or assists', async () => {
    const save = (input: object) => desk.call('dept.save', input)
    const [lead, beside] = [(await save({ name: '主办局' })).value.id, (await save({ name: '协办局' })).value.id]
    const leading = await server.person({ roles: ['staff'], deptId: Number(lead) })
    const id = await add()
    await move('file', id)
    await forward(id, { deptId: lead, deptIds: [beside] })
    for (const [dept, name] of [
      [lead, '主办局'],
      [beside, '协办局'],
    ])
      expect(await save({ id: dept, state: 1 })).toMatchObject({
        ...{ errorCode: 'BAD_STATE', errorMsg: expect.stringContaining(`「${name}」还有 1 件提案没有答复`) },
      })
    await answer(leading, id)
    expect((await save({ id: lead, state: 1 })).value).toMatchObject({ state: 1 })
  })

  test('it is published where the member and the unit agree, and is read by nobody before', async () => {
    const shy = await delivered({ openFlag: 0 }, { unitOpen: 0 })
    await rate(shy, 1)
    expect(await whyNot(move('publish', shy))).toBe('委员、主办单位没有同意公开')
    const half = await delivered({}, { unitOpen: 0 })
    await rate(half, 2)
    expect(await whyNot(move('publish', half))).toBe('主办单位没有同意公开')
    expect(await get(half)).toMatchObject({ state: 5 })
    expect((await server.anyone.call('proposal.webGet', { id: half })).errorCode).not.toBe('0')
  })

  test('whose proposal stands in another one is not forgotten where that is not filed, or deleted', async () => {
    const [into, two, three, other] = [await add(), await add({ title: '乙' }), await add({ title: '丁' }), await add()]
    await desk.call('proposal.merge', { id: three, into: two })
    await desk.call('proposal.merge', { id: two, into })
    expect(await get(three)).toMatchObject({ mergedInto: into, version: 3 })
    expect((await get(into)).merged).toMatchObject([
      { id: two, title: '乙' },
      { id: three, title: '丁' },
    ])
    const held = `「乙」（编号 ${two}）、「丁」（编号 ${three}）并入了这件提案`
    expect(await whyNot(move('notFile', into, { reason: '已列入工作安排' }))).toContain(`${held}，不予立案后`)
    expect(await whyNot(desk.call('proposal.dels', { ids: [into] }))).toContain(`${held}，删除后`)
    expect(await whyNot(desk.call('proposal.dels', { ids: [two] }))).toContain('委员还没有得到答复')
    expect(await whyNot(move('unmerge', two))).toContain('必须填写理由')
    // what had come with it comes out with it
    expect((await move('unmerge', two, { reason: '并错了提案' })).value.done).toEqual([two])
    expect(await get(two, member)).toMatchObject({ state: 0, mergedInto: null })
    expect(await get(three, member)).toMatchObject({ state: 7, mergedInto: two })
    expect((await move('notFile', into, { reason: '已列入工作安排' })).value.done).toEqual([into])
    expect((await desk.call('proposal.merge', { id: other, into })).errorMsg).toContain('没有立案')
    // before such was refused
    const table = server.parts.db.write.updateTable('proposal')
    await table
      .set({ state: 7, mergedInto: Number(into) })
      .where('id', '=', Number(two))
      .execute()
    await returnLeft({ db: server.parts.db.write } as never)
    expect(await get(two, member)).toMatchObject({ state: 0, mergedInto: null })
    expect(await get(three, member)).toMatchObject({ state: 7, mergedInto: two })
  })

  test('doubles are merged, others are not filed, and what a rule stands against is named', async () => {
    const one = await assigned({ title: '甲' })
    const two = await add({ title: '乙' })
    expect(await whyNot(desk.call('proposal.merge', { id: one, into: two }))).toContain('它已交办')
    expect((await desk.call('proposal.merge', { id: two, into: one })).value).toMatchObject({
      state: 7,
      mergedInto: one,
    })
    expect(await get(two, member)).toMatchObject({ state: 7, reply: null })
    await answer(light, one, { content: '甲乙一并答复' })
    await move('deliver', one)
    expect(await get(two, member)).toMatchObject({ state: 7, reply: '甲乙一并答复', outcome: 0 })
    const third = await add({ title: '丙' })
    expect(await whyNot(desk.call('proposal.merge', { id: third, into: two }))).toContain('已并入另一件提案')
    const asTopics = async (who: Person, more: object = {}) =>
      (await who.call('llTheme.list', { ...more, pageSize: 200 })).value.list
    expect((await asTopics(desk, { kind: 1, title: '丙' })).map((row: { kind: number }) => row.kind)).toEqual([1])
    expect(await asTopics(desk)).toEqual([])
    expect(await asTopics(light, { kind: 1, title: '丙' })).toEqual([])
    expect(await whyNot(move('notFile', third))).toContain('必须填写理由')
    await move('notFile', third, { reason: '已列入工作安排' })
    expect(await whyNot(forward(third))).toContain('它没有立案')
    const fourth = await add()
    const { version } = await get(fourth)
    await move('file', fourth, { version })
    expect(await whyNot(move('notFile', fourth, { version, reason: '已列入工作安排' }))).toContain('修改')
    expect(await whyNot(forward(fourth, { deptId: depts.stopped }))).toContain('已停用，不能转办')
    expect(await get(fourth)).toMatchObject({ state: 1, deptId: null, due: null })
    const numbers = await Promise.all([add(), add(), add()])
    await Promise.all(numbers.map((id) => move('file', id)))
    const given = await Promise.all(numbers.map(async (id) => (await get(id)).no))
    expect(new Set(given).size).toBe(3)
    // numbers go on as numbers, also where they have a figure more
    const { write } = server.parts.db
    await write.updateTable('counter').set({ value: 9998 }).where('name', '=', 'register proposal 2026').execute()
    for (const no of ['2026-9999', '2026-10000', '2026-10001']) {
      const next = await add()
      expect((await move('file', next)).value.done).toEqual([next])
      expect((await get(next)).no).toBe(no)
    }
  })

  test('time is extended once, beforehand, to six months at most; what is late or near is listed', async () => {
    const id = await assigned({ title: '要延长的' })
    const extend = (months: number) => desk.call('proposal.extend', { id, months, reason: '需要共同调研' })
    expect((await extend(4)).errorMsg).toContain('1 到 3')
    expect((await extend(3)).value).toMatchObject({ due: '2027-05-21 23:59:59', extendMonths: 3 })
    expect((await extend(1)).errorMsg).toContain('总共不超过 6 个月')
    const late = await assigned({ title: '会超期的' })
    const shown = async (overdue: number) =>
      (await desk.call('proposal.list', { overdue, pageSize: 200 })).value.list.map((one: { id: string }) => one.id)
    const { now } = server.clock
    /** As if it had been assigned so many days ago. */
    const since = (days: number, due: number) =>
      server.parts.db.write
        .updateTable('proposal')
        .set({ assignedAt: now - days * day, due })
        .where('id', '=', Number(late))
        .execute()
    await since(80, now + 12 * day)
    expect(await shown(2)).toContain(late)
    expect(await shown(2)).not.toContain(id)
    await since(100, now - 8 * day)
    expect(await shown(1)).toEqual([late])
    expect(await get(late)).toMatchObject({ overdue: 1 })
    const tooLate = await whyNot(desk.call('proposal.extend', { id: late, months: 1, reason: '太晚' }))
    expect(tooLate).toContain('届满')
    expect(await get(late)).toMatchObject({ extendMonths: null })
    expect((await desk.call('proposal.explain', { id })).value).toMatchObject({ due: '2027-05-21' })
    await since(0, now)
    const calendar = await calendarNow({ db: server.parts.db.read, parts: server.parts })
    expect(await deadlines.again(server.parts, calendar, { stopped: () => false } as never)).toBe(1)
    expect(await get(late)).toMatchObject({ due: '2027-02-22 23:59:59' })
  })

  test('a unit that gives it back stops no clock: it stays late, and whoever gets it next has what is left', async () => {
    const id = await assigned({ title: '超期后退回的' })
    const { now } = server.clock
    const { due: first, ...was } = await get(id)
    const set = (values: { assignedAt?: number; due?: number }) =>
      server.parts.db.write.updateTable('proposal').set(values).where('id', '=', Number(id)).execute()
    const giveBack = () => light.call('proposal.giveBack', { ids: [id], remarks: '不属于本单位职责' })
    const overdue = async () => {
      const late = (await desk.call('proposal.list', { overdue: 1, pageSize: 200 })).value.list
      const counted = (await desk.call('proposal.stats', { by: 'deptId' })).value
      return {
        listed: late.some((one: { id: string }) => one.id === id),
        unassigned: counted.find((one: { id: string }) => one.id === '')?.overdue ?? 0,
      }
    }
    await set({ assignedAt: now - 100 * day, due: now - 8 * day })
    const { due, assignedAt } = await get(id)
    await giveBack()
    expect(await get(id)).toMatchObject({ state: 1, deptId: null, overdue: 1, due, assignedAt })
    expect(await overdue()).toEqual({ listed: true, unassigned: 1 })
    expect(await whyNot(desk.call('proposal.extend', { id, months: 3, reason: '太晚' }))).toContain('届满')
    expect((await desk.call('proposal.explain', { id })).errorCode).toBe('0')
    expect((await forward(id, { deptId: depts.water })).value).toMatchObject({ state: 2, overdue: 1, due, assignedAt })
    // what was approved beforehand is kept, and not approved twice
    const other = await assigned({ title: '延长后退回的' })
    const extend = () => desk.call('proposal.extend', { id: other, months: 3, reason: '需要共同调研' })
    const { due: most } = (await extend()).value
    await light.call('proposal.giveBack', { ids: [other], remarks: '不属于本单位职责' })
    expect((await forward(other)).value).toMatchObject({ due: most, extendMonths: 3 })
    expect((await extend()).errorMsg).toContain('总共不超过 6 个月')
    expect([first, was.state]).toEqual(['2027-02-22 23:59:59', 2])
    await server.parts.db.write
      .deleteFrom('proposal')
      .where('id', 'in', [Number(id), Number(other)])
      .execute()
  })

  test('whether a unit agrees to publication is asked, kept when it answers again, and asked anew of another unit', async () => {
    const id = await assigned({ title: '不写公开意愿的' })
    expect(await whyNot(answer(light, id, { unitOpen: undefined }))).toContain('单位是否同意公开')
    expect(await get(id)).toMatchObject({ state: 2, unitOpen: null })
    await answer(light, id)
    await move('redo', id, { reason: '没有与委员沟通' })
    await light.call('proposal.answer', { id, content: '已与委员沟通' })
    expect(await get(id)).toMatchObject({ state: 3, unitOpen: 1, outcome: 0, reply: '已与委员沟通' })
    await move('redo', id, { reason: '没有与委员沟通' })
    await light.call('proposal.giveBack', { ids: [id], remarks: '应由水利局主办' })
    await forward(id, { deptId: depts.water })
    expect(await get(id)).toMatchObject({ unitOpen: null, outcome: null })
    expect(await whyNot(answer(water, id, { unitOpen: undefined }))).toContain('单位是否同意公开')
  })

  test('a joint proposal names who makes it too', async () => {
    const given = { title: '联名的', content: '建议增加班次', type: 1, class: 1, openFlag: 1 }
    expect((await member.call('proposal.add', given)).errorMsg).toContain('联名人')
    const alone = await add({ title: '改成联名的' })
    expect((await member.call('proposal.edit', { id: alone, type: 1 })).errorMsg).toContain('联名人')
    expect((await member.call('proposal.edit', { id: alone, type: 1, partners: '李委员' })).value).toMatchObject({
      type: 1,
    })
  })

  test('who would take a filing back is told what can be done', async () => {
    const id = await add({ title: '立错的' })
    await move('file', id)
    const why = await whyNot(desk.call('proposal.undo', { items: [{ id }] }))
    expect(why).toContain('proposal merge')
    expect(why).toContain('proposal forward')
    expect(why).not.toContain('退回审查')
  })

  test('it is counted by unit, kind, class and outcome, and its letter is a document', async () => {
    const id = await delivered({ type: 2, class: 5 })
    for (const by of ['deptId', 'type', 'class', 'outcome']) {
      const rows = (await desk.call('proposal.stats', { by })).value as { received: number; says: string }[]
      expect(rows.length).toBeGreaterThan(0)
      if (by === 'type')
        expect(rows.find(({ says }) => says === '集体提案')).toMatchObject({ received: 1, delivered: 1 })
    }
    expect((await desk.call('proposal.letter', { id })).text.startsWith('PK')).toBe(true)
    const fresh = await add()
    expect((await desk.call('proposal.letter', { id: fresh })).errorMsg).toContain('还没有答复')
    expect((await desk.call('proposal.excel', {})).text.length).toBeGreaterThan(500)
  })
})
