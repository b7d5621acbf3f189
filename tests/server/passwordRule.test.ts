import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { longestStretch, stretchMax } from '../support/loop.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const day = 24 * 3600_000
const words = [
  'Lamp#gate88old',
  'Gate#lamp66new',
  'Tree#door55red',
  'Rain#wall44blu',
  'Snow#roof33tan',
  'Wind#hill22sky',
  'Moon#lake11fog',
] as const

describe.each(databases)('passwordRule on %s', (database) => {
  let server: TestServer
  let admin: Person

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())
  const ok = async (call: string, input: object = {}) => {
    const reply = await admin.call(call, input)
    expect([call, reply.errorCode, reply.errorMsg]).toEqual([call, '0', ''])
    return reply.value
  }
  const change = (person: Person, oldPassword: string, newPassword: string) =>
    person.call('auth.password', { oldPassword, newPassword })
  const signIn = (username: string, password: string) => server.anyone.call('auth.loginNoCode', { username, password })

  test('rules are added, found, changed and deleted', async () => {
    const value = await ok('passwordRule.saveOrUpdate', { name: '地名', words: '青石\n清河镇' })
    expect(value).toMatchObject({ name: '地名', kind: 1, enabled: 1, version: 1 })
    for (const call of ['passwordRule.list', 'passwordRule.pageList'])
      expect(await ok(call, { name: '地名' })).toMatchObject({ total: 1, list: [value] })
    expect(
      (await server.raw('/passwordRule/list', { method: 'POST', headers: { authorization: admin.token } })).value,
    ).toMatchObject({ total: 1 })
    expect(await admin.call('passwordRule.saveOrUpdate', { name: '地名', words: '别的' })).toMatchObject({
      errorCode: 'CONFLICT',
    })
    expect(await ok('passwordRule.saveOrUpdate', { id: value.id, version: 1, kind: 2 })).toMatchObject({ kind: 2 })
    expect(await admin.call('passwordRule.saveOrUpdate', { id: value.id, version: 1, kind: 1 })).toMatchObject({
      errorCode: 'STALE',
    })
    for (const given of ['', ' \n ', '一', 'x'.repeat(41)])
      expect(await admin.call('passwordRule.saveOrUpdate', { name: '坏', words: given })).toMatchObject({
        errorCode: 'BAD_INPUT',
      })
    expect(await admin.call('passwordRule.saveOrUpdate', { words: '别的' })).toMatchObject({
      ...{ errorCode: 'MISSING_PARAMETER', errorMsg: '缺少规则名称（name）' },
    })
    const other = await ok('passwordRule.saveOrUpdate', { name: '另一条', words: '别的' })
    expect(await ok('passwordRule.dels', { ids: [value.id] })).toEqual({ done: [value.id], failed: [] })
    expect(await ok('passwordRule.del', { id: other.id })).toEqual({ id: other.id })
    expect(await admin.call('passwordRule.get', { id: value.id })).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('a refusal says what is missing, or what it must not be', async () => {
    const deptId = await makeDept(server, '教育局')
    const person = await server.person({
      roles: ['staff'],
      deptId,
      name: '欧阳晓燕',
      password: words[0],
    })
    await ok('passwordRule.saveOrUpdate', { name: '本县', words: '清河镇\nmangniu' })
    await ok('passwordRule.saveOrUpdate', { name: '旧密码', kind: 2, words: 'Turn!kezqp-7788' })
    for (const [password, says] of [
      ['Ab1#', '至少 8 个字符，现在是 4 个'],
      ['vexingquail', '还缺少大写字母、数字、符号（或汉字）中的 2 种'],
      ['Vexingquail', '还缺少数字、符号（或汉字）中的 1 种'],
      ['Ouyangxy#2', '与姓名或单位过于相近'],
      ['Jiaoyuju#77', '与姓名或单位过于相近'],
      ['Corvette#1', '过于常见'],
      ['Wo#qingheZhen7plm', '不得含有「清河镇」（本单位的密码规则）'],
      ['Wo#清河镇7plmk', '不得含有「清河镇」'],
      ['7plm-MANGNIU-ok', '不得含有「mangniu」'],
      ['Turn!kezqp-7788', '不得就是「turn!kezqp-7788」'],
    ] as const) {
      const refused = await change(person, words[0], password)
      expect([password, refused.errorCode]).toEqual([password, 'BAD_INPUT'])
      expect(refused.errorMsg).toContain(says)
    }
    expect((await change(person, words[0], 'Turn!kezqp-7788x')).errorCode).toBe('0')
    // a sentence needs no signs
    expect((await change(person, 'Turn!kezqp-7788x', 'vexing quail over dune')).errorCode).toBe('0')
    // the same rules, where an administrator sets it
    expect(await admin.call('user.pwd', { id: person.userId, password: 'Wo#清河镇7plmk' })).toMatchObject({
      ...{ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('密码（password）不得含有「清河镇」') },
    })
    const { list } = await ok('passwordRule.list', { name: '本县' })
    await ok('passwordRule.saveOrUpdate', { id: list[0].id, enabled: 0 })
    expect((await change(person, 'vexing quail over dune', 'Wo#清河镇7plmk')).errorCode).toBe('0')
  })

  test('the last ones are not taken again, and whoever does not know the old one learns nothing of them', async () => {
    const person = await server.person({ roles: ['staff'], password: words[0] })
    await ok('passwordRule.typeSaveOrUpdate', { history: 3 })
    expect((await change(person, words[0], words[1])).errorCode).toBe('0')
    expect((await change(person, words[1], words[2])).errorCode).toBe('0')
    for (const used of words.slice(0, 2))
      expect(await change(person, words[2], used)).toMatchObject({
        ...{ errorCode: 'BAD_INPUT', errorMsg: '新密码不能与最近 3 次用过的相同' },
      })
    // at a desk that was left alone: a guess at the password, sent as the new one
    expect(await change(person, words[5], words[2])).toMatchObject({ errorCode: 'LOGIN_FAILED' })
    expect(await change(person, words[5], words[1])).toMatchObject({ errorCode: 'LOGIN_FAILED' })
    // nor does an administrator, who may set it but not know it
    expect((await admin.call('user.pwd', { id: person.userId, password: words[2] })).errorCode).toBe('0')
    await ok('passwordRule.typeSaveOrUpdate', { history: 1 })
    const { ticket } = (await signIn(person.account, words[2])).value
    expect((await server.anyone.call('auth.renew', { ticket, newPassword: words[1] })).errorCode).toBe('0')
    const kept = server.parts.db.read.selectFrom('passwordPast').selectAll().where('userId', '=', person.userId)
    expect(await kept.execute()).toHaveLength(4)
  })

  test('what passwords are made of is set, shown and put back; the log tells it', async () => {
    const shipped = { lengthMin: 8, kindsMin: 3, history: 3, expireDays: 0, firstChange: 1 }
    expect(await ok('passwordRule.typeReset')).toMatchObject(shipped)
    const set = { lengthMin: 12, kindsMin: 4, history: 5, expireDays: 90, firstChange: 0 }
    expect(await ok('passwordRule.typeSaveOrUpdate', { id: 1, ...set })).toMatchObject({ id: '1', ...set })
    expect(await ok('passwordRule.typeGet', { id: 1 })).toMatchObject(set)
    expect((await ok('setting.get', { name: 'password.lengthMin' })).value).toBe('12')
    expect(await ok('auth.passwordPolicy')).toMatchObject({
      says: '至少 12 个字符，含大写字母、小写字母、数字、符号（或汉字）（满 16 个字符的不限）',
    })
    const { list } = await ok('log.list', { pageSize: 5 })
    expect(list.find(({ call }: { call: string }) => call === 'passwordRule.typeSaveOrUpdate')).toMatchObject({
      sentence: expect.stringContaining('修改密码要求'),
      after: expect.objectContaining({ 密码最短: '12 个字符' }),
    })
    // who is made or reset now need not change what they were given
    const made = await ok('user.save', { account: 'keeper', name: '守' })
    expect((await signIn('keeper', made.oncePassword)).errorCode).toBe('0')
    for (const wrong of [
      { lengthMin: 7 },
      { kindsMin: 5 },
      { history: 0 },
      { expireDays: -1 },
      { id: 2, lengthMin: 9 },
    ])
      expect((await admin.call('passwordRule.typeSaveOrUpdate', wrong)).errorCode).not.toBe('0')
    expect(await admin.call('passwordRule.typeGet', { id: 7 })).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(await ok('passwordRule.typeReset')).toMatchObject(shipped)
  })

  test('a password that is over is changed at sign-in; script tokens go on', async () => {
    const person = await server.person({ roles: ['staff'], password: words[0] })
    expect((await change(person, words[0], words[1])).errorCode).toBe('0')
    const { token } = (await person.call('auth.scriptAdd', { name: '夜间', keys: ['article_list'] })).value
    await ok('passwordRule.typeSaveOrUpdate', { expireDays: 90 })
    expect((await person.call('auth.passwordPolicy')).value.expiresAt).toMatch(/^\d{4}-/)
    expect((await signIn(person.account, words[1])).errorCode).toBe('0')
    server.clock.now += 90 * day
    const over = await signIn(person.account, words[1])
    expect(over).toMatchObject({ errorCode: 'PASSWORD_EXPIRED', errorMsg: '密码已用满 90 天，请修改，改后即登录' })
    const headers = { authorization: token, 'content-type': 'application/json' }
    expect((await server.raw('/api/article/list', { method: 'POST', headers, body: '{}' })).errorCode).toBe('0')
    const renewed = await server.anyone.call('auth.renew', { ticket: over.value.ticket, newPassword: words[2] })
    expect(renewed.errorCode).toBe('0')
    expect((await signIn(person.account, words[2])).errorCode).toBe('0')
    admin = await server.person({ roles: ['admin'] })
    await ok('passwordRule.typeReset')
  })

  test('others have their turn while the words of many rules are spelled', async () => {
    const person = await server.person({ roles: ['staff'], password: words[0] })
    const sign = (i: number) => String.fromCharCode(0x4e00 + (i % 20_000))
    const word = (i: number) => Array.from({ length: 30 }, (_, k) => sign(i * 41 + k * 7)).join('')
    const all = (rule: number) => Array.from({ length: 500 }, (_, i) => word(rule * 500 + i)).join('\n')
    const { db } = server.parts
    const values = Array.from({ length: 20 }, (_, i) => ({
      ...{ name: `地名${i}`, kind: 1, words: all(i), enabled: 1 as const, sort: 0, version: 1 },
      ...{ createdAt: server.clock.now, updatedAt: server.clock.now },
    }))
    await db.write.insertInto('passwordRule').values(values).execute()
    const longest = await longestStretch(async () =>
      expect((await change(person, words[0], words[1])).errorCode).toBe('0'),
    )
    await db.write.deleteFrom('passwordRule').where('name', 'like', '地名%').execute()
    expect(longest).toBeLessThan(stretchMax)
  })
})
