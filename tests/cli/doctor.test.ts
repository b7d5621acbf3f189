import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Backend, refused, startBackend, value } from '../support/backend.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer } from '../support/server.ts'

let home: CliHome
let backend: Backend
beforeEach(async () => {
  backend = await startBackend(({ path }, response) => {
    // the clock of the runs
    response.setHeader('date', 'Sat, 21 Nov 2026 01:05:00 GMT')
    if (path === '/user/loginNoCode') return value('token-1')
    return value({ userAccount: 'admin', name: '系统管理员' })
  })
  home = cliHome({ env: { LANG: 'C.UTF-8' } })
})
afterEach(async () => {
  home.remove()
  await backend.close()
})

interface Row {
  readonly name: string
  readonly state: string
  readonly says: string
  readonly hint: string
}
async function look(line = '', options = {}) {
  const ran = await home.xzx(`doctor --json --server ${backend.url} ${line}`, options)
  const rows = new Map((ran.json().list as Row[]).map((row) => [row.name, row]))
  return { ran, of: (name: string) => rows.get(name), names: [...rows.keys()] }
}
const signIn = () => home.xzx(`auth login --server ${backend.url} --user admin --password-stdin`, { stdin: 'pass\n' })

test('all is well: every look says what it saw, exit 0', async () => {
  await signIn()
  const { ran, of, names } = await look()
  expect(ran.code).toBe(0)
  expect(names).toEqual([
    'runtime',
    'config',
    'server',
    'token',
    'schedule',
    'setting',
    'workday',
    'search',
    'voice',
    'disk',
    'lock',
    'locale',
    'terminal',
  ])
  // of what this back end does not show nothing is known
  const unseen = ['schedule', 'setting', 'workday', 'search', 'voice']
  expect(names.map((name) => of(name)?.state)).toEqual(names.map((name) => (unseen.includes(name) ? 'unseen' : 'good')))
  expect(of('runtime')?.says).toContain('9.9.9')
  expect(of('server')?.says).toContain(backend.url)
  expect(of('token')?.says).toContain('admin')
  expect(JSON.stringify([...names.map(of)])).not.toContain('token-1')
})

test('nobody is signed in: a remark that says what to type', async () => {
  const { ran, of } = await look()
  expect(ran.code).toBe(0)
  expect(of('token')).toMatchObject({ state: 'remark', hint: expect.stringContaining('xzx auth login') })
})

test('a config that others can read, and one that cannot be read at all', async () => {
  await signIn()
  const file = join(home.dir, 'config', 'config.json')
  chmodSync(file, 0o644)
  const open = await look()
  expect(open.ran.code).toBe(1)
  expect(open.of('config')).toMatchObject({ state: 'bad', hint: `运行 chmod 600 ${file}` })
  writeFileSync(file, '{ broken')
  const broken = await look()
  expect(broken.ran.code).toBe(1)
  expect(broken.of('config')).toMatchObject({ state: 'bad', says: expect.stringContaining(file) })
  expect(broken.of('runtime')?.state).toBe('good')
})

test('a server that is not there, one that knows nobody any more, and one with another clock', async () => {
  await signIn()
  backend.answer = (_seen, response) => {
    response.setHeader('date', 'Sat, 21 Nov 2026 01:00:00 GMT')
    response.statusCode = 401
    return { errorCode: 'SESSION_OVER', errorMsg: '登录已过期', value: null, requestId: 'r' }
  }
  const over = await look()
  expect(over.ran.code).toBe(1)
  expect(over.of('token')).toMatchObject({ state: 'bad', hint: expect.stringContaining('xzx auth login') })
  expect(over.of('server')).toMatchObject({ state: 'remark', says: expect.stringContaining('快 300 秒') })
  const gone = createServer()
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const { port } = gone.address() as { port: number }
  await new Promise((resolve) => gone.close(resolve))
  const ran = await home.xzx(`doctor --json --server http://127.0.0.1:${port}`)
  expect(ran.code).toBe(1)
  expect((ran.json().list as Row[]).find(({ name }) => name === 'server')).toMatchObject({
    state: 'bad',
    says: expect.stringContaining('连接被拒绝'),
  })
})

test('a server that calls itself not ready is told with its reason', async () => {
  const answer = backend.answer
  backend.answer = (seen, response, nth) => {
    if (seen.path !== '/readyz') return answer(seen, response, nth)
    response.statusCode = 503
    return refused('UNAVAILABLE', '磁盘空间不足：/var/lib/xzx')
  }
  const { ran, of } = await look()
  expect(ran.code).toBe(1)
  expect(of('server')).toMatchObject({
    state: 'bad',
    says: expect.stringContaining('磁盘空间不足：/var/lib/xzx'),
    hint: '请联系管理员',
  })
  // who names the data folder is the administrator
  expect((await look('--data data')).of('server')?.hint).toContain('腾出空间')
})

