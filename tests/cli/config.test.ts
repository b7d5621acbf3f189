import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Backend, startBackend, value } from '../support/backend.ts'
import { type CliHome, cliHome } from '../support/cli.ts'

let home: CliHome
let backend: Backend
beforeEach(async () => {
  backend = await startBackend(({ path }) =>
    path === '/user/loginNoCode' ? value('token-1') : value({ list: [], total: 0 }),
  )
  home = cliHome()
})
afterEach(async () => {
  home.remove()
  await backend.close()
})

const file = () => join(home.dir, 'config', 'config.json')
const rc = (content: unknown, dir = home.dir) =>
  writeFileSync(join(dir, '.xzxrc.json'), typeof content === 'string' ? content : JSON.stringify(content))
const signIn = () =>
  home.xzx(['auth', 'login', '--server', backend.url, '--user', 'admin', '--password-stdin'], { stdin: 'pass\n' })
const origin = async (key: string, options = {}, flags = '') => {
  const { out } = await home.xzx(`config list --show-origin --format ndjson ${flags}`, options)
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .find((row) => row.key === key)
}

test('flag before variable before .xzxrc.json before profile before default', async () => {
  expect(await origin('server')).toMatchObject({ value: 'http://127.0.0.1:8080', origin: '默认' })
  await home.xzx('config set server http://profile.test')
  expect(await origin('server')).toMatchObject({ value: 'http://profile.test', origin: '配置 default' })
  rc({ server: 'http://rc.test' })
  expect(await origin('server')).toMatchObject({ value: 'http://rc.test', origin: join(home.dir, '.xzxrc.json') })
  const env = { XZX_SERVER: 'http://env.test' }
  expect(await origin('server', { env })).toMatchObject({ value: 'http://env.test', origin: 'XZX_SERVER' })
  const flagged = await origin('server', { env }, '--server http://flag.test')
  expect(flagged).toMatchObject({ value: 'http://flag.test', origin: '--server' })
})

test('the nearest .xzxrc.json counts', async () => {
  const inner = join(home.dir, 'a', 'b')
  mkdirSync(inner, { recursive: true })
  rc({ size: 50 })
  rc({ size: 20 }, join(home.dir, 'a'))
  expect(await origin('size', { cwd: inner })).toMatchObject({ value: '20' })
})

test('the config is for its owner only, and never shows the token', async () => {
  expect((await signIn()).code).toBe(0)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  const { out } = await home.xzx('config list')
  expect(out).toContain('***')
  expect(out).not.toContain('token-1')
})

test('the stored token goes to no other server than its own', async () => {
  const other = await startBackend(() => value({ list: [], total: 0 }))
  await signIn()
  await home.xzx('article list')
  expect(backend.seen.at(-1)?.headers.authorization).toBe('token-1')
  rc({ server: other.url })
  const ran = await home.xzx('article list')
  expect(other.seen.at(-1)?.headers.authorization).toBeUndefined()
  expect(ran.err).toContain(backend.url)
  await home.xzx(`article list --server ${other.url}`)
  expect(other.seen.at(-1)?.headers.authorization).toBeUndefined()
  await other.close()
})

test('XZX_TOKEN wins over the stored one', async () => {
  await signIn()
  await home.xzx('article list', { env: { XZX_TOKEN: 'from-env' } })
  expect(backend.seen.at(-1)?.headers.authorization).toBe('from-env')
  const ran = await home.xzx('auth logout', { env: { XZX_TOKEN: 'from-env' } })
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('XZX_TOKEN')])
})

test.for([
  ['a secret', { token: 'x' }, '不能存放令牌或密码'],
  ['a password', { Password: 'x' }, '不能存放令牌或密码'],
  ['an unknown key', { sever: 'http://a.test' }, 'sever'],
  ['a bad value', { size: 11 }, 'size'],
  ['no JSON', '{', ''],
] as const)('.xzxrc.json with %s: file and key are named, exit 2', async ([, content, key]) => {
  rc(content)
  const ran = await home.xzx('article list')
  expect(ran.code).toBe(2)
  expect(ran.err).toContain(join(home.dir, '.xzxrc.json'))
  expect(ran.err).toContain(key)
  expect(backend.seen).toHaveLength(0)
})

test.skipIf(process.platform === 'win32')(
  'a .xzxrc.json that everybody may write names no server: exit 2, nothing is sent',
  async () => {
    rc({ server: backend.url })
    chmodSync(join(home.dir, '.xzxrc.json'), 0o666)
    const ran = await home.xzx('article list')
    expect(ran.code).toBe(2)
    expect(ran.err).toContain('任何用户都可以改写')
    expect(backend.seen).toHaveLength(0)
  },
)

