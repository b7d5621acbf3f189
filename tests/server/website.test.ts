import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isNowhere, outsideSays } from '../../server/ports/outside.ts'
import { portsFrom } from '../../server/ports/ports.ts'
import { probeFrom } from '../../server/ports/probe.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

let site: Server
let at: string
const asked: string[] = []
beforeAll(async () => {
  site = createServer((request, reply) => {
    asked.push(request.url ?? '')
    const [, what = '', more = ''] = /^\/(\w+)\/?(.*)$/.exec(request.url ?? '') ?? []
    if (what === 'to') return reply.writeHead(302, { location: decodeURIComponent(more) }).end()
    if (what === 'endless') return reply.writeHead(302, { location: '/endless' }).end()
    if (what === 'long') {
      reply.writeHead(200)
      const more = setInterval(() => reply.write('x'.repeat(65_536)), 1)
      reply.on('close', () => clearInterval(more))
      return
    }
    reply.writeHead(Number(what) || 200).end('<h1>网站</h1>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(() => {
  site.closeAllConnections()
  site.close()
})

describe('the probe', () => {
  const allowed = probeFrom({ XZX_PROBE_NETS: '127.0.0.1' })
  const strict = probeFrom({})
  test.each([
    ['/200', true, 200, null],
    ['/404', false, 404, '答复 HTTP 404'],
    ['/503', false, 503, '答复 HTTP 503'],
    ['/to/%2F200', true, 200, null],
    ['/to/javascript%3Aalert(1)', true, 302, null],
    ['/endless', false, null, '打不开（TOO_MANY_REDIRECTS）'],
    ['/to/http%3A%2F%2F127.0.0.2%2F', null, null, '指向内部地址，不检测'],
    ['/to/http%3A%2F%2F169.254.169.254%2Flatest', null, null, '指向内部地址，不检测'],
    ['/long', true, 200, null],
  ])('of %s', async (path, ok, statusCode, reason) => {
    expect(await allowed.look(at + path)).toMatchObject({ ok, statusCode, reason })
  })

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[2002:7f00:1::]/',
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'http://192.168.1.1/',
    'http://0.0.0.0/',
  ])('asks nothing of the network behind the server: %s', async (url) => {
    const { port } = new URL(at)
    const there = new URL(url)
    there.port = port
    const before = asked.length
    expect(await strict.look(there.href)).toMatchObject({ ok: null, reason: '指向内部地址，不检测' })
    expect(asked.length).toBe(before)
  })

  test('a name inside is told apart from no name by nobody', async () => {
    const { port } = new URL(at)
    const before = asked.length
    const inside = await strict.look(`http://localhost:${port}/200`)
    expect(asked.length).toBe(before)
    expect(inside).toMatchObject({
      ok: false,
      statusCode: null,
      reason: expect.stringContaining('没有解析到可以检测的地址'),
    })
    const says = { waitMs: 1, inner: '内部', nowhere: inside.reason as string }
    const none = Object.assign(new Error(), { code: 'ENOTFOUND' })
    expect([outsideSays(none, says), isNowhere(none)]).toEqual([inside.reason, true])
  })

  test('a network that is none is refused at the start', () => {
    expect(() => probeFrom({ XZX_PROBE_NETS: '10.0.0.0/99' })).toThrow('XZX_PROBE_NETS')
    expect(() => probeFrom({ XZX_PROBE_NETS: 'gov.cn' })).toThrow('XZX_PROBE_NETS')
  })
})

describe.each(databases)('websites on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database, { ports: portsFrom({ XZX_PROBE_NETS: '127.0.0.1' }) })
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())
  const save = (given: object) => admin.call('website.add', given)

  test('are kept, looked at, and say since when they are as they are', async () => {
    const { value } = await save({ name: '门户', url: `${at}/503` })
    expect(value).toMatchObject({ state: 0, enabled: 1, checkedAt: null })
    expect(await save({ name: '重复', url: `${at}/503` })).toMatchObject({ errorCode: 'CONFLICT' })
    expect(await save({ name: '坏', url: 'ftp://x/' })).toMatchObject({ errorCode: 'BAD_INPUT' })
    for (const url of ['http://u:p@x/', 'http://:p@x/', 'http://u@x/'])
      expect(await save({ name: '坏', url })).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect(await save({ id: value.id, state: 1 })).toMatchObject({ errorCode: 'BAD_INPUT' })
    const [first] = (await admin.call('website.probe', { ids: [value.id] })).value
    expect(first).toMatchObject({ state: 2, reason: '答复 HTTP 503', changedAt: first.checkedAt })
    // what is not asked is neither well nor ill
    const inner = (await save({ name: '内部', url: 'http://127.0.0.2/', enabled: 0 })).value
    const [unasked] = (await admin.call('website.probe', { ids: [inner.id] })).value
    expect(unasked).toMatchObject({ state: 0, reason: '指向内部地址，不检测', changedAt: null })
    server.clock.now += 60_000
    await admin.call('schedule.run', { name: 'website' })
    const states = async () => (await admin.call('website.stateList', { state: 2 })).value.list
    await expect.poll(async () => (await states())[0].checkedAt !== first.checkedAt).toBe(true)
    expect((await states())[0].changedAt).toBe(first.changedAt)
    expect((await save({ id: value.id, url: 'https://www.example.gov.cn/' })).value).toMatchObject({
      ...{ state: 0, checkedAt: null, reason: null },
    })
    expect((await admin.call('website.del', { ids: [value.id] })).value.done).toEqual([value.id])
  })

  test('the machine says what it is, to whoever may know', async () => {
    const { value } = await admin.call('website.getOSSystemInfo', {})
    expect(value).toMatchObject({ os: 'Linux', database: database === 'postgres' ? 'PostgreSQL' : 'SQLite' })
    expect(value.memoryTotal).toBeGreaterThan(value.memoryFree)
    expect(value.diskFree).toBeGreaterThan(0)
    expect(Object.keys((await admin.call('website.getWinSystemInfo', {})).value)).toEqual(Object.keys(value))
    expect((await admin.call('website.serverInfoList', {})).value.list).toHaveLength(1)
    const reader = await server.person({ roles: ['readonly'] })
    expect(await reader.call('website.getOSSystemInfo', {})).toMatchObject({ errorCode: 'NO_PERMISSION' })
  })
})