test('a data folder that is named is looked at: none, none of ours, one of PostgreSQL, one of another server', async () => {
  const folder = join(home.dir, 'data')
  const says = async (state: string, words: string, env = {}) => {
    const { ran, of } = await look('--data data', { env })
    expect(of('data'), words).toMatchObject({ state, says: expect.stringContaining(words) })
    // nothing here is a database that could be looked into
    expect([ran.code, of('archives')?.state]).toEqual([1, 'bad'])
  }
  await says('bad', '没有这个目录')
  mkdirSync(folder)
  await says('bad', '不是服务的数据目录：没有密钥文件')
  writeFileSync(join(folder, 'key'), 'k')
  await says('bad', '没有找到数据库')
  writeFileSync(join(folder, 'serve.id'), '1')
  await says('bad', '是使用 PostgreSQL 的服务的数据目录，没有写明 DATABASE_URL')
  writeFileSync(join(folder, 'xzx.db'), '')
  await says('bad', '（其中的 xzx.db 是另一个数据库），没有写明 DATABASE_URL')
  const env = { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }
  await says('good', '数据库 PostgreSQL（DATABASE_URL）（其中还有内置数据库 xzx.db，没有用到）', env)
  rmSync(join(folder, 'serve.id'))
  await says('bad', '中有内置数据库 xzx.db，DATABASE_URL 所指的是另一个数据库', env)
  await says('bad', '数据库是空的')
  const made = new DatabaseSync(join(folder, 'xzx.db'))
  made.exec('create table one (id integer)')
  made.close()
  await says('good', `数据库 ${join(folder, 'xzx.db')}`)
  const { answer } = backend
  backend.answer = (seen, response, nth) =>
    seen.path === '/readyz' ? { status: 'ready' } : answer(seen, response, nth)
  expect((await look('--data data')).of('server')).toMatchObject({
    state: 'remark',
    says: expect.stringContaining('--data 中的密钥不是这个服务器的'),
  })
})

test('how the server lets people in is told, who reads its site, and that a proxy before it is not named', async () => {
  const answer = backend.answer
  const ready = { status: 'ready', loginNoCode: 'loopback', site: 'own', unnamedProxy: false, logAnchors: 'kept' }
  backend.answer = (seen, response, nth) => (seen.path === '/readyz' ? ready : answer(seen, response, nth))
  const server = async () => (await look()).of('server')
  expect(await server()).toMatchObject({ state: 'good', says: expect.stringContaining('只对服务器本机开放') })
  expect((await server())?.says).toContain('nginx 等不能直接读取')
  expect((await server())?.says).toContain('操作日志与锚点相符')
  ready.logAnchors = 'lost'
  expect(await server()).toMatchObject({ state: 'remark', hint: expect.stringContaining('xzx log accept') })
  ready.logAnchors = 'differ'
  expect(await server()).toMatchObject({ state: 'bad', hint: expect.stringContaining('xzx log verify') })
  ready.logAnchors = 'kept'
  ready.site = 'open'
  expect((await server())?.says).toContain('可由 nginx 等直接读取')
  ready.site = 'shut'
  expect(await server()).toMatchObject({ state: 'remark', hint: expect.stringContaining('chmod o+rx') })
  ready.unnamedProxy = true
  expect(await server()).toMatchObject({ state: 'remark', hint: expect.stringContaining('XZX_PROXIES') })
  backend.answer = (seen, response, nth) =>
    seen.path === '/readyz' ? { status: 'ready' } : answer(seen, response, nth)
  expect(await server()).toMatchObject({
    state: 'good',
    says: expect.stringContaining('只在服务器本机上、对能读取密钥文件的用户显示'),
  })
})

test('of a data folder that was named the disk is looked at', async () => {
  const server = await startServer()
  const seen = await look(`--data ${server.parts.dataDir}`)
  expect(seen.of('disk')).toMatchObject({ says: expect.stringContaining(`${server.parts.dataDir} 可写，剩余`) })
  expect((await look('')).of('disk')?.says).not.toContain(server.parts.dataDir)
  await server.close()
})

test('a home in which nothing can be made holds nothing up', async () => {
  const env = { HOME: '/proc', XZX_STATE_DIR: '/proc/none/state', XZX_CONFIG_DIR: '/proc/none/config' }
  expect((await home.xzx('config set size 20', { env })).code).toBe(2)
  expect((await look('', { env })).of('disk')).toMatchObject({ state: 'remark' })
})
