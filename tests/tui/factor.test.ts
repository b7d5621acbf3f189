import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { codeOf, nextCode, wrongCodeOf } from '../support/factor.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTmux, terminalTest, xzxCommand } from '../support/tmux.ts'

const password = 'old-Passw0rd-1'

describe('the second factor at a terminal', () => {
  let server: TestServer
  let home: CliHome
  beforeAll(async () => {
    server = await startServer()
    home = cliHome({ env: { XZX_SERVER: server.url } })
  })
  afterAll(async () => {
    home.remove()
    await server.close()
  })
  const run = (...words: readonly string[]) =>
    openTmux({
      ...{ columns: 120, rows: 60, program: [...xzxCommand, ...words] },
      env: { XZX_SERVER: server.url, XZX_CONFIG_DIR: join(home.dir, 'config') },
    })

  terminalTest('is bound, asked for at sign-in, and what is unattended is told what to do', async () => {
    const person = await server.person({ roles: ['staff'], password })
    const login = () => run('auth', 'login', '--user', person.account)
    const first = await login()
    await first.until('密码：')
    await first.press(password, 'Enter')
    await first.until('退出码 0')
    first.end()
    const binding = await run('auth', 'factor', 'on')
    await binding.until('密码：')
    await binding.press(password, 'Enter')
    const shown = await binding.until('6 位数字：')
    expect(shown).toContain('█')
    const secret = (/手工输入密钥：\s*([A-Z2-7 ]+)/.exec(shown)?.[1] ?? '').replaceAll(' ', '')
    await binding.press(wrongCodeOf(server, secret), 'Enter')
    await binding.until('动态口令不正确')
    await binding.press(codeOf(server, secret), 'Enter')
    const bound = await binding.until('退出码 0')
    expect(bound.match(/^ {2}[a-z0-9]{5}-[a-z0-9]{5}$/gm)).toHaveLength(10)
    binding.end()
    expect((await home.xzx('auth factor')).out).toContain('还有 10 个恢复码')
    expect(JSON.parse((await home.xzx('auth factor --json')).out)).toMatchObject({ on: 1, codesLeft: 10 })
    const again = await login()
    await again.until('密码：')
    await again.press(password, 'Enter')
    await again.until('动态口令（或恢复码）：')
    await again.press(nextCode(server, secret), 'Enter')
    await again.until('已登录')
    again.end()
    const unattended = await home.xzx(`auth login --user ${person.account} --password-stdin`, { stdin: password })
    expect([unattended.code, unattended.err]).toEqual([4, expect.stringContaining('脚本令牌')])
    const piped = await home.xzx('auth factor off')
    expect([piped.code, piped.err]).toEqual([2, expect.stringContaining('只能在终端中运行')])
  })
})