test.for([
  ['{ broken', ''],
  [JSON.stringify({ profiles: { default: { server: 'nonsense' } } }), 'profiles.default.server'],
  [JSON.stringify({ profiles: { default: { server: 5 } } }), 'profiles.default.server'],
] as const)('an invalid config is named and left as it is: %s', async ([content, key]) => {
  mkdirSync(join(home.dir, 'config'))
  writeFileSync(file(), content)
  const ran = await home.xzx('config set size 20')
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(file())])
  expect(ran.err).toContain(key)
  expect(readFileSync(file(), 'utf8')).toBe(content)
})

test('profiles: made by signing in, chosen by use', async () => {
  await home.xzx(['auth', 'login', '--profile', 'prod', '--server', backend.url, '--user', 'a', '--password-stdin'], {
    stdin: 'p',
  })
  expect((await home.xzx('config use')).out).toBe('prod\n')
  expect((await home.xzx('config use prdo')).err).toContain('您是否想输入 prod？')
  await home.xzx('config use prod')
  expect((await home.xzx('config get server')).out).toBe(`${backend.url}\n`)
  await home.xzx('config set size 50')
  expect((await home.xzx('config get size')).out).toBe('50\n')
  await home.xzx(['config', 'set', 'size', ''])
  expect((await home.xzx('config get size')).out).toBe('10\n')
})

test('commands at the same moment lose nothing of each other, nor wait for one that was killed', async () => {
  const names = Array.from({ length: 8 }, (_, i) => `p${i}`)
  const set = (what: string) => Promise.all(names.map((name) => home.xzx(`config set ${what} --profile ${name}`)))
  expect((await set('size 50')).map(({ code }) => code)).toEqual(names.map(() => 0))
  const lock = `${file()}.lock`
  writeFileSync(lock, '')
  utimesSync(lock, 1, 1)
  expect((await set('timeout 40s')).map(({ code }) => code)).toEqual(names.map(() => 0))
  const { profiles } = JSON.parse(readFileSync(file(), 'utf8'))
  for (const name of names) expect(profiles[name], name).toMatchObject({ size: '50', timeout: '40s' })
  expect(readdirSync(join(home.dir, 'config'))).toEqual(['config.json'])
})

test('wrong keys and values of config set', async () => {
  expect((await home.xzx('config set servr x')).err).toContain('您是否想输入 server？')
  expect((await home.xzx('config set server ftp://x')).code).toBe(2)
  expect((await home.xzx('config set server http://u:p@x.test')).err).toContain('不能带用户名或密码')
  expect((await home.xzx('config set token abc')).err).toContain('xzx auth login')
})

test('signing in and out', async () => {
  const ran = await signIn()
  expect([ran.out, ran.err]).toEqual(['', expect.stringContaining('已登录')])
  expect([backend.seen[0]?.query.size, backend.seen[0]?.body]).toEqual([0, { username: 'admin', password: 'pass' }])
  expect(backend.seen[0]?.headers.authorization).toBeUndefined()
  expect((await home.xzx('auth logout')).code).toBe(0)
  expect(backend.seen.at(-1)).toMatchObject({ path: '/people/logout', headers: { authorization: 'token-1' } })
  expect(readFileSync(file(), 'utf8')).not.toContain('token-1')
  expect((await home.xzx('auth status')).code).toBe(4)
})

test('what makes this installation known is kept for its account and server, and shown at the next sign-in', async () => {
  backend.answer = ({ path }) =>
    value({ '/user/loginNoCode': 'token-1', '/x/auth/device': { device: 'secret-1' } }[path] ?? null)
  await signIn()
  expect(backend.seen.at(-1)).toMatchObject({ path: '/x/auth/device', headers: { authorization: 'token-1' } })
  await home.xzx('auth logout')
  backend.seen.length = 0
  await signIn()
  expect(backend.seen.map(({ path, body }) => [path, body.device])).toEqual([
    ['/user/loginNoCode', 'secret-1'],
    ['/x/auth/device', 'secret-1'],
  ])
  backend.seen.length = 0
  const line = ['auth', 'login', '--server', backend.url, '--user', 'other', '--password-stdin']
  await home.xzx(line, { stdin: 'pass\n' })
  expect(backend.seen[0]?.body).toEqual({ username: 'other', password: 'pass' })
  expect((await home.xzx('config list --show-origin')).out).not.toContain('secret-1')
})

