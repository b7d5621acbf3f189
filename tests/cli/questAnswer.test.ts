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

test('questions are added, published, marked, asked and withdrawn by commands', async () => {
  const added = JSON.parse((await home.xzx('quest-answer save --title 老年证怎么办理 --content 到社区 --json')).out)
  expect((await home.xzx(`quest-answer publish ${added.id} --yes`)).code).toBe(0)
  expect((await home.xzx(`quest-answer common ${added.id} --yes`)).code).toBe(0)
  expect((await home.xzx('quest-answer ask --quest 怎样办老年证 --count 3 --format table')).out).toContain('到社区')
  expect((await home.xzx('quest-answer welcome')).out).toContain('老年证怎么办理')
  expect((await home.xzx(`quest-answer withdraw ${added.id} --preset 1 --yes`)).code).toBe(0)
  expect((await home.xzx('quest-answer list --status 编辑中 --format count')).out).toBe('1\n')
  expect((await home.xzx('quest-answer feedback --format count')).out).toBe('0\n')
  expect((await home.xzx('export quest-answer --out - --format csv')).out).toContain('老年证怎么办理')
})
