import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseTime } from '../../core/domain/time.ts'
import { rightsChanged } from '../../server/access/rights.ts'
import { databases } from '../support/databases.ts'
import { holdsToo } from '../support/holding.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const day = 24 * 3600_000

describe.each(databases)('tasks for departments on %s', (database) => {
  let server: TestServer
  /** Of a role that reaches everything. */
  let admin: Person
  let depts: Record<'office' | 'water' | 'forest' | 'school', string>
  let water: Person
  let forest: Person
  let school: Person

  const made = async (name: string): Promise<string> => (await admin.call('dept.save', { name })).value.id
  const task = (more: object = {}, who = admin) =>
    who.call('assignment.add', {
      title: '整治河道',
      content: '月底前整治完毕',
      deptIds: [depts.water, depts.forest],
      ...more,
    })
  const newTask = async (more: object = {}, who = admin): Promise<string> => (await task(more, who)).value.id
  const get = async (id: string, who = admin) => (await who.call('assignment.get', { id })).value
  const reply = (who: Person, assignmentId: string, more: object = {}) =>
    who.call('assignment.replyEdit', { assignmentId, content: '正在办理', ...more })
  const listed = async (who: Person, more: object = {}): Promise<string[]> =>
    (await who.call('assignment.list', { pageSize: 200, ...more })).value.list.map((row: { id: string }) => row.id)

  /** A role of its own, which holds every key of the area within its departments. */
  async function roleOf(alias: string, dataScope: string): Promise<void> {
    const { db } = server.parts
    const { id } = await db.write
      .insertInto('role')
      .values({
        alias,
        name: alias,
        description: '',
        dataScope,
        enabled: 1,
        factor: 0,
        createdAt: 0,
        updatedAt: 0,
        version: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const keys = await db.read.selectFrom('resource').select('id').where('alias', 'like', 'assignment%').execute()
    await db.write
      .insertInto('roleResource')
      .values(keys.map((key) => ({ roleId: id, resourceId: key.id })))
      .execute()
    await db.write.transaction().execute(rightsChanged)
  }

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    depts = {
      office: await made('政府办'),
      water: await made('水利局'),
      forest: await made('林业局'),
      school: await made('教育局'),
    }
    water = await server.person({ roles: ['staff'], deptId: Number(depts.water) })
    forest = await server.person({ roles: ['staff'], deptId: Number(depts.forest) })
    school = await server.person({ roles: ['staff'], deptId: Number(depts.school) })
    await roleOf('desk', 'DEPART')
    await roleOf('self', 'SELF')
  })
  afterAll(() => server.close())

  test('are given, answered, returned, answered again and closed; the state follows', async () => {
    const { value } = await task({ person: ' 王河长 ', deadline: '2030-11-30', urgency: '1' })
    expect(value).toMatchObject({
      title: '整治河道',
      state: 0,
      overdue: 0,
      urgency: 1,
      person: '王河长',
      deadline: '2030-11-30 23:59:59',
      deptIds: [depts.water, depts.forest],
      deptNames: '水利局、林业局',
      replied: 0,
      version: 1,
    })
    const { id } = value
    const first = (await reply(water, id)).value
    expect(first).toMatchObject({ assignmentTitle: '整治河道', deptName: '水利局', state: 1, version: 1 })
    expect(await get(id)).toMatchObject({ state: 1, replied: 1 })
    const again = await reply(water, id, { content: '已经办完', state: 2 })
    expect(again.value).toMatchObject({ id: first.id, content: '已经办完', state: 2, version: 2 })
    const returned = await admin.call('assignment.replyReturn', { id: first.id, reason: '没有附清单' })
    expect(returned.value).toMatchObject({ state: 3, reason: '没有附清单' })
    expect(await get(id)).toMatchObject({ state: 3 })
    expect((await reply(water, id, { id: first.id, state: 2, content: '清单已附' })).value).toMatchObject({
      state: 2,
      reason: null,
    })
    expect((await get(id)).depts).toMatchObject([
      { name: '水利局', state: 2, reply: { content: '清单已附' } },
      { name: '林业局', state: 0, reply: null },
    ])
    expect(await admin.call('assignment.close', { id })).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: '「林业局」还没有办结；要提前办结这件任务，请写明办结说明（remark）',
    })
    expect((await admin.call('assignment.close', { id, remark: '林业局不涉及' })).value).toMatchObject({
      state: 2,
      remark: '林业局不涉及',
    })
    expect((await get(id)).closedAt).not.toBe(null)
  })

  test('one that is closed is left alone until it is taken up again', async () => {
    const id = await newTask({ deptIds: [depts.water] })
    const { value } = await reply(water, id, { state: 2 })
    await admin.call('assignment.close', { id })
    for (const [who, call, input] of [
      [water, 'replyEdit', { id: value.id, content: '改' }],
      [admin, 'replyReturn', { id: value.id, reason: '改' }],
      [admin, 'edit', { id, title: '改' }],
    ] as const)
      expect(await who.call(`assignment.${call}`, input), call).toMatchObject({
        errorCode: 'BAD_STATE',
        errorMsg: expect.stringMatching(/已办结，不能.*请由交办部门先重新办理/),
      })
    expect((await water.call('assignment.replyDels', { ids: [value.id] })).value.failed).toMatchObject([
      { errorCode: 'BAD_STATE' },
    ])
    expect((await admin.call('assignment.reopen', { id })).value).toMatchObject({ state: 1, closedAt: null })
    expect((await water.call('assignment.replyDels', { ids: [value.id] })).value.done).toEqual([value.id])
    expect(await get(id)).toMatchObject({ state: 0, replied: 0 })
  })

  test('a reply is changed by what is sent of it alone; the first one wants its text', async () => {
    const id = await newTask({ deptIds: [depts.water] })
    expect(await water.call('assignment.replyEdit', { assignmentId: id, state: 2 })).toMatchObject({
      errorCode: 'MISSING_PARAMETER',
      errorMsg: '缺少必填参数：回复内容（content）',
    })
    const { value: first } = await reply(water, id, { content: '已经清淤' })
    const { version } = first
    expect((await water.call('assignment.replyEdit', { id: first.id, version, state: 2 })).value).toMatchObject({
      ...{ content: '已经清淤', state: 2, version: version + 1 },
    })
  })

  test('a returned reply stays its author’s, says who returned it, and is not deleted by its department', async () => {
    const id = await newTask({ deptIds: [depts.water] })
    const { value: first } = await reply(water, id)
    server.clock.now += 60_000
    const { value: back } = await admin.call('assignment.replyReturn', { id: first.id, reason: '没有附清单' })
    expect(back).toMatchObject({
      ...{ updatedName: first.updatedName, updatedAt: first.updatedAt, createdAt: first.createdAt },
      ...{ reason: '没有附清单', returnedName: expect.any(String), state: 3, version: first.version + 1 },
    })
    expect(back.returnedName).not.toBe(back.updatedName)
    expect(back.returnedAt > back.updatedAt).toBe(true)
    const drop = async (who: Person) => (await who.call('assignment.replyDels', { ids: [first.id] })).value
    const refused = { errorCode: 'BAD_STATE', errorMsg: expect.stringContaining('被退回过，不能删除') }
    expect((await drop(water)).failed).toMatchObject([refused])
    await water.call('assignment.replyEdit', { id: first.id, content: '清单已附' })
    expect((await drop(water)).failed).toMatchObject([refused])
    expect((await drop(admin)).done).toEqual([first.id])
  })

  test('what was done to a task stands in its history, to each reader as far as they read the replies', async () => {
    const { value: task } = await admin.call('assignment.add', {
      ...{ title: '记录', content: '写', deptIds: [depts.water, depts.forest] },
    })
    const { id } = task
    await admin.call('assignment.edit', { id, title: '记录在案', urgency: 2 })
    const { value: first } = await reply(water, id, { content: '第一稿' })
    await admin.call('assignment.replyReturn', { id: first.id, reason: '太短' })
    await water.call('assignment.replyEdit', { id: first.id, content: '第二稿', state: 2 })
    const { value: theirs } = await reply(forest, id, { content: '林业的话' })
    await forest.call('assignment.replyDels', { ids: [theirs.id] })
    await admin.call('assignment.close', { id, remark: '林业局不涉及' })
    await admin.call('assignment.reopen', { id })
    const steps = async (who: Person) => (await who.call('assignment.history', { id, pageSize: 50 })).value.list
    const acts = async (who: Person) =>
      (await steps(who)).map(({ act, reason }: { act: string; reason: string | null }) =>
        reason ? `${act}：${reason}` : act,
      )
    const ofTask = ['重新办理', '办结：林业局不涉及']
    const ofWater = ['重新回复（水利局）', '退回（水利局）：太短', '回复（水利局）']
    const ofForest = ['删除回复（林业局）', '回复（林业局）']
    expect(await acts(admin)).toEqual([...ofTask, ...ofForest, ...ofWater, '修改', '交办'])
    expect(await acts(water)).toEqual([...ofTask, ...ofWater, '修改', '交办'])
    expect(await acts(forest)).toEqual([...ofTask, ...ofForest, '修改', '交办'])
    expect(await school.call('assignment.history', { id })).toMatchObject({ errorCode: 'NOT_FOUND' })
    const told = (await steps(admin)).find(({ act }: { act: string }) => act.startsWith('重新回复'))
    expect(told).toMatchObject({ status: 2, changed: [{ title: '回复内容', before: '第一稿', after: '第二稿' }] })
    expect((await steps(admin)).find(({ act }: { act: string }) => act === '修改')).toMatchObject({
      changed: [
        { title: '任务名称', before: '记录', after: '记录在案' },
        { title: '紧急程度', before: '一般', after: '特急' },
      ],
    })
    expect((await admin.call('assignment.dels', { ids: [id] })).value.done).toEqual([id])
  })

  test('a deadline that is over is refused, but the one that a task has stays', async () => {
    const refused = { errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('不能早于今天') }
    expect(await task({ deadline: '2020-01-01' })).toMatchObject(refused)
    const today = new Date(server.clock.now).toISOString().slice(0, 10)
    const { id } = (await task({ deadline: today })).value
    expect(await admin.call('assignment.edit', { id, deadline: '2020-01-01' })).toMatchObject(refused)
    const over = parseTime('2026-11-01', 'end')
    await server.parts.db.write.updateTable('assignment').set({ deadline: over }).where('id', '=', Number(id)).execute()
    const kept = { id, deadline: '2026-11-01', title: '改名' }
    expect((await admin.call('assignment.edit', kept)).value).toMatchObject({ title: '改名', overdue: 1 })
    expect((await admin.call('assignment.edit', { id, deadline: null })).value.deadline).toBe(null)
  })

  test('a change of departments counts as a change; what has been written keeps its department on the task', async () => {
    const id = await newTask()
    await reply(water, id)
    expect(
      (await admin.call('assignment.edit', { id, version: 1, deptIds: [depts.water, depts.school] })).value,
    ).toMatchObject({
      deptNames: '水利局、教育局',
      version: 2,
      state: 1,
    })
    expect(await admin.call('assignment.edit', { id, version: 1, title: '旧的' })).toMatchObject({ errorCode: 'STALE' })
    expect(await admin.call('assignment.edit', { id, deptIds: [depts.school] })).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: '「水利局」已有回复，不能从责任部门中去掉，请先删除它的回复',
    })
    expect(await reply(forest, id)).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(await task({ deptIds: [] })).toMatchObject({
      errorCode: 'BAD_INPUT',
      errorMsg: expect.stringContaining('请选择责任部门'),
    })
    expect(await task({ deptIds: [4040] })).toMatchObject({ errorMsg: '部门 4040 不存在或无权使用' })
    const off = (await admin.call('dept.save', { name: '已撤并', state: 1 })).value.id
    expect(await task({ deptIds: [off] })).toMatchObject({ errorMsg: '部门「已撤并」已停用，不能作为责任部门' })
  })

  test('are seen by who gave them and by who is to answer; replies by their own department and the giver', async () => {
    const desk = await server.person({ roles: ['desk'], deptId: Number(depts.office) })
    const id = await newTask({ title: '给水利' }, desk)
    await reply(water, id)
    await reply(forest, id, { content: '林业的话' })
    for (const who of [admin, desk, water, forest]) expect(await listed(who)).toContain(id)
    expect(await listed(school)).not.toContain(id)
    expect(await school.call('assignment.get', { id })).toMatchObject({ errorCode: 'NOT_FOUND' })
    const said = async (who: Person) =>
      (await who.call('assignment.replyList', { assignmentId: id })).value.list
        .map((row: { deptName: string }) => row.deptName)
        .sort()
    expect(await said(admin)).toEqual(['林业局', '水利局'])
    expect(await said(desk)).toEqual(['林业局', '水利局'])
    expect(await said(water)).toEqual(['水利局'])
    expect(await said(school)).toEqual([])
    expect((await get(id, water)).depts).toMatchObject([
      { name: '水利局', reply: { content: '正在办理' } },
      { name: '林业局', state: 1, reply: null },
    ])
    expect((await get(id, desk)).depts[1].reply.content).toBe('林业的话')
  })

  test('to see one through its departments is not to change it, and lists, gets, changes, deletes and counts agree', async () => {
    const desk = await server.person({ roles: ['desk'], deptId: Number(depts.office) })
    const asked = await server.person({ roles: ['desk'], deptId: Number(depts.water) })
    const own = await server.person({ roles: ['self'], deptId: Number(depts.office) })
    const id = await newTask({ title: '范围' }, desk)
    const total = async (who: Person, more: object = {}) =>
      (await who.call('assignment.count', { title: '范围', ...more })).value
    const seen = async (who: Person) => [
      (await listed(who, { title: '范围' })).includes(id),
      (await who.call('assignment.get', { id })).errorCode === '0',
      (await total(who)).total === 1,
    ]
    for (const who of [desk, asked, admin]) expect(await seen(who)).toEqual([true, true, true])
    for (const who of [own, school]) expect(await seen(who)).toEqual([false, false, false])
    const { value: said } = await reply(asked, id)
    for (const [call, input] of [
      ['edit', { id, title: '改' }],
      ['close', { id, remark: '好' }],
      ['replyReturn', { id: said.id, reason: '好' }],
    ] as const)
      for (const who of [asked, own])
        expect(await who.call(`assignment.${call}`, input), call).toMatchObject({ errorCode: 'NOT_FOUND' })
    const may = async (who: Person) => {
      const { mayChange, depts } = await get(id, who)
      return [mayChange, ...depts.map((dept: { mayReply: number }) => dept.mayReply)]
    }
    expect([await may(desk), await may(asked), await may(admin)]).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, 1],
    ])
    for (const who of [asked, own, forest])
      expect((await who.call('assignment.dels', { ids: [id] })).value?.done ?? []).toEqual([])
    expect(await reply(asked, id, { deptId: depts.forest })).toMatchObject({
      errorCode: 'NO_PERMISSION',
      errorMsg: '只能代本部门回复',
    })
    expect(await reply(asked, id, { deptId: depts.school })).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: '「教育局」不是交办任务「范围」的责任部门，不能回复',
    })
    const theirs = await reply(forest, id)
    expect(await desk.call('assignment.replyEdit', { id: theirs.value.id, content: '代写' })).toMatchObject({
      errorCode: 'NO_PERMISSION',
    })
    expect((await desk.call('assignment.replyReturn', { id: theirs.value.id, reason: '补充' })).value.state).toBe(3)
    expect(await total(desk)).toMatchObject({
      total: 1,
      returned: 1,
      depts: [
        { name: '水利局', total: 1, returned: 1 },
        { name: '林业局', total: 1, returned: 1 },
      ],
    })
    const mine = await newTask({ title: '范围' }, own)
    expect(await listed(own)).toEqual([mine])
    expect((await desk.call('assignment.dels', { ids: [id] })).value.done).toEqual([id])
  })

  test('filters narrow lists and counts alike', async () => {
    const id = await newTask({ title: '100%达标', urgency: 2, deptIds: [depts.school] })
    await newTask({ title: '100家达标', urgency: 1, deptIds: [depts.water] })
    for (const filter of [{ title: '0%达' }, { urgency: 2 }, { deptId: depts.school, title: '达标' }]) {
      const found = await listed(admin, filter)
      expect(found).toContain(id)
      expect((await admin.call('assignment.count', { ...filter, byDept: 0 })).value).toMatchObject({
        total: found.length,
        depts: [],
      })
    }
    expect(await listed(admin, { title: '0%达' })).toEqual([id])
    const sorted = await admin.call('assignment.list', { sortField: 'urgency', sortOrder: 'desc', title: '达标' })
    expect(sorted.value.list.map(({ urgency }: { urgency: number }) => urgency)).toEqual([2, 1])
  })

  test('replies go with their task, which the log counts; a department with tasks stays', async () => {
    const dept = await made('农业局')
    const id = await newTask({ title: '秸秆', deptIds: [depts.water, dept] })
    await reply(water, id)
    expect(await admin.call('dept.del', { id: dept })).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: expect.stringContaining('部门「农业局」还有 1 件交办任务'),
    })
    expect((await admin.call('assignment.dels', { ids: [id] })).value.done).toEqual([id])
    expect((await admin.call('assignment.replyList', { assignmentId: id })).value.total).toBe(0)
    const { list } = (await admin.call('log.list', { pageSize: 1 })).value
    expect(list[0]).toMatchObject({ says: '删除交办任务及其回复', before: { title: '秸秆', along: ['1 条回复'] } })
    expect((await admin.call('dept.del', { id: dept })).errorCode).toBe('0')
  })

  test('the log tells of a task what was done to it, once for each act', async () => {
    const id = await newTask({ title: '写日志', deptIds: [depts.water], deadline: '2031-01-01' })
    await reply(water, id, { state: 2 })
    const { list } = (await admin.call('log.list', { pageSize: 2 })).value
    expect(list).toMatchObject([
      {
        call: 'assignment.replyEdit',
        targetIds: [id],
        sentence: '回复交办任务「写日志」',
        after: { deptName: '水利局', state: 2 },
      },
      {
        call: 'assignment.add',
        targetIds: [id],
        after: { title: '写日志', deadline: '2031-01-01 23:59:59', deptNames: '水利局' },
      },
    ])
    expect(JSON.stringify(list)).not.toContain('正在办理')
    // who reads the log, but not this task, is not told what it is called
    const told = async (deptId: string) => {
      const reader = await holdsToo(server, await server.person({ roles: ['desk'], deptId: Number(deptId) }), [
        'log_list',
      ])
      return (await reader.call('log.list', { pageSize: 2 })).value.list[1].sentence
    }
    expect(await told(depts.water)).toBe('新增交办任务「写日志」')
    expect(await told(depts.school)).not.toContain('写日志')
  })

  test('who closed a task is who the row of the log is of, and stands in it once', async () => {
    const id = await newTask({ title: '办结的' })
    await admin.call('assignment.close', { id, remark: '不再需要' })
    const [row] = (await admin.call('log.list', { call: 'assignment.close', pageSize: 1 })).value.list
    expect(row).toMatchObject({ userAccount: admin.account, sentence: '办结交办任务「办结的」' })
    expect(Object.keys(row.after).sort()).toEqual(['closedAt', 'remark', 'state'])
    expect(row.after).toMatchObject({ state: 2, remark: '不再需要' })
  })

  test('without the right nothing is done', async () => {
    const reader = await server.person({ roles: [] })
    for (const call of [
      'list',
      'get',
      'count',
      'add',
      'edit',
      'close',
      'reopen',
      'dels',
      'replyList',
      'replyGet',
      'replyEdit',
      'replyReturn',
      'replyDels',
    ])
      expect(
        await reader.call(`assignment.${call}`, {
          id: '1',
          ids: ['1'],
          title: '私',
          content: '私',
          deptIds: ['1'],
          reason: '私',
        }),
        call,
      ).toMatchObject({ errorCode: 'NO_PERMISSION' })
  })

  test('lateness is reckoned from the deadline and the clock', async () => {
    const at = server.clock.now
    const deadline = new Date(at + day + 8 * 3600_000).toISOString().slice(0, 10)
    const id = await newTask({ title: '限期', deadline })
    const late = async () => [
      (await get(id)).overdue,
      (await listed(admin, { title: '限期', overdue: 1 })).includes(id),
      (await listed(admin, { title: '限期', overdue: 0 })).includes(id),
      (await admin.call('assignment.count', { title: '限期', byDept: 0 })).value.overdue,
    ]
    expect(await late()).toEqual([0, false, true, 0])
    server.clock.now = at + 3 * day
    admin = await server.person({ roles: ['admin'] })
    expect(await late()).toEqual([1, true, false, 1])
    await admin.call('assignment.close', { id, remark: '不再需要' })
    expect(await late()).toEqual([0, false, true, 0])
    server.clock.now = at
  })
})
