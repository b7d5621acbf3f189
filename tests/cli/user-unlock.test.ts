import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { bindFactor } from '../support/factor.ts'
import { startServer, type TestServer } from '../support/server.ts'

const password = 'Lamp#gate88old'
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

test('xzx user unlock lets in who is shut out, on the machine and by who reads its key', async () => {
  const person = await server.person({ roles: ['admin'], password })
  await bindFactor(server, person, password)
  const login = () => home.xzx(`auth login --user ${person.account} --password-stdin`, { stdin: password })
  for (let i = 0; i < 5; i += 1) await home.xzx(`auth login --user ${person.account} --password-stdin`, { stdin: 'x' })
  expect((await login()).code).toBe(5)
  const data = `--data ${server.parts.dataDir}`
  const elsewhere = await home.xzx(`user unlock ${person.account} --data ${home.dir}`)
  expect([elsewhere.code, elsewhere.err]).toEqual([2, expect.stringContaining('不是服务的数据目录')])
  const nowhere = await home.xzx(`user unlock ${person.account}`)
  expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining('只能在服务器本机上')])
  expect((await home.xzx(`user unlock ${person.account} ${data} --dry-run`)).code).toBe(2)
  expect((await login()).code).toBe(5)
  expect((await home.xzx(`user unlock ${person.account} ${data} --factor`)).code).toBe(2)
  const asked = await home.xzx(`user unlock ${person.account} ${data} --nets`, {
    tty: ['stdin', 'stderr'],
    stdin: '\n',
  })
  expect([asked.code, asked.err]).toEqual([
    6,
    expect.stringContaining('将取消全体工作人员的登录地址限制（站点设置），以及该账号所属角色的'),
  ])
  const done = await home.xzx(`user unlock ${person.account} ${data} --factor --nets --yes`)
  expect([done.code, done.err]).toEqual([
    0,
    expect.stringMatching(/清除 5 次登录失败，已解除动态口令，没有限制登录地址/),
  ])
  expect((await login()).code).toBe(0)
  expect((await home.xzx(`user unlock nobody ${data}`)).err).toContain('没有账号 nobody')
})