test('an account or an address is unlocked', async () => {
  await signIn()
  backend.answer = ({ body }) => value({ released: body.username ? 5 : 0 })
  const account = await home.xzx('auth unlock --account li')
  expect([account.code, account.err]).toEqual([0, expect.stringContaining('已解锁账号 li，清除 5 次登录失败')])
  const address = await home.xzx('auth unlock --address 10.1.2.3')
  expect(backend.seen.at(-1)).toMatchObject({ path: '/x/auth/unlock', body: { address: '10.1.2.3' } })
  expect(address.err).toContain('本来就没有锁定')
  expect(await home.xzx('auth unlock')).toMatchObject({ code: 2, err: expect.stringContaining('--account') })
})

test('--json is JSON in every config command', async () => {
  await signIn()
  expect((await home.xzx('config get server --json')).json()).toMatchObject({ key: 'server', value: backend.url })
  expect((await home.xzx('config path --json')).json()).toEqual({ path: file() })
  expect((await home.xzx('config use --json')).json()).toContainEqual({ name: 'default', current: true })
})

test.skipIf(process.platform !== 'linux')(
  'an account without a home works with variables alone; what is to be kept is refused',
  async () => {
    const env = { XZX_CONFIG_DIR: '/sys/xzx/none', XZX_TOKEN: 'token-1', XZX_SERVER: backend.url }
    expect((await home.xzx('config get server', { env })).out).toBe(`${backend.url}\n`)
    const ran = await home.xzx('config set size 50', { env })
    expect([ran.code, ran.err]).toEqual([2, expect.stringMatching(/^错误：\/sys\/xzx\/none\/config\.json：.+（2）\n$/)])
  },
)

test('a password is never a flag, and never waited for without a terminal', async () => {
  expect((await home.xzx('auth login --user a --password b')).err).toContain('未知选项 --password')
  const ran = await home.xzx('auth login --user a')
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('--password-stdin')])
})

test('on a terminal the password is typed unseen', async () => {
  const tty = ['stdin', 'stdout', 'stderr'] as const
  const ran = await home.xzx(['auth', 'login', '--server', backend.url, '--user', 'admin'], {
    tty,
    stdin: 'pasx\u007fs\r',
  })
  expect(ran.code).toBe(0)
  expect(backend.seen[0]?.body).toMatchObject({ password: 'pass' })
  expect(ran.err).not.toContain('pas')
})

test('Ctrl+C at the password is Ctrl+C, Ctrl+D is no', async () => {
  const tty = ['stdin', 'stdout', 'stderr'] as const
  const line = ['auth', 'login', '--server', backend.url, '--user', 'admin']
  expect((await home.xzx(line, { tty, stdin: 'pa\u0003' })).code).toBe(130)
  expect((await home.xzx(line, { tty, stdin: 'pa\u0004' })).code).toBe(6)
})

test('--debug and --verbose hide token and password', async () => {
  await signIn()
  const { err } = await home.xzx('article list --debug')
  expect(err).toContain('POST /api/article/list 200')
  expect(err).toMatch(/Authorization: \*\*\*/)
  expect(err).not.toContain('token-1')
})

test('a profile that is not there is made by who signs in or sets something; other commands refuse it by name', async () => {
  await signIn()
  for (const [line, env] of [
    ['article list --profile defualt', {}],
    ['article list', { XZX_PROFILE: 'defualt' }],
  ] as const) {
    const ran = await home.xzx(line, { env })
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('没有配置 defualt')])
    expect(ran.err).toContain('您是否想输入 default')
  }
  expect((await home.xzx(`config set server ${backend.url} --profile prod`)).code).toBe(0)
  expect((await home.xzx('article list --profile prod', { env: { XZX_TOKEN: 'token-2' } })).code).toBe(0)
})

test('what cannot be a token or a password is named, and nothing is sent', async () => {
  const token = await home.xzx(['article', 'list', '--server', backend.url], { env: { XZX_TOKEN: 'abc\rdef' } })
  expect([token.code, token.err]).toEqual([2, expect.stringContaining('XZX_TOKEN')])
  // else what a script does with a token of few keys would be done by whoever is signed in
  const none = await home.xzx('article list', { env: { XZX_TOKEN: '' } })
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('XZX_TOKEN 是空的')])
  const line = ['auth', 'login', '--server', backend.url, '--user', 'admin', '--password-stdin']
  const twice = await home.xzx(line, { stdin: 'old\nnew\n' })
  expect([twice.code, twice.err]).toEqual([2, expect.stringContaining('只有一行')])
  expect(backend.seen).toEqual([])
})
