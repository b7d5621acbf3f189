import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitsFrom } from '../../server/limits.ts'
import { databases } from '../support/databases.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

const most = 120

describe.each(databases)('repeats under a used request key on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
  })
  afterAll(() => server.close())

  test('are answered as the first one without a captcha, so often from one network and no more; others are not kept out', async () => {
    const [here, there] = [visitorsOf(server, '198.51.100.20'), visitorsOf(server, '198.51.100.21')]
    const letter = {
      ...{ title: '东街路灯不亮', type: 0, content: '已有一周', name: '周小雨', phone: '13711112222', openFlag: 0 },
      verifyCode: 'ab12',
    }
    const codeId = await here.captcha()
    const send = (by = here) =>
      by.post('/web/mail/add', { ...letter, codeId }, { 'x-request-key': `again-${database}` })
    const first = await send()
    expect(first).toMatchObject({ errorCode: '0' })
    for (let i = 0; i < most; i++) expect((await send()).value).toEqual(first.value)
    expect(await send()).toMatchObject({ errorCode: 'TOO_MANY', errorMsg: expect.stringContaining('重复写信过于频繁') })
    expect((await send(there)).value).toEqual(first.value)
    // what is new is under its own limits
    const fresh = { ...letter, title: '另一封', codeId: await here.captcha() }
    expect(await here.post('/web/mail/add', fresh)).toMatchObject({ errorCode: '0' })
    server.clock.now += 15 * 60_000 + 1
    expect((await send()).value).toEqual(first.value)
  })

  test('by a form of the server they count as its calls do', async () => {
    const by = visitorsOf(server, '203.0.113.40')
    const page = await server.raw('/x/form/page?form=mail', { headers: { 'x-forwarded-for': '203.0.113.40' } })
    const requestKey = /name="requestKey" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
    const typed = { title: '桥头积水', type: '0', content: '一周', name: '周小雨', phone: '13711113333', openFlag: '0' }
    const sent = { form: 'mail', ...typed, requestKey, codeId: await by.captcha(), verifyCode: 'ab12' }
    expect((await by.post('/x/form/send', sent)).text).toContain('查询码')
    let refused = 0
    for (let i = 0; i < most; i++) if (!(await by.post('/x/form/send', sent)).text.includes('查询码')) refused += 1
    expect(refused).toBe(1)
  })
})
