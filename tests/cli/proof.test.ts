import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'
import { openTmux, terminalTest, xzxCommand } from '../support/tmux.ts'

const password = 'old-Passw0rd-1'
const minute = 60_000

describe('commands that ask who is there', () => {
  let server: TestServer
  let home: CliHome
  let person: Person
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    person = await server.person({ roles: ['admin'], password })
    home = cliHome({ env: { XZX_SERVER: server.url } })
    expect((await home.xzx(`auth login --user ${person.account} --password-stdin`, { stdin: password })).code).toBe(0)
  })
  afterEach(() => home.remove())

  test('where nobody can answer: 4, what to do instead, nothing done; a dry run foretells it', async () => {
    expect((await home.xzx('role save --name 甲 --alias jia --yes')).code).toBe(0)
    server.clock.now += 11 * minute
    for (const line of ['role save --name 乙 --alias yi --yes', 'role save --name 乙 --alias yi --dry-run']) {
      const { code, err } = await home.xzx(line)
      expect([line, code, err]).toEqual([line, 4, expect.stringMatching(/须再次核对身份[\s\S]*xzx auth token/)])
    }
    // what would be done is shown all the same
    const dry = await home.xzx('role save --name 乙 --alias yi --dry-run --json')
    expect([dry.code, dry.json(), JSON.parse(dry.err).error.code]).toEqual([
      4,
      expect.objectContaining({ path: '/role/save' }),
      'PROVE_AGAIN',
    ])
    // of script tokens nothing is said where no script may
    writeFileSync(join(home.dir, '人员.csv'), '账号,姓名\nxinren,新人\n')
    for (const line of ['user import 人员.csv --dry-run', 'user import 人员.csv --yes --out 密码.csv']) {
      const ran = await home.xzx(line)
      expect([line, ran.code, ran.err]).toEqual([line, 4, expect.stringMatching(/再次核对身份[\s\S]*不能由脚本令牌/)])
      expect(ran.err).not.toContain('xzx auth token')
      if (line.includes('dry-run')) expect(ran.err).toContain('1 行都符合要求')
    }
    // what comes as a file is asked for as all else
    const word = await home.xzx('apply word 1 --out 办理单.docx')
    expect([word.code, word.err]).toEqual([4, expect.stringMatching(/须再次核对身份[\s\S]*不能由脚本令牌/)])
    expect((await home.xzx('role list --json')).out).not.toContain('乙')
    // what is not grave goes on
    expect((await home.xzx('hot add --name 政协 --yes')).code).toBe(0)
    expect((await home.xzx(`auth login --user ${person.account} --password-stdin`, { stdin: password })).code).toBe(0)
    expect((await home.xzx('role save --name 乙 --alias yi --yes')).code).toBe(0)
  })

  test('a script token is not asked', async () => {
    const made = await home.xzx('auth token --name 夜间 --keys role_save --json')
    const env = { XZX_TOKEN: (made.json() as { token: string }).token }
    server.clock.now += 60 * minute
    expect((await home.xzx('role save --name 丙 --alias bing --yes', { env })).code).toBe(0)
  })

  terminalTest('at a terminal the password is asked for, not shown, and the command goes on', async () => {
    server.clock.now += 11 * minute
    const env = {
      HOME: home.dir,
      XZX_CONFIG_DIR: join(home.dir, 'config'),
      XZX_STATE_DIR: join(home.dir, 'state'),
      XZX_SERVER: server.url,
    }
    const program = [...xzxCommand, 'role', 'save', '--name', '丁', '--alias', 'ding', '--yes']
    const terminal = await openTmux({ columns: 90, rows: 30, env, program })
    try {
      await terminal.until('请再次核对身份')
      for (const typed of ['wrong', password]) {
        await terminal.until((frame) => frame.trimEnd().endsWith('密码：'))
        await terminal.press('-l', typed)
        await terminal.press('Enter')
        if (typed === 'wrong') await terminal.until('密码不正确')
      }
      await terminal.until('退出码 0')
      const seen = await terminal.frame()
      expect(seen).not.toContain(password)
      expect((await home.xzx('role list --json')).out).toContain('丁')
    } finally {
      terminal.end()
    }
  })
})
