import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  const { token } = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test('密码规则 are added, listed, changed and deleted by command', async () => {
  const added = JSON.parse((await home.xzx('password-rule save --name 地名 --words 青石,清河镇 --json')).out)
  expect(added).toMatchObject({ name: '地名' })
  expect((await home.xzx(`password-rule save --id ${added.id} --kind 不得就是`)).code).toBe(0)
  expect((await home.xzx('password-rule list')).out).toContain('不得就是')
  expect(await home.xzx(`password-rule del ${added.id} --yes --format count`)).toMatchObject({ code: 0, out: '1\n' })
  expect((await home.xzx('password-rule list --format count')).out).toBe('0\n')
})

test('what passwords are made of is shown, set and put back', async () => {
  expect((await home.xzx('password-rule type 1')).out).toContain('lengthMin\t8')
  expect((await home.xzx('password-rule save-type --length-min 12')).code).toBe(0)
  expect(JSON.parse((await home.xzx('password-rule type 1 --json')).out).lengthMin).toBe(12)
  expect((await home.xzx('password-rule reset-type')).code).toBe(0)
  expect((await home.xzx('setting get password.lengthMin')).out).toContain('8')
})
