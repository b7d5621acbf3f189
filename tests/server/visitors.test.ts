import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chunksOf } from '../../core/chunks.ts'
import { createApp } from '../../server/app.ts'
import { networkOf } from '../../server/http/network.ts'
import { works } from '../../server/jobs/works.ts'
import { limitsFrom } from '../../server/limits.ts'
import { createWork } from '../../server/work/work.ts'
import { makeArticles } from '../support/articles.ts'
import { databases } from '../support/databases.ts'
import { longestStretch, postAlike, stretchMax } from '../support/loop.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is of the network %s', (address, network) => expect(networkOf(address)).toBe(network))

describe.each(databases)('visitors in great number on %s', (database) => {
  let server: TestServer
  let staff: Person
  let articleId: string
  let columnId: number
  beforeAll(async () => {
    server = await startServer(database)
    staff = await server.person({ roles: ['admin'] })
    columnId = await makeColumn(server)
    articleId = (await staff.call('article.saveAdmin', anArticle(columnId))).value.articleId
    for (const move of ['accept', 'approve']) await staff.call(`article.${move}`, { items: [{ articleId }] })
  })
  afterAll(() => server.close())

  test('stand in line, are served or told to come again; staff behind the same address stand in no line', async () => {
    const lines = vi.spyOn(server.parts.work.visitors, 'run')
    const flood = Array.from({ length: 150 }, () => server.anyone.call('article.webView', { articleId }))
    const done = Promise.all(flood)
    const mine = await Promise.all([
      staff.call('article.list', {}),
      ...Array.from({ length: 5 }, () => staff.call('article.webView', { articleId })),
    ])
    for (const reply of mine) expect(reply).toMatchObject({ status: 200, errorCode: reply === mine[0] ? '0' : '' })
    for (const { text, errorMsg } of await done)
      if (!text.startsWith('<!')) expect(errorMsg).toBe('同时提交的请求过多，请稍后再试')
    // the visitors stood in line, the staff did not
    expect(lines.mock.calls.map(([caller]) => caller)).toEqual(Array(150).fill('127.0.0.1'))
    lines.mockRestore()
  })

  test('what strangers send is read piece by piece, and nobody who is signed in or only asks waits for it', async () => {
    const { bodies } = server.parts.work
    let release = () => {}
    const busy = bodies.run('another', () => new Promise<void>((resolve) => (release = resolve)))
    const lines = vi.spyOn(bodies, 'run')
    const heard = vi.fn()
    const stranger = server.anyone.call('auth.loginNoCode', { username: 'nobody', password: 'x' }).then((reply) => {
      heard()
      return reply
    })
    await vi.waitFor(() => expect(lines).toHaveBeenCalledTimes(1))
    expect((await staff.call('article.list', {})).errorCode).toBe('0')
    expect((await server.raw('/healthz')).status).toBe(200)
    expect([lines.mock.calls.length, heard.mock.calls.length]).toEqual([1, 0])
    release()
    await busy
    expect((await stranger).errorCode).toBe('LOGIN_FAILED')
    lines.mockRestore()
  })

  test.each([
    ['thousands of fields', '/x/article/counts', `{${Array.from({ length: 70_000 }, (_, i) => `"k${i}":1`).join()}}`],
    [
      'texts full of marks',
      '/x/dry-run/api/article/save/admin',
      JSON.stringify({ columnId: 1, title: 'x', content: '<span style="color:red">x</span>'.repeat(1000) }),
    ],
  ])('what the staff send at once is read piece by piece: %s', async (_, path, text) => {
    const body = Buffer.from(text)
    const headers = { authorization: staff.token }
    const stretch = await longestStretch(() => postAlike(server.url + path, headers, body, 40))
    expect(stretch).toBeLessThan(stretchMax)
  })

  test.each([
    ['article.preview', { title: '预览', columnId: 1, content: `<p>${'正文'.repeat(2000)}</p>` }],
    ['generate.viewIndex', { position: 'index.html' }],
  ])('many previews at once of one reader let others be served between two of them: %s', async (call, input) => {
    let answered = 0
    const previews = Array.from({ length: 30 }, async () => {
      const reply = await staff.call(call, input)
      answered += 1
      return reply
    })
    await Promise.race(previews)
    expect((await staff.call('article.list', {})).errorCode).toBe('0')
    expect(answered).toBeLessThan(20)
    for (const { text } of await Promise.all(previews)) expect(text).toMatch(/^<!doctype html>/i)
  })

  test.each([
    ['of many rows', 40, (i: number) => ({ pageSize: 160 + i })],
    ['far from the beginning', 100, (i: number) => ({ pageSize: 10, pageNumber: 202 + i })],
  ])('pages of lists that come at once are read piece by piece: %s', async (_, count, ask) => {
    const { list } = (await staff.call('article.list', {})).value
    if (list.length < 10) await makeArticles(server, 3100, { columnId: columnId, status: 3, by: 1 })
    const lines = vi.spyOn(server.parts.work.lists, 'run')
    let answered = 0
    // each another one, for what was asked already is not read again
    const pages = Array.from({ length: count }, async (_, i) => {
      const reply = await staff.call('article.list', ask(i))
      answered += 1
      return { asked: ask(i), ...reply }
    })
    await Promise.race(pages)
    expect((await server.raw('/healthz')).status).toBe(200)
    // it came in between
    expect(answered).toBeLessThan(count)
    for (const { asked, errorCode, value } of await Promise.all(pages))
      expect([errorCode, value.list.length]).toEqual(['0', asked.pageSize])
    expect(lines).toHaveBeenCalledTimes(count)
    await staff.call('article.list', { pageSize: 20 })
    expect(lines).toHaveBeenCalledTimes(count)
    lines.mockRestore()
  })

  test('captchas that are over go, and of too many the oldest', async () => {
    const db = server.parts.db.write
    const count = async () => {
      const row = await db
        .selectFrom('captcha')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(row.n)
    }
    const rows = (from: number, n: number, expiresAt: number) =>
      Array.from({ length: n }, (_, i) => ({ codeId: `x${from + i}`, answer: 'x', expiresAt: expiresAt + i }))
    await db
      .insertInto('captcha')
      .values(rows(0, 50, server.clock.now - 1000))
      .execute()
    const { codeId } = (await server.anyone.call('auth.code')).value
    await works.clean.run(server.parts, { stopped: () => false, progress: () => {} })
    expect(await count()).toBe(1)
    for (let at = 100; at < 50_100; at += 2000)
      await db
        .insertInto('captcha')
        .values(rows(at, 2000, server.clock.now + 60_000 + at).map((row) => ({ ...row, share: `network ${at}` })))
        .execute()
    expect((await server.anyone.call('auth.code')).errorCode).toBe('0')
    expect(await count()).toBeLessThanOrEqual(50_001)
    const kept = await db.selectFrom('captcha').select('codeId').where('codeId', 'in', [codeId, 'x100']).execute()
    expect(kept).toEqual([{ codeId }])
  })

  test('who draws captchas without end pushes out none but their own', async () => {
    const db = server.parts.db.write
    const count = async () =>
      Number(
        (
          await db
            .selectFrom('captcha')
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    await db.deleteFrom('captcha').execute()
    const draw = async () => (await server.anyone.call('auth.code')).value.codeId as string
    const first = await draw()
    const { share } = await db.selectFrom('captcha').selectAll().executeTakeFirstOrThrow()
    const others = { codeId: 'others', answer: 'x', expiresAt: server.clock.now + 1, share: 'another network' }
    const device = { ...others, codeId: 'device', share: null }
    await db.insertInto('captcha').values([others, device]).execute()
    const many = Array.from({ length: 250 }, (_, n) => ({
      ...{ codeId: `many${n}`, answer: 'x', expiresAt: server.clock.now + 5 * 60_000 + n, share },
    }))
    await db.insertInto('captcha').values(many).execute()
    server.clock.now += 10_000
    const last = await draw()
    expect(await count()).toBeLessThanOrEqual(202)
    const kept = await db
      .selectFrom('captcha')
      .select('codeId')
      .where('codeId', 'in', [first, last, 'others', 'device'])
      .execute()
    expect(kept.map(({ codeId }) => codeId).sort()).toEqual([last, 'others', 'device'].sort())
    server.clock.now -= 10_000
  })

  test('a network gets so many captchas in a quarter of an hour; another is not held up by it', async () => {
    const own = () => server.anyone.call('auth.code')
    const { now } = server.clock
    const mark = server.parts.secret.mark('guard', 'auth.code', 'address', 15 * 60_000, '127.0.0.1')
    const uses = Array.from({ length: 600 }, () => ({ mark, at: now, until: now + 15 * 60_000 }))
    await server.parts.db.write.insertInto('guardUse').values(uses).execute()
    expect(await own()).toMatchObject({ errorCode: 'TOO_MANY', errorMsg: '取验证码过于频繁，请 15 分钟后再试' })
    // a browser that the staff have signed in on has its own turn; a picture on another site's page takes nobody's
    const clerk = await server.person({ roles: ['staff'], password: 'Yun-lai#4821' })
    const { value } = await clerk.call('auth.device')
    const at = (username: string) => server.anyone.call('auth.code', { username, device: value.device })
    expect((await at(clerk.account)).errorCode).toBe('0')
    expect((await at('别人')).errorCode).toBe('TOO_MANY')
    const foreign = await server.raw('/suggest/code', { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(foreign).toMatchObject({ errorCode: 'NO_PERMISSION', errorMsg: '请在本网站的页面上取验证码' })
    const other = { ...server.parts, limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }), work: createWork() }
    const app = await createApp(other)
    const from = async (address: string) =>
      (await app.inject({ url: '/suggest/code', headers: { 'x-forwarded-for': address } })).json().errorCode
    // all networks of an IPv6 /48 together have eight shares, and no other's
    const wider = server.parts.secret.mark('guard', 'auth.code', 'wider', 15 * 60_000, '2001:db8:77:')
    const theirs = Array.from({ length: 8 * 600 }, () => ({ mark: wider, at: now, until: now + 15 * 60_000 }))
    for (const some of chunksOf(theirs, 1000)) await server.parts.db.write.insertInto('guardUse').values(some).execute()
    expect([await from('2001:db8:77:5::1'), await from('2001:db8:78:5::1')]).toEqual(['TOO_MANY', '0'])
    const { json } = await app.inject({ url: '/suggest/code', headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(json().errorCode).toBe('0')
    await app.close()
    server.clock.now += 15 * 60_000
    expect((await own()).errorCode).toBe('0')
  })
})
