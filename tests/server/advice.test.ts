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
