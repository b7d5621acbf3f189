import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '../../server/access/session.ts'
import { limitsFrom } from '../../server/limits.ts'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

describe.each(databases)('a request key on %s', (database) => {
  let server: TestServer
  let column: number
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
    column = await makeColumn(server)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  const send = (path: string, key: string, body: unknown) =>
    server.raw(path, {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'application/json', 'x-request-key': key },
      body: JSON.stringify(body),
    })
  const saveWith = (key: string, title: string) => send('/api/article/save/admin', key, anArticle(column, { title }))
  const refused = { errorCode: 'CONFLICT', errorMsg: expect.stringContaining('x-request-key') }

  test('stands for one content: another one under it is refused, not taken for the first', async () => {
    const key = crypto.randomUUID()
    const first = await saveWith(key, '甲')
    expect(await saveWith(key, '乙')).toMatchObject(refused)
    expect((await saveWith(key, '甲')).value.articleId).toBe(first.value.articleId)
  })

  test('stands before what is looked at beforehand: people who were added are not refused as being there', async () => {
    const items = [{ account: 'kept1', name: '甲' }]
    const first = await send('/x/user/import', 'people', { items })
    expect(first.value).toMatchObject({ added: 1, users: [{ oncePassword: expect.stringMatching(/^\w{16}$/) }] })
    expect((await send('/x/user/import', 'people', { items })).value).toEqual(first.value)
    expect(await send('/x/user/import', 'people', { items: [{ account: 'kept2', name: '乙' }] })).toMatchObject(refused)
    expect((await send('/x/user/import', 'others', { items })).errorCode).toBe('BAD_INPUT')
  })

  test('one that cannot be kept is refused: whoever sends it relies on it', async () => {
    for (const key of ['a b', 'x'.repeat(65), '../a'])
      expect(await saveWith(key, '丙'), key).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect((await admin.call('article.list', { title: '丙' })).value.total).toBe(0)
  })

  test('that cannot be kept tells nobody who is not signed in what is wrong with it', async () => {
    const headers = { 'content-type': 'application/json', 'x-request-key': '钥匙'.repeat(40).replaceAll(/./gu, '!') }
    for (const path of ['/api/article/list', '/api/article/save/admin'])
      expect(await server.raw(path, { method: 'POST', headers, body: '{}' })).toMatchObject({
        errorCode: 'NOT_SIGNED_IN',
      })
  })

  test('stands for one list: other items under it are not called done', async () => {
    const [a, b] = [await saveWith('list-a', '甲'), await saveWith('list-b', '乙')]
    const accept = (id: string) => send('/api/article/accept', 'list', [id])
    expect((await accept(a.value.articleId)).value.done).toEqual([a.value.articleId])
    expect(await accept(b.value.articleId)).toMatchObject(refused)
    expect((await accept(a.value.articleId)).value.done).toEqual([a.value.articleId])
  })

  test('gives nobody what another session was told: not a script token its maker’s answer, nor another token’s', async () => {
    const tokens = { name: '只看文章', keys: ['article_list'] }
    let no = 0
    const token = async () => {
      no += 1
      return (await admin.call('auth.scriptAdd', { ...tokens, name: `只看文章 ${no}` })).value.token as string
    }
    const one = await token()
    const made = await send('/x/auth/script/add', 'secret', tokens)
    expect(made.value.token).toBeTruthy()
    const as = (authorization: string, path: string, body: unknown, key = 'secret') =>
      server.raw(path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'x-request-key': key },
        body: JSON.stringify(body),
      })
    expect(await as(one, '/x/auth/script/add', tokens)).toMatchObject({ errorCode: 'NO_PERMISSION', value: null })
    const writer = async (name: string) =>
      (await admin.call('auth.scriptAdd', { name, keys: ['article_saveAdmin'] })).value.token as string
    const article = anArticle(column, { title: '同一请求标识' })
    const saved = [await writer('导入甲'), await writer('导入乙'), admin.token].map((who) =>
      as(who, '/api/article/save/admin', article, 'k'),
    )
    const ids = (await Promise.all(saved)).map(({ value }) => value.articleId)
    expect(new Set(ids).size).toBe(3)
    // a person who signed in anew is the same person
    const { userId: id } = admin
    const fresh = await openSession(server.parts.db.write, server.parts.secret, {
      kind: 'person',
      userId: id,
      now: server.clock.now,
      idleMs: 0,
      lastsMs: 60_000,
      address: '127.0.0.1',
    })
    expect((await as(fresh.token, '/api/article/save/admin', article, 'k')).value.articleId).toBe(ids[2])
  })

  test('keeps no answer as it is: a token that was made is nowhere in the database', async () => {
    const made = await send('/x/auth/script/add', 'token', { name: '夜间生成', keys: ['article_list'] })
    const kept = JSON.stringify(await server.parts.db.read.selectFrom('requestKey').selectAll().execute())
    expect(kept).toMatch(/"person token \d+"/)
    expect(kept).not.toContain(made.value.token)
    expect(kept).not.toContain('夜间生成')
    expect((await send('/x/auth/script/add', 'token', { name: '夜间生成', keys: ['article_list'] })).value).toEqual(
      made.value,
    )
  })

  const sendAs = (who: Person, path: string, key: string, body: unknown) =>
    server.raw(path, {
      method: 'POST',
      headers: { authorization: who.token, 'content-type': 'application/json', 'x-request-key': key },
      body: JSON.stringify(body),
    })

  test('shows nobody what they may see no longer: a department below theirs, or a board, is theirs no more', async () => {
    const [mine, other] = [await makeDept(server, '交通局'), await makeDept(server, '住建局')]
    const below = await makeDept(server, '公路站', mine)
    const officer = await holding(server, ['user_save', 'user_list'], { dataScope: 'DEPARTS', deptId: mine })
    const { userId } = await server.person({ roles: [], deptId: below })
    const save = () => sendAs(officer, '/ding/user/save', 'moved', { id: userId, position: '站长' })
    const first = await save()
    expect(first.errorCode, first.text).toBe('0')
    expect((await save()).value).toEqual(first.value)
    const moved = await admin.call('dept.save', { id: below, parentId: other })
    expect(moved.errorCode, moved.text).toBe('0')
    expect(await save()).toMatchObject({ errorCode: 'BAD_STATE', value: null })
  })

  test('shows nobody what they may see no longer: after their right was narrowed it says so, and the write is not done twice', async () => {
    const keys = ['user_save', 'user_list']
    const [deptId, other] = [await makeDept(server, '水利局'), await makeDept(server, '教育局')]
    const clerk = await holding(server, keys, { dataScope: 'ALL', deptId })
    const { userId } = await server.person({ roles: [], deptId: other })
    const given = { id: userId, position: '科员' }
    const save = () => sendAs(clerk, '/ding/user/save', 'narrowed', given)
    const first = await save()
    expect((await save()).value).toEqual(first.value)
    const { roleId } = (await admin.call('user.view', { id: clerk.userId })).value.roles[0]
    await admin.call('role.save', { id: roleId, dataScope: 'DEPART' })
    const { version } = (await admin.call('user.view', { id: userId })).value
    expect(await save()).toMatchObject({
      ...{ errorCode: 'BAD_STATE', errorMsg: expect.stringContaining('您的权限有变'), value: null },
    })
    expect((await admin.call('user.view', { id: userId })).value.version).toBe(version)
    await admin.call('role.save', { id: roleId, dataScope: 'ALL' })
    expect((await save()).value).toEqual(first.value)
    await admin.call('user.setState', { ids: [clerk.userId], state: 1 })
    expect(await save()).toMatchObject({ errorCode: 'SESSION_OVER', value: null })
  })

  test('tells a secret that is told once to the same sign-in alone', async () => {
    const { userId } = await server.person({ roles: [] })
    const boss = await server.person({ roles: ['admin'] })
    const reset = (who: Person) => sendAs(who, '/ding/user/resetPwd', 'once', { id: userId })
    const first = await reset(boss)
    expect(first.value.oncePassword).toMatch(/^\w{16}$/)
    expect((await reset(boss)).value).toEqual(first.value)
    const { token } = await openSession(server.parts.db.write, server.parts.secret, {
      ...{ kind: 'person', userId: Number(boss.userId), now: server.clock.now, idleMs: 0, lastsMs: 60_000 },
      address: '127.0.0.1',
    })
    const again = await reset({ ...boss, token })
    expect(again.value.oncePassword).not.toBe(first.value.oncePassword)
  })

  test('of one call excuses no other one from its guard, nor itself with another input', async () => {
    const guarded = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
    const visitor = visitorsOf(guarded)
    const key = { 'x-request-key': 'used' }
    const given = { title: '多种树', content: '东街没有树荫' }
    const captcha = { verifyCode: 'ab12', codeId: await visitor.captcha() }
    expect((await visitor.post('/suggest/add', { ...given, ...captcha }, key)).errorCode).toBe('0')
    const again = await visitor.post('/suggest/add', { ...given, ...captcha }, key)
    expect(again.errorCode).toBe('0')
    // a captcha that was drawn anew makes nothing else of it, and is not looked at; other words do, and use up none
    const redrawn = { verifyCode: 'zz99', codeId: 'x' }
    expect((await visitor.post('/suggest/add', { ...given, ...redrawn }, key)).value).toEqual(again.value)
    const other = { ...given, content: '西街也没有', verifyCode: 'ab12', codeId: await visitor.captcha() }
    expect((await visitor.post('/suggest/add', other, key)).errorCode).toBe('CONFLICT')
    expect((await visitor.post('/suggest/add', other, { 'x-request-key': 'fresh' })).errorCode).toBe('0')
    const person = await guarded.person({ roles: ['admin'], password: 'Jx8-tree-2027' })
    const login = { username: person.account, password: 'Jx8-tree-2027', verifyCode: 'zz99', codeId: 'x' }
    expect((await visitor.post('/user/login', login, key)).errorCode).toBe('CAPTCHA_WRONG')
    const codes: string[] = []
    for (let i = 0; i < 31; i += 1) codes.push((await visitor.post('/x/mail/upload', {}, key)).errorCode)
    await guarded.close()
    expect(codes).not.toContain('0')
  })
})
