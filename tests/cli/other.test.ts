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

test('a test record is written and deleted by command', async () => {
  const { id } = JSON.parse((await home.xzx('other add --name 甲 --json')).out)
  expect((await home.xzx(`other edit ${id} --content 内容`)).code).toBe(0)
  expect((await home.xzx('other list')).out).toContain('内容')
  expect((await home.xzx(`other del ${id} --yes`)).code).toBe(0)
  expect((await home.xzx('api test.get --query id=5')).out).toContain('"5"')
})
