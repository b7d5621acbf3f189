import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('notice on %s', (database) => {
  let server: TestServer
  let admin: Person
  let office: number
  let below: number
  let clerk: Person
  let other: Person
  const add = async (more: object = {}, by = admin): Promise<string> => {
    const made = await by.call('notice.add', { title: '通知', audience: 0, content: '<p>正文</p>', ...more })
    expect(made.errorMsg).toBe('')
    return made.value.id
  }
  const move = (name: string, id: string, more: object = {}, by = admin) =>
    by.call(`notice.${name}`, { items: [{ id, ...more }] })
  const sendNew = async (more: object = {}) => {
    const id = await add(more)
    expect((await move('send', id)).value).toMatchObject({ done: [id] })
    return id
  }
  const titlesOf = async (person: Person, more: object = {}): Promise<string[]> =>
    (await person.call('notice.myList', more)).value.list.map((row: { title: string }) => row.title)
  const unreadOf = async (person: Person) => (await person.call('notice.unread')).value
  const whole = async (id: string) => (await admin.call('notice.get', { id })).value

  beforeAll(async () => {
    server = await startServer(database)
    office = await makeDept(server, '办公室')
    below = await makeDept(server, '秘书科', office)
    admin = await server.person({ roles: ['admin'] })
    clerk = await server.person({ roles: ['staff'], deptId: below })
    other = await server.person({ roles: ['reporter'] })
    server.clock.now += 1000
  })
  afterAll(() => server.close())

  test('what was sent to a department stays theirs who were in it: who moves keeps it, and who takes the department up does not get it', async () => {
    const [old, into] = [await makeDept(server, '农业委'), await makeDept(server, '提案委')]
    const moved = await server.person({ roles: ['staff'], deptId: old })
    const stayed = await server.person({ roles: ['staff'], deptId: old })
    const outside = await server.person({ roles: ['staff'], deptId: into })
    server.clock.now += 1000
    const id = await sendNew({ title: '防汛', audience: 1, deptIds: [old], mustConfirm: 1 })
    const draft = await add({ title: '秋种', audience: 1, deptIds: [old] })
    server.clock.now += 1000
    await moved.call('notice.read', { ids: [id], confirm: 1 })
    expect((await admin.call('user.move', { ids: [moved.userId], deptId: into })).value.failed).toEqual([])
    expect((await moved.call('notice.open', { id })).value).toMatchObject({ title: '防汛' })
    expect((await admin.call('dept.merge', { id: old, intoId: into, reason: '机构改革' })).errorCode).toBe('0')
    expect(await titlesOf(stayed)).toEqual(['防汛'])
    expect(await unreadOf(stayed)).toMatchObject({ unconfirmed: 1 })
    expect(await titlesOf(outside)).toEqual([])
    expect(await outside.call('notice.open', { id })).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(await whole(id)).toMatchObject({ receivers: 2, read: 1, deptNames: '农业委' })
    // those of a department below it keep it too, wherever that goes and whatever becomes of it
    const [top, elsewhere] = [await makeDept(server, '水利委'), await makeDept(server, '住建委')]
    const under = await makeDept(server, '河道科', top)
    const digger = await server.person({ roles: ['staff'], deptId: under })
    server.clock.now += 1000
    const flood = await sendNew({ title: '巡堤', audience: 1, deptIds: [top], mustConfirm: 1 })
    server.clock.now += 1000
    expect((await admin.call('dept.save', { id: under, parentId: elsewhere })).errorCode).toBe('0')
    expect(await titlesOf(digger)).toEqual(['巡堤'])
    await admin.call('user.move', { ids: [digger.userId], deptId: into })
    expect((await admin.call('dept.del', { id: under })).errorCode).toBe('0')
    expect((await digger.call('notice.open', { id: flood })).value).toMatchObject({ title: '巡堤' })
    await move('withdraw', flood, { reason: '事项已取消' })
    await admin.call('user.setState', { ids: [digger.userId], state: 1 })
    // later ones are not theirs who have left, and a draft goes to the department as it is when it is sent
    server.clock.now += 1000
    await move('send', draft)
    for (const one of [moved, stayed, outside]) expect(await titlesOf(one)).toContain('秋种')
    expect((await admin.call('dept.del', { id: old })).errorMsg).toContain('还有 1 条通知，不能删除')
    for (const one of [moved, stayed, outside]) await admin.call('user.setState', { ids: [one.userId], state: 1 })
    for (const one of [id, draft]) await move('withdraw', one, { reason: '事项已取消' })
  })

  test('is written, sent to everybody, and read: opening it is reading it', async () => {
    const id = await add({ title: '例会', content: '<p>周五<script>x</script></p>' })
    expect(await titlesOf(clerk)).toEqual([])
    expect(await clerk.call('notice.open', { id })).toMatchObject({ errorCode: 'NOT_FOUND' })
    await move('send', id)
    expect(await whole(id)).toMatchObject({ status: 1, sentTo: 3, receivers: 3, read: 0, content: '<p>周五</p>' })
    expect(await unreadOf(clerk)).toMatchObject({ unread: 1, unconfirmed: 0, important: [] })
    expect((await clerk.call('notice.open', { id })).value).toMatchObject({ title: '例会', content: '<p>周五</p>' })
    expect(await unreadOf(clerk)).toMatchObject({ unread: 0 })
    expect(await whole(id)).toMatchObject({ readCount: 1, read: 1, confirmed: 0 })
    const at = (await clerk.call('notice.myList')).value.list[0].readAt
    server.clock.now += 60_000
    await clerk.call('notice.read', { ids: [id] })
    expect((await clerk.call('notice.myList')).value.list[0].readAt).toBe(at)
    await move('withdraw', id, { reason: '内容已过时' })
  })

  test('goes to departments with those below them, or to persons, and to nobody else', async () => {
    const wide = await sendNew({ title: '发给办公室', audience: 1, deptIds: [office] })
    const one = await sendNew({ title: '发给一人', audience: 2, userIds: [other.userId] })
    expect(await titlesOf(clerk)).toEqual(['发给办公室'])
    expect(await titlesOf(other)).toEqual(['发给一人'])
    expect(await clerk.call('notice.open', { id: one })).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect((await clerk.call('notice.read', { ids: [one] })).value).toMatchObject({
      done: [],
      failed: [{ errorCode: 'NOT_FOUND' }],
    })
    expect(await whole(wide)).toMatchObject({ receivers: 1, deptNames: '办公室', deptIds: [String(office)] })
    for (const given of [{ audience: 1 }, { audience: 2, userIds: [] }])
      expect(await admin.call('notice.add', { title: '甲', content: '乙', ...given })).toMatchObject({
        errorCode: 'BAD_INPUT',
      })
    const all =
      '接收部门（deptIds）：「发送给」是「全体人员」，不能另选部门；只发给所选部门的，请把「发送给」改为「部门」'
    const some = '接收人（userIds）：「发送给」是「部门」，不能另选个人；只发给所选个人的，请把「发送给」改为「个人」'
    const both = { deptIds: [office], userIds: [other.userId] }
    for (const [errorMsg, given] of [
      [all, { audience: 0, deptIds: [office] }],
      [some, { audience: 1, ...both }],
    ] as const)
      expect(await admin.call('notice.add', { title: '甲', content: '乙', ...given })).toMatchObject({ errorMsg })
    const { id } = (await admin.call('notice.add', { title: '甲', audience: 0, content: '乙' })).value
    expect(await admin.call('notice.edit', { id, deptIds: [office] })).toMatchObject({ errorMsg: all })
    await admin.call('notice.edit', { id, audience: 1, deptIds: [office] })
    expect(await admin.call('notice.edit', { id, audience: 0 })).toMatchObject({ errorCode: '0' })
    await admin.call('notice.dels', { ids: [id] })
    await move('withdraw', wide, { reason: '事项已取消' })
    await move('withdraw', one, { reason: '事项已取消' })
  })

  test('goes to departments that are there and work; what it names already may stop', async () => {
    const off = await makeDept(server, '老城办')
    const id = await add({ audience: 1, deptIds: [off] })
    await admin.call('dept.save', { id: off, state: 1 })
    const chosen = { title: '通知', content: '正文', audience: 1 }
    expect(await admin.call('notice.add', { ...chosen, deptIds: [off] })).toMatchObject({
      ...{ errorCode: 'BAD_STATE', errorMsg: '部门「老城办」已停用，没有人会收到，请选择另一个部门' },
    })
    expect(await admin.call('notice.add', { ...chosen, deptIds: [404040] })).toMatchObject({
      ...{ errorCode: 'NOT_FOUND', errorMsg: '部门 404040 不存在' },
    })
    expect((await admin.call('notice.edit', { id, deptIds: [off, office] })).errorMsg).toBe('')
    // nobody is left with a draft to a department that is deleted in the same moment
    for (let i = 0; i < 4; i += 1) {
      const gone = await makeDept(server, `将删 ${i}`)
      const named = admin.call('notice.add', { ...chosen, deptIds: [gone] })
      const [drafted, deleted] = await Promise.all([named, admin.call('dept.del', { id: gone })])
      expect([drafted, deleted].map(({ errorCode }) => errorCode === '0').sort()).toEqual([false, true])
    }
  })

  test('was not sent to who came later; who read it and is stopped or elsewhere now stays among those whom it reached', async () => {
    const set = (values: object, id: number) =>
      server.parts.db.write.updateTable('user').set(values).where('id', '=', id).execute()
    const mover = await server.person({ roles: ['staff'], deptId: below })
    const stopped = await server.person({ roles: ['staff'], deptId: below })
    server.clock.now += 1000
    const id = await sendNew({ title: '早先的', audience: 1, deptIds: [below], mustConfirm: 1 })
    server.clock.now += 1000
    const late = await server.person({ roles: ['staff'], deptId: below })
    expect(await titlesOf(late)).toEqual([])
    for (const one of [mover, stopped]) await one.call('notice.read', { ids: [id], confirm: 1 })
    await set({ state: 1 }, stopped.userId)
    await set({ deptId: office }, mover.userId)
    const counts = { sentTo: 3, receivers: 3, readCount: 2, read: 2, confirmed: 2 }
    expect(await whole(id)).toMatchObject(counts)
    const listed = (await admin.call('notice.list', { title: '早先的' })).value.list[0]
    expect(listed).toMatchObject({ sentTo: 3, readCount: 2 })
    const readersWho = async (reading: number) =>
      (await admin.call('notice.readers', { id, reading, sortField: 'id' })).value.list.map(
        (one: { userId: string; deptName: string; since: string | null }) => [one.userId, one.deptName, one.since],
      )
    expect(await readersWho(2)).toEqual([
      [String(mover.userId), '秘书科', '已转出'],
      [String(stopped.userId), '秘书科', '已停用'],
    ])
    expect(await readersWho(0)).toEqual([[String(clerk.userId), '秘书科', null]])
    expect((await admin.call('notice.readerDepts', { id })).value).toEqual([
      { deptId: String(below), deptName: '秘书科', total: 3, read: 2, unread: 1, confirmed: 2 },
    ])
    // who moves in may read it, is not missing before, and is one of those whom it reached from then on
    await set({ deptId: below }, other.userId)
    expect(await titlesOf(other)).toEqual(['早先的'])
    expect(await whole(id)).toMatchObject(counts)
    await other.call('notice.open', { id })
    await other.call('notice.open', { id })
    expect(await whole(id)).toMatchObject({ sentTo: 4, receivers: 4, readCount: 3, read: 3, confirmed: 2 })
    // reminded is who can still read it
    expect((await admin.call('notice.remind', { id })).value).toMatchObject({ reminded: 2 })
    await set({ deptId: null }, other.userId)
    for (const one of [mover, late]) await set({ state: 1 }, one.userId)
    await server.parts.db.write.deleteFrom('notice').where('auto', '=', 1).execute()
    await move('withdraw', id, { reason: '事项已取消' })
  })

  test('that was sent is not changed, but withdrawn with a reason, and sent anew to be read anew', async () => {
    const id = await sendNew({ title: '初稿' })
    await clerk.call('notice.open', { id })
    const refused = await admin.call('notice.edit', { id, title: '二稿' })
    expect(refused).toMatchObject({ errorCode: 'BAD_STATE' })
    expect(refused.errorMsg).toContain('请先撤回')
    expect((await move('undo', id)).value.failed[0].errorMsg).toContain('已有 1 人看过')
    expect((await move('withdraw', id)).value.failed[0].errorMsg).toContain('理由')
    await move('withdraw', id, { reason: '内容有误，更正后重新发送' })
    expect(await titlesOf(clerk)).toEqual([])
    await admin.call('notice.edit', { id, title: '二稿', audience: 1, deptIds: [below] })
    await move('send', id)
    expect(await titlesOf(clerk, { reading: 0 })).toEqual(['二稿'])
    expect(await titlesOf(other)).toEqual([])
    expect(await whole(id)).toMatchObject({ read: 0, receivers: 1 })
    await move('withdraw', id, { reason: '事项已取消' })
    const steps = (await admin.call('notice.history', { id })).value.list
    await admin.call('notice.restore', { id, revisionId: steps.at(-1).id })
    expect(await whole(id)).toMatchObject({ title: '初稿' })
    await admin.call('notice.dels', { ids: [id] })
    expect(await admin.call('notice.get', { id })).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect((await admin.call('notice.binList')).value.list[0]).toMatchObject({ id, title: '初稿' })
    await move('binRestore', id)
    await admin.call('notice.dels', { ids: [id] })
  })

  test('that is important stays in sight until it is confirmed, by itself and not with all', async () => {
    const id = await sendNew({ title: '防汛值班', mustConfirm: 1 })
    const plain = await sendNew({ title: '一般' })
    expect(await unreadOf(clerk)).toMatchObject({ unread: 2, unconfirmed: 1, important: [{ id, title: '防汛值班' }] })
    expect(await clerk.call('notice.read', { every: 1, confirm: 1 })).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect(await clerk.call('notice.read', {})).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect((await clerk.call('notice.read', { every: 1 })).value.done.length).toBe(2)
    expect(await unreadOf(clerk)).toMatchObject({ unread: 0, unconfirmed: 1 })
    await clerk.call('notice.read', { ids: [id, plain], confirm: 1 })
    expect(await unreadOf(clerk)).toMatchObject({ unread: 0, unconfirmed: 0 })
    expect(await whole(id)).toMatchObject({ confirmed: 1 })
    expect(await whole(plain)).toMatchObject({ read: 1, confirmed: 0 })
    const { list } = (await admin.call('notice.readers', { id, reading: 0 })).value
    expect(list.map((row: { userId: string }) => row.userId)).not.toContain(String(clerk.userId))
    const depts = (await admin.call('notice.readerDepts', { id })).value
    expect(depts.at(-1)).toMatchObject({ deptName: '秘书科', total: 1, read: 1, unread: 0, confirmed: 1 })
    const sheet = await admin.call('notice.readersExcel', { id })
    expect(sheet.status).toBe(200)
    for (const one of [id, plain]) await move('withdraw', one, { reason: '事项已取消' })
  })

  test('is shown to strangers only where it says so, and nothing of whom it went to', async () => {
    await sendNew({ title: '内部' })
    await sendNew({ title: '公开', isPublic: 1, audience: 1, deptIds: [office] })
    await add({ title: '公开的草稿', isPublic: 1 })
    const { list } = (await server.anyone.call('notice.webList')).value
    expect(list.map((row: object) => Object.keys(row).sort())).toEqual([['content', 'id', 'sentAt', 'title']])
    expect(list[0].title).toBe('公开')
    // it is said for all: whoever reaches one department does not put it there, be it only for themselves
    const keys = ['notice_list', 'notice_add', 'notice_edit', 'notice_send']
    const writer = await holding(server, keys, { dataScope: 'DEPART', deptId: office })
    const own = { title: '自己的', content: '甲', audience: 2, userIds: [writer.userId] }
    expect(await writer.call('notice.add', { ...own, isPublic: 1 })).toMatchObject({ errorCode: 'NO_PERMISSION' })
    const { id } = (await writer.call('notice.add', own)).value
    expect(await writer.call('notice.edit', { id, isPublic: 1 })).toMatchObject({ errorCode: 'NO_PERMISSION' })
    await admin.call('notice.edit', { id, isPublic: 1 })
    const sent = (await writer.call('notice.send', { items: [{ id }] })).value
    expect(sent.failed[0].errorCode).toBe('NO_PERMISSION')
    await admin.call('notice.dels', { ids: [id] })
  })

  test('is no list of the staff: of whom it goes to, its writer is told by name whom they reach', async () => {
    const keys = ['notice_list', 'notice_add', 'notice_edit']
    const writer = await holding(server, keys, { dataScope: 'DEPART', deptId: office })
    const near = await server.person({ roles: ['staff'], deptId: office, name: '近处的人' })
    const far = await server.person({ roles: ['staff'], deptId: below, name: '远处的人' })
    const draft = await add({ title: '全体草稿' }, writer)
    const named = await add({ title: '名单草稿', audience: 2, userIds: [near.userId] }, writer)
    // who reaches them adds somebody whom the writer does not
    await admin.call('notice.edit', { id: named, audience: 2, userIds: [near.userId, far.userId] })
    for (const id of [draft, named]) {
      const { list, total } = (await writer.call('notice.readers', { id, pageSize: 200 })).value
      const names = list.map(({ name }: { name: string }) => name)
      expect(names).toContain('近处的人')
      expect(names).not.toContain('远处的人')
      expect(total).toBe(names.length)
      const depts = (await writer.call('notice.readerDepts', { id })).value
      expect(depts.map(({ deptName }: { deptName: string }) => deptName)).toEqual(['办公室'])
      expect((await writer.call('notice.readers', { id, name: '远处' })).value.total).toBe(0)
      expect((await writer.call('notice.readers', { id, deptId: below })).value.total).toBe(0)
    }
    const { userNames } = (await writer.call('notice.get', { id: named })).value
    expect(userNames).toBe('近处的人、不在您数据范围内的 1 人')
    expect((await writer.call('notice.edit', { id: named, title: '名单草稿二' })).text).not.toContain('远处的人')
    expect((await whole(named)).userNames).toBe('近处的人、远处的人')
    for (const id of [draft, named]) await admin.call('notice.dels', { ids: [id] })
  })

  test('is sent no further than its sender reaches', async () => {
    const local = await server.person({ roles: ['staff'], deptId: office })
    expect(await local.call('notice.add', { title: '甲', audience: 0, content: '乙' })).toMatchObject({
      errorCode: 'NO_PERMISSION',
    })
    expect(await local.call('notice.list')).toMatchObject({ errorCode: 'NO_PERMISSION' })
  })

  test('is counted for who has many', async () => {
    expect(await clerk.call('notice.myList', { sortField: 'title' })).toMatchObject({ errorCode: 'BAD_INPUT' })
    const found = await clerk.call('notice.myList', { pageSize: 1, title: '公', reading: 0 })
    expect(found.value).toMatchObject({ total: 1, list: [{ title: '公开', sentByName: expect.any(String) }] })
  })

  test('what was sent to more people than one reaches is taken back by who sent it or reaches them', async () => {
    const officer = await holding(
      server,
      [
        ...['notice_list', 'notice_add', 'notice_edit', 'notice_send', 'notice_withdraw', 'notice_dels'],
        'notice_binPurge',
      ],
      { dataScope: 'DEPARTS', deptId: office },
    )
    const wide = await server.person({ roles: ['admin'], deptId: office })
    const all = await add({ title: '全县' }, wide)
    await move('send', all, {}, wide)
    const back = (id: string, by: Person) => move('withdraw', id, { reason: '内容有误' }, by)
    expect((await back(all, officer)).value.failed).toMatchObject([
      { errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining('请由撰写、发送的人或者管理员撤回') },
    ])
    expect(await whole(all)).toMatchObject({ status: 1 })
    expect((await back(all, wide)).value.done).toEqual([all])
    // nor is it changed or thrown away, be it withdrawn or not out yet
    const open = await add({ title: '公开', isPublic: 1, audience: 1, deptIds: [office] }, wide)
    for (const id of [all, open]) {
      const refused = { errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining('请由撰写、发送的人') }
      expect(await officer.call('notice.edit', { id, content: '<p>改过</p>' })).toMatchObject(refused)
      expect((await officer.call('notice.dels', { ids: [id] })).value.failed).toMatchObject([refused])
      // and from the recycle bin neither
      expect((await wide.call('notice.dels', { ids: [id] })).value.done).toEqual([id])
      for (const act of ['notice.binPurge', 'notice.binRestore'])
        expect((await officer.call(act, { items: [{ id }] })).value).toMatchObject({ done: [], failed: [refused] })
      expect((await wide.call('notice.binRestore', { items: [{ id }] })).value.done).toEqual([id])
    }
    const mine = await add({ title: '自拟', audience: 0 }, officer)
    expect((await officer.call('notice.edit', { id: mine, content: '<p>改过</p>' })).errorCode).toBe('0')
    expect((await officer.call('notice.dels', { ids: [mine] })).value.done).toEqual([mine])
    const inner = await add({ title: '本办', audience: 1, deptIds: [office] }, wide)
    await move('send', inner, {}, wide)
    expect((await back(inner, officer)).value.done).toEqual([inner])
  })
})
