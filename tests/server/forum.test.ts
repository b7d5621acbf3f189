import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitsFrom } from '../../server/limits.ts'
import { databases } from '../support/databases.ts'
import { roleHolding } from '../support/holding.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

describe.each(databases)('boards and posts on %s', (database) => {
  let server: TestServer
  let admin: Person
  let visitor: ReturnType<typeof visitorsOf>

  const ok = async (who: Person, call: string, input: object) => {
    const reply = await who.call(call, input)
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return reply.value
  }
  const board = async (title: string, open = true): Promise<string> => {
    const { id } = await ok(admin, 'plate.add', { title })
    if (open) await ok(admin, 'plate.open', { items: [{ id }] })
    return id
  }
  const captcha = async () => ({ verifyCode: 'ab12', codeId: await visitor.captcha() })
  const post = async (plateId: string, more: object = {}) =>
    visitor.post('/x/forum/post', {
      ...{ plateId, title: '路灯坏了', content: '东街的路灯坏了三天', name: '周小雨' },
      ...{ ...(await captcha()), ...more },
    })
  const comment = async (parentId: string, content = '我也看到了') =>
    visitor.post('/x/forum/comment', { parentId, content, ...(await captcha()) })
  const posted = async (plateId: string, more: object = {}): Promise<string> => {
    const reply = await post(plateId, more)
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return reply.value.id
  }
  const move = (name: string, id: string, more: object = {}, who = admin) =>
    who.call(`forum.${name}`, { items: [{ id, ...more }] })
  const whyNot = async (made: ReturnType<typeof move>) => (await made).value.failed[0]
  const get = async (id: string) => (await admin.call('forum.get', { id })).value
  const online = async (input: object): Promise<{ id: string; shownName: string; content: string }[]> =>
    (await server.anyone.call('forum.webList', { pageSize: 100, ...input })).value.list
  const onlineIds = async (input: object) => (await online(input)).map(({ id }) => id)
  const page = async (name: string) => (await fetch(`${server.url}/site/public_forum/${name}`)).text()
  const history = async (area: string, id: string): Promise<string[]> =>
    (await ok(admin, `${area}.history`, { id })).list.map(({ act }: { act: string }) => act)

  beforeAll(async () => {
    server = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
    admin = await server.person({ roles: ['admin'] })
    visitor = visitorsOf(server)
  })
  afterAll(() => server.close())

  test('a board is added, opened, renamed, stopped, deleted and comes back', async () => {
    await server.parts.site.start()
    const id = await board('道路', false)
    const onSite = async () => [
      (await server.anyone.call('plate.webget', { id })).value?.status ?? null,
      (await page('index.html')).includes('道路'),
      (await fetch(`${server.url}/site/public_forum/plate_${id}.html`)).status,
    ]
    // as long as it was never opened it is nobody's but the office's
    expect(await admin.call('plate.get', { id })).toMatchObject({ value: { status: 0, openedAt: null } })
    await expect.poll(onSite).toEqual([null, false, 404])
    await ok(admin, 'plate.open', { items: [{ id }] })
    await expect.poll(onSite).toEqual([1, true, 200])
    expect(await page(`plate_${id}.html`)).not.toContain('已停止发帖')
    expect(await ok(admin, 'plate.edit', { id, version: 2, title: '道路和停车' })).toMatchObject({ version: 3 })
    expect((await admin.call('plate.edit', { id, version: 2, title: '甲' })).errorCode).toBe('STALE')
    expect((await admin.call('plate.dels', { ids: [id] })).value.failed[0].errorMsg).toContain('请先停用')
    expect((await admin.call('plate.stop', { items: [{ id }] })).value.failed[0].errorMsg).toContain('理由')
    await ok(admin, 'plate.stop', { items: [{ id, reason: '版块合并' }] })
    expect((await server.anyone.call('plate.webget', { id })).value).toMatchObject({ status: 0, topics: 0 })
    expect(await onSite()).toEqual([0, true, 200])
    await expect.poll(() => page(`plate_${id}.html`)).toContain('共 0 条 · 已停止发帖')
    await expect.poll(() => page('index.html')).toMatch(/道路和停车<\/a> <span>0 个话题 · 已停止发帖</)
    expect((await ok(admin, 'plate.dels', { ids: [id] })).done).toEqual([id])
    expect((await server.anyone.call('plate.webget', { id })).errorCode).toBe('NOT_FOUND')
    await expect.poll(onSite).toEqual([null, false, 404])
    await ok(admin, 'plate.binRestore', { items: [{ id }] })
    await expect.poll(onSite).toEqual([0, true, 200])
    expect(await history('plate', id)).toEqual(['从回收站恢复', '删除', '停用', '修改', '启用', '新增'])
  })

  test('a board that is opened by a slip leaves the site with what stands on it, and comes back with it', async () => {
    const id = await board('误启用')
    const topic = await posted(id)
    await move('approve', topic)
    await expect.poll(() => page(`plate_${id}.html`)).toContain('路灯坏了')
    const standing = async () => [
      (await fetch(`${server.url}/site/public_forum/plate_${id}.html`)).status,
      (await fetch(`${server.url}/site/public_forum/${topic}.html`)).status,
      (await onlineIds({ plateId: id })).length,
    ]
    expect((await ok(admin, 'plate.undo', { items: [{ id }] })).done).toEqual([id])
    await expect.poll(standing).toEqual([404, 404, 0])
    await ok(admin, 'plate.open', { items: [{ id }] })
    await expect.poll(standing).toEqual([200, 200, 1])
  })

  test('a visitor posts, it is approved, answered by the office and by others, and taken down with what is below it', async () => {
    const plateId = await board('来往')
    const topic = await posted(plateId, { phone: '13900001234' })
    expect(await get(topic)).toMatchObject({ status: 0, type: 0, name: '周**', phone: '139****1234', found: null })
    expect(await online({ plateId })).toEqual([])
    expect((await comment(topic)).errorMsg).toContain('它不在网站上')
    await move('approve', topic)
    expect(await online({ plateId })).toEqual([expect.objectContaining({ id: topic, shownName: '周**' })])
    const reply = await comment(topic)
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    const first = reply.value.id
    expect((await admin.call('forum.add', { parentId: first, content: '明天修' })).errorMsg).toContain('不在网站上')
    await move('approve', first)
    const office = await ok(admin, 'forum.add', { parentId: first, content: '明天修' })
    expect(office).toMatchObject({ status: 1, type: 2, official: 1, plateId, topicId: topic, parentId: first })
    expect((await onlineIds({ topicId: topic })).toSorted()).toEqual([first, office.id].toSorted())
    // whoever reads all of them goes on behind the last one
    const behind = await onlineIds({ topicId: topic, afterId: first, sortField: 'id', sortOrder: 'asc' })
    expect(behind).toEqual(Number(office.id) > Number(first) ? [office.id] : [])
    await expect.poll(() => page(`${topic}.html`)).toContain('明天修')
    await expect.poll(() => page(`plate_${plateId}.html`)).toContain('路灯坏了')
    expect(await whyNot(move('reject', topic, { reason: '内容不实' }))).toMatchObject({
      errorMsg: expect.stringContaining('请先撤下重审'),
    })
    await move('hold', topic, { reason: '审核有误' })
    expect(await online({ plateId })).toEqual([])
    expect((await fetch(`${server.url}/site/public_forum/${topic}.html`)).status).toBe(404)
    // what is below it waits with it, and nothing new comes under it
    expect(await whyNot(move('hold', first, { reason: '审核有误' }))).toBeUndefined()
    expect(await whyNot(move('approve', first))).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: expect.stringContaining('《路灯坏了》不在网站上，请先通过那一篇'),
    })
    const before = (await admin.call('forum.list', { plateId })).value.total
    expect(await comment(first)).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect((await admin.call('forum.list', { plateId })).value.total).toBe(before)
    await move('approve', topic)
    expect(await history('forum', topic)).toEqual(['通过', '撤下重审', '通过', '新增'])
  })

  test('below what was taken down nothing is on the site, however deep, and all of it is again when that is', async () => {
    const plateId = await board('层层')
    const topic = await posted(plateId)
    await move('approve', topic)
    const chain = [topic]
    for (const said of ['第一层', '第二层', '第三层', '第四层']) {
      const { id } = (await comment(chain.at(-1) as string, said)).value
      await move('approve', id)
      chain.push(id)
    }
    const [, first, second, third, fourth] = chain as [string, string, string, string, string]
    const aside = (await comment(topic, '旁边的')).value.id
    await move('approve', aside)
    const all = async () => (await onlineIds({ topicId: topic })).map(Number).toSorted((a, b) => a - b)
    const ids = (...some: string[]) => some.map(Number).toSorted((a, b) => a - b)
    expect(await all()).toEqual(ids(first, second, third, fourth, aside))
    await move('hold', first, { reason: '言辞不当' })
    expect(await all()).toEqual(ids(aside))
    expect((await comment(fourth)).errorCode).toBe('NOT_FOUND')
    // one further down is judged anew, and stays covered by what is above it
    await move('hold', third, { reason: '言辞不当' })
    expect(await whyNot(move('approve', third))).toMatchObject({ errorMsg: expect.stringContaining('不在网站上') })
    await move('approve', first)
    expect(await all()).toEqual(ids(first, second, aside))
    await move('approve', third)
    expect(await all()).toEqual(ids(first, second, third, fourth, aside))
    await expect.poll(() => page(`${topic}.html`)).toContain('第四层')
    await move('hold', first, { reason: '言辞不当' })
    await admin.call('forum.undo', { items: [{ id: first }] })
    expect(await all()).toEqual(ids(first, second, third, fourth, aside))
  })

  test('a long topic has pages, and what is taken down leaves the one where it stood', async () => {
    const plateId = await board('长话题')
    const topic = await posted(plateId)
    await move('approve', topic)
    const first = (await comment(topic, '最早的跟帖')).value.id
    await move('approve', first)
    const { write } = server.parts.db
    const { id: _, ...row } = await write
      .selectFrom('forum')
      .selectAll()
      .where('id', '=', Number(first))
      .executeTakeFirstOrThrow()
    await write
      .insertInto('forum')
      .values(Array.from({ length: 149 }, (_n, i) => ({ ...row, openContent: `第 ${i} 条。` })))
      .execute()
    // what answers the first one stands behind it, and pushes the others on
    const answer = (await comment(first, '答最早的')).value.id
    await move('approve', answer)
    await expect.poll(() => page(`${topic}_2.html`)).toContain('第 148 条。')
    const shown = await page(`${topic}.html`)
    expect(shown).toMatch(/最早的跟帖[\s\S]*答最早的[\s\S]*第 0 条。/)
    expect(shown).toContain('跟帖（151）')
    expect(shown).toContain(`${topic}_2.html`)
    expect(shown).not.toContain('第 148 条。')
    const [last] = (await online({ topicId: topic, pageSize: 200 })).slice(-2)
    await move('hold', (last as { id: string }).id, { reason: '言辞不当' })
    await expect.poll(() => page(`${topic}_2.html`)).not.toContain('第 148 条。')
    expect(await page(`${topic}_2.html`)).toContain('第 147 条。')
  })

  test('words and somebody’s data wait apart, are named to who judges, and stand nowhere on the site', async () => {
    await ok(admin, 'sensitive.add', { word: '倒卖发票', level: 2 })
    const plateId = await board('文字')
    const bad = await posted(plateId, { title: '倒卖发票', content: '便宜' })
    expect(await get(bad)).toMatchObject({ status: 3, found: '含有敏感词「倒卖发票」' })
    expect(await whyNot(move('approve', bad))).toMatchObject({ errorCode: 'SENSITIVE_WORDS' })
    const told = await posted(plateId, { phone: '13900001234', content: '请打 13812345678 找我' })
    expect(await get(told)).toMatchObject({ status: 3, found: expect.stringContaining('显示时自动隐去') })
    await move('approve', told)
    expect((await online({ plateId })).map(({ content }) => content)).toEqual(['请打 138****5678 找我'])
    await expect.poll(() => page(`${told}.html`)).toContain('138****5678')
    expect(await page(`${told}.html`)).not.toContain('13812345678')
    expect((await admin.call('forum.reveal', { id: told })).value).toMatchObject({ phone: '13900001234' })
    const log = await server.parts.db.read.selectFrom('log').selectAll().execute()
    for (const secret of ['周小雨', '13900001234', '便宜']) expect(JSON.stringify(log)).not.toContain(secret)
  })

  test('without the captcha, on a stopped or deleted board, or on none nothing is posted', async () => {
    const [open, stopped, gone] = [await board('在用'), await board('停用'), await board('删除', false)]
    const closed = await board('还没启用', false)
    await ok(admin, 'plate.stop', { items: [{ id: stopped, reason: '版块合并' }] })
    await ok(admin, 'plate.dels', { ids: [gone] })
    const count = async () => (await admin.call('forum.list')).value.total
    const before = await count()
    expect(await post(open, { verifyCode: 'wrong' })).toMatchObject({ errorCode: 'CAPTCHA_WRONG' })
    expect(await post(stopped)).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: '版块「停用」已停用，不能发帖、跟帖',
    })
    for (const id of [gone, closed]) expect(await post(id)).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(await post('999999')).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(await admin.call('forum.add', { plateId: stopped, title: '甲', content: '乙' })).toMatchObject({
      errorCode: 'BAD_STATE',
    })
    expect(await count()).toBe(before)
  })

  test('the posts of a board that is deleted stay and are read by the staff; it does not go for good while they are there', async () => {
    const plateId = await board('要删的')
    const [seen, waiting] = [await posted(plateId), await posted(plateId, { title: '还没审' })]
    await move('approve', seen)
    await ok(admin, 'plate.stop', { items: [{ id: plateId, reason: '版块合并' }] })
    expect(await onlineIds({ plateId })).toEqual([seen])
    expect((await comment(seen)).errorMsg).toContain('已停用')
    await ok(admin, 'plate.dels', { ids: [plateId] })
    expect(await online({ plateId })).toEqual([])
    for (const name of [`${seen}`, `reply_${seen}`, `plate_${plateId}`])
      await expect
        .poll(async () => (await fetch(`${server.url}/site/public_forum/${name}.html`)).status, { message: name })
        .toBe(404)
    expect(await get(seen)).toMatchObject({ content: '东街的路灯坏了三天', plateTitle: '要删的', plateDeleted: 1 })
    expect((await admin.call('forum.list', { plateId })).value.total).toBe(2)
    expect(await whyNot(move('approve', waiting))).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: '版块「要删的」已删除，帖子不能再显示',
    })
    expect(await get(waiting)).toMatchObject({ status: 0, version: 1 })
    const purge = await admin.call('plate.binPurge', { items: [{ id: plateId }] })
    expect(purge.errorMsg).toContain('还有 2 篇帖子')
    await ok(admin, 'plate.binRestore', { items: [{ id: plateId }] })
    expect(await onlineIds({ plateId })).toEqual([seen])
    // its pages come back with it, without anybody's further doing
    await expect.poll(() => page(`plate_${plateId}.html`)).toContain('路灯坏了')
    await expect.poll(() => page('index.html')).toContain('要删的')
    await expect.poll(() => page(`${seen}.html`)).toContain('东街的路灯坏了三天')
  })

  test('what was deleted meanwhile is not judged, and of two who judge at once one is told', async () => {
    const plateId = await board('两人')
    const [one, two] = [await posted(plateId), await posted(plateId)]
    const other = await server.person({ roles: ['auditor'] })
    await ok(admin, 'forum.dels', { ids: [one] })
    expect(await whyNot(move('approve', one, {}, other))).toMatchObject({ id: one, errorCode: 'NOT_FOUND' })
    const both = await Promise.all([
      move('approve', two, { version: 1 }),
      move('reject', two, { version: 1, reason: '内容不实' }, other),
    ])
    const failed = both.flatMap(({ value }) => value.failed)
    expect(both.flatMap(({ value }) => value.done)).toEqual([two])
    expect(failed).toEqual([expect.objectContaining({ id: two, errorCode: 'STALE' })])
    expect(await get(two)).toMatchObject({ version: 2 })
  })

  test('who moderates a board may only that board, by lists, records and moves, until it is taken again', async () => {
    const [mine, others] = [await board('我管的'), await board('别人的')]
    const keys = ['forum_list', 'forum_add', 'forum_approve', 'forum_reject', 'forum_hold', 'forum_dels']
    const ofBoards = ['plate_list', 'plate_edit', 'plate_open', 'plate_stop', 'plate_add']
    const { id: roleId, alias } = await roleHolding(server, [...keys, ...ofBoards], { plates: [] })
    const moderator = await server.person({ roles: [alias] })
    const [here, there] = [await posted(mine), await posted(others)]
    const seen = async (): Promise<string[]> =>
      (await ok(moderator, 'forum.list', { pageSize: 200 })).list.map(({ id }: { id: string }) => id)
    expect(await seen()).toEqual([])
    const set = (plateIds: string[], more: object = {}) => admin.call('plateRole.save', { roleId, plateIds, ...more })
    expect((await set([mine], { version: 1 })).value).toEqual({ roleId: String(roleId), plateIds: [mine], version: 2 })
    expect((await set([], { version: 1 })).errorCode).toBe('STALE')
    expect(await seen()).toEqual([here])
    expect((await moderator.call('forum.get', { id: there })).errorCode).toBe('NOT_FOUND')
    expect(await whyNot(move('approve', there, {}, moderator))).toMatchObject({ id: there, errorCode: 'NOT_FOUND' })
    expect((await moderator.call('forum.dels', { ids: [there] })).value.failed[0].errorCode).toBe('NOT_FOUND')
    expect((await moderator.call('forum.add', { plateId: others, title: '甲', content: '乙' })).errorMsg).toContain(
      '您不管理这个版块',
    )
    expect(await get(there)).toMatchObject({ status: 0, version: 1 })
    expect((await move('approve', here, {}, moderator)).value.done).toEqual([here])
    // nor are other boards theirs to rename, to stop or to make
    expect((await moderator.call('plate.edit', { id: others, title: '改名' })).errorCode).toBe('NOT_FOUND')
    expect((await moderator.call('plate.stop', { items: [{ id: others, reason: '维护' }] })).value).toMatchObject({
      ...{ done: [], failed: [{ id: others, errorCode: 'NOT_FOUND' }] },
    })
    expect((await moderator.call('plate.add', { title: '新的' })).errorCode).toBe('NO_PERMISSION')
    expect((await ok(moderator, 'plate.edit', { id: mine, title: '我管的版块' })).title).toBe('我管的版块')
    const boards = async (input: object, who = admin) =>
      (await ok(who, 'plate.listByRole', input)).list.map(({ id }: { id: string }) => id)
    expect(await boards({}, moderator)).toEqual([mine])
    expect(await boards({ roleId })).toEqual([mine])
    const listed = async (call: string): Promise<string[]> =>
      (await ok(admin, call, { roleId, pageSize: 200 })).list.map(({ id }: { id: string }) => id)
    expect(await listed('plateRole.pageList')).toEqual([mine])
    expect(await listed('plateRole.notPageList')).toContain(others)
    expect(await listed('plateRole.notPageList')).not.toContain(mine)
    expect((await ok(admin, 'plateRole.list', { roleId }))[0]).toMatchObject({ plateIds: [mine] })
    expect((await set(['999999'])).errorCode).toBe('NOT_FOUND')
    // a moderator gives no board that is another's
    expect((await moderator.call('plateRole.save', { roleId, plateIds: ['0'] })).errorCode).toBe('NO_PERMISSION')
    await set([])
    expect(await seen()).toEqual([])
    await set(['0'])
    expect((await seen()).toSorted()).toEqual(expect.arrayContaining([here, there].toSorted()))
    expect((await admin.call('plate.plateRoleExcel', {})).status).toBe(200)
  })

  test('the form without scripts lists the boards that are open, answers a post, and keeps what was typed', async () => {
    const plateId = await board('无脚本')
    const topic = await posted(plateId)
    await move('approve', topic)
    const form = await (await fetch(`${server.url}/x/form/page?form=forum`)).text()
    expect(form).toMatch(/<option value="\d+">无脚本<\/option>/)
    const answer = await (await fetch(`${server.url}/x/form/page?form=forumComment&parentId=${topic}`)).text()
    expect(answer).toContain(`name="parentId" value="${topic}"`)
    const codeId = await visitor.captcha()
    const sent = (more: object) =>
      server.raw('/x/form/send', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: String(
          new URLSearchParams({
            ...{ form: 'forumComment', parentId: topic, content: '不用脚本', codeId, verifyCode: 'ab12' },
            ...{ requestKey: `key-${database}`, ...more },
          }),
        ),
      })
    expect((await sent({ content: '' })).text).toContain('id="content-says">请填写<')
    expect((await sent({})).text).toContain('提交成功，审核以后显示')
    expect((await admin.call('forum.list', { topicId: topic })).value.list[0]).toMatchObject({ title: '不用脚本' })
  })
})
