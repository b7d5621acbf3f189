import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rightsChanged } from '../../server/access/rights.ts'
import { breathing, dueNow } from '../../server/reminders/due.ts'
import { remind } from '../../server/reminders/send.ts'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const day = 24 * 3600_000

describe.each(databases)('reminders on %s', (database) => {
  let server: TestServer
  let admin: Person
  let clerk: Person
  let dept: number
  const watch = { stopped: () => false, progress: () => {} }
  const run = (after = 0) => remind({ ...server.parts, now: () => server.clock.now + after }, watch)
  const inbox = async (person: Person) => (await person.call('notice.myList')).value.list
  const rule = async (event: string) =>
    (await admin.call('reminder.list', { event })).value.list[0] as { id: string; enabled: number }
  const task = (title: string, deadline: number) =>
    server.parts.db.write
      .insertInto('assignment')
      .values({
        ...{ title, urgency: 0, state: 0, deadline, deptId: null, createdBy: null, content: '内容' },
        ...{ createdAt: server.clock.now, updatedAt: server.clock.now, version: 1 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .then(({ id }) =>
        server.parts.db.write.insertInto('assignmentDept').values({ assignmentId: id, deptId: dept }).execute(),
      )
  beforeAll(async () => {
    server = await startServer(database)
    dept = await makeDept(server, '办公室')
    admin = await server.person({ roles: ['admin'] })
    clerk = await server.person({ roles: ['staff'], deptId: dept })
  })
  afterAll(() => server.close())

  test('shipped ones are there, and only what surely helps is on', async () => {
    const { list } = (await admin.call('reminder.list', { pageSize: 50 })).value
    expect(
      list.filter((one: { enabled: number }) => one.enabled === 1).map((one: { event: string }) => one.event),
    ).toEqual([
      ...['taskDue', 'taskOverdue', 'workFailed', 'passwordEnds', 'offSiteLeft', 'mailDue', 'mailOverdue'],
      ...['proposalDue', 'proposalOverdue', 'compliance', 'suggestionDue', 'suggestionOverdue'],
      ...['applyDue', 'applyOverdue'],
    ])
    expect(list[0]).toMatchObject({ leadSays: '提前 1 个工作日', channel: 1, missing: null })
  })

  test('what is due is foretold, sent once in one message, and not again after a restart', async () => {
    await task('甲', server.clock.now + day / 2)
    await task('乙', server.clock.now + day / 3)
    await task('丙', server.clock.now - day)
    await task('以后', server.clock.now + 5 * day)
    const foretold = (await admin.call('reminder.preview')).value.list
    expect(foretold).toMatchObject([{ userId: String(clerk.userId), things: 3, channelNames: '站内通知' }])
    expect(await inbox(clerk)).toEqual([])
    expect(await run()).toMatchObject({ state: 'done', says: '提醒了 1 人' })
    const [note, ...more] = await inbox(clerk)
    expect(more).toEqual([])
    expect(note).toMatchObject({ title: '提醒：3 件事需要处理', sentByName: '系统' })
    const { content } = (await clerk.call('notice.open', { id: note.id })).value
    expect(content).toContain('交办任务《甲》')
    expect(content).toContain('交办任务《丙》已于')
    expect(content).not.toContain('以后')
    expect(await run()).toMatchObject({ idle: true })
    expect((await admin.call('reminder.preview')).value).toMatchObject({ list: [], total: 0 })
    // it is its reader's alone
    expect((await admin.call('notice.list')).value.total).toBe(0)
    expect(await admin.call('notice.get', { id: note.id })).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(
      (await admin.call('notice.withdraw', { items: [{ id: note.id, reason: '甲' }] })).value.failed,
    ).toMatchObject([{ errorCode: 'NOT_FOUND' }])
  })

  test('nobody is told at night, and what was missed is told once in the morning', async () => {
    await task('丁', server.clock.now + 30 * 3600_000)
    // 21:05, and 9:05 on the next day
    expect(await run(12 * 3600_000)).toMatchObject({ idle: true })
    expect(await run(day)).toMatchObject({ state: 'done' })
    expect(await inbox(clerk)).toHaveLength(2)
  })

  test('what waits too long is told to those who work on it, as far as they reach', async () => {
    const { id } = await rule('answerWaits')
    await admin.call('reminder.edit', { id, enabled: 1 })
    await admin.call('advice.add', { title: '久等的意见', content: '内容', deptId: dept })
    const other = await makeDept(server, '别处')
    await admin.call('advice.add', { title: '别处的意见', content: '内容', deptId: other })
    await server.parts.db.write
      .updateTable('advice')
      .set({ createdAt: server.clock.now - 5 * day })
      .execute()
    const due = (await admin.call('reminder.detail', { id })).value.due
    expect(due.find((one: { userId: string }) => one.userId === String(clerk.userId)).says).toContain('久等的意见')
    expect(JSON.stringify(due.filter((one: { userId: string }) => one.userId === String(clerk.userId)))).not.toContain(
      '别处',
    )
    await run()
    const notes = await inbox(clerk)
    const texts = await Promise.all(
      notes.map(async ({ id }: { id: string }) => (await clerk.call('notice.open', { id })).value.content),
    )
    expect(texts.some((text) => text.includes('久等的意见'))).toBe(true)
    await admin.call('reminder.edit', { id, enabled: 0 })
  })

  test('days of work are counted: over a weekend nobody is reminded of what came on Friday', async () => {
    // 21 November is a Saturday: by then one working day has gone over what came on Thursday, and none over what came on Friday
    const { id } = await rule('answerWaits')
    await admin.call('reminder.edit', { id, enabled: 1, lead: 1 })
    const given = async (title: string, ago: number) => {
      const { value } = await admin.call('advice.add', { title, content: '内容', deptId: dept })
      const at = { createdAt: server.clock.now - ago * day }
      await server.parts.db.write.updateTable('advice').set(at).where('id', '=', Number(value.id)).execute()
    }
    await given('周四的意见', 2.1)
    await given('周五的意见', 1.1)
    const says = JSON.stringify((await admin.call('reminder.detail', { id })).value.due)
    expect(says).toContain('周四的意见')
    expect(says).not.toContain('周五的意见')
    await admin.call('reminder.edit', { id, enabled: 0, lead: 3 })
  })

  test('named people are told instead; ways that are not there are refused, and say why', async () => {
    const refused = await admin.call('reminder.add', { name: '钉钉', event: 'taskOverdue', channel: 4 })
    expect(refused).toMatchObject({ errorCode: 'BAD_STATE' })
    expect(refused.errorMsg).toContain('没有接通钉钉')
    expect(await admin.call('reminder.add', { name: '谁', event: 'taskOverdue', receivers: 1 })).toMatchObject({
      errorCode: 'BAD_INPUT',
    })
    const more = { name: '告诉领导', event: 'taskOverdue', receivers: 1, userIds: [admin.userId], channel: 3 }
    const { value } = await admin.call('reminder.add', more)
    expect(value).toMatchObject({ lead: null, leadSays: '随即', channel: 3 })
    expect(value.missing).toContain('发件箱')
    await run()
    expect((await inbox(admin)).some((one: { title: string }) => one.title.startsWith('提醒'))).toBe(true)
    // whose phone is not known gets no short message
    expect((await admin.call('sms.list')).value.total).toBe(0)
    expect((await admin.call('reminder.dels', { ids: [value.id] })).value.done).toEqual([value.id])
  })

  test('who names receivers reaches them, and nobody is told in words what they may not see', async () => {
    const [office, other] = [await makeDept(server, '小科'), await makeDept(server, '大局')]
    const keys = ['reminder_list', 'reminder_add', 'reminder_edit', 'reminder_dels', 'advice_list']
    const small = await holding(server, keys, { dataScope: 'DEPART', deptId: office })
    const beside = await server.person({ roles: ['staff'], deptId: office, name: '身边的人' })
    const far = await server.person({ roles: ['staff'], deptId: other, name: '远处的人' })
    for (const [title, deptId] of [
      ['本科的意见', office],
      ['大局的意见', other],
    ] as const)
      await admin.call('advice.add', { title, content: '内容', deptId })
    await server.parts.db.write
      .updateTable('advice')
      .set({ createdAt: server.clock.now - 9 * day })
      .where('title', 'in', ['本科的意见', '大局的意见'])
      .execute()
    const given = { name: '我也要知道', event: 'answerWaits', lead: 1, receivers: 1, channel: 1 }
    const add = (who: Person, more: object) => who.call('reminder.add', { ...given, ...more })
    for (const userIds of [[far.userId], [small.userId, far.userId], [999_999]])
      expect(await add(small, { userIds })).toMatchObject({
        errorCode: 'BAD_INPUT',
        errorMsg: expect.stringContaining('不在您的数据范围内'),
      })
    expect(await add(small, { receivers: 0, channel: 2 })).toMatchObject({ errorCode: 'NO_PERMISSION' })
    const { value: own } = await add(small, { userIds: [small.userId, beside.userId] })
    expect(own.userNames).toContain('身边的人')
    // theirs and the office's whose names a rule of another one has
    const { value: wide } = await add(admin, { userIds: [beside.userId, far.userId] })
    const read = (await small.call('reminder.get', { id: wide.id })).value
    expect(read).toMatchObject({ userIds: [String(beside.userId)], userNames: '身边的人、不在您数据范围内的 1 人' })
    for (const change of [{ channel: 2 }, { userIds: [beside.userId] }, { name: '改名' }])
      expect((await small.call('reminder.edit', { id: wide.id, ...change })).errorCode).toBe('BAD_INPUT')
    expect((await small.call('reminder.dels', { ids: [wide.id] })).value.failed).toHaveLength(1)
    for (const reply of [
      await small.call('reminder.detail', { id: own.id }),
      await small.call('reminder.detail', { id: wide.id }),
      await small.call('reminder.preview'),
    ]) {
      expect(reply.text).not.toContain('大局的意见')
      expect(reply.text).not.toContain('远处的人')
    }
    const due = (await small.call('reminder.detail', { id: own.id })).value.due as { userId: string; says: string }[]
    const mine = due.find(({ userId }) => userId === String(small.userId))
    expect(mine?.says).toContain('本科的意见')
    expect(mine?.says).toMatch(/另有 \d+ 件不在数据范围内$/)
    await run()
    const textsOf = async (who: Person) => {
      const notes = (await inbox(who)) as { id: string }[]
      return (await Promise.all(notes.map(({ id }) => who.call('notice.open', { id })))).map(({ text }) => text).join()
    }
    for (const [who, sees, not] of [
      [small, '本科的意见', '大局的意见'],
      [far, '大局的意见', '本科的意见'],
    ] as const) {
      expect(await textsOf(who)).toContain(sees)
      expect(await textsOf(who)).not.toContain(not)
    }
    expect(await textsOf(small)).toMatch(/另有 \d+ 件/)
    await admin.call('reminder.dels', { ids: [own.id, wide.id] })
  })

  test('what everybody is told by is changed by who reaches everybody, and by no script', async () => {
    const keys = ['reminder_list', 'reminder_add', 'reminder_edit', 'reminder_dels']
    const { id } = await rule('workFailed')
    const script = async (who: Person) =>
      server.bearer((await who.call('auth.scriptAdd', { name: '脚本', days: 1, keys })).value.token)
    const small = await holding(server, keys, { dataScope: 'SELF', deptId: dept })
    for (const who of [small, await script(small), await script(admin)]) {
      const refused = { errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining('提醒所有办理的人') }
      expect(await who.call('reminder.edit', { id, enabled: 0 })).toMatchObject(refused)
      expect(await who.call('reminder.add', { name: '人人', event: 'taskOverdue' })).toMatchObject(refused)
      expect((await who.call('reminder.dels', { ids: [id] })).value.failed).toMatchObject([refused])
    }
    const { value: own } = await small.call('reminder.add', {
      ...{ name: '只提醒我', event: 'taskOverdue', receivers: 1, userIds: [small.userId] },
    })
    expect(await small.call('reminder.edit', { id: own.id, receivers: 0 })).toMatchObject({
      errorCode: 'NO_PERMISSION',
    })
    expect((await rule('workFailed')).enabled).toBe(1)
    server.clock.now += 11 * 60_000
    for (const [call, input] of [
      ['reminder.edit', { id: own.id, enabled: 0 }],
      ['reminder.dels', { ids: [own.id] }],
    ] as const)
      expect((await small.call(call, input)).errorCode).toBe('PROVE_AGAIN')
    server.clock.now -= 11 * 60_000
    expect((await small.call('reminder.dels', { ids: [own.id] })).value.done).toEqual([own.id])
  })

  test('there are so many rules for everybody concerned, and so many for named people of each who made them', async () => {
    const db = server.parts.db.write
    const busy = await holding(server, ['reminder_add', 'reminder_edit'], { dataScope: 'SELF' })
    const there = await db.selectFrom('reminder').selectAll().execute()
    const [{ id: _, ...one }] = there as [(typeof there)[number]]
    const fill = (length: number, more: object) =>
      db
        .insertInto('reminder')
        .values(Array.from({ length }, (_, i) => ({ ...one, ...more, name: `凑数${i}`, enabled: 0 })) as never)
        .execute()
    const ofHouse = { name: '凑数甲', event: 'taskOverdue' }
    const ofNamed = (who: Person) => ({ ...ofHouse, receivers: 1, userIds: [who.userId] })
    await fill(50, { receivers: 1, createdBy: Number(busy.userId) })
    expect(await busy.call('reminder.add', ofNamed(busy))).toMatchObject({
      ...{ errorCode: 'BAD_STATE', errorMsg: '每人新增的提醒指定人员的消息提醒最多 50 项，请先删去不用的' },
    })
    // the others have theirs
    expect((await admin.call('reminder.add', ofNamed(admin))).errorCode).toBe('0')
    expect((await admin.call('reminder.add', ofHouse)).errorCode).toBe('0')
    const left = await db.selectFrom('reminder').select('id').where('receivers', '!=', 1).execute()
    await fill(200 - left.length, { receivers: 0, createdBy: null })
    const full = { errorCode: 'BAD_STATE', errorMsg: '提醒所有办理的人的消息提醒最多 200 项，请先删去不用的' }
    expect(await admin.call('reminder.add', ofHouse)).toMatchObject(full)
    const { value } = await admin.call('reminder.add', ofNamed(admin))
    expect(await admin.call('reminder.edit', { id: value.id, receivers: 0 })).toMatchObject(full)
    await db.deleteFrom('reminder').where('name', 'like', '凑数%').execute()
  })

  test('a phone gets two short messages a day and no more', async () => {
    const { parts } = server
    const phone = '13912345678'
    await parts.db.write
      .updateTable('user')
      .set({ mobile: parts.secret.encrypt(phone), mobileHash: parts.secret.lookup(phone) })
      .where('id', '=', clerk.userId)
      .execute()
    const { id } = await rule('taskOverdue')
    await admin.call('reminder.edit', { id, channel: 3 })
    for (const title of ['一', '二', '三']) {
      await task(title, server.clock.now - 1000)
      await run()
    }
    expect((await admin.call('sms.list')).value.total).toBe(2)
    const left = (await inbox(clerk)).filter((one: { title: string }) => one.title === '提醒：1 件事需要处理')
    expect(left.length).toBeGreaterThanOrEqual(3)
  })

  test('who has no phone is told inside of what a short message would have said', async () => {
    const { id } = await rule('taskOverdue')
    await admin.call('reminder.edit', { id, channel: 2 })
    await server.parts.db.write
      .updateTable('user')
      .set({ mobile: null, mobileHash: null })
      .where('id', '=', clerk.userId)
      .execute()
    const [before, texts] = [(await inbox(clerk)).length, (await admin.call('sms.list')).value.total]
    await task('没有手机号也要知道', server.clock.now - 1000)
    const done = await run()
    expect((await inbox(clerk)).length).toBe(before + 1)
    expect((await admin.call('sms.list')).value.total).toBe(texts)
    expect(done.says).toContain('改发站内通知')
  })

  test('of many people who stand alike each is not asked for, and of many who would be told a page is shown and all are counted', async () => {
    const now = server.clock.now
    const { db } = server.parts
    const staff = await db.read.selectFrom('role').select('id').where('alias', '=', 'staff').executeTakeFirstOrThrow()
    const { value } = await admin.call('advice.add', { title: '众人的意见', content: '内容', deptId: dept })
    await db.write
      .updateTable('advice')
      .set({ createdAt: now - 8 * day })
      .where('id', '=', Number(value.id))
      .execute()
    const far = await makeDept(server, '众人的科室')
    const some = Array.from({ length: 400 }, (_, i) => ({
      ...{ account: `many${i}`, name: `众${i}`, userType: '2', password: 'x', state: 0, mustChange: 0, passwordAt: 0 },
      ...{ demo: 0, createdAt: now, updatedAt: now, version: 1, deptId: i % 2 === 0 ? dept : far },
    }))
    const made = await db.write
      .insertInto('user')
      .values(some as never)
      .returning('id')
      .execute()
    await db.write
      .insertInto('userRole')
      .values(made.map(({ id }) => ({ userId: id, roleId: staff.id })))
      .execute()
    await rightsChanged(db.write)
    let queries = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const counted = { ...server.parts, db: { ...db, read: db.read.withPlugin(counting) } }
    const { id } = await rule('answerWaits')
    const [row] = await db.read.selectFrom('reminder').selectAll().where('id', '=', Number(id)).execute()
    const due = await dueNow(counted, [row as NonNullable<typeof row>])
    expect(queries).toBeLessThan(60)
    const told = new Set(due.map(({ userId }) => userId))
    for (const [i, one] of made.entries()) expect([i, told.has(one.id)]).toEqual([i, i % 2 === 0])
    const { dueCount, due: shown } = (await admin.call('reminder.detail', { id })).value
    expect(shown).toHaveLength(100)
    expect(dueCount).toBe(due.length)
    await admin.call('reminder.edit', { id, enabled: 1 })
    const page = (await admin.call('reminder.preview', { pageNumber: 2, pageSize: 50 })).value
    expect(page.list).toHaveLength(50)
    expect(page.total).toBeGreaterThanOrEqual(due.length)
    await admin.call('reminder.edit', { id, enabled: 0 })
    await db.write
      .deleteFrom('user')
      .where(
        'id',
        'in',
        made.map((one) => one.id),
      )
      .execute()
  })

  test('whom one is for is not deleted: it would go on, and tell nobody', async () => {
    const { userId } = await server.person({ roles: [] })
    const given = { name: '提醒一人', event: 'taskDue', receivers: 1, userIds: [userId] }
    const { id } = (await admin.call('reminder.add', given)).value
    expect(await admin.call('user.del', { id: userId })).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: expect.stringMatching(/还有 1 项消息提醒，不能删除/),
    })
    await admin.call('reminder.dels', { ids: [id] })
    expect((await admin.call('user.del', { id: userId })).errorCode).toBe('0')
  })

  test('what nobody waits for any more is not reckoned to its end', async () => {
    await expect(
      dueNow(
        server.parts,
        undefined,
        breathing(() => true),
      ),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
