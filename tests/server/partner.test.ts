import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { partnersOf } from '../support/partners.ts'
import { makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('partners on %s', (database) => {
  let server: TestServer
  let admin: Person
  let hands: ReturnType<typeof partnersOf>
  beforeAll(async () => {
    server = await startServer(database)
    hands = partnersOf(server, () => admin)
  })
  // sessions are over by the clock that the tests move
  beforeEach(async () => {
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  test('one is added with a secret that is shown this once, found, changed and deleted', async () => {
    const columnId = await makeColumn(server)
    const given = { name: '县医保局', kinds: ['common', 'leader'], commonColumnId: columnId }
    const { value } = await admin.call('partner.add', given)
    expect(value).toMatchObject({
      name: '县医保局',
      kinds: 'common,leader',
      state: 0,
      commonColumnName: '政协要闻',
      version: 1,
    })
    expect(value.secret).toMatch(/^[\w-]{43}$/)
    const { secret: _, ...row } = value
    expect((await admin.call('partner.get', { id: value.id })).value).toEqual(row)
    expect((await admin.call('partner.list', { name: '医保' })).value).toMatchObject({ total: 1, list: [row] })
    expect((await admin.call('partner.options')).value).toContainEqual({ id: value.id, name: '县医保局' })
    const changed = await admin.call('partner.edit', { id: value.id, version: 1, kinds: 'mail', commonColumnId: '' })
    expect(changed.value).toMatchObject({ kinds: 'mail', commonColumnId: null, version: 2 })
    expect(await admin.call('partner.edit', { id: value.id, version: 1, note: '旧' })).toMatchObject({
      errorCode: 'STALE',
    })
    expect(await admin.call('partner.edit', { id: value.id, kinds: '' })).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect(await admin.call('partner.add', given)).toMatchObject({ errorCode: 'CONFLICT' })
    expect((await admin.call('partner.dels', { ids: [value.id] })).value.done).toEqual([value.id])
  })

  test('key and secret are exchanged for a token of two hours, which the log tells', async () => {
    const { id, key, secret, name } = await hands.program()
    const { value } = await hands.exchange(key, secret)
    expect(value).toMatchObject({ expiresIn: 7200, expiresAt: '2026-11-21 11:05:00' })
    const call = (token: string) =>
      server.raw('/api/interWorking/article/getYm', { method: 'POST', headers: { authorization: token } })
    expect(await call(value.token)).toMatchObject({ errorCode: '0', value: [] })
    expect((await admin.call('partner.get', { id })).value.lastUsedAt).toBe('2026-11-21 09:05:00')
    const [row] = (await admin.call('log.list', { keyword: '换取互通令牌' })).value.list
    expect(row.userName).toBe(name)
    server.clock.now += 2 * 3600_000
    expect(await call(value.token)).toMatchObject({ status: 401, errorCode: 'SESSION_OVER' })
    server.clock.now -= 2 * 3600_000
    expect(await call('')).toMatchObject({ status: 401, errorCode: 'NOT_SIGNED_IN' })
    expect(await call(admin.token)).toMatchObject({ status: 200, errorCode: 'NO_PERMISSION' })
  })

  test('a wrong secret, an unknown key and one that was revoked are told alike, and who guesses waits', async () => {
    const { id, key, secret } = await hands.program()
    const wrong = { errorCode: 'LOGIN_FAILED', errorMsg: '接入标识或接入密钥不对，或已停用' }
    expect(await hands.exchange(key, 'x')).toMatchObject(wrong)
    expect(await hands.exchange('nobody', secret)).toMatchObject(wrong)
    await admin.call('partner.revoke', { ids: [id] })
    expect(await hands.exchange(key, secret)).toMatchObject(wrong)
    for (let i = 0; i < 30; i++) await hands.exchange(`guess${i}`, 'x')
    expect(await hands.exchange('another', 'x')).toMatchObject({ errorCode: 'TOO_MANY' })
    server.clock.now += 3600_000
    expect(await server.raw('/api/interWorking/article/getInterWorkingToken', { method: 'POST' })).toMatchObject({
      errorCode: 'MISSING_PARAMETER',
    })
  })

  test('revoking ends tokens at once, and so does a new secret, which brings the partner back', async () => {
    const one = await hands.program()
    expect(await one.push('getYm')).toMatchObject({ errorCode: '0' })
    expect((await admin.call('partner.revoke', { ids: [one.id] })).value.done).toEqual([one.id])
    expect(await one.push('getYm')).toMatchObject({ status: 401, errorCode: 'SESSION_OVER' })
    const { value } = await admin.call('partner.renew', { id: one.id })
    expect(value).toMatchObject({ state: 0, revokedAt: null })
    expect(await hands.exchange(one.key, one.secret)).toMatchObject({ errorCode: 'LOGIN_FAILED' })
    expect(await hands.exchange(one.key, value.secret)).toMatchObject({ errorCode: '0' })
    expect(await one.push('getYm')).toMatchObject({ errorCode: 'SESSION_OVER' })
  })

  test('who makes one, renews its secret, or has its pushes come no more, shows once more who they are', async () => {
    server.clock.now += 15 * 60_000
    const again = { errorCode: 'PROVE_AGAIN' }
    expect(await admin.call('partner.add', { name: '乙', kinds: 'mail' })).toMatchObject(again)
    const [{ id }] = (await admin.call('partner.options')).value
    expect(await admin.call('partner.renew', { id })).toMatchObject(again)
    expect(await admin.call('partner.edit', { id, kinds: 'mail' })).toMatchObject(again)
    for (const act of ['partner.revoke', 'partner.dels'])
      expect(await admin.call(act, { ids: [id] })).toMatchObject(again)
  })

  test('nobody lets a partner write where they may not write themselves', async () => {
    const open = await makeColumn(server, '授权的')
    const closed = await makeColumn(server, '未授权的')
    const [own, other] = [await makeDept(server, '本部门'), await makeDept(server, '别的部门')]
    const keys = ['partner_list', 'partner_add', 'partner_edit', 'partner_renew', 'partner_revoke', 'partner_dels']
    const { call } = await holding(server, keys, { dataScope: 'DEPART', deptId: own, columns: [open] })
    const add = (name: string, more: object) => call('partner.add', { name, kinds: 'common', ...more })
    expect((await add('一', { deptId: own, commonColumnId: open })).errorCode).toBe('0')
    expect(await add('二', { deptId: other })).toMatchObject({ errorCode: 'NO_PERMISSION' })
    expect(await add('三', { commonColumnId: closed })).toMatchObject({ errorCode: 'NOT_FOUND' })
    // one without a column writes where the site's settings say
    await server.parts.db.write.updateTable('column').set({ path: 'closed' }).where('id', '=', closed).execute()
    const usual = [{ name: 'interWorking.common', value: 'closed' }]
    expect((await admin.call('setting.save', { items: usual })).errorCode).toBe('0')
    expect(await add('四', { deptId: own })).toMatchObject({ errorCode: 'NO_PERMISSION' })
    expect((await add('五', { deptId: own, kinds: 'mail' })).errorCode).toBe('0')
    // nor gets at one that another has
    for (const place of [{ deptId: other }, {}, { deptId: own, commonColumnId: closed }]) {
      const { id } = (
        await admin.call('partner.add', { name: `他人的 ${JSON.stringify(place)}`, kinds: 'common', ...place })
      ).value
      expect((await call('partner.edit', { id, deptId: own })).errorCode).not.toBe('0')
      expect((await call('partner.renew', { id })).errorCode).not.toBe('0')
      for (const act of ['partner.revoke', 'partner.dels']) {
        const { done, failed } = (await call(act, { ids: [id] })).value
        expect([done, failed.length]).toEqual([[], 1])
      }
    }
  })

  test('a session that says it is another partner’s is none', async () => {
    const one = await hands.program()
    const other = await hands.program()
    await one.push('getYm')
    const { db } = server.parts
    await db.write
      .updateTable('session')
      .set({ partnerId: Number(other.id) })
      .where('partnerId', '=', Number(one.id))
      .execute()
    expect(await one.push('getYm')).toMatchObject({ errorCode: 'SESSION_OVER' })
  })
})
