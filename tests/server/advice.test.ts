import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { undoMinutes } from '../../core/domain/states.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const name = '文书甲'

describe.each(databases)('opinions and their answers on %s', (database) => {
  let server: TestServer
  let admin: Person
  let other: Person
  let reader: Person

  const add = async (more: object = {}, who = admin): Promise<string> =>
    (await who.call('advice.add', { title: '路灯不亮', content: '东街三盏路灯一周不亮', ...more })).value.id
  const get = async (id: string, who = admin) => (await who.call('advice.detail', { id })).value
  const reply = (id: string, more: object = {}, who = admin) =>
    who.call('advice.resultReply', { id, resultTitle: '已修复', resultContent: '三盏路灯已于昨日修好', ...more })
  const move = (name: string, id: string, more: object = {}, who = admin) =>
    who.call(`advice.${name}`, { items: [{ id, ...more }] })
  const whyNot = async (answer: Promise<{ value: { failed: { errorMsg: string }[] } }>) =>
    (await answer).value.failed[0]?.errorMsg
  const acts = async (id: string) =>
    (await admin.call('advice.history', { id })).value.list.map((step: { act: string }) => step.act)

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'], name })
    other = await server.person({ roles: ['admin'] })
    reader = await server.person({ roles: ['readonly'] })
  })
  afterAll(() => server.close())

  test('one is entered, answered, returned, answered again and confirmed; its history tells of each', async () => {
    const id = await add({ proposer: '周委员' })
    expect(await get(id)).toMatchObject({ status: 0, proposer: '周委员', resultContent: null, version: 1 })
    expect(await whyNot(move('confirm', id))).toBe('当前为「待答复」，不能通过答复：还没有答复，请先填写答复')
    const { value } = await reply(id)
    expect(value).toMatchObject({ status: 1, resultTitle: '已修复', resultContent: '三盏路灯已于昨日修好' })
    expect(value.resultByName).toBe(name)
    expect(await whyNot(move('giveBack', id))).toContain('退回答复必须填写理由')
    expect((await move('giveBack', id, { reason: '请说明政策依据' })).value.done).toEqual([id])
    expect(await get(id)).toMatchObject({ status: 3, reason: '请说明政策依据' })
    await reply(id, { resultTitle: '已修复并巡查' })
    expect(await get(id)).toMatchObject({ status: 1, reason: null, resultTitle: '已修复并巡查' })
    await move('confirm', id)
    expect((await admin.call('advice.edit', { id, title: '别的' })).errorCode).toBe('BAD_STATE')
    expect((await reply(id)).errorMsg).toContain('要修改请先重新办理')
    await move('reopen', id, { reason: '原答复有误' })
    expect(await get(id)).toMatchObject({ status: 3, reason: '原答复有误' })
    expect(await acts(id)).toEqual(['重新办理', '通过答复', '答复', '退回答复', '答复', '新增'])
    const { list } = (await admin.call('advice.history', { id })).value
    expect(list[2].changed).toContainEqual({
      field: 'resultTitle',
      title: '答复标题',
      before: '已修复',
      after: '已修复并巡查',
    })
    for (const title of ['答复内容', '答复人'])
      expect(list[2].changed).not.toContainEqual(expect.objectContaining({ title }))
    // a reference by its own title and name, and nothing by the program's
    const answered = list.at(-2)?.changed as { title: string; after: unknown }[]
    expect(answered).toContainEqual(expect.objectContaining({ title: '答复人', before: null, after: name }))
    expect(answered.filter(({ title }) => /[a-z]/i.test(title))).toEqual([])
  })

  test('the specification’s own names of the answer are taken too', async () => {
    const id = await add()
    const sent = await server.raw('/advice/resultReply', {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'application/json' },
      body: JSON.stringify({ id, title: '答', content: '复' }),
    })
    expect(sent.value).toMatchObject({ resultTitle: '答', resultContent: '复' })
  })

  test('an item that is where the move leads counts as done, and many go by one call', async () => {
    const ids = [await add(), await add(), await add()]
    for (const id of ids.slice(0, 2)) await reply(id)
    const [first = '', second = '', third = ''] = ids
    await move('confirm', first)
    const { value } = await admin.call('advice.confirm', { items: ids.map((id) => ({ id })) })
    expect(value.done).toEqual([first, second])
    expect(value.failed).toEqual([expect.objectContaining({ id: third, errorCode: 'BAD_STATE' })])
    expect(await acts(first)).toEqual(['通过答复', '答复', '新增'])
  })

  test('who looked at an older one is told so', async () => {
    const id = await add()
    await reply(id)
    expect((await move('confirm', id, { version: 1 })).value.failed[0]).toMatchObject({ errorCode: 'STALE' })
    expect((await reply(id, { version: 1 })).errorCode).toBe('STALE')
  })

  test('of two who answer at once the second is told; nobody lets through, or words anew, what they have not seen', async () => {
    const id = await add()
    expect((await reply(id)).errorCode).toBe('0')
    const late = await reply(id, { resultTitle: '另一份答复' }, other)
    expect(late).toMatchObject({
      errorCode: 'STALE',
      errorMsg: expect.stringMatching(/^该意见已由 文书甲 于 .* 修改，请核对后再提交$/),
    })
    expect(await get(id)).toMatchObject({ resultTitle: '已修复', resultByName: name, version: 2 })
    expect((await admin.call('advice.edit', { id, content: '自己改的' })).errorCode).toBe('0')
    expect((await other.call('advice.edit', { id, content: '换了内容' })).errorCode).toBe('STALE')
    expect((await move('confirm', id, {}, other)).value.failed[0]).toMatchObject({ errorCode: 'STALE' })
    // who has seen it says so, and one person alone goes on as before
    expect((await other.call('advice.edit', { id, version: 3, content: '换了内容' })).errorCode).toBe('0')
    expect((await move('confirm', id)).value.failed[0]).toMatchObject({ errorCode: 'STALE' })
    expect((await reply(id, { version: 4, resultTitle: '另一份答复' }, other)).errorCode).toBe('0')
    expect((await reply(id, { resultTitle: '再改' }, other)).errorCode).toBe('0')
    expect((await reply(id)).errorCode).toBe('STALE')
    // later it has been seen
    server.clock.now += 11 * 60_000
    expect((await move('confirm', id)).value.done).toEqual([id])
    server.clock.now -= 11 * 60_000
  })

  test('what another one brought there meanwhile is no repeat of who saw it before; one’s own is, as for an answer that was lost', async () => {
    const id = await add()
    await reply(id)
    const { version } = await get(id)
    expect((await move('confirm', id, { version }, other)).value.done).toEqual([id])
    const late = (await move('confirm', id, { version })).value
    expect(late).toMatchObject({ done: [], failed: [{ id, errorCode: 'STALE' }] })
    for (const more of [{ version }, { version: version + 1 }, {}])
      expect((await move('confirm', id, more, other)).value.unchanged).toEqual([id])
    expect((await move('confirm', id, { version: version + 1 })).value.unchanged).toEqual([id])
    expect(await acts(id)).toEqual(['通过答复', '答复', '新增'])
  })

  test('one’s own last move is taken back, with the answer that came with it; another’s is not, nor late', async () => {
    const id = await add()
    await reply(id)
    await move('confirm', id)
    expect(await whyNot(move('undo', id, {}, other))).toContain('只能撤销本人的操作')
    expect((await move('undo', id)).value.done).toEqual([id])
    expect(await get(id)).toMatchObject({ status: 1, resultTitle: '已修复' })
    expect(await acts(id)).toEqual(['撤销：通过答复', '通过答复', '答复', '新增'])
    expect(await whyNot(move('undo', id))).toContain('不能撤销')
    const late = await add()
    await reply(late)
    server.clock.now += (undoMinutes + 1) * 60_000
    expect(await whyNot(move('undo', late))).toContain(`已超过 ${undoMinutes} 分钟`)
    server.clock.now -= (undoMinutes + 1) * 60_000
    const again = await add()
    await reply(again)
    await move('undo', again)
    expect(await get(again)).toMatchObject({ status: 0, resultTitle: null, resultContent: null, resultByName: null })
  })

  test('what is deleted lies in the recycle bin, comes back as it was, or goes for good with its history', async () => {
    const id = await add({ title: '要删的' })
    await reply(id)
    expect((await admin.call('advice.dels', { ids: [id] })).value.done).toEqual([id])
    expect((await admin.call('advice.detail', { id })).errorCode).toBe('NOT_FOUND')
    const bin = async () => (await admin.call('advice.binList', { title: '要删的' })).value.list
    expect(await bin()).toEqual([expect.objectContaining({ id, status: 1, deletedByName: name })])
    expect((await reply(id)).errorCode).toBe('NOT_FOUND')
    await admin.call('advice.binRestore', { items: [{ id }] })
    expect(await get(id)).toMatchObject({ status: 1, resultTitle: '已修复' })
    expect((await admin.call('advice.binPurge', { items: [{ id }] })).value.failed[0].errorMsg).toContain(
      '回收站中没有意见',
    )
    await admin.call('advice.dels', { ids: [id] })
    expect((await admin.call('advice.binPurge', { items: [{ id }] })).value.done).toEqual([id])
    expect(await bin()).toEqual([])
    const steps = await server.parts.db.read
      .selectFrom('history')
      .select('id')
      .where('rowId', '=', Number(id))
      .execute()
    expect(steps).toEqual([])
  })

  test('lists narrow by state, words and department; one’s own are those that one entered', async () => {
    const id = await add({ title: '广场噪声', proposer: '郑委员' }, other)
    const found = async (input: object, who = admin, call = 'advice.list') =>
      (await who.call(call, { pageSize: 200, ...input })).value.list.map((row: { id: string }) => row.id)
    expect(await found({ title: '噪声' })).toEqual([id])
    expect(await found({ proposer: '郑' })).toEqual([id])
    expect(await found({ title: '噪声', status: 1 })).toEqual([])
    expect(await found({}, other, 'advice.myList')).toEqual([id])
    expect((await reader.call('advice.add', { title: 'x', content: 'y' })).errorCode).toBe('NO_PERMISSION')
  })

  interface Value {
    field: string
    value: unknown
    now: unknown
    kept: string | null
  }
  const stepsOf = async (id: string): Promise<{ id: string; no: number; act: string; reason: string | null }[]> =>
    (await admin.call('advice.history', { id })).value.list.toReversed()
  const then = async (id: string, revisionId = '', who = admin) => {
    const { value } = await who.call('advice.revision', { id, revisionId })
    const of = (name: keyof Value) =>
      Object.fromEntries(value.values.map((one: Value) => [one.field, one[name]])) as Record<string, unknown>
    return { value: of('value'), now: of('now'), kept: of('kept'), version: value.version }
  }
  const restore = (id: string, revisionId = '', more: object = {}, who = admin) =>
    who.call('advice.restore', { id, revisionId, ...more })

  test('the text after each step is known, and set back by the calls that write it; what was not there yet stays', async () => {
    const id = await add({ title: '初稿', proposer: '周委员' })
    await admin.call('advice.edit', { id, title: '二稿', content: '改过的内容', proposer: '' })
    await reply(id, { resultTitle: '答一' })
    await move('undo', id)
    await reply(id, { resultTitle: '答二' })
    await move('giveBack', id, { reason: '请说明政策依据' })
    await reply(id, { resultTitle: '答三', resultContent: '说明了依据' })
    const [first, second, undone, , answered] = (await stepsOf(id)).map((step) => step.id)
    expect((await then(id, first)).value).toEqual({
      ...{ title: '初稿', content: '东街三盏路灯一周不亮', proposer: '周委员', resultTitle: null, resultContent: null },
    })
    expect((await then(id, second)).value).toMatchObject({ title: '二稿', resultTitle: null })
    // also of a step that was taken back
    expect((await then(id, undone)).value).toMatchObject({ title: '二稿', resultTitle: '答一' })
    const { value, now, kept, version } = await then(id, answered)
    expect([value.resultTitle, now.resultTitle, kept.resultTitle]).toEqual(['答二', '答三', null])
    expect((await then(id, first)).kept).toMatchObject({ title: null, resultTitle: '当时还没有填写，保留现有的' })

    expect((await restore(id, first, { version: version - 1 })).errorCode).toBe('STALE')
    expect((await restore(id, first)).errorMsg).toBe('当时还没有填写，保留现有的')
    expect((await restore(id, first, { only: ['status'] })).errorCode).toBe('BAD_INPUT')
    const back = await restore(id, first, { version, only: ['title', 'content', 'proposer'] })
    expect(back.value).toMatchObject({
      ...{ title: '初稿', content: '东街三盏路灯一周不亮', proposer: '周委员', resultTitle: '答三', status: 1 },
      version: version + 1,
    })
    expect((await stepsOf(id)).at(-1)).toMatchObject({
      act: '修改',
      reason: expect.stringMatching(/^恢复第 1 步（新增，2026-.*）的内容$/),
    })
    // all of it, where nothing is in its way: two calls, one version check, and each has its step
    const whole = await restore(id, answered, { version: version + 1 })
    expect(whole.value).toMatchObject({
      title: '二稿',
      resultTitle: '答二',
      resultContent: '三盏路灯已于昨日修好',
      version: version + 3,
    })
    expect((await stepsOf(id)).slice(-2)).toMatchObject([
      { act: '修改', reason: expect.stringContaining('恢复第 5 步') },
      { act: '答复', reason: expect.stringContaining('恢复第 5 步') },
    ])
    // nothing differs any more: nothing is written
    expect((await restore(id, answered)).value.version).toBe(version + 3)
    const { list } = (await admin.call('log.systemLogList', { pageSize: 1 })).value
    expect(list[0]).toMatchObject({
      sentence: '恢复意见「二稿」较早的内容',
      result: expect.stringContaining('恢复第 5 步'),
    })
    expect(JSON.stringify(list)).not.toContain('昨日修好')
  })

  test('nothing is given to a department that is switched off; what is there already may be saved', async () => {
    const deptId = (await admin.call('dept.save', { name: '绿化处' })).value.id
    const [id, theirs] = [await add({ title: '转办的' }), await add({ title: '已转办的', deptId })]
    await server.parts.db.write.updateTable('dept').set({ state: 1 }).where('id', '=', Number(deptId)).execute()
    expect(await admin.call('advice.edit', { id, deptId })).toMatchObject({
      ...{ errorCode: 'BAD_STATE', errorMsg: '部门「绿化处」已停用，不能转办' },
    })
    expect((await admin.call('advice.edit', { id: theirs, title: '改题', deptId })).errorCode).toBe('0')
    expect(await admin.call('advice.add', { title: '新的', content: '内容', deptId })).toMatchObject({
      ...{ errorCode: 'BAD_STATE', errorMsg: '部门「绿化处」已停用，不能转办' },
    })
  })

  test('who may not write a part, or not in this state, does not set it back; another row’s steps are none of its own', async () => {
    const deptId = (await admin.call('dept.save', { name: '市政所' })).value.id
    const clerk = await server.person({ roles: ['staff'], deptId: Number(deptId) })
    const id = await add({ title: '甲稿', deptId })
    await admin.call('advice.edit', { id, title: '乙稿' })
    await reply(id)
    await reply(id, { resultTitle: '又答' })
    const [first = '', , answered = ''] = (await stepsOf(id)).map((step) => step.id)
    const refused = await restore(id, first, { only: ['title'] }, clerk)
    expect([refused.errorCode, refused.errorMsg]).toEqual(['NO_PERMISSION', '没有修改意见的权限（advice_edit）'])
    expect((await then(id, first, clerk)).kept).toMatchObject({ title: '没有修改意见的权限（advice_edit）' })
    const stranger = await restore(await add(), first)
    expect([stranger.errorCode, stranger.errorMsg]).toEqual(['NOT_FOUND', expect.stringContaining('修订')])
    expect((await restore(id, answered, {}, clerk)).errorCode).toBe('STALE')
    const { version } = await get(id)
    expect((await restore(id, answered, { version }, clerk)).value).toMatchObject({
      ...{ title: '乙稿', resultTitle: '已修复' },
    })
    await reply(id, { resultTitle: '又答', version: version + 1 })
    await move('confirm', id)
    expect((await then(id, answered)).kept).toMatchObject({
      resultTitle: '当前为「已答复」，不能答复：答复已通过审核，要修改请先重新办理',
    })
    expect((await restore(id, answered)).errorCode).toBe('BAD_STATE')
    expect(await get(id)).toMatchObject({ title: '乙稿', resultTitle: '又答', status: 2 })
  })

  test('the log tells what was done to which, with the reason, and keeps no text', async () => {
    const id = await add({ title: '记日志的', content: '不记入日志的正文' })
    await reply(id, { resultContent: '不记入日志的答复' })
    await move('giveBack', id, { reason: '请补充办理结果' })
    const { list } = (await admin.call('log.systemLogList', { pageSize: 3 })).value
    expect(list.map((row: { sentence: string }) => row.sentence)).toEqual([
      '退回对「记日志的」的答复',
      '答复意见「记日志的」',
      '登记意见「记日志的」',
    ])
    expect(JSON.stringify(list)).not.toContain('不记入日志')
    expect(list[0].result).toContain('请补充办理结果')
  })
})
