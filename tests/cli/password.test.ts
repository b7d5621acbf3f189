import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'
import { openTmux, type Tmux, terminalTest, xzxCommand } from '../support/tmux.ts'

const old = 'Lamp#gate77old'
const fresh = 'Lamp#gate88new'

describe('xzx auth password', () => {
  let server: TestServer
  let home: CliHome
  let person: Person
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.now += 16 * 60_000
    person = await server.person({ roles: ['staff'], password: old })
    home = cliHome({ env: { XZX_SERVER: server.url } })
    expect((await home.xzx(`auth login --user ${person.account} --password-stdin`, { stdin: old })).code).toBe(0)
  })
  afterEach(() => home.remove())
  const device = () =>
    JSON.parse(readFileSync(join(home.dir, 'config/config.json'), 'utf8')).profiles.default.device as string
  const opens = async (password: string) =>
    (await server.anyone.call('auth.loginNoCode', { username: person.account, password })).errorCode === '0'

  test('from stdin, two lines: this sign-in goes on, the device is known again', async () => {
    const before = device()
    const { code, out, err } = await home.xzx('auth password --password-stdin', { stdin: `${old}\n${fresh}\n` })
    expect([code, out]).toEqual([0, ''])
    // the person’s session of the test’s own support
    expect(err).toContain('密码已修改，其他地方的 1 处登录已结束')
    expect(err).not.toContain(fresh)
    expect(await opens(fresh)).toBe(true)
    expect((await home.xzx('whoami')).code).toBe(0)
    expect(device()).not.toBe(before)
    for (let i = 0; i < 5; i += 1) await opens('wrong')
    const again = await home.xzx(`auth login --user ${person.account} --password-stdin`, { stdin: fresh })
    expect([again.code, again.err]).toEqual([0, expect.stringContaining('已登录')])
  })

  test('what goes wrong: wrong old one, unfit new one, lines that lack, nobody to ask, a script token, a dry run', async () => {
    const tried = async (stdin: string, line = 'auth password --password-stdin') => {
      const { code, err } = await home.xzx(line, { stdin })
      return `${code} ${err}`
    }
    expect(await tried(`wrong\n${fresh}\n`)).toMatch(/^1 [\s\S]*原密码不正确/)
    expect(await tried(`${old}\n88888888\n`)).toMatch(/^1 [\s\S]*新密码过于简单/)
    expect(await tried(`${old}\n`)).toMatch(/^2 [\s\S]*应为两行/)
    expect(await tried('', 'auth password')).toMatch(/^2 [\s\S]*--password-stdin/)
    expect(await tried('', 'auth password --dry-run')).toMatch(/^2 /)
    const made = await home.xzx('auth token --name 夜间 --keys article_list --json')
    const { token } = made.json() as { token: string }
    const env = { XZX_TOKEN: token }
    const script = await home.xzx('auth password --password-stdin', { stdin: `${old}\n${fresh}\n`, env })
    expect([script.code, script.err]).toEqual([1, expect.stringContaining('脚本令牌不能修改密码')])
    expect(await opens(old)).toBe(true)
  })

  test('script tokens that stay good are told; --end-tokens ends them', async () => {
    await home.xzx('auth token --name 夜间 --keys article_list')
    const first = await home.xzx('auth password --password-stdin', { stdin: `${old}\n${fresh}\n` })
    expect(first.err).toContain('1 个脚本令牌仍然有效')
    const second = await home.xzx('auth password --password-stdin --end-tokens', { stdin: `${fresh}\n${fresh}-2\n` })
    expect(second.err).toContain('1 个脚本令牌已停用')
    expect((await home.xzx('auth token list --format count')).out).toBe('0\n')
  })

  terminalTest('at a terminal nothing that is typed is shown; what will not do is asked for again', async () => {
    const env = {
      HOME: home.dir,
      XZX_CONFIG_DIR: join(home.dir, 'config'),
      XZX_STATE_DIR: join(home.dir, 'state'),
      XZX_SERVER: server.url,
    }
    const terminal: Tmux = await openTmux({ columns: 90, rows: 30, env, program: [...xzxCommand, 'auth', 'password'] })
    try {
      await terminal.until('原密码：')
      await terminal.press('-l', old)
      await terminal.press('Enter')
      await terminal.until('新密码：')
      await terminal.press('-l', 'password')
      await terminal.press('Enter')
      await terminal.until('新密码容易猜到')
      await terminal.press('-l', fresh)
      await terminal.press('Enter')
      await terminal.until('密码强度：强')
      await terminal.press('-l', `${fresh}x`)
      await terminal.press('Enter')
      await terminal.until('两次输入的不一致')
      await terminal.until((frame) => frame.trimEnd().endsWith('新密码：'))
      for (const says of ['再输入一次新密码：', '退出码 0']) {
        await terminal.press('-l', fresh)
        await terminal.press('Enter')
        await terminal.until((frame) => frame.split('两次输入的不一致')[1]?.includes(says) === true)
      }
      const seen = await terminal.frame()
      expect(seen).toContain('密码已修改')
      for (const secret of [old, fresh, 'password']) expect(seen).not.toContain(secret)
      expect(await opens(fresh)).toBe(true)
    } finally {
      terminal.end()
    }
  })

  test('a password that must be changed signs nobody in where nobody can be asked', async () => {
    await server.parts.db.write.updateTable('user').set({ mustChange: 1 }).where('id', '=', person.userId).execute()
    const { code, err } = await home.xzx(`auth login --user ${person.account} --password-stdin`, { stdin: old })
    expect([code, err]).toEqual([
      4,
      expect.stringMatching(/密码须先修改，修改后才能登录[\s\S]*在终端中运行 xzx auth login/),
    ])
  })

  terminalTest('at a terminal such a password is changed, and the sign-in goes on', async () => {
    await server.parts.db.write.updateTable('user').set({ mustChange: 1 }).where('id', '=', person.userId).execute()
    const env = {
      HOME: home.dir,
      XZX_CONFIG_DIR: join(home.dir, 'config'),
      XZX_STATE_DIR: join(home.dir, 'state'),
      XZX_SERVER: server.url,
    }
    const program = [...xzxCommand, 'auth', 'login', '--user', person.account]
    const terminal: Tmux = await openTmux({ columns: 90, rows: 30, env, program })
    try {
      for (const [asked, typed] of [
        ['密码：', old],
        ['请改成只有自己知道的密码', fresh],
        ['再输入一次新密码：', fresh],
      ] as const) {
        await terminal.until(asked)
        await terminal.press('-l', typed)
        await terminal.press('Enter')
      }
      await terminal.until('退出码 0')
      expect(await terminal.frame()).toContain('已登录')
      expect(await opens(fresh)).toBe(true)
    } finally {
      terminal.end()
    }
  })
})
