import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { bindFactor, codeOf, nextCode, wrongCodeOf } from '../support/factor.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const password = 'Lamp#gate88old'
const another = 'Gate#lamp66new'
const minute = 60_000

describe.each(databases)('the second factor on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
  })
  afterAll(() => server.close())
  const someone = async (roles: readonly string[] = ['staff']) => {
    // what earlier tests failed is over
    server.clock.now += 61 * minute
    admin = await server.person({ roles: ['admin'] })
    return server.person({ roles: [...roles], password })
  }
  const signIn = (person: Person, typed = password) =>
    server.anyone.call('auth.loginNoCode', { username: person.account, password: typed })
  const show = (ticket: string, code: string) => server.anyone.call('auth.factor', { ticket, code })
  const ticketOf = async (person: Person, typed = password) => {
    const asked = await signIn(person, typed)
    expect(asked).toMatchObject({ errorCode: 'SECOND_FACTOR', value: { enrol: false } })
    return asked.value.ticket as string
  }
  const opens = async (token: string) =>
    (await server.raw('/user/info', { method: 'POST', headers: { authorization: token } })).errorCode === '0'

  /** Nobody must have one by the setting; who set that it has to be so is shut out by it like everybody else. */
  const free = () => server.parts.db.write.deleteFrom('setting').where('name', '=', 'signIn.factor').execute()

  test('who has bound one shows its code at sign-in, each code once', async () => {
    const person = await someone()
    expect((await person.call('auth.factorState')).value).toMatchObject({ on: 0, must: 0, codesLeft: null })
    const { secret, recoveryCodes } = await bindFactor(server, person, password)
    expect(recoveryCodes).toHaveLength(10)
    expect((await person.call('auth.factorState')).value).toMatchObject({ on: 1, must: 0, codesLeft: 10 })
    const ticket = await ticketOf(person)
    expect(await opens(ticket)).toBe(false)
    // the one it was bound by is used already
    expect(await show(ticket, codeOf(server, secret))).toMatchObject({ errorCode: 'LOGIN_FAILED' })
    const code = nextCode(server, secret)
    const both = await Promise.all([show(ticket, code), show(ticket, code)])
    expect(both.map(({ errorCode }) => errorCode).sort()).toEqual(['0', 'LOGIN_FAILED'])
    expect(await opens(both.find(({ errorCode }) => errorCode === '0')?.value)).toBe(true)
    // the ticket is used up, and the code too
    expect((await show(ticket, nextCode(server, secret))).errorCode).toBe('LOGIN_FAILED')
    const again = await ticketOf(person)
    expect((await show(again, code)).errorCode).toBe('LOGIN_FAILED')
    for (const typed of ['é23456', '动态口令六字']) expect((await show(again, typed)).errorCode).toBe('LOGIN_FAILED')
    // typed as the app shows it, full width by an input method, and within half a minute of another clock
    const wide = (text: string) => text.replace(/\d/g, (figure) => String.fromCharCode(figure.charCodeAt(0) + 0xfee0))
    const spaced = wide(nextCode(server, secret)).replace(/^(...)/, '$1 ')
    server.clock.now += 20_000
    expect((await show(again, spaced)).errorCode).toBe('0')
  })

  test('tickets that are made up use up nothing of those who have one, at the same address', {
    timeout: 60_000,
  }, async () => {
    const person = await someone()
    const { secret } = await bindFactor(server, person, password)
    const renewing = await someone()
    await admin.call('user.resetPwdState', { id: renewing.userId, mustChange: 1 })
    const made = await admin.call('role.save', { name: '须绑定', alias: 'bound', dataScope: 'SELF', factor: 1 })
    expect(made.errorCode).toBe('0')
    const enrolling = await someone(['bound'])
    const junk = {
      factor: { code: '123456' },
      renew: { newPassword: another },
      factorEnrol: {},
      factorEnrolled: { code: '1' },
    }
    for (const [call, more] of Object.entries(junk)) {
      const seen = new Map<string, number>()
      for (let round = 0; round < 31; round += 1)
        for (const { errorCode } of await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            server.anyone.call(`auth.${call}`, { ticket: `x-${round}-${i}`, ...more }),
          ),
        ))
          seen.set(errorCode, (seen.get(errorCode) ?? 0) + 1)
      expect([call, Object.fromEntries(seen)]).toEqual([call, { LOGIN_FAILED: 600, TOO_MANY: 20 }])
    }
    expect((await show(await ticketOf(person), nextCode(server, secret))).errorCode).toBe('0')
    const { ticket } = (await signIn(renewing)).value
    expect((await server.anyone.call('auth.renew', { ticket, newPassword: another })).errorCode).toBe('0')
    const enrol = (await signIn(enrolling)).value.ticket
    const begun = await server.anyone.call('auth.factorEnrol', { ticket: enrol })
    expect(begun.errorCode).toBe('0')
    const done = await server.anyone.call('auth.factorEnrolled', {
      ticket: enrol,
      code: codeOf(server, begun.value.secret),
    })
    expect(done.errorCode).toBe('0')
    // one ticket has its own bound all the same
    const own = await ticketOf(person)
    const tries = []
    for (let i = 0; i < 24; i += 1)
      tries.push((await server.anyone.call('auth.renew', { ticket: own, newPassword: another })).errorCode)
    expect(tries.filter((code) => code === 'TOO_MANY')).toHaveLength(4)
  })

  test('what must be bound binds who is signed in too: nothing else is open to them, and no token leads past it', async () => {
    const person = await someone()
    const roleId = (await admin.call('role.save', { name: '掌印', alias: 'sealed', dataScope: 'SELF', factor: 1 }))
      .value.id
    const before = (await person.call('auth.scriptAdd', { name: '以前的', keys: ['article_list'] })).value.token
    expect((await person.call('auth.info')).status).toBe(200)
    await admin.call('user.grantRole', { roleId, userIds: [person.userId] })
    for (const [call, input] of [
      ['auth.info', {}],
      ['auth.prove', { password }],
      ['auth.scriptAdd', { name: '绕过', keys: ['article_list'] }],
      ['auth.device', {}],
      ['article.list', {}],
    ] as const)
      expect(await person.call(call, input), call).toMatchObject({
        status: 401,
        errorCode: 'SESSION_OVER',
        errorMsg: expect.stringContaining('动态口令'),
      })
    // a token of before has named keys, and its maker may make no other
    expect(await opens(before)).toBe(true)
    expect((await signIn(person)).value).toMatchObject({ enrol: true })
    expect((await person.call('auth.factorState')).value).toMatchObject({ on: 0, must: 1 })
    await bindFactor(server, person, password)
    expect((await person.call('auth.scriptAdd', { name: '此后的', keys: ['article_list'] })).errorCode).toBe('0')
    // and by the setting as by a role
    const other = await someone()
    await admin.call('setting.save', { items: [{ name: 'signIn.factor', value: 'all' }] })
    expect((await other.call('auth.info')).errorCode).toBe('SESSION_OVER')
    expect((await admin.call('auth.info')).errorCode).toBe('SESSION_OVER')
    await free()
    expect((await other.call('auth.info')).errorCode).toBe('0')
  })

  test('a recovery code stands for one, once; its use is in the log', async () => {
    const person = await someone()
    const { recoveryCodes } = await bindFactor(server, person, password)
    const [code = ''] = recoveryCodes
    expect((await show(await ticketOf(person), code.toUpperCase().replace('-', ''))).errorCode).toBe('0')
    expect((await show(await ticketOf(person), code)).errorCode).toBe('LOGIN_FAILED')
    expect((await person.call('auth.factorState')).value.codesLeft).toBe(9)
    const stored = JSON.stringify([
      await server.parts.db.read.selectFrom('log').selectAll().execute(),
      await server.parts.db.read.selectFrom('recoveryCode').selectAll().execute(),
      await server.parts.db.read.selectFrom('userFactor').selectAll().execute(),
    ])
    for (const one of recoveryCodes) expect(stored).not.toContain(one.replace('-', ''))
  })

  test('ten wrong codes in an hour are the last, from wherever and with whatever ticket; an administrator lets it be tried again', async () => {
    const person = await someone()
    const { secret, recoveryCodes } = await bindFactor(server, person, password)
    for (let i = 0; i < 10; i += 1) {
      if (i % 4 === 0) server.clock.now += 16 * minute
      const ticket = await ticketOf(person)
      expect((await show(ticket, wrongCodeOf(server, secret))).errorCode).toBe('LOGIN_FAILED')
    }
    server.clock.now += 3 * minute
    const ticket = await ticketOf(person).catch(() => '')
    if (ticket) expect((await show(ticket, nextCode(server, secret))).errorCode).toBe('TOO_MANY')
    admin = await server.person({ roles: ['admin'] })
    // who is asked why reads it in the list, with the end of the hour
    const lockedNow = async () => (await admin.call('user.list', { locked: 1, account: person.account })).value.list
    const [row] = await lockedNow()
    expect(row).toMatchObject({ account: person.account, lockedFrom: expect.stringContaining('动态口令输错') })
    expect((await admin.call('user.list', { locked: 0, account: person.account })).value.total).toBe(0)
    expect((await admin.call('auth.unlock', { username: person.account })).errorCode).toBe('0')
    expect(await lockedNow()).toEqual([])
    expect((await show(await ticketOf(person), recoveryCodes[0] as string)).errorCode).toBe('0')
    const told = await server.parts.db.read.selectFrom('log').select('result').orderBy('id', 'desc').limit(1).execute()
    expect(told[0]?.result).toBe('成功，用了恢复码，还剩 9 个')
    const sent = server.parts.db.read
      .selectFrom('noticeTo')
      .innerJoin('notice', 'notice.id', 'noticeTo.noticeId')
      .select('notice.title')
    const inbox = await sent.where('noticeTo.userId', '=', person.userId).execute()
    expect(inbox).toEqual([{ title: '您的账号用了恢复码，还剩 9 个' }])
  })

  test('wrong codes are failures of sign-in: the password that is right does not end the row', async () => {
    const person = await someone()
    const { secret } = await bindFactor(server, person, password)
    for (let i = 0; i < 5; i += 1) await show(await ticketOf(person), wrongCodeOf(server, secret))
    expect((await signIn(person)).errorCode).toBe('TOO_MANY')
  })

  test('nobody sets a password before they have shown the code', async () => {
    const person = await someone()
    const { secret } = await bindFactor(server, person, password)
    expect((await admin.call('user.pwd', { id: person.userId, password: another })).errorCode).toBe('0')
    const ticket = await ticketOf(person, another)
    expect((await server.anyone.call('auth.renew', { ticket, newPassword: 'Mine#4now-lamp' })).errorCode).toBe(
      'LOGIN_FAILED',
    )
    const next = await show(ticket, nextCode(server, secret))
    expect(next.errorCode).toBe('PASSWORD_EXPIRED')
    const renewed = await server.anyone.call('auth.renew', {
      ticket: next.value.ticket,
      newPassword: 'Mine#4now-lamp',
    })
    expect(await opens(renewed.value)).toBe(true)
  })

  test('who must have one binds it at the first sign-in: by a role, or all by the setting', async () => {
    const person = await someone()
    const { value: role } = await admin.call('role.save', { name: `须口令 ${person.account}`, factor: 1 })
    await admin.call('user.grantRole', { roleId: role.id, userIds: [person.userId] })
    const asked = await signIn(person)
    expect(asked).toMatchObject({
      ...{ errorCode: 'SECOND_FACTOR', errorMsg: '您的账号须用动态口令登录，请先绑定' },
      value: { enrol: true },
    })
    const { ticket } = asked.value
    // a ticket is good for its own step alone
    expect((await show(ticket, '123456')).errorCode).toBe('LOGIN_FAILED')
    const { secret, uri } = (await server.anyone.call('auth.factorEnrol', { ticket })).value
    expect(uri).toMatch(new RegExp(`^otpauth://totp/.*${person.account}\\?.*secret=${secret}`))
    const enrolled = (code: string) => server.anyone.call('auth.factorEnrolled', { ticket, code })
    expect((await enrolled(wrongCodeOf(server, secret))).errorCode).toBe('LOGIN_FAILED')
    const done = await enrolled(codeOf(server, secret))
    expect(done.value.recoveryCodes).toHaveLength(10)
    expect(await opens(done.value.token)).toBe(true)
    expect((await enrolled(nextCode(server, secret))).errorCode).toBe('LOGIN_FAILED')
    // and does not get rid of it
    expect((await person.call('auth.factorState')).value).toMatchObject({ on: 1, must: 1 })
    const off = await person.call('auth.factorOff', { password, code: nextCode(server, secret) })
    expect(off).toMatchObject({ errorCode: 'BAD_STATE' })
    const other = await server.person({ roles: ['staff'], password })
    expect((await signIn(other)).errorCode).toBe('0')
    await admin.call('setting.save', { items: [{ name: 'signIn.factor', value: 'all' }] })
    expect(await signIn(other)).toMatchObject({ errorCode: 'SECOND_FACTOR', value: { enrol: true } })
    await free()
    expect((await signIn(other)).errorCode).toBe('0')
  })

  test('an account of the demo is never made to change its password, and has a second factor where all must', async () => {
    const person = await someone()
    const { db } = server.parts
    await db.write.updateTable('user').set({ demo: 1, mustChange: 1 }).where('id', '=', person.userId).execute()
    const entered = await signIn(person)
    expect(entered.errorCode).toBe('0')
    // nobody binds what is everybody's without need
    expect(await person.call('auth.factorBegin', { password })).toMatchObject({ errorCode: 'BAD_STATE' })
    await admin.call('setting.save', { items: [{ name: 'signIn.factor', value: 'all' }] })
    expect(await signIn(person)).toMatchObject({ errorCode: 'SECOND_FACTOR', value: { enrol: true } })
    await free()
    expect((await signIn(person)).errorCode).toBe('0')
  })

  test('one’s own is bound anew, given new codes and switched off by password and code; scripts go on without', async () => {
    const person = await someone()
    expect(await person.call('auth.factorBegin', { password: 'wrong' })).toMatchObject({
      ...{ errorCode: 'LOGIN_FAILED', errorMsg: '密码不正确' },
    })
    const { secret, recoveryCodes } = await bindFactor(server, person, password)
    expect((await person.call('auth.factorBegin', { password })).errorCode).toBe('SECOND_FACTOR')
    // the old one holds until the new one has shown a code
    const begun = await person.call('auth.factorBegin', { password, code: nextCode(server, secret) })
    expect((await show(await ticketOf(person), nextCode(server, secret))).errorCode).toBe('0')
    server.clock.now += 11 * minute
    expect(await person.call('auth.factorConfirm', { code: codeOf(server, begun.value.secret) })).toMatchObject({
      ...{ errorCode: 'BAD_STATE', errorMsg: '绑定已超时，请重新开始' },
    })
    const codes = await person.call('auth.factorCodes', { password, code: nextCode(server, secret) })
    expect(codes.value.recoveryCodes).not.toEqual(recoveryCodes)
    expect((await show(await ticketOf(person), recoveryCodes[1] as string)).errorCode).toBe('LOGIN_FAILED')
    const { token } = (await person.call('auth.scriptAdd', { name: '夜间', keys: ['article_list'] })).value
    const headers = { authorization: token, 'content-type': 'application/json' }
    expect((await server.raw('/api/article/list', { method: 'POST', headers, body: '{}' })).errorCode).toBe('0')
    expect((await server.raw('/x/auth/factor/state', { method: 'POST', headers, body: '{}' })).errorCode).toBe(
      'NO_PERMISSION',
    )
    expect((await person.call('auth.factorOff', { password, code: nextCode(server, secret) })).value).toEqual({ on: 0 })
    expect((await signIn(person)).errorCode).toBe('0')
  })

  test('a half-finished sign-in is over once the account has another password or another second factor', async () => {
    const person = await someone()
    const renew = (ticket: string, newPassword: string) =>
      server.anyone.call('auth.renew', { ticket, newPassword, username: person.account })
    const over = { errorCode: 'LOGIN_FAILED', errorMsg: '登录已超时，请重新登录' }
    const expired = async (typed: string) => {
      const asked = await signIn(person, typed)
      expect(asked.errorCode).toBe('PASSWORD_EXPIRED')
      return asked.value.ticket as string
    }
    await admin.call('user.pwd', { id: person.userId, password: another })
    const [first, second, third] = [await expired(another), await expired(another), await expired(another)]
    const both = await Promise.all([renew(first, 'Mine#4now-lamp'), renew(second, 'Evil#9own-lamp')])
    expect(both.map(({ errorCode }) => errorCode).sort()).toEqual(['0', 'LOGIN_FAILED'])
    expect(await renew(third, 'Evil#9own-gate')).toMatchObject(over)
    // an administrator's reset puts out who has the old one
    await admin.call('user.pwd', { id: person.userId, password: another })
    const old = await expired(another)
    const { oncePassword } = (await admin.call('user.resetPwd', { id: person.userId })).value
    expect(await renew(old, 'Evil#9own-gate')).toMatchObject(over)
    // a second factor that was bound meanwhile is not passed over, nor bound anew
    const before = await expired(oncePassword)
    const { value } = await renew(await expired(oncePassword), password)
    expect(await opens(value)).toBe(true)
    expect(await renew(before, 'Evil#9own-gate')).toMatchObject(over)
    await admin.call('setting.save', { items: [{ name: 'signIn.factor', value: 'all' }] })
    const enrolling = async () => (await signIn(person)).value.ticket as string
    const [mine, theirs] = [await enrolling(), await enrolling()]
    const { secret } = (await server.anyone.call('auth.factorEnrol', { ticket: mine })).value
    const bound = await server.anyone.call('auth.factorEnrolled', { ticket: mine, code: codeOf(server, secret) })
    expect(bound.errorCode).toBe('0')
    expect(await server.anyone.call('auth.factorEnrol', { ticket: theirs })).toMatchObject(over)
    expect(await server.anyone.call('auth.factorEnrolled', { ticket: theirs, code: '123456' })).toMatchObject(over)
    await free()
    expect((await show(await ticketOf(person), nextCode(server, secret))).errorCode).toBe('0')
  })

  test('who guessed at the phone’s codes keeps nobody from their recovery codes, and an administrator lets them in by one act', async () => {
    const person = await someone()
    const { secret, recoveryCodes } = await bindFactor(server, person, password)
    for (let i = 0; i < 10; i += 1) {
      if (i % 4 === 0) server.clock.now += 16 * minute
      await show(await ticketOf(person), wrongCodeOf(server, secret))
    }
    server.clock.now += 16 * minute
    expect((await show(await ticketOf(person), nextCode(server, secret))).errorCode).toBe('TOO_MANY')
    expect((await show(await ticketOf(person), recoveryCodes[0] as string)).errorCode).toBe('0')
    for (let i = 0; i < 5; i += 1) await signIn(person, 'wrong')
    expect((await signIn(person)).errorCode).toBe('TOO_MANY')
    admin = await server.person({ roles: ['admin'] })
    expect((await admin.call('user.factorReset', { id: person.userId })).errorCode).toBe('0')
    expect((await signIn(person)).errorCode).toBe('0')
  })

  test('an administrator frees who has lost phone and codes, and nobody who may more than they', async () => {
    const person = await someone()
    await bindFactor(server, person, password)
    const { list } = (await admin.call('user.list', { name: person.account })).value
    expect(list[0].factorCount).toBe(1)
    expect((await admin.call('user.factorReset', { id: person.userId })).value).toEqual({ id: String(person.userId) })
    expect(await opens(person.token)).toBe(false)
    expect((await signIn(person)).errorCode).toBe('0')
    expect(await admin.call('user.factorReset', { id: person.userId })).toMatchObject({ errorCode: 'BAD_STATE' })
    expect(await admin.call('user.factorReset', { id: admin.userId })).toMatchObject({ errorCode: 'BAD_STATE' })
  })
})
