import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hereShown } from '../../server/http/near.ts'
import { limitsFrom } from '../../server/limits.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'

const password = '正确的-Passw0rd'
const named = /^(?:x-forwarded-.*|forwarded|x-real-ip|via)$/

let server: TestServer
let home: CliHome
let account: string
let throughProxy: string
/** Passes everything on and names nobody, as a web server does with one line of configuration. */
const proxy = createServer((incoming, outgoing) => {
  const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !named.test(name)))
  const on = request(server.url + incoming.url, { method: incoming.method ?? 'GET', headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  incoming.pipe(on)
})

beforeAll(async () => {
  server = await startServer('sqlite', { limits: limitsFrom({ XZX_LOGIN_NO_CODE: 'loopback' }) })
  account = (await server.person({ roles: ['staff'], password })).account
  home = cliHome({ env: { LANG: 'C.UTF-8' } })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  throughProxy = `http://127.0.0.1:${(proxy.address() as { port: number }).port}`
})
afterAll(async () => {
  proxy.closeAllConnections()
  await new Promise((resolve) => proxy.close(resolve))
  home.remove()
  await server.close()
})

const ready = async (at: string, headers = {}) => (await fetch(`${at}/readyz`, { headers })).json()
const signIn = async (at: string, headers = {}) => {
  const reply = await fetch(`${at}/user/loginNoCode`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ username: account, password }),
  })
  return ((await reply.json()) as { errorCode: string }).errorCode
}

test('whoever comes through a proxy that names nobody is not taken for a program of the machine', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7', via: '1.1 gate' }
  for (const [at, headers] of [
    [throughProxy, {}],
    [throughProxy, forwarded],
    [server.url, {}],
    [server.url, { 'x-here': 'x'.repeat(43) }],
    [server.url, { 'x-here': '' }],
    [server.url, { ...server.here, ...forwarded }],
  ] as const) {
    expect(await ready(at, headers), JSON.stringify(headers)).toEqual({ status: 'ready' })
    expect(await signIn(at, headers), JSON.stringify(headers)).toBe('NO_PERMISSION')
  }
  expect(await ready(server.url, server.here)).toMatchObject({ loginNoCode: 'loopback', unnamedProxy: true })
  expect(await signIn(server.url, server.here)).toBe('0')
})

test('who listens in the server’s place is shown nothing, and what was shown once is nothing elsewhere or later', async () => {
  const { dataDir } = server.parts
  const heard: IncomingHttpHeaders[] = []
  // it asks the true server in the caller's words, and passes its answer on
  const relay = createServer(async (incoming, outgoing) => {
    heard.push(incoming.headers)
    const answer = await fetch(`${server.url}${incoming.url}`, {
      headers: { 'x-here': String(incoming.headers['x-here'] ?? '') },
    })
    outgoing.writeHead(200, { 'x-here': answer.headers.get('x-here') ?? '' }).end('{}')
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const { port } = relay.address() as { port: number }
  try {
    const at = `--server http://127.0.0.1:${port} --data ${dataDir}`
    await home.xzx(`doctor --json ${at}`)
    await home.xzx(`user unlock ${account} ${at} --yes`)
    expect(heard.length).toBeGreaterThan(2)
    for (const { 'x-here': shown } of heard) {
      if (shown === undefined) continue
      expect(await ready(server.url, { 'x-here': shown })).toEqual({ status: 'ready' })
    }
  } finally {
    relay.closeAllConnections()
    await new Promise((resolve) => relay.close(resolve))
  }
  expect(await ready(server.url, { 'x-here': hereShown(server.parts.secret, { address: '127.0.0.1', port }) })).toEqual(
    { status: 'ready' },
  )
  const own = Number(new URL(server.url).port)
  for (const address of ['::1', '127.0.0.2', ''])
    expect(await ready(server.url, { 'x-here': hereShown(server.parts.secret, { address, port: own }) })).toEqual({
      status: 'ready',
    })
  expect(await ready(server.url, { 'x-here': server.parts.secret.mark('here') })).toEqual({ status: 'ready' })
})

test('the command line shows that it reads the key, and shows it to no server elsewhere', async () => {
  const { dataDir } = server.parts
  const doctor = async (more: string) => {
    const { list } = (await home.xzx(`doctor --json --server ${server.url} ${more}`)).json()
    return list.find(({ name }: { name: string }) => name === 'server').says as string
  }
  expect(await doctor(`--data ${dataDir}`)).toContain('免验证码登录只对服务器本机开放')
  expect(await doctor('')).toContain('对能读取密钥文件的用户显示')
  const login = (more: string) =>
    home.xzx(`auth login --server ${server.url} --user ${account} --password-stdin ${more}`, { stdin: password })
  const refused = await login('')
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--data')])
  const debugged = await login(`--debug --data ${dataDir}`)
  expect(debugged.code).toBe(0)
  expect(debugged.err).toContain('x-here: ***')
  expect(debugged.err).not.toContain(server.here['x-here'])
  const elsewhere = await home.xzx(
    `auth login --server http://xzx.invalid:1 --user a --password-stdin --debug --data ${dataDir}`,
    { stdin: password },
  )
  expect(elsewhere.err).not.toContain('x-here')
})
